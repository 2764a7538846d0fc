"""One game under way, as the server remembers it: the position, its version, and what was done already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import engine
from app import wire
from app.models import Game
from app.store import Log, key
from engine.core import Event, State, Viewer


class Unplayable(Exception):
    """A logged game that these rules do not replay; the message says why."""


class Position:
    """A state at rest and how it came about, put into words once for each viewer who asks."""

    __slots__ = ("_told", "_views", "events", "state")

    def __init__(self, state: State, events: Sequence[Event] = ()) -> None:
        self.state = state
        self.events = events
        self._views: dict[Viewer, bytes] = {}
        self._told: dict[Viewer, list[dict[str, Any]]] = {}

    def view(self, viewer: Viewer) -> bytes:
        """This viewer's view, as JSON."""
        if viewer not in self._views:
            self._views[viewer] = wire.encode(self.state.view(viewer))
        return self._views[viewer]

    def told(self, viewer: Viewer) -> list[dict[str, Any]]:
        """What this viewer learns of the events that led here."""
        if viewer not in self._told:
            tellings = (event.seen_by(viewer) for event in self.events)
            self._told[viewer] = [telling for telling in tellings if telling is not None]
        return self._told[viewer]


@dataclass(frozen=True, slots=True)
class Step:
    """One row of a game's log and where it leads; `asked` is then as in `Play`. A step back has no move."""

    seat: int
    by: wire.By
    client_id: str | None
    move: dict[str, Any]
    position: Position
    asked: list[int]


class Play:
    """A game of a room. `v` counts its steps; `asked[seat]` is the version at which that seat was last asked
    something new; `done` has the version that each command, by seat and client id, led to. `last` is the latest
    step, and `before` the state before it, if it was a move.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.game_id = key(game)
        self.number = game.number
        self.v = 0
        self.position = Position(state)
        self.asked = [0] * state.seats
        self.done: dict[tuple[int, str], int] = {(game.starter, game.client_id): 0}
        self.last: Step | None = None
        self.before: State | None = None

    @property
    def state(self) -> State:
        """The position that the rules know."""
        return self.position.state

    def step(self, seat: int, move: Any, by: wire.By = "player", client_id: str | None = None) -> Step:
        """Where this move leads. Raises IllegalMove; nothing changes yet."""
        after = self.state.copy()
        events = after.apply(seat, move)
        return Step(seat, by, client_id, move, Position(after, events), self._asked_after(seat, after))

    def step_back(self, seat: int, client_id: str | None) -> Step:
        """Where it leads to take the last move back."""
        assert self.before is not None
        asked = self._asked_after(seat, self.before)
        return Step(seat, "undo", client_id, {}, Position(self.before), asked)

    def take(self, step: Step) -> None:
        """Take a step."""
        self.before = None if step.by == "undo" else self.state
        self.last = step
        self.v += 1
        self.asked = step.asked
        self.position = step.position
        if step.client_id is not None:
            self.done[step.seat, step.client_id] = self.v

    def _asked_after(self, seat: int, after: State) -> list[int]:
        before, asked = self.state, self.asked.copy()
        were, are = before.acting, after.acting
        for other in range(before.seats):
            stays = other != seat and (other in were) == (other in are)
            if not stays or (other in are and before.legal(other) != after.legal(other)):
                asked[other] = self.v + 1
        return asked


def replay(log: Log) -> Play:
    """The game that a log tells of. Raises Unplayable."""
    game = log.game
    info = engine.GAMES.get(game.game)
    if info is None or info.rules != game.rules:
        raise Unplayable("This game was begun under other rules than the server has now.")
    try:
        state = engine.start(game.game, seats=game.seats, options=game.options, seed=game.seed)
        play = Play(game, state)
        for seat, move, by, client_id in log.steps:
            back = by == "undo"
            play.take(play.step_back(seat, client_id) if back else play.step(seat, move, by, client_id))
    except Exception as error:
        raise Unplayable("This game's record no longer fits the rules.") from error
    return play
