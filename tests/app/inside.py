"""The server without a network: rooms and database, people at tables, and a time that is turned by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlmodel import Session

from app import db, store, wire
from app.crowd import Socket
from app.deeds import do
from app.keeper import Keeper
from app.lobby import Lobby
from app.room import Room
from app.rooms import Rooms
from app.settings import Settings
from app.store import Log, Store
from app.timer import Timer

Frame = dict[str, Any]


class HandAlarm:
    """A call that is to come."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class HandTimer(Timer):
    """A time that stands still until somebody turns it on."""

    def __init__(self, at: float = 1_800_000_000.0) -> None:
        self.at = self.started = at
        self._alarms: list[tuple[float, int, HandAlarm]] = []
        self._count = itertools.count()

    def now(self) -> float:
        return self.at

    def after(self, seconds: float, call: Callable[[], None]) -> HandAlarm:
        alarm = HandAlarm(call)
        heapq.heappush(self._alarms, (self.at + seconds, next(self._count), alarm))
        return alarm

    def ring_until(self, end: float) -> bool:
        """Go on to the next alarm, or to the end if there is none before it; whether one rang."""
        while self._alarms and self._alarms[0][0] <= end:
            at, _, alarm = heapq.heappop(self._alarms)
            if alarm.call is not None:
                self.at = max(self.at, at)
                alarm.call()
                return True
        self.at = end
        return False

    @property
    def waiting(self) -> int:
        """How many calls are to come."""
        return sum(alarm.call is not None for _, _, alarm in self._alarms)


class Inside:
    """A server on a database of its own. It can be stopped, also in the middle of things, and opened again."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.settings = Settings(data=data, rooms_per_minute=0, **settings)
        self.timer = HandTimer()
        self.people: list[Person] = []
        db.migrate(self.settings.database)

    async def open(self) -> Inside:
        """Begin, or begin again."""
        self.timer.started = self.timer.at
        self.store = Store(db.connect(self.settings.database))
        beat = await self.store.call(store.last_beat)
        self.rooms = Rooms(self.settings, self.store, self.timer, beat.timestamp() if beat else 0.0)
        self.lobby = Lobby(self.settings, self.store, self.rooms)
        self.keeper = Keeper(self.rooms, self.settings, self.store, self.timer)
        self.keeper.start()
        await self.settle()
        return self

    async def close(self) -> None:
        """Stop as a system does that shuts down."""
        await self.settle()
        await self.keeper.close()
        await self._cut_off()

    async def crash(self) -> None:
        """Stop without a goodbye: nothing more is written."""
        await self.settle()
        await self._cut_off()

    async def _cut_off(self) -> None:
        for person in self.people:
            person.cut()
        self.timer._alarms.clear()
        await self.store.close()

    async def settle(self) -> None:
        """Wait until the server has nothing more to do at this moment, and everybody has heard of it."""
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0)
            busy = any(room.caretaker.is_busy or room.lock.locked() for room in self.rooms)
            busy = busy or not (self.keeper._task is None or self.keeper._task.done())
            quiet = 0 if busy else quiet + 1
            if busy:
                await asyncio.sleep(0.0005)

    async def wait(self, seconds: float) -> None:
        """Let time go by, and let happen what is to happen meanwhile."""
        end = self.timer.at + seconds
        while self.timer.ring_until(end):
            await self.settle()
        await self.settle()

    async def table(self, players: int, game: str = "wireburn", **how: Any) -> list[Person]:
        """People at a new table, all connected."""
        host = await self.lobby.create(game, how.pop("options", {}), "P0", house=how, address="here")
        room = await self.lobby.find(host.code, "here")
        seated = [host] + [await self.lobby.join(room, f"P{n}") for n in range(1, players)]
        people = [Person(self, seat.code, seat.token) for seat in seated]
        for person in people:
            await person.come()
        await self.wait(1)
        return people

    async def game(self, players: int, game: str = "wireburn", **how: Any) -> list[Person]:
        """People at a new table whose game has begun."""
        people = await self.table(players, game, **how)
        assert (await people[0].do(type="start"))["type"] == "done"
        await self.settle()
        return people

    async def log(self, room: Room) -> Log:
        """What is on disk of the room's latest game."""
        log = await self.store.call(store.log_of, room.id)
        assert log is not None
        return log

    def ask_disk(self, work: Callable[[Session], Any]) -> Any:
        """What the database says, asked by somebody else than the server."""
        engine = db.connect(self.settings.database)
        with Session(engine) as session:
            answer = work(session)
        engine.dispose()
        return answer


class Person:
    """Somebody at a table, with at most one page open; `heard` is every update on it, `seen` the latest, `talk`
    all that was said."""

    ids = itertools.count()

    def __init__(self, inside: Inside, code: str, token: str | None, watch: str = "") -> None:
        self.inside = inside
        self.code, self.token, self.watch = code, token, watch
        self.heard: list[Frame] = []
        self.talk: list[Frame] = []
        self.socket: Socket | None = None
        inside.people.append(self)

    @property
    def seen(self) -> Frame:
        return self.heard[-1]

    @property
    def seat(self) -> int:
        return int(self.seen["room"]["you"])

    @property
    def legal(self) -> list[Frame]:
        view = self.seen["view"]
        return view["legal"] if view else []

    @property
    def room(self) -> Room:
        room = self.inside.rooms.get(self.code)
        assert room is not None
        return room

    async def come(self) -> None:
        """Open the page."""
        lobby = self.inside.lobby
        if self.token is None:
            room, viewer = await lobby.watched(self.watch), None
        else:
            room, viewer = await lobby.seated(self.code, self.token)
        self.socket = Socket(viewer, self._hear, 64)
        room.connect(self.socket)
        await self.inside.settle()

    async def go(self) -> None:
        """Close it."""
        if self.socket is not None:
            self.room.disconnect(self.socket)
            self.cut()
            await self.inside.settle()

    def cut(self) -> None:
        """Lose the connection, unheard by the server."""
        if self.socket is not None:
            self.socket.writing.cancel()
            self.socket = None

    async def look(self, is_looking: bool) -> None:
        """Turn to the page, or away from it."""
        assert self.socket is not None
        self.room.look(self.socket, is_looking)
        await self.inside.settle()

    async def do(self, **message: Any) -> Frame:
        """Send a command, with an id of its own if it has none; the answer."""
        assert self.socket is not None
        command = wire.read(json.dumps({"id": f"c{next(self.ids)}", **message}))
        assert isinstance(command, wire.Order), command
        answer: Frame = json.loads(wire.text(await do(self.room, self.socket, command)))
        await self.inside.settle()
        return answer

    async def move(self, move: Frame | None = None, **other: Any) -> Frame:
        """Make a move, by default the first legal one, on what was seen last."""
        on = {"game": self.seen["game"], "v": self.seen["v"], "move": move or self.legal[0]}
        return await self.do(type="move", **{**on, **other})

    async def _hear(self, message: Frame) -> None:
        if message["type"] == "websocket.send":
            frame = json.loads(message["text"])
            if frame["type"] == "update":
                self.heard.append(frame)
            else:
                self.talk.append(frame)


def who_acts(people: list[Person]) -> Person:
    """One of those who owe a move."""
    acting = next(person for person in people if person.heard).seen["view"]["acting"]
    return next(person for person in people if person.seat == acting[0])
