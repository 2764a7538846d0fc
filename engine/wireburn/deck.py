"""The cards of Wireburn and where they lie.

A card is its code: `T7`, `G6`, `+`, `VOLT`. Cards of one code are the same card.
"""

from __future__ import annotations

from collections.abc import Mapping

SUITS = {"T": "Teal", "P": "Purple", "O": "Orange", "G": "Grey", "R": "Red"}
CORE_SUITS = ("T", "P", "O")
MODIFIERS = ("+", "-")
GREEN = ("VOLT", "STASIS", "NULL")

CORE_DOCKS = {"teal": "T", "purple": "P", "orange": "O"}
"""The Core docks and the suit of their markers."""
RED_SPACES = ("red1", "red2", "red3")
POSITIONS = (*CORE_DOCKS, *RED_SPACES)
"""Every position, in the order in which stacks are cleared. WB-CLEAR-1"""

_GREY = {f"G{number}": 2 for number in (2, 3, 4, 6, 7, 8, 9)}
_CORE = {f"{suit}{number}": 1 for suit in CORE_SUITS for number in range(1, 11)}
_RED = {f"R{number}": 1 for number in (1, 2, 3, 4, 6, 7, 8, 9, 10)}

CORE_DECK: Mapping[str, int] = {**_CORE, **_GREY, **dict.fromkeys((*MODIFIERS, *GREEN), 3)}
"""WB-SETUP-2: card to copies, 59 cards."""
RED_SHIFT_DECK: Mapping[str, int] = {**CORE_DECK, "STASIS": 6, "NULL": 6, "RED": 3, "PING": 3, **_RED}
"""WB-SETUP-2: card to copies, 80 cards."""

NUMBERS = {card: (card[0], int(card[1:])) for card in (*_CORE, *_GREY, *_RED)}
"""Number card to its suit and its number."""

_TITLES = {"1": "Defuse", "10": "Tripwire", "R1": "VENT", "R10": "SURGE", "RED": "RED DOCK"}


def deck_of(red_shift: bool) -> Mapping[str, int]:
    """The deck of a table, card to copies, in rulebook order."""
    return RED_SHIFT_DECK if red_shift else CORE_DECK


def card_name(card: str) -> str:
    """The card as a player says it: `Teal 7`, `Orange 1 (Defuse)`, `VENT`."""
    if card in _TITLES:
        return _TITLES[card]
    if card not in NUMBERS:
        return card
    suit, number = NUMBERS[card]
    title = f" ({_TITLES[str(number)]})" if number in (1, 10) else ""
    return f"{SUITS[suit]} {number}{title}"
