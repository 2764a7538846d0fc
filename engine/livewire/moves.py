"""The moves of Live Wire, and the rules that allow or refuse them.

One question, `refusal`, serves the list of legal moves, the move that is made, and the sentence for the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias

import msgspec

from engine.core import Move
from engine.livewire.circuit import DECK, SIZE, STATES, WIRES, Choice, cell_of, choices, needed
from engine.livewire.position import Position
from engine.tricks import SUITS, card_name, lead_suit, playable

Card: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A(?:A|[2-9]|10)[HDCS]\Z")]
GoalName: TypeAlias = Annotated[
    str, msgspec.Meta(pattern=r"\A(?:(?:(?:row|col)[1-5]|diag[12])-(?:hot|cold)|overload)\Z")
]
Index: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=SIZE)]


class Keep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="keep"):
    """Keep one of the three Goals."""

    goal: GoalName


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"):
    """Play a card to the trick."""

    card: Card


class Flip(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="flip"):
    """Choose a card of the trick, and turn over a token of its Wire."""

    card: Card
    cell: tuple[Index, Index]

    @property
    def token(self) -> int:
        """The token's place in the grid."""
        return SIZE * self.cell[0] + self.cell[1]


class Overload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="overload"):
    """Choose a card of the trick whose Wire has no token to turn over."""

    card: Card


AnyMove: TypeAlias = Keep | Play | Flip | Overload

MOVES: Mapping[str, type[AnyMove]] = {"keep": Keep, "play": Play, "flip": Flip, "overload": Overload}
_PHASES: Mapping[type[AnyMove], str] = {Keep: "keep", Play: "play", Flip: "wire", Overload: "wire"}
"""The phase that asks for each move."""


def asked_of(state: Position) -> tuple[int, ...]:
    """The seats that owe a move: in phase `keep` all that have kept no Goal (LW-SETUP-4), () when it is over."""
    if state.phase == "keep":
        return tuple(seat for seat, goal in enumerate(state.goals) if goal is None)
    return () if state.phase == "over" else (state.turn,)


def legal_moves(state: Position, seat: int) -> list[Move]:
    """Every move of a seat that is asked: by offer, by hand, or by card of the trick and token."""
    if state.phase == "keep":
        return [{"do": "keep", "goal": goal} for goal in state.offered[seat]]
    if state.phase == "play":
        return [{"do": "play", "card": card} for card in playable(state.hands[seat], state.trick)]
    moves: list[Move] = []
    for laid, _, tokens in choices(state.trick, state.grid):
        moves += [{"do": "flip", "card": laid.card, "cell": cell_of(token)} for token in tokens]
        if not tokens:  # LW-OVER-1
            moves.append({"do": "overload", "card": laid.card})
    return moves


def refusal(state: Position, seat: int, move: AnyMove) -> str | None:
    """The id of the rule that refuses this move to this seat, or None. Of several rules it is the one that tells
    the player most."""
    if type(seat) is not int or seat not in asked_of(state):
        return "MOVE-TURN"
    if _PHASES[type(move)] != state.phase:
        return "MOVE-ASK"
    match move:
        case Keep(goal=goal):
            return None if goal in state.offered[seat] else "MOVE-CARD"
        case Play(card=card):
            if card not in state.hands[seat]:
                return "MOVE-CARD"
            return None if card in playable(state.hands[seat], state.trick) else "LW-TRICK-1"
    choice = next((choice for choice in choices(state.trick, state.grid) if choice.laid.card == move.card), None)
    if choice is None:
        return "LW-WIRE-3" if any(laid.card == move.card for laid in state.trick) else "MOVE-CARD"
    return _against_choice(choice, move)


def _against_choice(choice: Choice, move: Flip | Overload) -> str | None:
    if isinstance(move, Overload) or not choice.tokens:
        return None if isinstance(move, Overload) and not choice.tokens else "LW-OVER-1"
    if move.token not in WIRES[choice.wire]:
        return "LW-WIRE-1"
    return None if move.token in choice.tokens else "LW-WIRE-2"


SENTENCES = {
    "MOVE-TURN": "It is not this seat's move now.",
    "MOVE-ASK": "Another choice is owed first, or nobody asked for this one.",
    "MOVE-CARD": "The {card} is not in your hand.",
    "LW-TRICK-1": "{led} were led and you hold some, so you must follow suit.",
    "LW-WIRE-1": "That token is not on Wire {wire}, the one of the {card}.",
    "LW-WIRE-2": "{led} were led, so the token to flip must be {state}.",
    "LW-WIRE-3": "The {card} did not follow suit, so its Wire cannot be chosen.",
    "LW-OVER-1": "Wire {wire} has a {state} token left, so it does not overload.",
}
"""Rule id to its sentence: every rule that a move can be refused by."""
_NOT_OFFERED = "That Goal is not one of those you were offered."
_NOT_IN_TRICK = "The {card} was not played to this trick."
_NOTHING_TO_FLIP = "Wire {wire} has no {state} token left, so to choose it is to overload."


def sentence(state: Position, rule: str, move: AnyMove) -> str:
    """The sentence for this refusal."""
    if isinstance(move, Keep):
        return _NOT_OFFERED if rule == "MOVE-CARD" else SENTENCES[rule]
    words = SENTENCES[rule]
    if rule == "MOVE-CARD" and state.phase == "wire":
        words = _NOT_IN_TRICK
    elif rule == "LW-OVER-1" and isinstance(move, Flip):
        words = _NOTHING_TO_FLIP
    return words.format(
        card=card_name(move.card),
        wire=DECK[move.card],
        led=SUITS.get(lead_suit(state.trick) or ""),
        state=STATES[needed(state.trick)],
    )
