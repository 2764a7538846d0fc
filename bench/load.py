"""The load: tables of four sockets, each with one move under way at any time.

A socket here is a bare asyncio protocol, so that one generator process is faster than the server it measures: it
reads whole, unfragmented text frames and writes them with a zero mask, which is all that this load needs.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from time import perf_counter
from typing import cast

import msgspec

TEXT = 0x81
CLOSE = 0x88


class Socket(asyncio.Protocol):
    """One WebSocket connection; `heard` is called with the bytes of every text message."""

    def __init__(self, path: str, headers: Mapping[str, str], heard: Callable[[bytes], None]) -> None:
        self.path = path
        self.headers = headers
        self.heard = heard
        self.pending = b""
        self.open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(
        cls, port: int, path: str, headers: Mapping[str, str], heard: Callable[[bytes], None]
    ) -> Socket:
        """A socket whose handshake is done. Raises ConnectionError where the server refuses."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(path, headers, heard), "127.0.0.1", port)
        async with asyncio.timeout(20):
            await socket.opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        lines = {
            "Host": "{}:{}".format(*transport.get_extra_info("peername")),
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            **self.headers,
        }
        request = f"GET {self.path} HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in lines.items())
        self.transport.write(request.encode() + b"\r\n")

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"{self.path}: closed in the handshake"))

    def data_received(self, data: bytes) -> None:
        data = self.pending + data if self.pending else data
        at = 0
        if not self.open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.pending = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(f"{self.path}: {data[:end].decode(errors='replace')}"))
                self.transport.close()
                return
            self.open = True
            self.opened.set_result(None)
            at = end + 4
        have = len(data)
        while have - at >= 2:
            start, size = at + 2, data[at + 1]
            if size == 126:
                start, size = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif size == 127:
                start, size = at + 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if have < start + size:
                break
            if data[at] == TEXT:
                self.heard(data[start : start + size])
            elif data[at] == CLOSE:
                self.transport.close()
            at = start + size
        self.pending = data[at:]

    def send(self, text: bytes) -> None:
        """Send one text message of less than 64 KiB."""
        size = len(text)
        head = struct.pack("!BB", TEXT, 0x80 | size) if size < 126 else struct.pack("!BBH", TEXT, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        """Drop the connection."""
        self.transport.close()


class Tally:
    """What the tables of one run have measured: a latency in seconds for every move that reached all four."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.updates = 0
        self.bytes = 0
        self.failure: str | None = None

    def clear(self) -> None:
        """Forget what was measured so far."""
        self.latencies.clear()
        self.updates = self.bytes = 0


class Table(ABC):
    """Four sockets of one room, and the move that is under way there."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.sockets: list[Socket] = []
        self.missing = {0, 1, 2, 3}
        self.moves = 0
        self.sent_at = 0.0

    async def connect(self, port: int, seats: Iterable[tuple[str, Mapping[str, str]]]) -> None:
        """Open the four sockets, each by its path and headers."""
        for seat, (path, headers) in enumerate(seats):
            self.sockets.append(await Socket.connect(port, path, headers, partial(self.heard, seat)))

    @abstractmethod
    def begin(self) -> None:
        """Start to play."""

    @abstractmethod
    def heard(self, seat: int, text: bytes) -> None:
        """This seat's socket had a message."""

    def send(self, seat: int, text: bytes) -> None:
        """Hand in a move."""
        self.missing = {0, 1, 2, 3}
        self.moves += 1
        self.sent_at = perf_counter()
        self.sockets[seat].send(text)

    def reached(self, seat: int, text: bytes) -> bool:
        """Count an update; whether all four have theirs now."""
        self.tally.updates += 1
        self.tally.bytes += len(text)
        self.missing.discard(seat)
        return not self.missing

    def arrived(self) -> None:
        """Note how long the move took."""
        self.tally.latencies.append(perf_counter() - self.sent_at)

    def close(self) -> None:
        """Drop the connections."""
        for socket in self.sockets:
            socket.close()


class BareTable(Table):
    """A table at the yardstick, where any message is a move."""

    def begin(self) -> None:
        text = b'{"type":"move","id":"%d","game":1,"v":%d,"move":{"do":"draw"}}' % (self.moves, self.moves)
        self.send(self.moves % 4, text)

    def heard(self, seat: int, text: bytes) -> None:
        if self.reached(seat, text):
            self.arrived()
            self.begin()


class Looked(msgspec.Struct):
    """The part of a view that a player of random moves needs."""

    legal: list[msgspec.Raw]


class Message(msgspec.Struct):
    """The part of a server's message that this load looks at."""

    type: str
    game: int = 0
    v: int = 0
    view: Looked | None = None


class GameTable(Table):
    """A table at the real server: a legal move at random from whoever has one, and a new game after each."""

    def __init__(self, tally: Tally, seed: str) -> None:
        super().__init__(tally)
        self.chance = Random(seed)
        self.decode = msgspec.json.Decoder(Message).decode
        self.due = (1, 0)
        self.legal: list[list[msgspec.Raw]] = [[], [], [], []]

    def begin(self) -> None:
        self.send(0, b'{"type":"start","id":"start %d"}' % self.due[0])

    def heard(self, seat: int, text: bytes) -> None:
        message = self.decode(text)
        if message.type == "update":
            if (message.game, message.v) == self.due and seat in self.missing and message.view is not None:
                self.legal[seat] = message.view.legal
                if self.reached(seat, text):
                    self.go_on()
        elif message.type != "done":
            self.tally.failure = text.decode()

    def go_on(self) -> None:
        """Everybody has the last change: make the next one."""
        game, v = self.due
        if v:
            self.arrived()
        seat = next((seat for seat in range(4) if self.legal[seat]), None)
        if seat is None:
            self.due = (game + 1, 0)
            return self.begin()
        self.due = (game, v + 1)
        move = self.chance.choice(self.legal[seat])
        return self.send(
            seat, b'{"type":"move","id":"%d","game":%d,"v":%d,"move":%s}' % (self.moves, game, v, bytes(move))
        )
