"""One game under way, as the server remembers it: the position, its version, and what was done already."""

from __future__ import annotations

from collections.abc import Sequence
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


class Play:
    """A game of a room. `v` counts its moves; `asked[seat]` is the version at which that seat was last asked
    something new; `done` has the version that each command, by seat and client id, led to.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.game_id = key(game)
        self.number = game.number
        self.v = 0
        self.position = Position(state)
        self.asked = [0] * state.seats
        self.done: dict[tuple[int, str], int] = {(game.starter, game.client_id): 0}

    @property
    def state(self) -> State:
        """The position that the rules know."""
        return self.position.state

    def advance(self, seat: int, client_id: str, to: Position) -> None:
        """Take the position that this seat's move led to."""
        before, after = self.state, to.state
        self.v += 1
        for other in range(before.seats):
            stays = other != seat and (other in before.acting) == (other in after.acting)
            if not stays or (other in after.acting and before.legal(other) != after.legal(other)):
                self.asked[other] = self.v
        self.position = to
        self.done[seat, client_id] = self.v


def moved(state: State, seat: int, move: Any) -> Position:
    """Where this move leads. Raises IllegalMove; the state given stays as it is."""
    after = state.copy()
    events = after.apply(seat, move)
    return Position(after, events)


def replay(log: Log) -> Play:
    """The game that a log tells of. Raises Unplayable."""
    game = log.game
    info = engine.GAMES.get(game.game)
    if info is None or info.rules != game.rules:
        raise Unplayable("This game was begun under other rules than the server has now.")
    try:
        state = engine.start(game.game, seats=game.seats, options=game.options, seed=game.seed)
        play = Play(game, state)
        for seat, move, client_id in log.moves:
            play.advance(seat, client_id, moved(play.state, seat, move))
    except Exception as error:
        raise Unplayable("This game's record no longer fits the rules.") from error
    return play
