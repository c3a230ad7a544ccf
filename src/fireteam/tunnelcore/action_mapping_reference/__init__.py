"""9 Action mapping reference: the dice of each action and defence, and the actions without a card in chapter 7."""
