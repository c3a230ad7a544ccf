"""Logs as one JSON object a line, on standard error. No link, token, cookie, seed or player's text is ever in one."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime

_FIELDS = ("method", "route", "status", "seconds", "table", "do", "address")

# Whatever looks like a token or a link is cut out of messages and tracebacks, in case a library repeats one.
_SECRET = re.compile(r"(/join/|[Bb]earer\s+|fireteam_[0-9a-f]+=)[^\s\"'@]+|(://[^:/@\s]+:)[^@\s/]+(?=@)")


class JsonLines(logging.Formatter):
    """A log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        found |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            found["trace"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(found, ensure_ascii=False, default=str)


def without_secrets(text: str) -> str:
    """Text with everything cut out that looks like a link, a token or a password."""
    return _SECRET.sub(lambda found: f"{found[1] or found[2]}…", text)


def set_up(level: str = "INFO") -> None:
    """Sends all logs to standard error as JSON lines; the server's own access log is off, ours names routes only."""
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [out]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.setLevel("WARNING")  # a line for each socket that opens would drown the rest
    logging.getLogger("asyncio").setLevel("WARNING")
    logging.getLogger("websockets").setLevel("WARNING")
