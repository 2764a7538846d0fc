"""What a viewer of Live Wire may know, and a position that they could be in."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from engine.core import View, Viewer, shaped
from engine.livewire.circuit import DECK, GOALS, OFFERED, ROUNDS, best, cell_of, choices, matching, worth
from engine.livewire.moves import asked_of, legal_moves
from engine.livewire.position import Position
from engine.tricks import Laid, lead_suit, require_viewer, share_out, shown_out

PUBLIC = (
    "options", "round", "dealer", "phase", "grid", "trick", "turn", "scores", "first_dealer", "played", "history",
    "result",
)  # fmt: skip
"""The keys of a position that everybody may know, as they are."""


def view_for(state: Position, viewer: Viewer) -> View:
    """Everything that this viewer may know, built from nothing. ValueError where there is no such seat.

    The card set aside and the Goals discarded are in nobody's view. LW-SETUP-3, LW-SETUP-4
    """
    require_viewer(viewer, state.seats)
    acting = asked_of(state)
    goal = None if viewer is None else state.goals[viewer]
    offered = state.offered[viewer] if viewer is not None and state.phase == "keep" and goal is None else None
    trick, grid, seats = state.trick, state.grid, state.seats
    return {
        "game": "livewire",
        "options": msgspec.to_builtins(state.options),
        "seats": seats,
        "viewer": viewer,
        "acting": list(acting),
        "legal": legal_moves(state, viewer) if viewer is not None and viewer in acting else [],
        "result": msgspec.to_builtins(state.result),
        "hand": None if viewer is None else list(state.hands[viewer]),
        "counts": [len(hand) for hand in state.hands],
        "aside": len(state.aside),
        "round": state.round,
        "dealer": state.dealer,
        "phase": state.phase,
        "offered": None if offered is None else list(offered),
        "goal": goal,
        "grid": grid,
        "trick": msgspec.to_builtins(trick),
        "turn": state.turn,
        "scores": list(state.scores),
        "first_dealer": state.first_dealer,
        "played": msgspec.to_builtins(state.played),
        "history": msgspec.to_builtins(state.history),
        "dealers": [(state.first_dealer + number) % seats for number in range(ROUNDS)],
        "lead_suit": lead_suit(trick),
        "winning": best(trick).seat if trick else None,
        "wires": [
            {
                "card": laid.card,
                "wire": wire,
                "cells": [cell_of(token) for token in tokens],
                "overloads": not tokens,
            }
            for laid, wire, tokens in choices(trick, grid)
        ],
        "progress": {name: _progress(name, grid) for name in offered or ([] if goal is None else [goal])},
    }


def _progress(goal: str, grid: str) -> dict[str, Any]:
    """How far the Goal has come on this grid: for the eyes of its owner."""
    tokens, state = GOALS[goal]
    return {
        "cells": [cell_of(token) for token in tokens],
        "state": state,
        "matching": matching(goal, grid),
        "points": worth(goal, grid, False),
    }


def imagined(view: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """A position, as `dump` gives it, in which this viewer would have this view; ValueError where there is none.

    The hidden cards are dealt anew, to no seat one of a suit that it has not followed in this round.
    """
    viewer, seats = view["viewer"], view["seats"]
    tricks = [
        shaped(cards, list[Laid]) for cards in (*(trick["cards"] for trick in view["played"]), view["trick"])
    ]
    seen = {*(view["hand"] or ()), *(laid.card for trick in tricks for laid in trick)}
    counts = [0 if seat == viewer else count for seat, count in enumerate(view["counts"])]
    shares = share_out([card for card in DECK if card not in seen], counts, shown_out(tricks, seats), rng)
    return {
        "game": "livewire",
        **{key: view[key] for key in PUBLIC},
        **_imagined_goals(view, rng),
        "hands": [view["hand"] if seat == viewer else shares[seat] for seat in range(seats)],
        "aside": shares[-1][: view["aside"]],
        "seed": f"{rng.getrandbits(64):016x}",
    }


def _imagined_goals(view: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """Three Goals for each seat, with those that the viewer knows in their places."""
    viewer, acting = view["viewer"], view["acting"]
    known: list[list[str]] = [[] for _ in range(view["seats"])]
    if view["phase"] == "over" and view["history"]:
        known = [[goal] for goal in view["history"][-1]["goals"]]  # LW-SCORE-1: they have been shown
    if viewer is not None:
        known[viewer] = view["offered"] or [view["goal"]]
    pile = [goal for goal in GOALS if not any(goal in goals for goals in known)]
    rng.shuffle(pile)
    offers = [goals + [pile.pop() for _ in range(OFFERED - len(goals))] for goals in known]
    if view["phase"] == "keep":
        goals = [None if seat in acting else offer[0] for seat, offer in enumerate(offers)]
        return {"offered": offers, "goals": goals}
    return {"goals": [offer[0] for offer in offers], "discarded_goals": [offer[1:] for offer in offers]}
