"""What the discard pile shows, and which cards it refuses.

The active number, UNDER, the lock of a WILD and the row of equal numbers all follow from the cards of the pile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.burn.deck import NUMBERS

MATCH = 4
"""So many of one number in a row clear the pile. BN-MATCH-1"""


class Shows(NamedTuple):
    """What a pile asks of the next card.

    `number` is the active number, `under` whether the next number must not be higher instead of not lower, `wild`
    whether a WILD locks the pile, `row` how many number cards of one number lie on top.
    """

    number: int | None
    under: bool
    wild: bool
    row: int


def shown(pile: Sequence[str], starter: bool) -> Shows:
    """What this pile shows; `starter` says that its bottom card was turned up to start it and does nothing.

    Such an action card lies below everything, where only WILD would have a say. BN-SETUP-4
    """
    top = pile[-1] if pile else ""
    wild = top == "WILD" and not (starter and len(pile) == 1)
    row = 0
    if top in NUMBERS:  # BN-MATCH-2
        while row < len(pile) and pile[-1 - row] == top:
            row += 1
    number, under = None, False
    for card in reversed(pile):
        if card in NUMBERS:  # BN-ACT-5: what is said below the latest number is over
            number = NUMBERS[card]
            break
        if card == "RESET":  # BN-ACT-2
            break
        under = under or card == "UNDER"  # BN-ACT-10: other action cards leave it
    return Shows(number, under and number is not None, wild, row)  # BN-ACT-4: with no number UNDER asks nothing


def broken(card: str, shows: Shows) -> str | None:
    """The rule that this card would break on a pile that shows this, None where it may be played."""
    if shows.wild:  # BN-ACT-1; BN-ACT-4, 6, 7, 8, 9: "not on a WILD"
        return None if card in ("WILD", "BURN", "RESET") else "BN-ACT-1"
    if shows.number is None or card not in NUMBERS:  # BN-PLAY-4, BN-ACT-2, BN-ACT-3
        return None
    if shows.under:
        return "BN-ACT-4" if NUMBERS[card] > shows.number else None
    return "BN-PLAY-1" if NUMBERS[card] < shows.number else None
