"""10 GM moves.

UW-10.1 GM moves. They belong to the GM, are legal in calm and combat unless their clause says otherwise, cost no turn
and need no range.
"""
