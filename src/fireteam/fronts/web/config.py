"""How a server is run: where it listens, where tables are kept, what it trusts, and how much it allows."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

import msgspec

ENVIRONMENT = "FIRETEAM_SERVER"
"""The variable through which workers get the configuration of the process that started them."""
QUIET = "FIRETEAM_QUIET"
"""The variable with which only warnings are logged."""


class Limits(msgspec.Struct, frozen=True):
    """How much is allowed: in a second on the long run (`*_rate`), and at once after a quiet while (`*_burst`)."""

    request_rate: float = 50.0
    request_burst: float = 300.0
    open_rate: float = 1 / 30
    open_burst: float = 10.0
    order_rate: float = 10.0
    order_burst: float = 40.0
    table_rate: float = 60.0
    table_burst: float = 240.0
    odds_rate: float = 5.0
    odds_burst: float = 100.0
    guess_rate: float = 1 / 10
    guess_burst: float = 20.0
    """Links that open nothing, from one address: nobody guesses 128 bits, but nobody needs to try."""
    sockets_per_address: int = 100


MOST_SCENE_BYTES = 1_000_000
"""The largest scene that is uploaded."""
MOST_IMPORT_BYTES = 20_000_000
"""The largest table that is imported."""
MOST_BODY_BYTES = 32_000
"""The largest body of any other request."""
MOST_MESSAGE_BYTES = 16_000
"""The largest message on a socket."""
SEND_SECONDS = 20.0
"""How long a socket may take no bytes before it is shut."""


def limits_times(factor: float) -> Limits:
    """The limits, each so many times as generous: for many players behind one address, or for a load test."""
    usual = Limits()
    return Limits(
        **{name: type(value)(value * factor) for name in usual.__struct_fields__ for value in [getattr(usual, name)]}
    )


class Config(msgspec.Struct, frozen=True):
    """How this server runs. `public_url` is where people reach it; "" means loopback alone."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str = ""
    public_url: str = ""
    trusted_proxies: str = ""
    forecasts: bool = True
    limits: Limits = Limits()
    allowed_hosts: tuple[str, ...] = ()

    def hosts(self) -> frozenset[str]:
        """The names under which requests may reach this server, without ports."""
        names = {"localhost", "127.0.0.1", "[::1]", *self.allowed_hosts}
        if self.public_url:
            names.add(host_name(urlsplit(self.public_url).netloc))
        return frozenset(names)

    def origin(self) -> str:
        """The origin of the public address, or "" on loopback."""
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc}" if self.public_url else ""

    def base(self) -> str:
        """What links begin with."""
        if self.public_url:
            return self.public_url.rstrip("/")
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


def host_name(netloc: str) -> str:
    """A host name without its port."""
    host = netloc.rpartition("@")[2]
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].casefold()


def to_environment(config: Config) -> None:
    """Hands the configuration to the workers that this process will start."""
    os.environ[ENVIRONMENT] = msgspec.json.encode(config).decode()


def from_environment() -> Config:
    """The configuration that the starting process left."""
    return msgspec.json.decode(os.environ.get(ENVIRONMENT, "{}"), type=Config)
