"""The kernel: what every fight needs and no game owns.

It knows dice, chances, decisions, scenes, events, turns, actions, names, secrets, scene files, cases and rulebooks.
It never names a ruleset. Import its modules by name; this file stays empty so that starting costs nothing.
"""
