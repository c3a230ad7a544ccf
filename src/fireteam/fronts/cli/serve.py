"""`fireteam serve`: the live table in a browser."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import click

from fireteam.fronts.cli import Unusable
from fireteam.fronts.cli.doorstep import free_port, has_browser, open_when_up
from fireteam.fronts.web.config import QUIET

if TYPE_CHECKING:
    from fireteam.fronts.web.config import Config
    from fireteam.table.tables import Opened, Tables

T = TypeVar("T")

GRACE_SECONDS = 10
"""How long open requests may take to finish when the server is stopped."""


@click.command("serve")
@click.argument("scene", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port to listen on.")
@click.option(
    "--db",
    default="",
    metavar="URL",
    envvar="FIRETEAM_DB",
    help="Where tables are kept: an SQLite file, or postgresql://… (also from FIRETEAM_DB, which keeps a password out "
    "of process lists). Default: tables.db beside the terminal's fights.",
)
@click.option(
    "--public-url", default="", metavar="URL", help="Where people reach this server, as https://table.example."
)
@click.option(
    "--trust-proxy",
    default="",
    metavar="ADDRESSES",
    help="Believe the X-Forwarded-For and -Proto headers of these proxies (addresses with commas between).",
)
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes; needs PostgreSQL."
)
@click.option("--forecasts/--no-forecasts", default=True, help="Work out the chances to win in the background.")
@click.option(
    "--limit-factor",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0.1, 1_000_000),
    help="Multiply how much one address, seat or table may do: for many players behind one address.",
)
@click.option(
    "--open",
    "opens",
    is_flag=True,
    help="For one evening on this machine: open the page in a browser if there is one, take the next port if this one "
    "is taken, and log warnings only.",
)
@click.option("--backup", metavar="FILE", type=click.Path(path_type=Path), help="Copy the tables to FILE, and end.")
@click.option("--export", metavar="TABLE", help="Print a table's whole journal, and end.")
@click.option("--gm-link", metavar="TABLE", help="Make a new link for a table's game master, and end.")
def command(
    scene: str | None,
    host: str,
    port: int,
    db: str,
    public_url: str,
    trust_proxy: str,
    workers: int,
    forecasts: bool,
    limit_factor: float,
    opens: bool,
    backup: Path | None,
    export: str | None,
    gm_link: str | None,
) -> int:
    """Serve live tables; with SCENE, open a table for it and print its links.

    SCENE may also be a fight saved by `play` (sump-gate-1), or a table that is there already: it goes on, and every
    seat gets a new link.

    Listens on this machine alone unless --host says otherwise. Beyond it, --public-url must name the address that
    people use, and something in front must speak TLS to them.

    A backup, an export or a new game master's link can be made while another process serves the same tables.
    """
    from fireteam.fronts.web.config import Config, limits_times
    from fireteam.table.shelf import home

    if opens:
        port = free_port(host, port)
    config = Config(
        host=host,
        port=port,
        db=db or str(home() / "tables.db"),
        public_url=_public(public_url),
        trusted_proxies=trust_proxy,
        forecasts=forecasts,
        limits=limits_times(limit_factor),
    )
    if backup is not None:
        _with_tables(config, lambda tables: tables.store.back_up(backup), _copied=True)
        click.echo(f"Copied to {backup}.", err=True)
        return 0
    if export is not None:
        _with_tables(config, lambda tables: _export(tables, export))
        return 0
    if gm_link is not None:
        click.echo(_with_tables(config, lambda tables: _gm_link(tables, gm_link, config)))
        return 0
    _check(config, workers)
    link = _open(config, scene) if scene is not None else config.base() + "/"
    click.echo(f"Fireteam is at {link} (Ctrl-C ends it; every table is kept)")
    sys.stdout.flush()
    if opens:
        os.environ[QUIET] = "1"
        if has_browser():
            open_when_up(f"http://{_at(config)}", link)
    _serve(config, workers)
    return 0


def _public(url: str) -> str:
    if not url:
        return ""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise Unusable("--public-url is an address without a path, such as https://table.example.")
    return f"{parts.scheme}://{parts.netloc}"


def _check(config: Config, workers: int) -> None:
    """Refuses what would not be safe or would not work, with what to do instead."""
    if not _is_loopback(config.host) and not config.public_url:
        raise Unusable(
            f"--host {config.host} lets other machines in: say where they reach it with "
            "--public-url https://table.example, and put a proxy in front that speaks TLS (Caddy: "
            f'"table.example {{ reverse_proxy 127.0.0.1:{config.port} }}"; then --trust-proxy 127.0.0.1 and no --host).'
        )
    if workers > 1 and not config.db.startswith(("postgresql://", "postgres://")):
        raise Unusable("Several workers need a database that they can share: --db postgresql://…")
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((config.host, config.port))
        except OSError as error:
            raise Unusable(f"{config.host} port {config.port} cannot be used: {error.strerror or error}.") from None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _with_tables(config: Config, job: Callable[[Tables], Awaitable[T]], *, _copied: bool = False) -> T:
    """Does something with the store, beside whoever serves it."""
    from fireteam.table.store import StoreFault, open_store
    from fireteam.table.tables import Tables

    async def main() -> T:
        tables = Tables(open_store(config.db))
        await tables.start()
        try:
            return await job(tables)
        finally:
            await tables.close()

    if not config.db.startswith(("postgresql://", "postgres://")) and _copied and not Path(config.db).is_file():
        raise Unusable(f"There is no database {config.db}.")
    try:
        return asyncio.run(main())
    except StoreFault as fault:
        raise Unusable(f"{fault}.") from None


async def _export(tables: Tables, id: str) -> None:
    from fireteam.table.exports import whole_file

    shelved = await tables.store.table(id)
    if shelved is None:
        raise Unusable(f"There is no table {id[:40]}.")
    async for line in whole_file(tables.store, shelved):
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


async def _gm_link(tables: Tables, id: str, config: Config) -> str:
    from fireteam.table.orders import Relink
    from fireteam.table.seats import new_token

    session = await tables.session(id)
    if session is None:
        raise Unusable(f"There is no table {id[:40]}.")
    seat = session.state.gm_seats()[0]
    result = await session.order("", Relink(id=f"cli-{new_token()}", seat=seat.id))
    return f"{config.base()}/join/{result.token}"


def _at(config: Config) -> str:
    """Where this machine itself reaches the server."""
    return f"[{config.host}]:{config.port}" if ":" in config.host else f"{config.host}:{config.port}"


def _open(config: Config, scene: str) -> str:
    """Opens a table for a scene, or a saved fight at a table, before the server starts, and prints the links.

    The game master's link is given back.
    """
    opened = _with_tables(config, lambda tables: tables.invite(scene)) or _new(config, scene)
    click.echo(f"Table {opened.id}:")
    for one in opened.invitations:
        click.echo(f"  {one.seat.name}: {config.base()}/join/{one.token}")
    click.echo("Each link is told this once; the game master can make new ones.")
    return f"{config.base()}/join/{opened.invitations[0].token}"


def _new(config: Config, scene: str) -> Opened:
    from fireteam.fronts.cli.reading import scene_at

    ruleset, state = scene_at(scene)
    return _with_tables(config, lambda tables: tables.open(ruleset, state, Path(scene).stem))


def _serve(config: Config, workers: int) -> None:
    import uvicorn

    from fireteam.fronts.web.app import app_from_environment
    from fireteam.fronts.web.config import MOST_MESSAGE_BYTES, to_environment
    from fireteam.table.store import StoreFault

    to_environment(config)
    # uvicorn stops in order and then raises the signal again for whoever else minds it: nobody does.
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda *_: None)
    try:
        uvicorn.run(
            "fireteam.fronts.web.app:app_from_environment" if workers > 1 else app_from_environment,
            factory=True,
            host=config.host,
            port=config.port,
            workers=workers if workers > 1 else None,
            ws="fireteam.fronts.web.wire:Wire",
            ws_max_size=MOST_MESSAGE_BYTES * 4,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=bool(config.trusted_proxies),
            forwarded_allow_ips=config.trusted_proxies or None,
            timeout_graceful_shutdown=GRACE_SECONDS,
            timeout_keep_alive=30,
        )
    except StoreFault as fault:
        raise Unusable(f"{fault}.") from None
