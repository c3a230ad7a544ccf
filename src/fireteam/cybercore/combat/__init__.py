"""CC-13 Combat: the factors, the attack, arms and range, stances, gear."""
