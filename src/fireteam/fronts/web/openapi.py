"""The OpenAPI document, made from the declared endpoints and the wire types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from fireteam import __version__
from fireteam.fronts.web.answers import Failure
from fireteam.fronts.web.declared import Endpoint, Needs

_PARAMETER = re.compile(r"\{(\w+)\}")

TEXT = (
    "A table is opened from a scene; each seat has a link. Show the link's token as `Authorization: Bearer TOKEN`. "
    "`GET /api/tables/{table}` gives the whole, `POST …/orders` acts, and the WebSocket `/api/tables/{table}/socket` "
    "tells what happens: it sends `view`, then `update`, `result`, `presence`, `forecast`, and takes the same orders. "
    "See docs/guides/build-on-the-api.md."
)


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document, for OpenAPI 3.1."""
    types = [Failure, *(one for endpoint in endpoints for one in (endpoint.body, endpoint.answer) if _is_type(one))]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(map(id, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Fireteam table", "version": __version__, "description": TEXT, "license": {"name": "MIT"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer", "description": "The token of a link."}},
        },
    }


def _is_type(one: Any) -> bool:
    return one is not None and one is not bytes and not isinstance(one, dict)


def _operation(endpoint: Endpoint, by_type: dict[int, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
            for name in _PARAMETER.findall(endpoint.path)
        ]
        + [
            {"name": one.name, "in": "query", "description": one.text, "schema": dict(one.schema)}
            for one in endpoint.query
        ],
        "responses": _responses(endpoint, by_type),
    }
    if endpoint.body is not None:
        schema = {"type": "string"} if endpoint.body is bytes else by_type[id(endpoint.body)]
        media = "application/x-ndjson" if endpoint.body is bytes else "application/json"
        found["requestBody"] = {"required": True, "content": {media: {"schema": schema}}}
    if endpoint.needs is not Needs.NOTHING or 401 in endpoint.statuses:
        found["security"] = [{"seat": []}]
    return found


def _responses(endpoint: Endpoint, by_type: dict[int, Any]) -> dict[str, Any]:
    success: dict[str, Any] = {"description": endpoint.summary}
    if endpoint.answer is not None:
        schema = endpoint.answer if isinstance(endpoint.answer, dict) else by_type[id(endpoint.answer)]
        media = endpoint.media if endpoint.body is not bytes else "application/json"
        success["content"] = {media: {"schema": schema}}
    statuses = {400, 429, *endpoint.statuses}
    if endpoint.body is not None:
        statuses |= {413, 415}
    if endpoint.needs is not Needs.NOTHING:
        statuses |= {401, 404} | ({403} if endpoint.needs is Needs.GM else set())
    failure = {"application/json": {"schema": by_type[id(Failure)]}}
    found = {str(endpoint.success): success}
    for status in sorted(statuses):
        found[str(status)] = {"description": _REASONS[status], "content": failure}
    return found


_REASONS = {
    400: "The request is not as declared.",
    401: "No link was shown.",
    403: "Not for this seat.",
    404: "No such table, or the link does not open it.",
    413: "Too large.",
    415: "Not in this media type.",
    422: "What was sent cannot be played; `faults` says why.",
    429: "Too much at once.",
    503: "Not now; try again.",
}
