"""The OpenAPI document, held against the running server by schemathesis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fireteam.fronts.web.api import ENDPOINTS
from fireteam.fronts.web.openapi import document
from tests.web.running import RunningServer

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@schemathesis.serializer("application/x-ndjson")
def journal_lines(context: Any, value: Any) -> bytes:
    """An exported file is text: it is sent as it is."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


schema = schemathesis.openapi.from_dict(document(ENDPOINTS))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("openapi")
    with RunningServer(str(folder / "t.db"), folder / "log") as running:
        yield running


@pytest.fixture(scope="module")
def opened(server: RunningServer) -> Any:
    found = server.post("/api/tables", {"scene": "sump-gate"})
    token = found["seats"][0]["token"]
    server.post(f"/api/tables/{found['table']}/orders", {"do": "act", "id": "s", "line": "start"}, token)
    return found


@schema.parametrize()
@settings(
    max_examples=20,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_the_server_answers_as_declared(case: Any, server: RunningServer, opened: Any) -> None:
    """Whatever is sent, the status, media type and body of the answer are among the declared ones; never a 500."""
    if case.operation.path == "/metrics":
        return  # its own test reads it; other hosts than this one get 404
    if "table" in case.path_parameters:
        case.path_parameters["table"] = opened["table"]
    case.headers = {**(case.headers or {}), "authorization": f"Bearer {opened['seats'][0]['token']}"}
    if case.body is not None and isinstance(case.body, dict) and case.body.get("do") in ("reveal", "unseat", "link"):
        case.body = {**case.body, "seat": "nobody"} if case.body["do"] != "reveal" else {**case.body, "do": "say"}
    case.call_and_validate(base_url=server.url(""), checks=CHECKS, timeout=20)


def test_every_route_of_the_api_is_declared() -> None:
    """The document and the routes come from one list; every answer of the API has a schema, every order an example."""
    found = document(ENDPOINTS)
    operations = [one for path in found["paths"].values() for one in path.values()]
    assert len(operations) == len(ENDPOINTS) == len({one["operationId"] for one in operations})
    orders = found["components"]["schemas"]
    for name in ("Act", "Answer", "Stand", "Pilot", "Say", "Note", "Reorder", "Arrange", "Place", "Relink", "Reveal"):
        assert name in orders and orders[name]["description"]
    assert found["paths"]["/api/tables/{table}/orders"]["post"]["security"] == [{"seat": []}]
