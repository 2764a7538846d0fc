"""The moves of Wireburn, and the rules that allow or refuse them.

One question, `refusal`, serves the list of legal moves, the move that is made, and the sentence for the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from engine.wireburn.deck import RED_SHIFT_DECK, RED_SPACES
from engine.wireburn.position import DIG_LIMIT, AskShield, AskTarget, Position
from engine.wireburn.stack import Top, accepted, broken, shown


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="draw"):
    """Dig: take the top card of the draw pile."""


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="play"):
    """Play a card of the hand onto a position."""

    card: str
    dock: str


class Wash(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="wash"):
    """Discard a `+` and a `-` together."""


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="target"):
    """Choose who is hit."""

    seat: int


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="end"):
    """End the turn."""


class Accept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="accept"):
    """Take the bundle."""


class Shield(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="shield"):
    """Discard a NULL and pass the bundle on."""


AnyMove: TypeAlias = Draw | Play | Wash | Target | End | Accept | Shield
MOVES: Mapping[str, type[AnyMove]] = {
    str(kind.__struct_config__.tag): kind for kind in (Draw, Play, Wash, Target, End, Accept, Shield)
}


def asked_of(state: Position) -> tuple[int, ...]:
    """The seat that owes a move, () when the game is over."""
    if state.result is not None:
        return ()
    return (state.pending.seat,) if isinstance(state.pending, AskShield) else (state.turn,)


def legal_moves(state: Position) -> list[dict[str, object]]:
    """Every move of the seat that is asked: the answers, or draw, plays by hand and position, wash, end."""
    match state.pending:
        case AskTarget(seats=seats):
            return [{"do": "target", "seat": seat} for seat in seats]
        case AskShield():
            answers = ("accept", "shield") if _against_shield(state) is None else ("accept",)
            return [{"do": answer} for answer in answers]
    moves: list[dict[str, object]] = []
    if _against_drawing(state) is None:
        moves.append({"do": "draw"})
    must_play = forced_card(state)
    edition, red_shift = state.options.edition, state.options.red_shift
    tops = [
        (dock, top := shown(dock, stack), accepted(top, edition, red_shift)) for dock, stack in state.docks.items()
    ]
    for card in (must_play,) if must_play else dict.fromkeys(state.hands[state.turn]):
        for dock, top, fitting in tops:
            if card in fitting and _barred(state, card, top) is None:
                moves.append({"do": "play", "card": card, "dock": dock})
    if must_play is None:
        if _against_wash(state) is None:
            moves.append({"do": "wash"})
        if _against_end(state) is None:
            moves.append({"do": "end"})
    return moves


def refusal(state: Position, move: AnyMove) -> str | None:
    """The id of the rule that refuses this move to the seat that is asked, or None. Of several rules it is the one
    that tells the player most."""
    if isinstance(move, Target | Accept | Shield) or state.pending is not None:
        return _against_answer(state, move)
    if isinstance(move, Play) and not _is_there(state, move):
        return "MOVE-CARD"
    must_play = forced_card(state)
    if must_play is not None and not (isinstance(move, Play) and move.card == must_play):
        return "WB-DIG-4"
    match move:
        case Play(card=card, dock=dock):
            return _against_play(state, card, dock)
        case Draw():
            return _against_drawing(state)
        case Wash():
            return _against_wash(state)
    return _against_end(state)


def is_in_the_language(move: AnyMove) -> bool:
    """Whether the move names nothing but cards and positions of Wireburn, Red Shift's included."""
    return not isinstance(move, Play) or (
        move.card in RED_SHIFT_DECK and (move.dock in ("teal", "purple", "orange") or move.dock in RED_SPACES)
    )


def forced_card(state: Position) -> str | None:
    """WB-DIG-4: the third card drawn, where it has a legal play onto a position and so must be played."""
    card = state.last_drawn
    if state.options.edition != "shield" or state.drawn < DIG_LIMIT or state.played or card is None:
        return None
    return card if any(_against_play(state, card, dock) is None for dock in state.docks) else None


def _is_there(state: Position, play: Play) -> bool:
    return play.card in state.hands[state.turn] and play.dock in state.docks


def _against_answer(state: Position, move: AnyMove) -> str | None:
    match state.pending, move:
        case AskTarget(why=why, seats=seats), Target(seat=seat):
            if seat in seats:
                return None
            return "WB-RED-8" if why == "extra" else "WB-DMG-3"
        case AskShield(), Accept():
            return None
        case AskShield(), Shield():
            return _against_shield(state)
    return "MOVE-ASK"


def _against_shield(state: Position) -> str | None:
    pending = state.pending
    assert isinstance(pending, AskShield)
    return None if "NULL" in state.hands[pending.seat] else "WB-SHIELD-3"


def _against_drawing(state: Position) -> str | None:
    if state.bonus:
        return "WB-ONE-3"
    if state.played:
        return "WB-DIG-2"
    if state.drawn >= DIG_LIMIT:  # WB-DIG-3
        return "WB-DIG-1"
    return "WB-DIG-6" if state.is_dry else None


def _against_end(state: Position) -> str | None:
    return None if state.played or state.drawn or state.bonus or state.is_dry else "WB-TURN-5"


def _against_wash(state: Position) -> str | None:
    hand = state.hands[state.turn]
    if _has_had_its_play(state):
        return "WB-ONE-1"
    return None if "+" in hand and "-" in hand else "WB-WASH-1"  # WB-ONE-3: as a bonus play too


def _against_play(state: Position, card: str, dock: str) -> str | None:
    """WB-TURN-1: what the position shows now decides."""
    top = shown(dock, state.docks[dock])
    rule = broken(card, top, state.options.edition)
    if rule is None:
        return _barred(state, card, top)
    return "WB-MOD-4" if rule == "WB-FOLLOW-3" and _modifiers_would_help(state, card, top) else rule


def _modifiers_would_help(state: Position, grey: str, top: Top) -> bool:
    missing = top.value - int(grey[1:])
    return state.hands[state.turn].count("+" if missing > 0 else "-") >= abs(missing) - 1


def _barred(state: Position, card: str, top: Top) -> str | None:
    """The rule that keeps a card that would follow off the position for the rest of this turn."""
    if _has_had_its_play(state):
        return "WB-ONE-1"
    if top.is_loaded:
        return None
    if state.bonus:  # WB-ONE-4; a slam goes onto a loaded dock and is free
        return "WB-ONE-3"
    if not state.opened or card == "RED":  # WB-RED-1
        return None
    return "WB-RED-3" if top.kind == "bare" else "WB-TURN-3"


def _has_had_its_play(state: Position) -> bool:
    return state.options.pace == "one" and state.played > 0 and not state.bonus
