"""7 Combat commands: one module for each card or group of cards."""
