"""A simple player: it prefers some kinds of moves to others, and leaves the rest to chance.

It gets the view of its own seat and nothing else. The same view always gives the same move.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine import Move, View

EAGER = ("play", "flip", "fortify", "breach", "wash", "shield", "target", "swap", "spy", "draw", "end", "pickup")
"""What a move does, the dearest first: cards are for playing, and what costs comes last."""


def choose(view: View) -> Move:
    """A legal move of the seat whose view this is. ValueError where it has none."""
    chance = Random(repr(view))
    ask = view.get("ask")
    if ask is not None:
        return {"do": ask["do"], "cards": chance.sample(ask["from"], ask["count"])}
    legal: list[Move] = view["legal"]
    if not legal:
        raise ValueError("legal: this seat has nothing to do")
    dearest = min(_rank(move) for move in legal)
    return chance.choice([move for move in legal if _rank(move) == dearest])


def _rank(move: dict[str, Any]) -> int:
    return EAGER.index(move["do"]) if move["do"] in EAGER else len(EAGER)
