"""The cards of Burn, and the lists of how many of each a table plays with.

A card is its code: `8`, `REVERSE`. Cards of one code are the same card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

NUMBERS = {str(number): number for number in range(1, 13)}
"""Number card to its number."""
ACTIONS = ("WILD", "RESET", "BURN", "UNDER", "REVERSE", "SKIP", "SWAP", "SPY")

DECK: Mapping[str, int] = {
    **dict.fromkeys(NUMBERS, 6),
    **dict.fromkeys(("RESET", "UNDER", "REVERSE", "SKIP", "SWAP", "SPY"), 4),
    "BURN": 6,
    "WILD": 2,
}
"""Card to copies, 104 cards, in rulebook order; `seeds/decks/burn.json` is the same list."""

SLOTS = 6
"""Face-down cards a seat, and face-up cards on them. BN-SETUP-2"""
DEALT = 10
"""Cards a seat chooses from. BN-SETUP-3"""
MOST_COPIES = 100
"""More of one card is no deck but a slip, or somebody filling the memory."""

_PLACE = {card: place for place, card in enumerate(DECK)}


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards in rulebook order."""
    return sorted(cards, key=_PLACE.__getitem__)


def cards_of(deck: Mapping[str, int]) -> list[str]:
    """Every card of a deck list, in rulebook order however the list is written."""
    return [card for card in in_order(deck) for _ in range(deck[card])]


def wrong_entry(card: str, copies: object) -> str | None:
    """What is wrong with one entry of a deck list, None where nothing is."""
    if card not in DECK:
        return f"{card!r} is not a card of Burn"
    if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
        return f"{card} needs a number of copies from 1 to {MOST_COPIES}, not {copies!r}"
    return None


def wrong_deck(deck: Mapping[str, object], seats: int) -> str | None:
    """What is wrong with a deck list for so many seats, None where nothing is."""
    for card, copies in deck.items():
        wrong = wrong_entry(card, copies)
        if wrong is not None:
            return wrong
    cards = sum(copies for copies in deck.values() if isinstance(copies, int))
    needed = (SLOTS + DEALT) * seats + 1
    return None if cards >= needed else f"{seats} seats need {needed} cards or more, the list has {cards}"
