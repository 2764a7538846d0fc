"""The doors for sockets: who may come in, how fast they may talk, and what becomes of a frame."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app import wire
from app.crowd import BROKE_RULES, Socket
from app.deeds import do
from app.keys import Cookies
from app.limits import Bucket, network
from app.lobby import Lobby, LobbyError, no_room
from app.replies import address_of, deny, failed
from app.room import Room
from app.settings import Settings
from engine.core import Viewer

log = logging.getLogger(__name__)

CLOSE_SECONDS = 2.0
"""How long a socket that is closed has to take its goodbye."""
PATIENCE = 50
"""How many frames over the limit are answered before the socket is closed; one comes back every second."""


class Hub:
    """ASGI middleware that serves all sockets: `/room/CODE/socket` for seats, `/watch/SECRET/socket` for watchers.

    What lies further in, routing above all, would cost every frame something.
    """

    def __init__(self, app: ASGIApp, cookies: Cookies, settings: Settings) -> None:
        self._app = app
        self._cookies = cookies
        self._settings = settings
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in if it may come in, and serve it until it is gone; pass on what is no socket."""
        if scope["type"] != "websocket":
            knocks = scope["type"] == "http" and scope["path"].endswith("/socket")
            await (self._knock if knocks else self._app)(scope, receive, send)
            return
        await receive()  # websocket.connect
        whose = network(address_of(scope))
        try:
            room, viewer = await self._welcome(HTTPConnection(scope))
            self._check_room_for(room, viewer, whose)
        except LobbyError as no:
            await deny(send, 429 if no.status == 429 else 403, no.code, no.message)
            return
        # From here to `connect` nothing else runs: a seat's number may change as soon as it does.
        socket = Socket(viewer, send, self._settings.socket_queue)
        listening = asyncio.create_task(self._listen(room, socket, receive))
        try:
            self._open[whose] += 1
            room.connect(socket)
            await asyncio.wait({listening, socket.writing}, return_when=asyncio.FIRST_COMPLETED)
            async with socket.busy:  # what is being done is done whole, or the room would know half of it
                listening.cancel()
        finally:
            room.disconnect(socket)
            self._open[whose] -= 1
            if not self._open[whose]:
                del self._open[whose]
            listening.cancel()
            socket.writing.cancel()
            fault, _ = await asyncio.gather(listening, socket.writing, return_exceptions=True)
            if isinstance(fault, Exception):
                log.error("A socket was given up.", exc_info=fault)
        if socket.code is not None:
            with contextlib.suppress(TimeoutError, OSError, RuntimeError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await send({"type": "websocket.close", "code": socket.code})

    async def _knock(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell a request whether a socket would be let in, since browsers do not say why one was not."""
        try:
            await self._welcome(HTTPConnection(scope))
            answer = failed(426, "socket", "You may come in, by WebSocket.")
            answer.headers["Upgrade"] = "websocket"
        except LobbyError as no:
            answer = failed(403, no.code, no.message)
        await answer(scope, receive, send)

    async def _welcome(self, connection: HTTPConnection) -> tuple[Room, Viewer]:
        """The room of this address, and who the caller is there."""
        lobby: Lobby = connection.app.state.lobby
        match connection.scope["path"].split("/"):
            case ["", "room", code, "socket"]:
                return await lobby.seated(code, self._cookies.token(connection))
            case ["", "watch", secret, "socket"]:
                return await lobby.watched(secret), None
        raise no_room()

    def _check_room_for(self, room: Room, viewer: Viewer, whose: str) -> None:
        """Raise LobbyError `too-many` if this viewer or network has all the sockets that they may have."""
        limits = self._settings
        most = limits.watchers_per_room if viewer is None else limits.sockets_per_seat
        if room.crowd.count(viewer) >= most or 0 < limits.sockets_per_address <= self._open[whose]:
            raise LobbyError("too-many", "That is a lot of connections at once. Please close some.", 429)

    async def _listen(self, room: Room, socket: Socket, receive: Receive) -> None:
        """Answer frames one after the other, until the peer or the server closes the socket."""
        pace = Bucket(self._settings.socket_rate, self._settings.socket_burst)
        patience = Bucket(1, PATIENCE)
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            answer: wire.Answer | None
            if pace.take():
                async with socket.busy:
                    answer = await self._answer(room, socket, message)
            elif patience.take():
                answer = wire.Error("too-fast", "That is too much at once. Please slow down.")
            else:
                socket.close(BROKE_RULES)
                await socket.writing
                return
            if answer is not None:
                socket.put(wire.text(answer))

    async def _answer(self, room: Room, socket: Socket, message: Message) -> wire.Answer | None:
        command = wire.read(message.get("text"))
        if isinstance(command, wire.Error):
            return command
        if isinstance(command, wire.Ping):
            return wire.Pong()
        if isinstance(command, wire.Away | wire.Back):
            room.look(socket, isinstance(command, wire.Back))
            return None
        return await do(room, socket, command)
