"""Play in a terminal: lines in, lines out. It reads well aloud, at 80 columns, in a pipe and without colour."""
