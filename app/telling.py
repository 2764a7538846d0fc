"""Cards, moves and events in the table's own words: the language file's sentences, for the server's pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.words import knows, say
from engine.core import Event, Move

_SEATS = ("seat", "target", "by", "to", "attacker", "their_seat")


def player(seat: int) -> str:
    """What an example calls whoever sits there; a seat that no table has by its number."""
    name = f"rules.player.{seat}"
    return say(name) if knows(name) else say("seat", n=seat + 1)


def players(seats: Sequence[int]) -> str:
    """Several of them, with commas between."""
    return ", ".join(player(seat) for seat in seats)


def card(game: str, code: str) -> str:
    """A card's name."""
    own = f"{game}.card.{code}"
    return say(own) if knows(own) else say(f"{game}.card.{code[0]}", rank=code[1:])


def tell(game: str, event: Event, seats: int) -> str:
    """An event as a sentence, to somebody who sees everything; "" where there is nothing to tell."""
    public = event.seen_by(None) or {}
    told = max((event.seen_by(seat) or {} for seat in range(seats)), key=len)
    if not told:
        return ""
    stem = f"{game}.{told['event']}"
    kind = told.get("why") or told.get("reason")
    keys = [f"{stem}.known"] * (len(told) > len(public)) + [f"{stem}.{kind}", stem]
    key = next(filter(knows, keys), None)
    return say(key, **named(game, told)) if key else ""


def move_words(game: str, move: Move) -> str:
    """A move as its button has it; what is no move as it is."""
    values = named(game, move)
    key = f"{game}.do.{move['do']}"
    return say(key, **values) if knows(key) else str(move["do"])


def named(game: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an event or a move as words."""
    values: dict[str, Any] = {"zone": ""}
    for name, value in data.items():
        if name in _SEATS and isinstance(value, int):
            values[name] = player(value)
        elif name == "card" and isinstance(value, str):
            values[name] = card(game, value)
        elif name == "cards" and isinstance(value, list):
            values |= {"n": len(value), name: ", ".join(card(game, code) for code in value)}
        elif name == "cards":
            values |= {"n": value, name: value}
        elif name in ("winners", "seats") and isinstance(value, list):
            values[name] = players(value)
        elif name == "dock" and knows(f"{game}.dock.{value}"):
            values |= {name: say(f"{game}.dock.{value}"), "zone": say(f"{game}.zone.{value}")}
        else:
            values[name] = value
    return values
