"""Words for the events of Cybercore."""

from collections.abc import Callable, Mapping
from typing import Any


def sentence(event: Mapping[str, Any], name: Callable[[str], str]) -> str:
    return str(event["type"])
