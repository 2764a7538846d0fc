"""Tables that are opened, played at and dropped, and what is left of them: `python -m tests.app.churn`.

A real server, in this process so that it can be looked into, and real sockets. Afterwards rooms, sockets, tasks
and timers must be back at their start, and once the rooms' last day is over, so must the database.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
from sqlmodel import Session, select
from websockets.asyncio.client import ClientConnection, connect

from app import db, models
from app.__main__ import listen, server
from app.crowd import Socket
from app.main import create_app
from app.play import Play
from app.room import Room
from app.settings import Settings
from app.timer import Timer

AT_ONCE = 8
"""How many tables are played at at a time."""
MOVES = 8
"""How many moves are made at each."""
WARM_UP = 16
"""Tables, at least, before the first look, so that what is made once and kept is there; else a tenth of all."""


class Leaping(Timer):
    """A time that can leap forward."""

    def leap(self, seconds: float) -> None:
        self._offset += seconds


@dataclass(frozen=True)
class Look:
    """What there is after a full garbage collection: `blocks` are those that Python has allocated; `memory`, in
    MB, is that of the whole process, the database's cache included."""

    rooms: int
    games: int
    sockets: int
    tasks: int
    timers: int
    files: int
    blocks: int
    memory: float

    @classmethod
    def now(cls) -> Look:
        gc.collect()
        kinds = Counter(type(thing) for thing in gc.get_objects())
        loop: Any = asyncio.get_running_loop()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return cls(
            rooms=kinds[Room],
            games=kinds[Play],
            sockets=kinds[Socket],
            tasks=len(asyncio.all_tasks()),
            timers=sum(not timer.cancelled() for timer in getattr(loop, "_scheduled", ())),
            files=len(os.listdir("/proc/self/fd")),
            blocks=sys.getallocatedblocks(),
            memory=round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1),
        )


@dataclass(frozen=True)
class Figures:
    """What so many cycles came to."""

    cycles: int
    seconds: float
    start: Look
    end: Look
    rows_left: int


async def churn(cycles: int, data: Path) -> Figures:
    """Open, play and drop so many tables."""
    settings = Settings(
        data=data, rooms_per_minute=0, socket_rate=0, grace=0.5, idle_minutes=0.01, keep_days=1, guesses=10**6
    )
    db.migrate(settings.database)
    timer = Leaping()
    app = create_app(settings, timer)
    running = server(settings, app)
    listener = listen("127.0.0.1", 0)
    serving = asyncio.create_task(running.serve(sockets=[listener]))
    while not running.started:
        await asyncio.sleep(0.01)
    port = listener.getsockname()[1]
    try:
        await _cycles(max(WARM_UP, cycles // 10), port)
        await _rest(app)
        start, began = Look.now(), time.perf_counter()
        await _cycles(cycles, port)
        seconds = time.perf_counter() - began
        await _rest(app)
        end = Look.now()
        timer.leap(3 * 24 * 3600)
        rows = await _rows_left(settings)
    finally:
        running.should_exit = True
        await serving
        listener.close()
    return Figures(cycles, round(seconds, 1), start, end, rows)


async def _cycles(count: int, port: int) -> None:
    numbers = iter(range(count))

    async def play() -> None:
        one_each = httpx.Limits(max_keepalive_connections=0)  # the server closes what is idle
        server = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=server, limits=one_each, timeout=60, trust_env=False) as client:
            for number in numbers:
                await _cycle(number, port, client)

    await asyncio.gather(*(play() for _ in range(AT_ONCE)))


async def _cycle(number: int, port: int, client: httpx.AsyncClient) -> None:
    """One table: two players and a watcher come, play a little, and go, some of them without a goodbye."""
    house = {"clock": {"kind": "bank", "seconds": 60}, "undo": "free"}
    body = {"game": "wireburn", "name": "Ann", "house": house if number % 2 else {}}
    seats = [(await client.post("/api/rooms", json=body)).json()]
    invitation = {"join": seats[0]["join"].removeprefix("/join/"), "name": "Bob"}
    seats.append((await client.post("/api/join", json=invitation)).json())
    paths = [(seat["socket"], {"Authorization": f"Bearer {seat['token']}"}) for seat in seats]
    paths.append((f"{seats[0]['watch']}/socket", {}))
    sockets = [
        await connect(f"ws://127.0.0.1:{port}{path}", additional_headers=headers, compression=None, proxy=None)
        for path, headers in paths
    ]
    await _send(sockets[0], type="start", id="start")
    chance = Random(number)
    for made in range(MOVES):
        seens = [await _reach(socket, made) for socket in sockets[:2]]
        acting = seens[0]["view"]["acting"]
        if not acting:
            break
        seat = acting[0]
        move = chance.choice(seens[seat]["view"]["legal"])
        await _send(sockets[seat], type="move", id=f"m{made}", game=1, v=made, move=move)
    for n, socket in enumerate(sockets):
        if (number + n) % 3:
            await socket.close()
        else:
            socket.transport.abort()


async def _send(socket: ClientConnection, **message: Any) -> None:
    await socket.send(json.dumps(message))


async def _reach(socket: ClientConnection, v: int) -> dict[str, Any]:
    """The first update of the game's version v."""
    while True:
        async with asyncio.timeout(60):
            message: dict[str, Any] = json.loads(await socket.recv())
        assert message["type"] in ("update", "done", "talk"), message
        if message["type"] == "update" and (message["game"], message["v"]) == (1, v):
            return message


async def _rest(app: Any) -> None:
    """Wait until the last room has left memory."""
    async with asyncio.timeout(60):
        while len(app.state.lobby._rooms):
            gc.collect()
            await asyncio.sleep(0.2)


async def _rows_left(settings: Settings) -> int:
    """How many rows the database has, once it has had the time to forget those rooms."""
    engine = db.connect(settings.database)
    tables = (models.Room, models.Seat, models.Game, models.Move, models.Remark)
    rows = 1
    async with asyncio.timeout(120):
        while rows:
            await asyncio.sleep(0.5)
            with Session(engine) as session:
                rows = sum(1 for table in tables for _ in session.exec(select(table.id)))
    engine.dispose()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=5_000)
    with tempfile.TemporaryDirectory() as data:
        figures = asyncio.run(churn(parser.parse_args().cycles, Path(data)))
    print(json.dumps(asdict(figures), indent=1))


if __name__ == "__main__":
    main()
