"""Why a move is refused, in one plain sentence for the player."""

from __future__ import annotations

from engine.burn.moves import AnyMove, Arrange, Play
from engine.burn.pile import shown
from engine.burn.position import Position

NAMED = 12
"""So many cards of a stranger's move are named back to them."""

SENTENCES = {
    "BN-SETUP-3": "Six of the ten cards go face up, neither more nor fewer.",
    "BN-PLAY-1": "{cards} is lower than the active number {number}.",
    "BN-PLAY-2": "An action card is played alone.",
    "BN-PLAY-3": "There is no pile to pick up, so a card must be played.",
    "BN-ACT-1": "On a WILD only WILD, BURN or RESET may be played.",
    "BN-ACT-4": "{cards} is higher than {number}, and UNDER asks for that or lower.",
    "BN-ACT-8": "SWAP exchanges with an opponent's card, not with one's own.",
    "BN-ACT-9": "SPY looks at an opponent's card, not at one's own.",
    "BN-ZONE-1": "The hand comes first, then the face-up cards, and the face-down cards last.",
    "BN-ZONE-2": "Cards of the hand and face-up cards are never mixed in one play.",
}
"""Rule id to its sentence: every rule of the game that a move can be refused by."""


def sentence(state: Position, rule: str, move: AnyMove) -> str:
    """The sentence for this refusal."""
    match rule:
        case "MOVE-TURN":
            return "The game is over." if state.result is not None else "It is not this seat's move now."
        case "MOVE-ASK" if state.dealt is not None:
            return "First six of the ten cards are chosen to lie face up."
        case "MOVE-ASK":
            return "Nobody has asked for that." if state.pending is None else "A choice is owed first."
    if not isinstance(move, Arrange | Play):
        return SENTENCES.get(rule, "No card lies in that slot.")
    cards = " ".join(move.cards[:NAMED])
    if rule == "MOVE-CARD":
        return f"There is no {cards} here to play." if len(move.cards) == 1 else f"{cards} are not all there."
    if rule == "BN-PLAY-1" and len(set(move.cards)) > 1:
        return "Number cards that are played together are of one number."
    return SENTENCES[rule].format(cards=cards, number=shown(state.pile, state.starter).number)
