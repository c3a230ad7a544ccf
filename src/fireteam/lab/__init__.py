"""The laboratory: exact odds of a command, forecasts of a fight, and the report of a forecast.

It knows games only by their `Ruleset`. Import its modules by name; this file stays empty so that starting costs
nothing.
"""
