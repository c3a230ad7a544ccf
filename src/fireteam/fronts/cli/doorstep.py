"""Showing people in: the link is always printed, and a browser opened where there is one."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

PORTS_TRIED = 20
"""How many ports above the usual one are tried when it is taken."""
UP_SECONDS = 20.0
"""How long a browser waits for the server to be up."""


def free_port(host: str, port: int) -> int:
    """The first port from this one on that is free; the same one if none is."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, min(65_536, port + PORTS_TRIED)):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, number))
            except OSError:
                continue
            return number
    return port


def has_browser() -> bool:
    """Whether there is a screen that a browser could open on: one in a terminal would take the server's place."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER"))


def open_when_up(base: str, link: str) -> threading.Thread:
    """Opens a link in the browser as soon as the server answers."""
    thread = threading.Thread(target=_open, args=(base, link), name="doorstep", daemon=True)
    thread.start()
    return thread


def _open(base: str, link: str) -> None:
    import webbrowser

    ends = time.monotonic() + UP_SECONDS
    while time.monotonic() < ends:
        try:
            with urllib.request.urlopen(f"{base}/health", timeout=1):
                break
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    else:
        return
    webbrowser.open(link)
