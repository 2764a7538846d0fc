"""Cards, moves and events in the table's own words: the language file's sentences, for the server's pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.words import knows, say
from engine.core import Event, Move

_SEATS = ("seat", "target", "by", "to", "attacker", "their_seat", "leader", "dealer")
_CARDS = ("card", "removed", "goal")


def player(seat: int) -> str:
    """What an example calls whoever sits there; a seat that no table has by its number."""
    name = f"rules.player.{seat}"
    return say(name) if knows(name) else say("seat", n=seat + 1)


def players(seats: Sequence[int]) -> str:
    """Several of them, with commas between."""
    return ", ".join(player(seat) for seat in seats)


def card(game: str, code: str) -> str:
    """A card's name: its own words, or those of its suit with its rank put in; what is no card as it is."""
    own, before, behind = (f"{game}.card.{part}" for part in (code, code[:1], code[-1:]))
    if knows(own):
        return say(own)
    if knows(before):
        return say(before, rank=code[1:])
    return say(behind, rank=_rank(code[:-1])) if knows(behind) else code


def _rank(rank: str) -> str:
    return say(f"rank.{rank}") if knows(f"rank.{rank}") else rank


def cards(game: str, codes: Iterable[str]) -> str:
    """Several cards' names, with commas between."""
    return ", ".join(card(game, code) for code in codes)


def tell(game: str, event: Event, seats: int) -> str:
    """An event as a sentence, to somebody who sees everything; "" where there is nothing to tell.

    Words for what only some may know go first, then those for why, or for what is so: `burn.flipped.fits`.
    """
    public = event.seen_by(None) or {}
    told = max((event.seen_by(seat) or {} for seat in range(seats)), key=len)
    if not told:
        return ""
    stem = f"{game}.{told['event']}"
    kinds = ["known"] * (len(told) > len(public)) + [told.get("why"), told.get("reason")]
    kinds += [name for name, value in told.items() if value is True]
    key = next(filter(knows, [*(f"{stem}.{kind}" for kind in kinds), stem]), None)
    return say(key, **named(game, told)) if key else ""


def move_words(game: str, move: Move) -> str:
    """A move of this game as its button has it."""
    return say(f"{game}.do.{move['do']}", **named(game, move))


def named(game: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an event or a move as words."""
    values: dict[str, Any] = {"zone": ""}
    for name, value in data.items():
        if name in _SEATS and isinstance(value, int):
            values[name] = player(value)
        elif name in _CARDS and isinstance(value, str):
            values[name] = card(game, value)
        elif name in ("cards", "goals") and isinstance(value, list):
            values |= {"n": len(value), name: cards(game, value)}
        elif name in ("cards", "count"):
            values |= {"n": value, name: value}
        elif name in ("winners", "seats") and isinstance(value, list):
            values[name] = players(value)
        elif name == "dock" and knows(f"{game}.dock.{value}"):
            values |= {name: say(f"{game}.dock.{value}"), "zone": say(f"{game}.zone.{value}")}
        elif name in ("slot", "their_slot"):
            values[name] = value + 1
        elif name == "cell":
            values[name] = say(f"{game}.cell", row=value[0] + 1, column=value[1] + 1)
        elif name == "state":
            values[name] = say(f"{game}.state.{value}")
        elif isinstance(value, list):
            values[name] = " : ".join(map(str, value))
        else:
            values[name] = value
    return values
