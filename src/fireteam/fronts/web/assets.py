"""The page's own files: style, script, icon. Served with a mark of their content, so that browsers may keep them."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

FOLDER = Path(__file__).parent / "static"

MEDIA = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
A_YEAR = 31_536_000


@dataclass(slots=True, frozen=True)
class Asset:
    """A file as it is sent."""

    name: str
    media: str
    body: bytes
    packed: bytes
    mark: str


@cache
def assets() -> dict[str, Asset]:
    """All files by name."""
    found = {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in MEDIA:
            body = path.read_bytes()
            mark = blake2b(body, digest_size=6).hexdigest()
            # Compressed once, here: what is the same for everybody holds no secret that its size could tell.
            found[path.name] = Asset(path.name, MEDIA[path.suffix], body, gzip.compress(body, 9, mtime=0), mark)
    return found


def asset_url(name: str) -> str:
    """Where a file is, with its mark."""
    return f"/static/{name}?{assets()[name].mark}"


async def serve_asset(request: Request) -> Response:
    """A file of the page."""
    asset = assets().get(request.path_params["name"])
    if asset is None:
        return Response("not found", 404, media_type="text/plain")
    is_marked = request.url.query == asset.mark
    headers = {
        "cache-control": f"public, max-age={A_YEAR}, immutable" if is_marked else "no-cache",
        "vary": "accept-encoding",
    }
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.packed, headers={**headers, "content-encoding": "gzip"}, media_type=asset.media)
    return Response(asset.body, headers=headers, media_type=asset.media)
