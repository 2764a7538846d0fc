"""What every part of the server answers failures with, and whom it takes a caller for."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import JSONResponse
from starlette.types import Scope, Send


def failure(code: str, message: str, watch: str | None = None) -> dict[str, Any]:
    """The body of every failure: a code for programs, a sentence for people, and perhaps a link to watch by."""
    return {"error": {"code": code, "message": message, **({"watch": watch} if watch else {})}}


def failed(status: int, code: str, message: str, watch: str | None = None) -> JSONResponse:
    """A failure as an HTTP response."""
    return JSONResponse(failure(code, message, watch), status)


async def deny(send: Send, status: int, code: str, message: str) -> None:
    """Answer a socket's handshake with a failure instead of a socket."""
    body = msgspec.json.encode(failure(code, message))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


def address_of(scope: Scope) -> str:
    """The network address of the caller; behind a trusted proxy, that of the proxy's caller."""
    client = scope.get("client")
    return client[0] if client else ""
