"""`python -m app`: start the server. Every setting is an option too, as in `python -m app --port 8080`."""

from __future__ import annotations

import contextlib
import logging
import socket
import sys

import uvicorn
from pydantic import ValidationError
from pydantic_settings import CliApp
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from app import db
from app.main import create_app
from app.settings import Settings, complaint

FRAME_BYTES = 16 * 1024
"""A longer frame closes its socket; a shorter one that is too long is answered, see `app.wire`."""
UNREAD_BYTES = 64 * 1024
"""How much the system keeps for a peer that does not read, before the server notices."""
DEAD_PEER_MS = 30_000
"""How long a peer may leave what it was sent unacknowledged."""


class Sockets(WebSocketsSansIOProtocol):
    """uvicorn's sockets; a text frame that is no UTF-8 is handed on as bytes, and so gets an answer like any other
    that cannot be read, where uvicorn would log a traceback and close."""

    def send_receive_event_to_app(self) -> None:
        """Hand on the message whose frames have come."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


class Server(uvicorn.Server):
    """A uvicorn that says in one line where it is."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        if sockets and not self.should_exit:
            host, port = sockets[0].getsockname()[:2]
            print(f"Fusebox is open at http://{f'[{host}]' if ':' in host else host}:{port}", flush=True)


def server(settings: Settings, app: ASGIApp | None = None) -> Server:
    """The server, ready to run on a socket from `listen`; by default with an application of its own."""
    return Server(
        uvicorn.Config(
            app or create_app(settings),
            http="httptools",
            ws=Sockets,
            ws_max_size=FRAME_BYTES,
            ws_per_message_deflate=False,  # it triples the cost of a move
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            log_config=None,
            log_level="warning",  # below that, addresses of rooms, which are secrets, would be logged
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        )
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=2048)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PEER_MS)
    return listener


def main() -> None:
    """Start the server, or say in one line why not."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # below that, each form that is none has a line
    # uvicorn takes a handshake that was answered with a refusal for one that was left unanswered
    logging.getLogger("uvicorn.error").addFilter(lambda record: "completing handshake" not in record.getMessage())
    try:
        settings = CliApp.run(Settings)
    except ValidationError as error:
        sys.exit(_failed(f"Fusebox cannot start with these settings. {complaint(error)}"))
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        db.migrate(settings.database)
        running = server(settings)
    except (OSError, SQLAlchemyError) as error:
        sys.exit(_failed(f"Fusebox cannot use its data in {settings.data}: {error}"))
    try:
        listener = listen(settings.host, settings.port)
    except OSError as error:
        sys.exit(_failed(f"Fusebox cannot listen on {settings.host}:{settings.port}: {error.strerror or error}"))
    with contextlib.suppress(KeyboardInterrupt):
        running.run(sockets=[listener])
    if not running.started:
        sys.exit(3)  # its log says why


def _failed(why: str) -> int:
    print(why.splitlines()[0], file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
