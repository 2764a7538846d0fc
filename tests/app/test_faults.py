"""What fails stays small: a broken room, a broken disk and a second writer, with a real database."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlmodel import Session, text

from app import db, wire
from app.crowd import Socket
from app.deeds import do
from app.lobby import Lobby, LobbyError
from app.main import create_app
from app.models import Move
from app.play import Position
from app.room import Room
from app.rooms import Rooms
from app.settings import Settings
from app.store import Store
from app.timer import Timer
from engine.core import Viewer

pytestmark = pytest.mark.anyio


async def silent(message: dict[str, Any]) -> None:
    """A peer that takes all and says nothing."""


class Table:
    """A room with a game on, and a socket for each of its two players."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    async def open(self) -> Table:
        seated = await self.lobby.create("wireburn", {}, "Ann", address="192.0.2.1")
        self.room = await self.lobby.find(seated.code, "192.0.2.1")
        await self.lobby.join(self.room, "Bob")
        self.sockets = [Socket(seat, silent, 64) for seat in (0, 1)]
        for socket in self.sockets:
            self.room.connect(socket)
        assert isinstance(await self.do(0, wire.Start("start")), wire.Done)
        return self

    async def do(self, seat: int, command: wire.Move | wire.Start) -> wire.Done | wire.Refused:
        return await do(self.room, self.sockets[seat], command)

    @property
    def turn(self) -> int:
        assert self.room.play is not None
        return self.room.play.state.acting[0]

    def draw(self, client_id: str) -> wire.Move:
        assert self.room.play is not None
        return wire.Move(client_id, self.room.play.number, self.room.play.v, {"do": "draw"})

    def close(self) -> None:
        for socket in self.sockets:
            socket.writing.cancel()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    settings = Settings(data=tmp_path, rooms_per_minute=0)
    db.migrate(settings.database)
    return settings


@pytest.fixture
async def tables(settings: Settings) -> AsyncIterator[list[Table]]:
    store = Store(db.connect(settings.database))
    lobby = Lobby(settings, store, Rooms(settings, store, Timer(), 0))
    tables = [await Table(lobby).open() for _ in range(2)]
    yield tables
    for table in tables:
        table.close()
    await store.close()


class Broken:
    """A state whose every part is at fault."""

    def __init__(self, state: Any, fault: str) -> None:
        self.state = state
        self.fault = fault
        self.seats = state.seats
        self.acting = state.acting
        self.result = None

    def copy(self) -> Broken:
        return Broken(self.state.copy(), self.fault)

    def legal(self, seat: int) -> Any:
        return self.state.legal(seat)

    def apply(self, seat: int, move: Any) -> Any:
        if self.fault == "apply":
            raise LookupError("the rules are at fault")
        return self.state.apply(seat, move)

    def view(self, viewer: Viewer) -> Any:
        if self.fault == "view":
            raise LookupError("the view is at fault")
        return self.state.view(viewer)


@pytest.mark.parametrize("fault", ["apply", "view"])
async def test_a_fault_of_the_rules_changes_nothing(
    tables: list[Table], fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    table, other = tables
    turn = table.turn
    assert table.room.play is not None
    sound = table.room.play.position
    broken: Any = Broken(sound.state, fault)
    table.room.play.position = Position(broken)
    with caplog.at_level(logging.ERROR):
        refused = await table.do(turn, table.draw("1"))
    assert (type(refused), getattr(refused, "rule", "")) == (wire.Refused, "ROOM-FAULT")
    assert len(caplog.records) == 1
    table.room.play.position = sound
    assert await table.do(turn, table.draw("1")) == wire.Done("1", 1)
    assert await other.do(other.turn, other.draw("1")) == wire.Done("1", 1)


async def test_a_disk_that_fails_costs_no_move(
    tables: list[Table], settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    table, _ = tables
    turn = table.turn
    command = table.draw("1")
    engine = db.connect(settings.database)
    for renaming, rule in (("move rename to away", "ROOM-FAULT"), ("away rename to move", "")):
        with engine.begin() as connection:
            connection.execute(text(f"alter table {renaming}"))
        for _ in range(2):
            answer = await table.do(turn, command)
            assert getattr(answer, "rule", "") == rule
    engine.dispose()
    assert answer == wire.Done("1", 1)
    assert "draw" not in caplog.text


async def test_a_move_of_another_process_is_taken_over(tables: list[Table], settings: Settings) -> None:
    table, _ = tables
    turn = table.turn
    assert table.room.play is not None
    engine = db.connect(settings.database)
    with Session(engine) as session, session.begin():
        session.add(
            Move(game_id=table.room.play.game_id, number=1, seat=turn, move={"do": "draw"}, client_id="elsewhere")
        )
    engine.dispose()
    refused = await table.do(turn, table.draw("here"))
    assert (getattr(refused, "rule", ""), getattr(refused, "v", 0)) == ("ROOM-STALE", 1)
    assert await table.do(turn, table.draw("elsewhere")) == wire.Done("elsewhere", 1)
    assert await table.do(turn, table.draw("here")) == wire.Done("here", 2)


async def test_a_room_is_loaded_once_however_many_ask(tables: list[Table], settings: Settings) -> None:
    code = tables[0].room.code
    store = Store(db.connect(settings.database))
    lobby = Lobby(settings, store, Rooms(settings, store, Timer(), 0))
    rooms: list[Room] = await asyncio.gather(*(lobby.find(code, f"192.0.2.{n}") for n in range(20)))
    assert all(room is rooms[0] for room in rooms)
    assert rooms[0].status == "playing"
    with pytest.raises(LobbyError):
        await lobby.join(rooms[0], "Late")
    await store.close()


class Peer:
    """Somebody at the other end of a socket, whose connection can break."""

    def __init__(self, app: FastAPI, code: str, token: str) -> None:
        self.frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.frames.put_nowait({"type": "websocket.connect"})
        self.heard: list[dict[str, Any]] = []
        self.is_broken = False
        scope = {
            "type": "websocket",
            "app": app,
            "path": f"/room/{code}/socket",
            "scheme": "ws",
            "client": ("192.0.2.1", 1),
            "headers": [(b"authorization", b"Bearer " + token.encode())],
        }
        self.served = asyncio.create_task(app(scope, self.frames.get, self._send))

    def say(self, **command: Any) -> None:
        self.frames.put_nowait({"type": "websocket.receive", "text": json.dumps(command)})

    async def until(self, key: str, value: object) -> None:
        async with asyncio.timeout(30):
            while not any(frame.get(key) == value for frame in self.heard):
                await asyncio.sleep(0.01)

    async def _send(self, message: Any) -> None:
        if self.is_broken:
            raise OSError("this connection is broken")
        if message["type"] == "websocket.send":
            self.heard.append(json.loads(message["text"]))


async def test_what_is_being_done_is_done_whole_though_its_socket_breaks(settings: Settings) -> None:
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        lobby: Lobby = app.state.lobby
        seats = [await lobby.create("wireburn", {}, "P0", address="192.0.2.1")]
        room = await lobby.find(seats[0].code, "192.0.2.1")
        seats += [await lobby.join(room, f"P{n}") for n in range(1, 4)]
        peers = [Peer(app, seat.code, seat.token) for seat in seats]
        for peer in peers:
            await peer.until("type", "update")
        disk = threading.Event()
        busy = asyncio.create_task(room._store.call(lambda _: disk.wait(30)))
        peers[1].say(type="leave", id="bye")
        await asyncio.sleep(0.3)
        peers[1].is_broken = True
        room.publish()
        await asyncio.sleep(0.3)
        disk.set()
        await busy
        peers[2].say(type="agree", id="1", yes=True)
        await peers[2].until("id", "1")
        assert [seat.name for seat in room.seats] == ["P0", "P2", "P3"]
        updates = [[frame for frame in peer.heard if frame["type"] == "update"] for peer in peers]
        assert [heard[-1]["room"]["you"] for heard in updates] == [0, 1, 1, 2]
        for peer in peers:
            peer.frames.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.gather(*(peer.served for peer in peers))
        assert not room.crowd.viewers
