"""What a viewer of Wireburn may know, and a position that they could be in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from engine.core import View, Viewer
from engine.wireburn.deck import deck_of
from engine.wireburn.moves import asked_of, legal_moves
from engine.wireburn.position import Position
from engine.wireburn.stack import shown, signs

PUBLIC = (
    "discard", "docks", "turn", "drawn", "played", "opened", "skips", "bonus", "damage",
    "pending", "after", "clearing", "idle", "stale",
)  # fmt: skip
"""The keys of a position that everybody may know, as they are. WB-SETUP-3: the discard pile is one of them."""


def view_for(state: Position, viewer: Viewer) -> View:
    """Everything that this viewer may know, built from nothing. ValueError where there is no such seat."""
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < len(state.hands)):
        raise ValueError(f"viewer: a seat from 0 to {len(state.hands) - 1} or None, not {viewer!r}")
    options = state.options
    acting = asked_of(state)
    view: View = {
        "game": "wireburn",
        "options": msgspec.to_builtins(options),
        "seats": len(state.hands),
        "viewer": viewer,
        "acting": list(acting),
        "legal": legal_moves(state) if viewer in acting else [],
        "result": msgspec.to_builtins(state.result),
        "hand": None if viewer is None else list(state.hands[viewer]),
        "counts": [len(hand) for hand in state.hands],
        "draw": len(state.draw),
        "discard": list(state.discard),
        "docks": {dock: list(stack) for dock, stack in state.docks.items()},
        "turn": state.turn,
        "drawn": state.drawn,
        "played": state.played,
        "opened": state.opened,
        "skips": list(state.skips),
        "bonus": state.bonus,
        "damage": state.damage,
        "pending": msgspec.to_builtins(state.pending),
        "after": state.after,
        "clearing": state.clearing,
        "idle": list(state.idle),
        "stale": state.stale,
    }
    if viewer == state.turn:
        view["last_drawn"] = state.last_drawn  # WB-DIG-3: the drawer alone sees it
    view["shows"] = {
        dock: signs(shown(dock, stack), options.edition, options.red_shift) for dock, stack in state.docks.items()
    }
    return view


def imagined(view: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """A position, as `dump` gives it, in which this viewer would have this view; ValueError where there is none.

    Every card that the viewer cannot see is drawn from what is left of the deck.
    """
    viewer, turn, counts = view["viewer"], view["turn"], view["counts"]
    unseen = Counter(deck_of(view["options"]["red_shift"]))
    unseen.subtract(view["hand"] or [])
    unseen.subtract(view["discard"])
    for stack in view["docks"].values():
        unseen.subtract(stack)
    hands: list[list[str]] = [[] for _ in counts]
    if viewer is not None:
        hands[viewer] = list(view["hand"])
    result = view["result"]
    if result is not None and result["reason"] == "null":  # WB-FIRE-4: that NULL was shown to all
        winner = result["winners"][0]
        if winner != viewer:
            hands[winner].append("NULL")
            unseen["NULL"] -= 1
    pile = list(unseen.elements())
    rng.shuffle(pile)
    for hand, count in zip(hands, counts, strict=True):
        while len(hand) < count and pile:
            hand.append(pile.pop())
    if len(pile) < view["draw"] or [len(hand) for hand in hands] != counts:
        raise ValueError("counts: more hidden cards than the deck has")
    last_drawn = view.get("last_drawn")
    if viewer != turn and view["drawn"] and not view["played"] and hands[turn]:
        last_drawn = hands[turn][-1]
    return {
        **{key: view[key] for key in ("game", "options", "result", *PUBLIC)},
        "hands": hands,
        "draw": pile[: view["draw"]],
        "last_drawn": last_drawn,
        "seed": f"{rng.getrandbits(64):016x}",
    }
