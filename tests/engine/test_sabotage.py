"""The laws of the contract can fail: a game that breaks one does not get through its random games."""

from __future__ import annotations

import collections
import hashlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import engine
from engine.core import Public
from tests.engine.playouts import encode, play
from tests.engine.tables import Setting, a_few, combinations

Broken = tuple[str, Callable[..., Any]]
"""A method of the game, and what it is to be instead."""


def secret(state: engine.State) -> str:
    """Something that follows from hidden cards and shows none of them."""
    return hashlib.sha256(encode(state.dump())).hexdigest()


def telling_view(state: Any) -> Broken:
    return "view", lambda self, viewer, view=state.view: {**view(self, viewer), "shimmer": secret(self)}


def naked_view(state: Any) -> Broken:
    return "view", lambda self, viewer, view=state.view: {**view(self, viewer), "all": self.dump()}


def telling_event(state: Any) -> Broken:
    return "apply", lambda self, seat, move, apply=state.apply: [
        *apply(self, seat, move),
        Public("hint", of=secret(self)),
    ]


def naked_event(state: Any) -> Broken:
    return "apply", lambda self, seat, move, apply=state.apply: [
        *apply(self, seat, move),
        Public("hint", of=self.dump()),
    ]


def telling_refusal(state: Any) -> Broken:
    def apply(self: Any, seat: int, move: Any, apply: Any = state.apply) -> Any:
        try:
            return apply(self, seat, move)
        except engine.IllegalMove as refused:
            raise engine.IllegalMove(refused.rule, f"{refused.message} {secret(self)}.") from None

    return "apply", apply


def moving_refusal(state: Any) -> Broken:
    def apply(self: Any, seat: int, move: Any, apply: Any = state.apply) -> Any:
        try:
            return apply(self, seat, move)
        except engine.IllegalMove:
            for seat in self.acting[:1]:
                apply(self, seat, self.legal(seat)[0])
            raise

    return "apply", apply


def shared_copy(_: Any) -> Broken:
    return "copy", lambda self: self


def unplayable_move(state: Any) -> Broken:
    return (
        "legal",
        lambda self, seat, legal=state.legal: legal(self, seat) + [{"do": "fly"}] * bool(legal(self, seat)),
    )


def doubled_move(state: Any) -> Broken:
    return "legal", lambda self, seat, legal=state.legal: legal(self, seat) + legal(self, seat)[:1]


def missing_moves(state: Any) -> Broken:
    return "legal", lambda self, seat, legal=state.legal: legal(self, seat)[:1]


def lucky_move(state: Any) -> Broken:
    luck = Random("luck")

    def apply(self: Any, seat: int, move: Any, apply: Any = state.apply) -> Any:
        return apply(self, seat, luck.choice(self.legal(seat)) if move in self.legal(seat) else move)

    return "apply", apply


@pytest.mark.parametrize("game", sorted(engine.GAMES))
@pytest.mark.parametrize(
    "sabotage",
    [
        *(telling_view, naked_view, telling_event, naked_event, telling_refusal, moving_refusal),
        *(shared_copy, unplayable_move, doubled_move, missing_moves, lucky_move),
    ],
    ids=lambda sabotage: sabotage.__name__,
)
def test_a_broken_game_is_caught(
    game: str, sabotage: Callable[[Any], Broken], monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = Setting(game, combinations(game)[0], a_few(game))
    play(setting, "sound")
    monkeypatch.setattr(type(setting.start("any")), *sabotage(type(setting.start("any"))))
    with pytest.raises((AssertionError, engine.IllegalMove)):
        collections.deque((play(setting, f"broken {number}") for number in range(5)), maxlen=0)
