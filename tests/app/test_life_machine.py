"""Anything may happen at a table in any order, and still nobody is lost, nobody waits, and nobody is told a lie.

A machine draws what people do, and what befalls them and the server, at tables of every game; after each thing it
looks at everybody's page. `LIFE` in the environment says how many tables it tries, by default 20.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from app import hosting, moving, seating
from app.absence import PAUSE
from app.crowd import KICKED, MOVED, Socket
from app.lobby import LobbyError
from app.play import replay
from app.room import Room
from tests.app.inside import Frame, Inside, Person

Answer = TypeVar("Answer")

ANYBODY = st.integers(0, 9)
SECONDS = st.sampled_from([0.3, 1.6, 9.0, 31.0, 125.0])
CLOCKS = st.sampled_from(
    [
        {"kind": "off"},
        {"kind": "per_move", "seconds": 10},
        {"kind": "bank", "seconds": 30},
        {"kind": "bank", "seconds": 30, "increment": 3},
    ]
)
ODD_MOVES: st.SearchStrategy[Any] = st.sampled_from([None, [], {}, {"do": "fly"}, {"do": "draw"}, {"do": "end"}])
HOUSES = st.fixed_dictionaries(
    {},
    optional={
        "clock": CLOCKS,
        "absent": st.sampled_from(["default", "stand_in", "wait"]),
        "undo": st.sampled_from(["off", "ask", "free"]),
    },
)


class Life(RuleBasedStateMachine):
    """One table, its people, and the server it is on."""

    def __init__(self) -> None:
        super().__init__()
        chance = Random(0)  # Hypothesis wants the same again from the same choices
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(hosting, "new_seed", lambda: str(chance.random()))
        self.patch.setattr(seating, "SystemRandom", lambda: chance)
        self.loop = asyncio.new_event_loop()
        self.data = Path(tempfile.mkdtemp())
        self.inside = Inside(self.data, idle_minutes=1)
        self.run(self.inside.open())
        self.people: list[Person] = []
        self.lost: list[tuple[Room, Socket]] = []
        self.made: list[tuple[Person, Frame, Frame]] = []
        self.ids = itertools.count()
        self.code = ""

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        return self.loop.run_until_complete(work)

    @property
    def connected(self) -> list[Person]:
        return [person for person in self.people if person.socket is not None]

    @property
    def status(self) -> str:
        return str(self.connected[0].seen["room"]["status"]) if self.connected else ""

    def somebody(self, number: int) -> Person:
        return self.connected[number % len(self.connected)]

    def do(self, person: Person, **message: Any) -> Frame:
        """Send a command; if a move was made by it, remember it."""
        message = {"id": f"m{next(self.ids)}", **message}
        answer = self.run(person.do(**message))
        assert answer.get("rule") != "ROOM-FAULT", answer
        if message["type"] == "move" and answer["type"] == "done":
            self.made.append((person, message, answer))
        return answer

    @initialize(
        game=st.sampled_from(sorted(engine.GAMES)),
        players=st.integers(2, 4),
        house=HOUSES,
        is_begun=st.sampled_from([True, True, True, False]),
    )
    def sit_down(self, game: str, players: int, house: Frame, is_begun: bool) -> None:
        players = max(players, engine.GAMES[game].seats[0])
        self.people = self.run(self.inside.table(players, game, **house))
        self.code = self.people[0].code
        if is_begun:
            assert self.do(self.people[0], type="start")["type"] == "done"

    @rule()
    def another_joins(self) -> None:
        async def join() -> Person:
            room = await self.inside.lobby.find(self.code, "here")
            seated = await self.inside.lobby.join(room, "Eve")
            person = Person(self.inside, seated.code, seated.token)
            await person.come()
            return person

        with contextlib.suppress(LobbyError):  # there may be no seat to be had
            self.people.append(self.run(join()))

    @rule(number=ANYBODY)
    def comes(self, number: int) -> None:
        absent = [person for person in self.people if person.socket is None]
        if absent:
            self.run(absent[number % len(absent)].come())

    @precondition(lambda self: self.connected)
    @rule(number=ANYBODY)
    def goes(self, number: int) -> None:
        self.run(self.somebody(number).go())

    @precondition(lambda self: self.connected)
    @rule(number=ANYBODY)
    def is_cut_off(self, number: int) -> None:
        """The connection is lost, and the server has not noticed yet."""
        person = self.somebody(number)
        assert person.socket is not None
        self.lost.append((person.room, person.socket))
        person.cut()

    @precondition(lambda self: self.lost)
    @rule()
    def the_server_notices(self) -> None:
        self.run(self.notice(*self.lost.pop()))

    async def notice(self, room: Room, socket: Socket) -> None:
        room.disconnect(socket)
        await self.inside.settle()

    @precondition(lambda self: self.connected)
    @rule(number=ANYBODY, is_looking=st.booleans())
    def looks(self, number: int, is_looking: bool) -> None:
        self.run(self.somebody(number).look(is_looking))

    @precondition(lambda self: self.status in ("gathering", "over"))
    @rule(number=ANYBODY, turn=st.booleans())
    def starts(self, number: int, turn: bool) -> None:
        person = self.somebody(number)
        if self.do(person, type="start", turn=turn)["type"] == "done":
            assert person.seen["room"]["status"] == "playing"
            assert person.seen["v"] == 0

    @precondition(lambda self: self.status == "playing")
    @rule(number=ANYBODY, choice=st.integers(0, 10**6), times=st.integers(1, 8))
    def moves(self, number: int, choice: int, times: int) -> None:
        """Who has something to do does it, a few times over."""
        for _ in range(times):
            acting = [person for person in self.connected if person.seat in person.seen["view"]["acting"]]
            if not acting:
                return
            person = acting[number % len(acting)]
            view = person.seen["view"]
            move = view["legal"][choice % len(view["legal"])] if view["legal"] else engine.default(view)
            on = {"game": person.seen["game"], "v": person.seen["v"]}
            answer = self.do(person, type="move", move=move, **on)
            assert (answer["type"], answer["v"], person.seen["v"]) == ("done", on["v"] + 1, on["v"] + 1)
            if person.seen["room"]["status"] == "over":
                return

    @precondition(lambda self: self.status in ("playing", "over"))
    @rule(number=ANYBODY, move=ODD_MOVES, v=ANYBODY)
    def tries(self, number: int, move: Any, v: int) -> None:
        """Somebody sends what they should not, or on what they saw long ago."""
        person = self.somebody(number)
        before = person.seen["v"]
        answer = self.do(person, type="move", move=move, game=person.seen["game"], v=v)
        assert person.seen["v"] == before + (answer["type"] == "done")

    @precondition(lambda self: self.made and self.connected)
    @rule(number=st.integers(0, 5))
    def resends(self, number: int) -> None:
        """The same move again, after a cut perhaps: it is answered the same, and done once."""
        person, message, answer = self.made[-1 - number % min(6, len(self.made))]
        if person.socket is not None and message["game"] == person.seen["game"]:
            v = person.seen["v"]
            assert self.run(person.do(**message)) == answer
            assert person.seen["v"] == v

    @precondition(lambda self: self.status == "playing")
    @rule(number=ANYBODY)
    def takes_back(self, number: int) -> None:
        self.do(self.somebody(number), type="undo")

    @precondition(lambda self: self.status == "playing")
    @rule(number=ANYBODY, yes=st.booleans())
    def agrees(self, number: int, yes: bool) -> None:
        self.do(self.somebody(number), type="agree", yes=yes)

    @precondition(lambda self: self.status == "playing")
    @rule(number=ANYBODY, seat=st.integers(-1, 6), what=st.sampled_from(["default", "stand_in", "wait"]))
    def votes(self, number: int, seat: int, what: str) -> None:
        self.do(self.somebody(number), type="vote", seat=seat, what=what)

    @precondition(lambda self: self.connected)
    @rule(number=ANYBODY, house=HOUSES)
    def runs_the_room(self, number: int, house: Frame) -> None:
        person = self.somebody(number)
        is_host = person.seat == person.seen["room"]["host"]
        assert (self.do(person, type="set", house=house)["type"] == "done") == is_host

    @precondition(lambda self: self.connected)
    @rule(number=ANYBODY, other=ANYBODY)
    def hands_over(self, number: int, other: int) -> None:
        person = self.somebody(number)
        players = [seat["player"] for seat in person.seen["room"]["seats"]]
        self.do(person, type="hand_over", player=players[other % len(players)])

    @precondition(lambda self: self.status == "gathering")
    @rule(number=ANYBODY)
    def arranges(self, number: int) -> None:
        self.do(self.somebody(number), type="arrange")

    @precondition(lambda self: self.status in ("playing", "over"))
    @rule(number=ANYBODY, really=st.integers(0, 5))
    def clears(self, number: int, really: int) -> None:
        if really == 0:
            self.do(self.somebody(number), type="gather" if self.status == "over" else "end")

    @precondition(lambda self: len(self.connected) > 1)
    @rule(number=ANYBODY, really=st.integers(0, 3))
    def gives_up(self, number: int, really: int) -> None:
        if really == 0:
            person = self.somebody(number)
            if self.do(person, type="leave")["type"] == "done":
                self.people.remove(person)
                self.run(person.go())

    @precondition(lambda self: len(self.connected) > 1)
    @rule(number=ANYBODY, other=ANYBODY, really=st.integers(0, 3))
    def sends_away(self, number: int, other: int, really: int) -> None:
        host, other_one = self.somebody(number), self.somebody(other)
        if really == 0 and host is not other_one:
            player = host.seen["room"]["seats"][other_one.seat]["player"]
            if self.do(host, type="kick", player=player)["type"] == "done":
                self.people.remove(other_one)
                assert other_one.socket is not None
                assert other_one.socket.code == KICKED
                self.run(other_one.go())

    @precondition(lambda self: self.connected)
    @rule(number=ANYBODY)
    def goes_on_elsewhere(self, number: int) -> None:
        """A player takes their seat to another device."""
        person = self.somebody(number)
        before, socket = self.standing(person)[:3], person.socket

        async def move() -> None:
            secret = await moving.ticket(person.room, person.room.seats[person.seat])
            _, person.token = await moving.redeem(person.room, secret, None)
            await person.go()
            await person.come()

        self.run(move())
        assert socket is not None
        assert socket.code == MOVED
        assert self.standing(person)[:3] == before

    @precondition(lambda self: self.connected)
    @rule(number=ANYBODY, other=ANYBODY, muted=st.booleans())
    def talks(self, number: int, other: int, muted: bool) -> None:
        person = self.somebody(number)
        player = person.seen["room"]["seats"][self.somebody(other).seat]["player"]
        self.do(person, type="mute", player=player, muted=muted)
        before = person.seen
        is_muted = person.room.seats[person.seat].muted
        answer = self.do(person, type="say", kind="phrase", text="hello")
        assert answer["type"] == "refused" or not is_muted
        assert person.seen is before, "talk changes nothing at the table"

    @rule(seconds=SECONDS)
    def time_goes_by(self, seconds: float) -> None:
        self.run(self.inside.wait(seconds))

    @rule(is_crash=st.booleans(), seconds=SECONDS, back=st.integers(0, 4))
    def the_server_restarts(self, is_crash: bool, seconds: float, back: int) -> None:
        """It stops, and comes back as it was; some come back at once."""
        before = {person.token: self.standing(person) for person in self.connected}
        self.run(self.inside.crash() if is_crash else self.inside.close())
        self.lost.clear()
        self.inside.timer.at += seconds
        self.run(self.inside.open())
        for person in self.people[:back]:
            self.run(person.come())
            if person.token in before and before[person.token][0]:
                assert self.standing(person)[:3] == before[person.token][:3]

    @staticmethod
    def standing(person: Person) -> list[Any]:
        seen = person.seen
        return [seen["game"], seen["v"], seen["view"], seen["room"]["seats"]]

    @invariant()
    def everybody_sees_how_it_stands(self) -> None:
        for person in self.connected:
            room, seen = person.room, person.seen
            assert seen["room"]["you"] == room.seat_of(str(person.token))
            assert seen["room"]["status"] == room.status
            assert seen["room"]["host"] == room.host
            if room.play is not None:
                assert (seen["game"], seen["v"]) == (room.play.number, room.play.v)
                assert seen["view"] == json.loads(room.play.position.view(seen["room"]["you"]))

    @invariant()
    def time_is_fair(self) -> None:
        """Nobody has less than nothing, only who is asked loses time, and then only while somebody is there."""
        for person in self.connected:
            clock = person.seen["clock"]
            if clock is not None:
                assert min(clock["left"]) >= 0
                assert set(clock["runs"]) <= set(person.seen["view"]["acting"])
        for room in self.inside.rooms:
            clocks = room.clocks
            if clocks is not None and room.play is not None:
                assert clocks.runs == (room.play.state.acting if room.absence.is_attended else ())
        assert self.inside.timer.waiting <= 3, "the keeper's, the room's and the one for who comes and goes"

    @invariant()
    def nobody_waits(self) -> None:
        """Where the house wants it, an absent player moves in time; the room knows when."""
        for room in self.inside.rooms:
            if room.status == "playing" and room.play is not None:
                for seat in room.play.state.acting:
                    if room.absence.is_attended and room.absence.meanwhile(seat) in ("default", "stand_in"):
                        due = room.absence.next()
                        assert due is not None
                        assert due <= self.inside.timer.at + PAUSE + 0.01

    def teardown(self) -> None:
        try:
            if self.code:
                self.run(self.last_look())
        finally:
            self.patch.undo()
            self.run(self.inside.close())
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()
            shutil.rmtree(self.data)

    async def last_look(self) -> None:
        """The log alone gives the same game, and nobody was ever told its seed; alone, somebody can play on."""
        for room, socket in self.lost:
            room.disconnect(socket)
        for person in self.connected:
            await person.go()
        if not self.people:
            return
        alone = self.people[0]
        await alone.come()
        room = alone.room
        if room.play is not None:
            log = await self.inside.log(room)
            again = replay(log)
            assert (again.v, again.state.dump()) == (room.play.v, room.play.state.dump())
            assert not any(log.game.seed in json.dumps(person.heard) for person in self.inside.people)
            if room.house.absent != "wait":
                await self.inside.wait(31)
                for _ in range(400):
                    if alone.seat in alone.seen["view"]["acting"] or room.status != "playing":
                        break
                    await self.inside.wait(PAUSE)
                assert alone.seat in alone.seen["view"]["acting"] or room.status != "playing"


Life.TestCase.settings = settings(
    max_examples=int(os.environ.get("LIFE", "20")),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
    print_blob=False,
)
TestLife = Life.TestCase
