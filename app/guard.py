"""What every request passes first: where it comes from, how long it is, and how browsers may use the answer."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.replies import deny, failed

MOST_BODY = 16 * 1024
"""The longest body, in bytes; nothing that people send here comes near it."""
BODY_SECONDS = 10.0
"""How long a body may take to arrive."""

SECURITY = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "font-src 'self'",
            "manifest-src 'self'",
            "media-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # rooms’ addresses are secrets; none at all would hide a form’s origin
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """ASGI middleware around the whole server."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...] = ()) -> None:
        self._app = app
        self._origins = frozenset(origin.lower() for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what must not pass, and pass on the rest."""
        if scope["type"] == "websocket":
            if self._is_foreign(scope):
                await deny(send, 403, "foreign", "This socket is for this server's own pages.")
            else:
                await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._pass_request(scope, receive, self._with_headers(scope, send))
        else:
            await self._app(scope, receive, send)

    async def _pass_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        if self._is_foreign(scope):
            await failed(403, "foreign", "That came from another site's page.")(scope, receive, send)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _read(receive)
        except TimeoutError:
            await failed(408, "too-slow", "The request took too long to arrive.")(scope, receive, send)
            return
        if body is None:
            await failed(413, "too-long", f"A body has at most {MOST_BODY} bytes.")(scope, receive, send)
            return
        await self._app(scope, _again(body, receive), send)

    def _is_foreign(self, scope: Scope) -> bool:
        """Whether a browser says that another site's page sent this. Programs say nothing and may pass, since
        nothing of a browser's goes with what they send."""
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        return origin.lower() not in self._origins | _own(scope["scheme"], headers.get("host", "").lower())

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", _caching(scope["path"]))
            await send(message)

        return send_with_headers


def _own(scheme: str, host: str) -> frozenset[str]:
    """The origins of the server's own pages. An https page is as good as an http one, so that a proxy nobody told
    of still works; the other way round, whoever sits in the middle could write the page."""
    if not host:
        return frozenset()
    safe = f"https://{host}"
    return frozenset((safe,) if scheme in ("https", "wss") else (safe, f"http://{host}"))


def _caching(path: str) -> str:
    """Static files are asked for again and mostly not sent again; all else is somebody's own."""
    return "no-cache" if path.startswith("/static/") else "no-store"


async def _read(receive: Receive) -> bytes | None:
    """The whole body, or None if it is too long."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """A receive that gives this body first."""
    bodies = [body]

    async def receive_again() -> Message:
        return {"type": "http.request", "body": bodies.pop(), "more_body": False} if bodies else await receive()

    return receive_again
