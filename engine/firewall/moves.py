"""The moves of Firewall, and the rules that allow or refuse them.

One question, `refusal`, serves the list of legal moves, the move that is made, and the sentence for the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from engine.core import Move
from engine.firewall.ports import side_of
from engine.firewall.position import Position
from engine.tricks import SUITS, card_name, lead_suit, playable, suit_of

Card: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A(?:[2-9]|10|[JQKA])[HDCS]\Z")]


class Boot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="boot"):
    """Choose the Boot card."""

    card: Card


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"):
    """Play a card to the trick."""

    card: Card


class Fortify(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="fortify"):
    """Put a card that Blue played onto the stack of its suit."""

    card: Card


class Breach(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="breach"):
    """Take the top card off the stack of a card that Red played."""

    card: Card


class Decline(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="decline"):
    """Leave the Ports as they are."""


AnyMove: TypeAlias = Boot | Play | Fortify | Breach | Decline
Deed: TypeAlias = Literal["fortify", "breach"]

MOVES: Mapping[str, type[AnyMove]] = {
    "boot": Boot,
    "play": Play,
    "fortify": Fortify,
    "breach": Breach,
    "decline": Decline,
}
_PHASES: Mapping[type[AnyMove], str] = {
    Boot: "boot",
    Play: "play",
    Fortify: "act",
    Breach: "act",
    Decline: "act",
}
"""The phase that asks for each move."""


def asked_of(state: Position) -> tuple[int, ...]:
    """The seats that owe a move: in phase `boot` all that have not chosen (FW-BOOT-1), () when it is over."""
    if state.phase == "boot":
        return tuple(seat for seat, card in enumerate(state.boot) if card is None)
    return () if state.phase == "over" else (state.turn,)


def legal_moves(state: Position, seat: int) -> list[Move]:
    """Every move of a seat that is asked: by hand, or the deeds by trick and then decline."""
    if state.phase == "boot":
        return [{"do": "boot", "card": card} for card in state.hands[seat]]
    if state.phase == "play":
        return [{"do": "play", "card": card} for card in playable(state.hands[seat], state.trick)]
    return [*deeds(state), {"do": "decline"}]


def deeds(state: Position) -> list[Move]:
    """What the winner may do to a Port: for Blue always something, for Red perhaps nothing."""
    do: Deed = "fortify" if state.is_blue(state.turn) else "breach"
    cards = [laid.card for laid in state.trick]
    return [{"do": do, "card": card} for card in cards if _against_deed(state, do, card) is None]


def refusal(state: Position, seat: int, move: AnyMove) -> str | None:
    """The id of the rule that refuses this move to this seat, or None. Of several rules it is the one that tells
    the player most."""
    if type(seat) is not int or seat not in asked_of(state):
        return "MOVE-TURN"
    if _PHASES[type(move)] != state.phase:
        return "MOVE-ASK"
    match move:
        case Boot(card=card):
            return None if card in state.hands[seat] else "MOVE-CARD"
        case Play(card=card):
            if card not in state.hands[seat]:
                return "MOVE-CARD"
            return None if card in playable(state.hands[seat], state.trick) else "FW-TRICK-1"  # FW-TRICK-5
        case Fortify(card=card):
            return _against_deed(state, "fortify", card)
        case Breach(card=card):
            return _against_deed(state, "breach", card)
    return None


def _against_deed(state: Position, do: Deed, card: str) -> str | None:
    owner = next((laid.seat for laid in state.trick if laid.card == card), None)
    if owner is None:
        return "MOVE-CARD"
    if (do == "fortify") != state.is_blue(state.turn):
        return "FW-ACT-2" if do == "fortify" else "FW-ACT-3"
    if side_of(owner) != side_of(state.turn):
        return "FW-ACT-1"
    return "FW-ACT-3" if do == "breach" and not state.stacks[suit_of(card)] else None


SENTENCES = {
    "MOVE-TURN": "It is not this seat's move now.",
    "MOVE-ASK": "Another choice is owed first, or nobody asked for this one.",
    "MOVE-CARD": "The {card} is not in your hand.",
    "FW-TRICK-1": "{led} were led and you hold some, so you must follow suit.",
    "FW-ACT-1": "The {card} was played by the other side; only a card of your own side will do.",
    "FW-ACT-2": "Only Blue fortifies, and your side is Red.",
    "FW-ACT-3": "Only Red breaches, and your side is Blue.",
}
"""Rule id to its sentence: every rule that a move can be refused by."""
_NOT_IN_TRICK = "The {card} was not played to this trick."
_OPEN_PORT = "The {port} Port is open: there is nothing to breach."


def sentence(state: Position, rule: str, move: AnyMove) -> str:
    """The sentence for this refusal."""
    if isinstance(move, Decline):
        return SENTENCES[rule]
    words = SENTENCES[rule]
    if rule == "MOVE-CARD" and state.phase == "act":
        words = _NOT_IN_TRICK
    elif rule == "FW-ACT-3" and not state.is_blue(state.turn):
        words = _OPEN_PORT
    led = SUITS.get(lead_suit(state.trick) or "")
    return words.format(card=card_name(move.card), port=SUITS[suit_of(move.card)], led=led)
