"""What a stack shows, and what may follow it.

A position is a list of cards, bottom to top. What it asks of the next card follows from that list alone: from the
topmost card that has a say of its own, and from what NULL, PING and modifiers above it make of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from engine.wireburn.deck import CORE_DOCKS, MODIFIERS, NUMBERS, SUITS, deck_of

Edition = Literal["current", "shield"]
Place = Literal["dock", "slammed", "space", "active"]
"""A Core dock, the same under a RED DOCK, a Red space without and with its RED DOCK."""


_COVERS = frozenset({*MODIFIERS, "NULL", "PING"})
"""The cards that change what the card beneath them shows."""


class Top(NamedTuple):
    """What a position asks of the next card.

    `kind` is `empty` (nothing there), `bare` (a RED DOCK alone), `blank` (NULL with no value beneath), `core` (a
    Core colour), `red`, `open` (any colour), or `lock` (VOLT). `value` is 0 where there is none. `by` is the card,
    or `G` for Grey, that made it so, where that matters.
    """

    place: Place
    kind: Literal["empty", "bare", "blank", "core", "red", "open", "lock"]
    suit: str = ""
    value: int = 0
    by: str = ""

    @property
    def is_loaded(self) -> bool:
        """Whether there is a stack; a bare RED DOCK is none."""
        return self.kind not in ("empty", "bare")


def shown(position: str, stack: Sequence[str]) -> Top:
    """What this position shows."""
    at = len(stack) - 1
    while at >= 0 and stack[at] in _COVERS:
        at -= 1
    top = _ground(position, "RED" in stack, stack[at] if at >= 0 else None)
    for card in stack[at + 1 :]:
        top = _covered(top, card)
    return top


@cache
def _ground(position: str, has_red_dock: bool, card: str | None) -> Top:
    marker = CORE_DOCKS.get(position, "")
    place: Place = "dock" if marker else "space"
    if has_red_dock:
        place = "slammed" if marker else "active"
    if card is None:
        return Top(place, "empty", suit=marker)
    if card == "RED":
        return Top(place, "bare", suit="R")
    if card == "VOLT":
        return Top(place, "lock")
    if card == "STASIS":  # WB-ATK-5
        return Top(place, "open", value=5, by="STASIS")
    suit, number = NUMBERS[card]
    if suit == "G":
        return Top(place, "open", value=number, by="G")
    if suit == "R":
        return Top(place, "red", suit="R", value=number)
    return Top(place, "core", suit=suit, value=number)  # WB-FOLLOW-2: the card's colour, whatever the marker


@cache
def _covered(top: Top, card: str) -> Top:
    if card == "NULL":
        if top.kind == "lock":  # WB-NULL-4
            return top._replace(by="NULL")
        if not top.value:  # WB-NULL-3, WB-RED-3, WB-RED-4
            return top._replace(kind="blank", suit="", by="NULL")
        return top._replace(kind="open", suit="", by="NULL")  # WB-NULL-2
    if card == "PING":  # WB-RED-10
        return top._replace(kind="red", suit="R", by="PING")
    if top.kind != "open":
        return top
    step = 1 if card == "+" else -1
    return top._replace(value=min(10, max(1, top.value + step)))  # WB-MOD-2, WB-MOD-3


@cache
def broken(card: str, top: Top, edition: Edition) -> str | None:
    """The rule that keeps this card off a position showing `top`, or None where it may go there.

    The turn's opening and a bonus play's limits are no matter of the stack: see `moves`.
    """
    if card == "NULL":  # WB-NULL-1
        return None
    if card == "RED":
        return _broken_by_red_dock(top)
    suit, number = NUMBERS.get(card, ("", 0))
    step = abs(number - top.value)
    match top.kind:
        case "empty":
            if suit == "G" or card in MODIFIERS or card in ("VOLT", "STASIS"):
                return "WB-OPEN-2"
            if top.place == "space":
                return "WB-RED-4"
            return None if suit == top.suit else "WB-OPEN-1"
        case "bare":
            return None if suit == "R" else "WB-RED-9" if card == "PING" else "WB-RED-3"
        case "blank":
            return None if suit else "WB-MOD-1" if card in MODIFIERS else "WB-NULL-3"
        case "lock":
            if card == "VOLT" or number in (1, 10):
                return None
            return "WB-MOD-1" if card in MODIFIERS else "WB-NULL-4" if top.by else "WB-FOLLOW-6"
        case "red" if not suit:
            return _broken_on_red(card, top)
        case _ if not suit:
            return _broken_by_special(card, top, edition)
        case "red":
            if suit != "R":
                return "WB-RED-6"
            return None if step <= 1 or top.by == "PING" else _off("WB-RED-5", number, top)  # WB-RED-10
        case "core":
            if suit == "R":
                return "WB-RED-5"
            if suit == "G":
                return None if step <= 1 else "WB-FOLLOW-3"
            if suit != top.suit:
                return None if step == 0 else "WB-FOLLOW-2"
            return None if step == 1 else _off("WB-FOLLOW-1", number, top)
        case "open":
            if suit == "R":
                return "WB-RED-5" if top.by == "G" else None if step <= 1 else _off("WB-RED-5", number, top)
            return None if step <= 1 else "WB-FOLLOW-3" if suit == "G" else _off("WB-FOLLOW-4", number, top)


def _off(rule: str, number: int, top: Top) -> str:
    """The rule for a number that is too far away."""
    return "WB-FOLLOW-5" if {number, top.value} == {1, 10} else rule


def _broken_by_red_dock(top: Top) -> str | None:
    if top.place == "active":
        return "WB-RED-1"
    if top.place == "space":
        return None if top.kind == "empty" else "WB-RED-4"
    return None if top.place == "dock" and top.kind not in ("empty", "lock") else "WB-RED-2"


def _broken_on_red(card: str, top: Top) -> str | None:
    if card == "VOLT":
        return None if top.value in (9, 10) else "WB-RED-7"
    if card == "STASIS":
        return None if top.value in (4, 6) else "WB-RED-7"
    return None if card == "PING" else "WB-MOD-1"


def _broken_by_special(card: str, top: Top, edition: Edition) -> str | None:
    if card == "VOLT":
        return None if top.value in (1, 2, 9, 10) else "WB-ATK-3"
    if card == "STASIS":
        return None if top.value in (4, 5, 6) else "WB-ATK-5"
    if card == "PING":
        return "WB-RED-9"
    return None if top.by == "G" or (top.by == "NULL" and edition == "current") else "WB-MOD-1"


@cache
def accepted(top: Top, edition: Edition, red_shift: bool) -> frozenset[str]:
    """The cards that may follow, by the rules of stacks alone."""
    return frozenset(card for card in deck_of(red_shift) if broken(card, top, edition) is None)


def signs(top: Top, edition: Edition, red_shift: bool) -> dict[str, Any]:
    """What to show of a position: its `colour` (a colour's name, `open`, or None), its `value` (1 to 10, `lock`,
    or None), and the cards it `accepts`, one text in rulebook order.

    One text, so that a card's code stands by itself in a view only where that card lies open to the viewer.
    """
    colour: str | None = "open"
    if top.kind == "empty":
        colour = None
    elif top.suit:
        colour = SUITS[top.suit].lower()
    value = "lock" if top.kind == "lock" else top.value or None
    return {"colour": colour, "value": value, "accepts": _accepted_in_order(top, edition, red_shift)}


@cache
def _accepted_in_order(top: Top, edition: Edition, red_shift: bool) -> str:
    fits = accepted(top, edition, red_shift)
    return " ".join(card for card in deck_of(red_shift) if card in fits)
