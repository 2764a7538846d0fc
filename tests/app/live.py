"""A real server in a process of its own, and players who talk to it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlmodel import Session
from websockets.asyncio.client import ClientConnection, connect

from app import db
from app.play import Play, replay
from app.settings import ROOT
from app.store import Log, log_of

Frame = dict[str, Any]
SECONDS = 30


class Server:
    """`python -m app` on a free port, with its data in `data`; `log` is all that it has printed."""

    def __init__(self, data: Path, **settings: str) -> None:
        self.data = data
        self._log = data.parent / f"{data.name}.log"
        self._settings = {
            "FUSEBOX_DATA": str(data),
            "FUSEBOX_PORT": "0",
            "FUSEBOX_ROOMS_PER_MINUTE": "0",
            "FUSEBOX_SOCKET_RATE": "0",
            **settings,
        }
        self.start()

    def start(self, **settings: str) -> None:
        """Start it, with settings changed if wished, and wait until it says where it is."""
        self._settings |= settings
        with self._log.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app"],
                cwd=ROOT,
                env={**os.environ, **self._settings},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Fusebox is open at http://"), line + self.log
        self.url = line.split()[-1]
        self.client = httpx.Client(base_url=self.url, trust_env=False, timeout=SECONDS)

    @property
    def log(self) -> str:
        """What it has written so far."""
        return self._log.read_text()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, by default as a system would."""
        self.process.send_signal(how)
        self.process.wait(SECONDS)
        self.client.close()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def post(self, path: str, **body: Any) -> Frame:
        """The answer to a request that must succeed."""
        response = self.client.post(path, json=body)
        assert response.status_code == 201, response.text
        answer: Frame = response.json()
        return answer

    def table(self, players: int, game: str = "wireburn", **options: Any) -> list[Frame]:
        """The seats of a new room."""
        seats = [self.post("/api/rooms", game=game, name="P0", options=options)]
        invitation = seats[0]["join"].removeprefix("/join/")
        return seats + [self.post("/api/join", join=invitation, name=f"P{n}") for n in range(1, players)]

    @asynccontextmanager
    async def viewer(
        self, path: str, token: str | None = None, headers: dict[str, str] | None = None, **how: Any
    ) -> AsyncIterator[Viewer]:
        """A connected socket."""
        headers = {**(headers or {}), **({"Authorization": f"Bearer {token}"} if token else {})}
        url = self.url.replace("http", "ws", 1) + path
        async with connect(url, additional_headers=headers, compression=None, proxy=None, **how) as socket:
            yield Viewer(socket)

    def seated(self, seat: Frame) -> AbstractAsyncContextManager[Viewer]:
        """The connected socket of a seat."""
        return self.viewer(seat["socket"], seat["token"])

    def watching(self, seat: Frame) -> AbstractAsyncContextManager[Viewer]:
        """The connected socket of a spectator of this seat's room."""
        return self.viewer(f"{seat['watch']}/socket")

    def logged(self, number: int = 1) -> Log:
        """What the database has of the latest game of room `number`."""
        engine = db.connect(f"sqlite:///{self.data / 'fusebox.sqlite'}")
        with Session(engine, expire_on_commit=False) as session:
            log = log_of(session, number)
        engine.dispose()
        assert log is not None
        return log

    def replayed(self, number: int = 1) -> Play:
        """The latest game of room `number`, replayed from the database."""
        return replay(self.logged(number))


class Viewer:
    """One socket: `heard` has every frame it got, as text; `seen` is the latest update."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.seen: Frame = {}

    async def hear(self) -> Frame:
        """The next frame."""
        async with asyncio.timeout(SECONDS):
            frame = await self.socket.recv()
        assert isinstance(frame, str)
        self.heard.append(frame)
        message: Frame = json.loads(frame)
        if message["type"] == "update":
            self.seen = message
        return message

    async def until(self, wanted: Callable[[Frame], bool]) -> Frame:
        """The next frame that is wanted; those before it are heard and passed over."""
        while not wanted(message := await self.hear()):
            pass
        return message

    async def reach(self, wanted: Callable[[Frame], bool]) -> Frame:
        """Hear on until the latest update is as wanted."""
        while not (self.seen and wanted(self.seen)):
            await self.hear()
        return self.seen

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def ask(self, **message: Any) -> Frame:
        """Send a command and wait for its answer."""
        await self.send(**message)
        return await self.until(lambda answer: answer.get("id") == message["id"])

    async def move(self, move: Any, client_id: str, **other: Any) -> Frame:
        """Make a move on the latest update, and wait for the answer."""
        on = {"game": self.seen["game"], "v": self.seen["v"]}
        return await self.ask(type="move", id=client_id, move=move, **{**on, **other})

    @property
    def legal(self) -> list[Frame]:
        """What this viewer may do by the latest update; of what a view describes only, the first."""
        view = self.seen.get("view") or {"legal": []}
        if ask := view.get("ask"):
            return [{"do": ask["do"], "cards": ask["from"][: ask["count"]]}]
        legal: list[Frame] = view["legal"]
        return legal


async def connected(server: Server, seats: list[Frame], stack: AsyncExitStack) -> list[Viewer]:
    """Everybody's socket and a spectator's, each with its first update."""
    sockets = [server.seated(seat) for seat in seats] + [server.watching(seats[0])]
    viewers = [await stack.enter_async_context(socket) for socket in sockets]
    for viewer in viewers:
        await viewer.hear()
    return viewers
