"""What a viewer of Burn may know, and a position that they could be in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from engine.burn.deck import DEALT, DECK, SLOTS
from engine.burn.moves import asked_of, legal_moves
from engine.burn.pile import shown
from engine.burn.position import Position
from engine.core import View, Viewer

PUBLIC = ("pile", "starter", "burned", "turn", "direction", "phase", "pending", "idle")
"""The keys of a position that everybody may know, as they are."""


def view_for(state: Position, viewer: Viewer) -> View:
    """Everything that this viewer may know, built from nothing. ValueError where there is no such seat."""
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < len(state.hands)):
        raise ValueError(f"viewer: a seat from 0 to {len(state.hands) - 1} or None, not {viewer!r}")
    acting = asked_of(state)
    dealt = _dealt_to_see(state, viewer)
    ten = dealt[viewer] if dealt is not None and viewer is not None else None
    view: View = {
        "game": "burn",
        "options": msgspec.to_builtins(state.options),
        "seats": len(state.hands),
        "viewer": viewer,
        "acting": list(acting),
        "legal": legal_moves(state, viewer) if viewer is not None and viewer in acting and ten is None else [],
        "result": msgspec.to_builtins(state.result),
        "hand": None if viewer is None else list(state.hands[viewer]),
        "counts": [len(hand) for hand in state.hands],
        "up": [
            list(row) if dealt is None or seat == viewer else []  # BN-SETUP-3: shown together
            for seat, row in enumerate(state.up)
        ],
        "down": [[None if card is None else True for card in row] for row in state.down],  # BN-ZONE-6
        "draw": len(state.draw),
        "pile": list(state.pile),
        "starter": state.starter,
        "burned": list(state.burned),
        "turn": state.turn,
        "direction": state.direction,
        "phase": state.phase,
        "pending": msgspec.to_builtins(state.pending),
        "idle": state.idle,
        "dealt": dealt,
        "seen": [
            [known.spy, known.seat, known.slot, known.card][: 4 if known.spy == viewer else 3]
            for known in state.seen
        ],
        "shows": shown(state.pile, state.starter)._asdict(),
        "ask": None if ten is None else {"do": "arrange", "count": SLOTS, "from": ten},
    }
    return view


def _dealt_to_see(state: Position, viewer: Viewer) -> list[list[str] | None] | None:
    """The dealt tens that this viewer sees; None where all have chosen."""
    if state.dealt is None:
        return None
    return [
        list(ten) if ten is not None and (state.options.open_deal or seat == viewer) else None
        for seat, ten in enumerate(state.dealt)
    ]


def imagined(view: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """A position, as `dump` gives it, in which this viewer would have this view; ValueError where there is none.

    Every card that the viewer cannot see is drawn from what is left of the deck.
    """
    viewer, acting, dealt = view["viewer"], view["acting"], view["dealt"]
    spied = {(seat, slot): card[0] for _, seat, slot, *card in view["seen"] if card}
    unseen = Counter(view["options"].get("deck", DECK))
    for cards in (view["hand"], view["pile"], view["burned"], spied.values(), *view["up"], *(dealt or ())):
        unseen.subtract(cards or ())
    rest = list(unseen.elements())
    rng.shuffle(rest)

    def take(count: int) -> list[str]:
        if count > len(rest):
            raise ValueError("counts: more hidden cards than the deck has")
        taken = rest[len(rest) - count :]
        del rest[len(rest) - count :]
        return taken

    def has_hidden_choice(seat: int) -> bool:
        return dealt is not None and seat != viewer and seat not in acting

    down = [
        [None if card is None else spied.get((seat, slot)) or take(1)[0] for slot, card in enumerate(row)]
        for seat, row in enumerate(view["down"])
    ]
    return {
        **{key: view[key] for key in ("game", "options", "result", *PUBLIC)},
        "hands": [
            list(view["hand"]) if seat == viewer else take(count) for seat, count in enumerate(view["counts"])
        ],
        "up": [take(SLOTS) if has_hidden_choice(seat) else list(row) for seat, row in enumerate(view["up"])],
        "down": down,
        "draw": take(view["draw"]),
        "dealt": dealt and [(ten or take(DEALT)) if seat in acting else None for seat, ten in enumerate(dealt)],
        "seen": [[spy, seat, slot, down[seat][slot]] for spy, seat, slot, *_ in view["seen"]],
    }
