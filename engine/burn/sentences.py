"""Why a move is refused, in one plain sentence for the player."""

from __future__ import annotations

from engine.burn.moves import AnyMove, Arrange, Play
from engine.burn.pile import shown
from engine.burn.position import Position

NAMED = 12
"""So many cards of a stranger's move are named back to them."""

SENTENCES = {
    "MOVE-TURN": "It is not this seat's move now.",
    "MOVE-ASK": "Another choice is owed first, or nobody asked for this one.",
    "MOVE-CARD": "{what} is not there to play.",
    "BN-SETUP-3": "Six of the ten cards go face up, neither more nor fewer.",
    "BN-PLAY-1": "{what} is lower than the active number {number}.",
    "BN-PLAY-2": "An action card is played alone.",
    "BN-PLAY-3": "There is no pile to pick up, so a card must be played.",
    "BN-ACT-1": "On a WILD only WILD, BURN or RESET may be played.",
    "BN-ACT-4": "{what} is higher than {number}, and UNDER asks for that or lower.",
    "BN-ACT-8": "SWAP exchanges with an opponent's card, not with one's own.",
    "BN-ACT-9": "SPY looks at an opponent's card, not at one's own.",
    "BN-ZONE-1": "The hand comes first, then the face-up cards, and the face-down cards last.",
    "BN-ZONE-2": "Cards of the hand and face-up cards are never mixed in one play.",
}
"""Rule id to its sentence: every rule that a move can be refused by."""


def sentence(state: Position, rule: str, move: AnyMove) -> str:
    """The sentence for this refusal."""
    cards = move.cards[:NAMED] if isinstance(move, Arrange | Play) else ["A card in that slot"]
    if rule == "BN-PLAY-1" and len(set(cards)) > 1:
        return "Number cards that are played together are of one number."
    return SENTENCES[rule].format(what=" ".join(cards), number=shown(state.pile, state.starter).number)
