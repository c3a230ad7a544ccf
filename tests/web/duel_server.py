"""`fireteam`, with the tests' own ruleset installed: `python -m tests.web.duel_server serve …`."""

from __future__ import annotations

import sys
from types import ModuleType

from fireteam.fronts.cli import main
from tests.kernel.duel import DUEL

module = ModuleType("fireteam.duel")
module.RULESET = DUEL  # type: ignore[attr-defined]
sys.modules["fireteam.duel"] = module

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
