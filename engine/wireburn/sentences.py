"""Why a move is refused, in one plain sentence for the player."""

from __future__ import annotations

from engine.wireburn.deck import SUITS, card_name
from engine.wireburn.moves import AnyMove, Play
from engine.wireburn.position import Position
from engine.wireburn.stack import Top, shown

SENTENCES = {
    "WB-TURN-3": "Only one empty position may be opened in a turn, and this turn's opening is spent.",
    "WB-TURN-5": "Play or draw at least once before ending the turn.",
    "WB-DIG-1": "Three cards are the most that may be drawn in a turn.",
    "WB-DIG-2": "After a play there is no more drawing in this turn.",
    "WB-DIG-4": "The third card drawn can be played, so it must be.",
    "WB-DIG-6": "There is no card left to draw.",
    "WB-OPEN-1": "An empty dock opens with a number card of its marker's colour or with NULL, not with {card}.",
    "WB-OPEN-2": "Grey cards, modifiers, VOLT and STASIS never open an empty position.",
    "WB-FOLLOW-1": "{card} does not follow {top}: within a colour it must be one higher or one lower.",
    "WB-FOLLOW-2": "{card} does not follow {top}: another colour needs exactly the same number.",
    "WB-FOLLOW-3": "{card} does not follow {top}: a Grey needs the same number or one beside it.",
    "WB-FOLLOW-4": "{card} does not follow {top}: on an open stack it must be the same number or one beside it.",
    "WB-FOLLOW-5": "{card} does not follow {top}: numbers do not run on from 10 to 1.",
    "WB-FOLLOW-6": "VOLT locks this stack: only a coloured 1 or 10, VOLT or NULL may follow.",
    "WB-MOD-1": "A modifier goes onto a Grey value only, not onto {top}.",
    "WB-MOD-4": "{card} must fit {top} by its printed number; a modifier in the hand does not help it.",
    "WB-WASH-1": "A wash needs one + and one - in the hand.",
    "WB-NULL-3": "Nothing but a number card, a Grey or NULL follows a NULL with no value beneath it.",
    "WB-NULL-4": "The NULL leaves VOLT's lock: only a coloured 1 or 10, VOLT or NULL may follow.",
    "WB-ATK-3": "VOLT follows the values 1, 2, 9 and 10 and VOLT itself, not {top}.",
    "WB-ATK-5": "STASIS follows the values 4, 5 and 6, not {top}.",
    "WB-DMG-3": "The target must be one of the opponents in Firewall.",
    "WB-ONE-1": "One play is all that a turn has here.",
    "WB-ONE-3": "A bonus play goes onto a stack that is there already; it opens nothing, activates nothing and "
    "draws nothing.",
    "WB-SHIELD-3": "A shield takes a NULL from the hand.",
    "WB-RED-1": "RED DOCK activates an unused Red space; this one has its RED DOCK.",
    "WB-RED-2": "RED DOCK slams a loaded Core dock that is neither slammed nor locked by VOLT.",
    "WB-RED-3": "The first card on a RED DOCK is a Red number or NULL, and it is the turn's one opening.",
    "WB-RED-4": "A bare Red space takes RED DOCK or NULL, and once NULL has opened it no RED DOCK goes there.",
    "WB-RED-5": "{card} does not follow {top}: a Red number follows VOLT, or Red, NULL and STASIS at its number "
    "or one beside it.",
    "WB-RED-6": "Neither Grey nor a Core colour goes onto bare Red.",
    "WB-RED-7": "On bare Red, STASIS follows 4 and 6, and VOLT follows 9 and 10.",
    "WB-RED-8": "The extra card goes to one of the opponents.",
    "WB-RED-9": "PING is played on a Red number or on PING.",
}
"""Rule id to its sentence: every rule of the game that a move can be refused by."""


def sentence(state: Position, rule: str, move: AnyMove) -> str:
    """The sentence for this refusal."""
    match rule:
        case "MOVE-TURN":
            return "The game is over." if state.result is not None else "It is not this seat's move now."
        case "MOVE-ASK":
            return "A choice is owed first." if state.pending is not None else "Nobody has asked for that."
    if not isinstance(move, Play):
        return SENTENCES[rule]
    card = card_name(move.card)
    if rule == "MOVE-CARD":
        in_hand = move.card in state.hands[state.turn]
        return (
            f"There is no position {move.dock} at this table." if in_hand else f"There is no {card} in this hand."
        )
    return SENTENCES[rule].format(card=card, top=name_of(shown(move.dock, state.docks[move.dock])))


def name_of(top: Top) -> str:
    """What a position shows, as a player says it: `Teal 6`, `an open 7`, `the VOLT lock`."""
    match top.kind:
        case "core" | "red":
            return f"{SUITS[top.suit]} {top.value}" if top.value else "PING"
        case "open":
            return f"an open {top.value}"
        case "lock":
            return "the VOLT lock"
        case "blank":
            return "a NULL with no value beneath it"
        case "bare":
            return "a bare RED DOCK"
        case "empty":
            return "an empty position"
