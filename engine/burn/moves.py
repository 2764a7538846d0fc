"""The moves of Burn, and the rules that allow or refuse them.

One question, `refusal`, serves the move that is made and the sentence for the player; the list of legal moves asks
the pile by the same `broken`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any, TypeAlias

import msgspec

from engine.burn.deck import DECK, NUMBERS, SLOTS, in_order
from engine.burn.pile import broken, shown
from engine.burn.position import Position


class Arrange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="arrange"):
    """Choose the six of the ten dealt cards that lie face up."""

    cards: list[str]


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"):
    """Play number cards of one number, or one action card."""

    cards: Annotated[list[str], msgspec.Meta(min_length=1)]


class Flip(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="flip"):
    """Turn up one's own face-down card in this slot and play it if it is legal."""

    slot: int


class PickUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="pickup"):
    """Take the whole discard pile into the hand."""


class Swap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="swap"):
    """Exchange one's own face-down card in `slot` with that in `their_slot` of `seat`."""

    slot: int
    seat: int
    their_slot: int


class Spy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="spy"):
    """Look at the face-down card in `slot` of `seat`."""

    seat: int
    slot: int


AnyMove: TypeAlias = Arrange | Play | Flip | PickUp | Swap | Spy
MOVES: Mapping[str, type[AnyMove]] = {
    str(kind.__struct_config__.tag): kind for kind in (Arrange, Play, Flip, PickUp, Swap, Spy)
}


def is_in_the_language(move: AnyMove) -> bool:
    """Whether the move names nothing but cards of Burn."""
    return not isinstance(move, Arrange | Play) or all(card in DECK for card in move.cards)


def asked_of(state: Position) -> tuple[int, ...]:
    """The seats that owe a move, () when the game is over. BN-SETUP-3: all arrange at the same time."""
    if state.result is not None:
        return ()
    if state.dealt is None:
        return (state.turn,)
    return tuple(seat for seat, ten in enumerate(state.dealt) if ten is not None)


def legal_moves(state: Position, seat: int) -> list[dict[str, Any]]:
    """Every move of a seat that is asked: one arrangement per distinct six, or the answers, or plays by card and
    number of cards, flips by slot, and the pick-up."""
    if state.dealt is not None:
        sixes = combinations(in_order(state.dealt[seat] or ()), SLOTS)
        return [{"do": "arrange", "cards": list(six)} for six in dict.fromkeys(sixes)]
    if state.pending is not None:
        return _swaps(state) if state.pending.ask == "swap" else _spies(state)
    moves: list[dict[str, Any]] = []
    shows = shown(state.pile, state.starter)
    cards = state.hands[seat] or state.up[seat]  # BN-ZONE-1
    for card, copies in Counter(cards).items():
        if broken(card, shows) is None:
            for count in range(1, copies + 1 if card in NUMBERS else 2):
                moves.append({"do": "play", "cards": [card] * count})
    if not cards:
        moves = [{"do": "flip", "slot": slot} for slot in state.face_down(seat)]
    if state.pile:  # BN-PLAY-3, BN-ZONE-5
        moves.append({"do": "pickup"})
    return moves


def _swaps(state: Position) -> list[dict[str, Any]]:
    return [
        {"do": "swap", "slot": mine, "seat": seat, "their_slot": theirs}
        for mine in state.face_down(state.turn)
        for seat in range(state.seats)
        if seat != state.turn
        for theirs in state.face_down(seat)
    ]


def _spies(state: Position) -> list[dict[str, Any]]:
    return [
        {"do": "spy", "seat": seat, "slot": slot}
        for seat in range(state.seats)
        if seat != state.turn
        for slot in state.face_down(seat)
    ]


def refusal(state: Position, seat: int, move: AnyMove) -> str | None:
    """The id of the rule that refuses this move to a seat that is asked, or None. Of several rules it is the one
    that tells the player most."""
    match move:
        case Arrange(cards=cards) if state.dealt is not None:
            return _against_arranging(state.dealt[seat] or (), cards)
        case Swap() if state.pending is not None and state.pending.ask == "swap":
            return _against_swap(state, move)
        case Spy() if state.pending is not None and state.pending.ask == "spy":
            return _against_spy(state, move)
        case Arrange() | Swap() | Spy():
            return "MOVE-ASK"
    if state.dealt is not None or state.pending is not None:
        return "MOVE-ASK"
    match move:
        case Play(cards=cards):
            return _against_play(state, cards)
        case Flip(slot=slot):
            return _against_flip(state, slot)
    return None if state.pile else "BN-PLAY-3"


def _are_among(wanted: Sequence[str], cards: Sequence[str]) -> bool:
    return all(cards.count(card) >= copies for card, copies in Counter(wanted).items())


def _against_arranging(ten: Sequence[str], cards: Sequence[str]) -> str | None:
    if not _are_among(cards, ten):
        return "MOVE-CARD"
    return None if len(cards) == SLOTS else "BN-SETUP-3"


def _against_play(state: Position, cards: Sequence[str]) -> str | None:
    hand, up = state.hands[state.turn], state.up[state.turn]
    if not _are_among(cards, hand):
        if not _are_among(cards, hand + up):
            return "MOVE-CARD"
        if hand:  # BN-ZONE-3: however the hand came by its cards
            return "BN-ZONE-2" if any(card in hand for card in cards) else "BN-ZONE-1"
    card = cards[0]
    if any(other not in NUMBERS for other in cards[1:]) or (card not in NUMBERS and len(cards) > 1):
        return "BN-PLAY-2"
    if any(other != card for other in cards):
        return "BN-PLAY-1"
    return broken(card, shown(state.pile, state.starter))


def _against_flip(state: Position, slot: int) -> str | None:
    if not state.has_face_down(state.turn, slot):
        return "MOVE-CARD"
    return "BN-ZONE-1" if state.hands[state.turn] or state.up[state.turn] else None


def _against_swap(state: Position, swap: Swap) -> str | None:
    if not state.has_face_down(state.turn, swap.slot) or not state.has_face_down(swap.seat, swap.their_slot):
        return "MOVE-CARD"
    return "BN-ACT-8" if swap.seat == state.turn else None


def _against_spy(state: Position, spy: Spy) -> str | None:
    if not state.has_face_down(spy.seat, spy.slot):
        return "MOVE-CARD"
    return "BN-ACT-9" if spy.seat == state.turn else None
