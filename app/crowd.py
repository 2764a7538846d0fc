"""Who is connected to one room: the sockets of every seat and of those who watch."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from engine.core import Viewer

Send = Callable[[dict[str, Any]], Awaitable[None]]

LEFT = 1000
KICKED = 4001
MOVED = 4002
NO_WATCHING = 4003
BROKE_RULES = 1008
TOO_SLOW = 1013


class Socket:
    """One connection; `number` tells those of watchers apart, and `busy` is held while a command of it is done.
    What it is sent waits in a short line, so that nobody waits for a slow reader."""

    def __init__(self, viewer: Viewer, send: Send, longest: int) -> None:
        self.viewer = viewer
        self.is_looking = True
        self.number = 0
        self.code: int | None = None
        self.busy = asyncio.Lock()
        self._send = send
        self._longest = longest
        self._line: deque[str] = deque()
        self._idle: asyncio.Future[None] | None = None
        self.writing = asyncio.create_task(self._write())

    def put(self, frame: str) -> None:
        """Line a frame up; a socket whose line is full is closed, since reconnecting is cheap and exact."""
        if len(self._line) < self._longest:
            self._line.append(frame)
            self._wake()
        else:
            self._line.clear()
            self.close(TOO_SLOW)
            self.writing.cancel()  # it may be waiting for a peer that never reads

    def close(self, code: int) -> None:
        """Close with this code as soon as everything in the line has been sent."""
        self.code = self.code or code
        self._wake()

    async def _write(self) -> None:
        """Open the socket, and send what is lined up until it is to be closed."""
        await self._send({"type": "websocket.accept"})
        while self._line or self.code is None:
            while self._line:
                await self._send({"type": "websocket.send", "text": self._line.popleft()})
            if self.code is None:
                self._idle = asyncio.get_running_loop().create_future()
                await self._idle

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)


class Crowd:
    """The open sockets of a room, by viewer."""

    def __init__(self) -> None:
        self._sockets: dict[Viewer, set[Socket]] = {}
        self._watched = 0

    @property
    def viewers(self) -> list[Viewer]:
        """The viewers who have a socket open."""
        return list(self._sockets)

    @property
    def watchers(self) -> int:
        """How many sockets only watch."""
        return self.count(None)

    def count(self, viewer: Viewer) -> int:
        """How many sockets this viewer has open."""
        return len(self._sockets.get(viewer, ()))

    def is_here(self, seat: int) -> bool:
        """Whether this seat has a socket open."""
        return seat in self._sockets

    def is_looking(self, seat: int) -> bool:
        """Whether this seat has a socket open whose page is in sight."""
        return any(socket.is_looking for socket in self._sockets.get(seat, ()))

    def add(self, socket: Socket) -> None:
        """Let a socket hear what its viewer is told."""
        self._sockets.setdefault(socket.viewer, set()).add(socket)
        if socket.viewer is None:
            self._watched += 1
            socket.number = self._watched

    def remove(self, socket: Socket) -> None:
        """Forget a socket, if it is known."""
        sockets = self._sockets.get(socket.viewer, set())
        sockets.discard(socket)
        if not sockets:
            self._sockets.pop(socket.viewer, None)

    def send(self, viewer: Viewer, frame: str) -> None:
        """Send a frame to every socket of this viewer."""
        for socket in self._sockets.get(viewer, ()):
            socket.put(frame)

    def dismiss(self, viewer: Viewer, code: int) -> None:
        """Close all sockets of a viewer with this code."""
        for socket in self._sockets.pop(viewer, ()):
            socket.viewer = None  # a command of theirs that still waits must not be another seat's
            socket.close(code)

    def renumber(self, order: Sequence[int], code: int) -> None:
        """Have seat `order[n]` be seat n from now on; the sockets of other seats are closed with this code."""
        for left in set(self._sockets) - {None, *order}:
            self.dismiss(left, code)
        before, self._sockets = self._sockets, {}
        for viewer, sockets in before.items():
            after = None if viewer is None else order.index(viewer)
            self._sockets[after] = sockets
            for socket in sockets:
                socket.viewer = after
