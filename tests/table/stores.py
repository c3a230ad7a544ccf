"""Both kinds of store for the tests. PostgreSQL is found by FIRETEAM_TEST_POSTGRES; in CI it must be there."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

POSTGRES = os.environ.get("FIRETEAM_TEST_POSTGRES", "")


def need_postgres() -> str:
    """The URL of the tests' server. Skips where there is none, and fails in CI."""
    if not POSTGRES:
        if os.environ.get("CI"):
            pytest.fail("CI has no PostgreSQL: .ci/run starts one and sets FIRETEAM_TEST_POSTGRES")
        pytest.skip("no PostgreSQL: FIRETEAM_TEST_POSTGRES=$(.ci/postgres start FOLDER) runs these too")
    return POSTGRES


async def _run(sql: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(POSTGRES)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


def new_database() -> tuple[str, str]:
    """A new database on the tests' server: its URL and its name."""
    url = need_postgres()
    name = f"ft_{secrets.token_hex(6)}"
    asyncio.run(_run(f"CREATE DATABASE {name}"))
    return url.replace("/postgres", f"/{name}", 1), name


def drop_database(name: str) -> None:
    asyncio.run(_run(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty store, of each kind in turn."""
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
        return
    url, name = new_database()
    yield url
    drop_database(name)
