"""A game as its record: what it was started with, and the moves. One record gives one game, on any machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

import engine
from engine.core import Event, Move, State


class Record(msgspec.Struct, kw_only=True):
    """What a game can be played again from. `moves` are (seat, move) in the order they were made."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    moves: list[tuple[int, Move]] = []

    def replay(self, moves: int | None = None) -> State:
        """The state after so many moves, by default all of them.

        Raises ValueError where the record was made by another version of the game's rules, and IllegalMove where a
        move does not follow from the ones before.
        """
        info = engine.GAMES.get(self.game)
        if info is not None and info.rules != self.rules:
            raise ValueError(
                f"rules: this is {self.game} by rules {info.rules}, the record is by rules {self.rules}"
            )
        state = engine.start(self.game, seats=self.seats, options=self.options, seed=self.seed)
        for seat, move in self.moves[:moves]:
            state.apply(seat, move)
        return state

    def add(self, state: State, seat: int, move: Move) -> list[Event]:
        """Make a move in the state and, once it is made, write it down. Raises IllegalMove, and writes nothing."""
        events = state.apply(seat, move)
        self.moves.append((seat, move))
        return events


def begin(game: str, *, seats: int, options: Mapping[str, Any], seed: str) -> tuple[Record, State]:
    """A new game and its record, still without a move. Raises ValueError as `engine.start` does."""
    state = engine.start(game, seats=seats, options=options, seed=seed)
    rules = engine.GAMES[game].rules
    return Record(game=game, rules=rules, seats=seats, options=dict(options), seed=seed), state
