"""Fireteam runs science-fiction tabletop fights by their own rules, and tells the odds."""
