"""The lessons in `seeds/lessons/`: steps at a real table against scripted seats. README.md there has their shape.

Nothing is remembered between two moves: whoever learns hands in all their moves of a step, and the step is played
again from its position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

import engine
from app import telling, wire
from app.house import House
from app.play import Position
from app.settings import ROOT
from app.words import say
from engine.core import Event, IllegalMove, Move, State

LESSONS = ROOT / "seeds" / "lessons"

Scripted = tuple[int, Move]
"""A move of another seat."""


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do, and what the others do after it."""

    say: str
    moves: list[Move]
    hint: str
    then: list[Scripted] = []

    def wants(self, move: Move) -> bool:
        """Whether the move has all that one of `moves` names."""
        return any(pattern.items() <= move.items() for pattern in self.moves)


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One position to look at, with something to do in it and the reason why."""

    id: str
    title: str
    look: str
    position: dict[str, Any]
    tasks: list[Task]
    why: str
    rules: list[str]
    seat: int = 0
    first: list[Scripted] = []


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Steps in order."""

    name: str
    title: str
    about: str
    minutes: int
    parting: str
    steps: list[Step]


class _Lessons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tracks: list[Track]


class Told(wire.Message, tag="told", frozen=True):
    """The last move was made: how it all stands after it, and after each move of another seat that followed.
    `done` tasks are behind."""

    done: int
    updates: list[wire.Update]


class Refused(wire.Message, tag="refused", frozen=True):
    """The rules refuse the last move."""

    rule: str
    message: str
    v: int


class Astray(wire.Message, tag="astray", frozen=True):
    """The last move is legal, but not what this step asks for."""

    message: str


Answer = Told | Refused | Astray


@cache
def tracks(game: str) -> dict[str, Track]:
    """A game's tracks by name, in order; none if it has no lessons."""
    path = LESSONS / f"{game}.json"
    read = msgspec.json.decode(path.read_bytes(), type=_Lessons).tracks if path.exists() else []
    return {track.name: track for track in read}


def begin(game: str, step: Step) -> State:
    """The position that a step shows, before anybody moves. ValueError names the key that is wrong."""
    return engine.load({"game": game, **step.position})


def attempt(game: str, step: Step, moves: Sequence[Any]) -> Answer:
    """What comes of these moves of whoever learns, the last one being new; without any, how the step begins."""
    state = begin(game, step)
    told = _Teller(step.seat)
    updates = [told.update(state, []), *_script(told, state, step.first)]
    for n, move in enumerate(moves):
        try:
            events = state.apply(step.seat, move)
        except IllegalMove as illegal:
            return Refused(illegal.rule, illegal.message, told.v)
        if n >= len(step.tasks):
            return Astray(say("learn.past"))
        if not step.tasks[n].wants(move):
            return Astray(step.tasks[n].hint)
        updates = [told.update(state, events), *_script(told, state, step.tasks[n].then)]
    return Told(len(moves), updates)


def _script(told: _Teller, state: State, moves: Sequence[Scripted]) -> Iterator[wire.Update]:
    for seat, move in moves:
        yield told.update(state, state.apply(seat, move))


class _Teller:
    """Puts a step into the updates of a room's socket; `v` counts the moves."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.v = -1

    def update(self, state: State, events: Sequence[Event]) -> wire.Update:
        self.v += 1
        position = Position(state, events)
        return wire.Update(
            game=1,
            v=self.v,
            room=self._room(state),
            clock=None,
            made=None,
            events=position.told(self.seat),
            view=msgspec.Raw(position.view(self.seat)),
        )

    def _room(self, state: State) -> msgspec.Raw:
        """A room where everybody is there, and another is the host, so that nothing is offered but to play."""
        names = [say("learn.you") if seat == self.seat else telling.player(seat) for seat in range(state.seats)]
        room = wire.Room(
            game=state.game,
            options=state.view(None)["options"],
            capacity=(state.seats, state.seats),
            status="over" if state.result else "playing",
            host=(self.seat + 1) % state.seats,
            played=0,
            house=House(),
            seats=[_seat(seat, name) for seat, name in enumerate(names)],
            watchers=0,
            asking=None,
            ballots=[],
            deleted_on=None,
        )
        return wire.room_for(wire.encode(room), self.seat)


def _seat(seat: int, name: str) -> wire.Seat:
    """A seat whose player is there."""
    return wire.Seat(
        seat=seat,
        player=seat,
        name=name,
        here=True,
        presence="here",
        meanwhile=None,
        muted=False,
        vacant=False,
        wins=0,
    )
