"""The fronts: thin ways to play, made from the same projections."""
