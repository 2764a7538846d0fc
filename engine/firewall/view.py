"""What a viewer of Firewall may know, and a position that they could be in."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from engine.core import View, Viewer, shaped
from engine.firewall.moves import asked_of, legal_moves
from engine.firewall.ports import DECK, ROUNDS, SCALE, best, blocked, blue_in, leader_of, stopped_ranks, worth
from engine.firewall.position import Position
from engine.tricks import Laid, in_lead_suit, lead_suit, require_viewer, share_out, shown_out

PUBLIC = (
    "options", "round", "leader", "blue", "phase", "stacks", "trick", "turn", "points", "ports", "tricks",
    "round1_leader", "played", "discard", "history", "result",
)  # fmt: skip
"""The keys of a position that everybody may know, as they are."""


def view_for(state: Position, viewer: Viewer) -> View:
    """Everything that this viewer may know, built from nothing. ValueError where there is no such seat."""
    require_viewer(viewer, 4)
    acting = asked_of(state)
    trick, stacks, blue = state.trick, state.stacks, state.blue
    stopped = blocked(trick, state.led_stack)
    shown = range(4) if state.phase != "boot" else (viewer,)  # FW-BOOT-1
    return {
        "game": "firewall",
        "options": msgspec.to_builtins(state.options),
        "seats": 4,
        "viewer": viewer,
        "acting": list(acting),
        "legal": legal_moves(state, viewer) if viewer is not None and viewer in acting else [],
        "result": msgspec.to_builtins(state.result),
        "hand": None if viewer is None else list(state.hands[viewer]),  # FW-TALK-1
        "counts": [len(hand) for hand in state.hands],
        "round": state.round,
        "leader": state.leader,
        "blue": blue,
        "phase": state.phase,
        "stacks": {suit: list(stack) for suit, stack in stacks.items()},
        "trick": msgspec.to_builtins(trick),
        "turn": state.turn,
        "points": list(state.points),
        "ports": list(state.ports),
        "tricks": list(state.tricks),
        "round1_leader": state.round1_leader,
        "boot": [card if seat in shown else None for seat, card in enumerate(state.boot)],
        "played": msgspec.to_builtins(state.played),
        "discard": list(state.discard),
        "history": msgspec.to_builtins(state.history),
        "leaders": [leader_of(number, state.round1_leader) for number in range(1, ROUNDS + 1)],
        "blues": [blue_in(number, state.round, blue) for number in range(1, ROUNDS + 1)],
        "standing": {
            suit: {
                "depth": len(stack),
                "cap": stack[-1] if stack else None,
                "blocks": stopped_ranks(stack),
                "points": worth(len(stack), blue),
            }
            for suit, stack in stacks.items()
        },
        "scale": [list(step) for step in SCALE],
        "lead_suit": lead_suit(trick),
        "blocked": stopped,
        "winning": best(trick, state.led_stack).seat if trick else None,
        "dropped": bool(trick) and len(stopped) == len(in_lead_suit(trick)),
    }


def imagined(view: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """A position, as `dump` gives it, in which this viewer would have this view; ValueError where there is none.

    The hidden cards are dealt anew, to no seat one of a suit that it has not followed in this round.
    """
    viewer = view["viewer"]
    tricks = [
        shaped(cards, list[Laid]) for cards in (*(trick["cards"] for trick in view["played"]), view["trick"])
    ]
    seen = {*(view["hand"] or ()), *view["boot"], *view["discard"]}
    seen.update(*view["stacks"].values(), (laid.card for trick in tricks for laid in trick))
    chose = [view["phase"] == "boot" and seat not in (viewer, *view["acting"]) for seat in range(4)]
    counts = [0 if seat == viewer else count + chose[seat] for seat, count in enumerate(view["counts"])]
    shares = share_out([card for card in DECK if card not in seen], counts, shown_out(tricks, 4), rng)
    hands = [view["hand"] if seat == viewer else shares[seat] for seat in range(4)]
    return {
        "game": "firewall",
        **{key: view[key] for key in PUBLIC},
        "boot": [hands[seat].pop() if chose[seat] else card for seat, card in enumerate(view["boot"])],
        "hands": hands,
        "seed": f"{rng.getrandbits(64):016x}",
    }
