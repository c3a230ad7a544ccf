"""`python -m fireteam` is the command line."""

import sys

from fireteam.fronts.cli import main

if __name__ == "__main__":
    sys.exit(main())
