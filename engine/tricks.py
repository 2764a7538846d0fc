"""What trick-taking games share: plain functions over cards, hands and tricks.

A card is its rank and then its suit: `10H`, `AS`. A trick is the cards laid to it, in order of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import msgspec

from engine.core import Result, Viewer

SUITS = {"H": "Hearts", "D": "Diamonds", "C": "Clubs", "S": "Spades"}
_RANK_NAMES = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
_ALL_SUITS = frozenset(SUITS)
_SUIT_SETS = [frozenset(suits) for size in range(len(SUITS) + 1) for suits in combinations(SUITS, size)]


class Laid(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A card and the seat that laid it: `[2, "7C"]`."""

    seat: int
    card: str


class Trick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished trick: its cards, who won it, and what the winner did then."""

    cards: list[Laid]
    winner: int
    deed: list[Any]


def deck_of(ranks: Iterable[str], lowest: int) -> dict[str, int]:
    """Every card with the number of its rank, counted up from `lowest`, suit by suit."""
    return {f"{rank}{suit}": number for suit in SUITS for number, rank in enumerate(ranks, lowest)}


def suit_of(card: str) -> str:
    """The letter of the card's suit."""
    return card[-1]


def card_name(card: str) -> str:
    """The card as a player says it: `10 of Hearts`, `Ace of Spades`."""
    return f"{_RANK_NAMES.get(card[:-1], card[:-1])} of {SUITS[suit_of(card)]}"


def lead_suit(trick: Sequence[Laid]) -> str | None:
    """The suit that was led, None before the lead."""
    return suit_of(trick[0].card) if trick else None


def in_lead_suit(trick: Sequence[Laid]) -> list[Laid]:
    """The cards of the suit that was led, in order of play."""
    return [laid for laid in trick if laid.card[-1] == trick[0].card[-1]]


def playable(hand: Sequence[str], trick: Sequence[Laid]) -> Sequence[str]:
    """The cards of the hand that follow suit, or all of them where none does or nothing was led."""
    if not trick:
        return hand
    led = trick[0].card[-1]
    return [card for card in hand if card[-1] == led] or hand


def next_to_lay(trick: Sequence[Laid], hands: Sequence[Sequence[str]]) -> int | None:
    """The seat that lays the next card to a trick that has been led, None where it is complete.

    It is the next one clockwise: in a game all hands are equally long. A position may have shorter ones, and then
    whoever has no card is passed over, here and in `next_to_lead`.
    """
    seats = len(hands)
    seat = (trick[-1].seat + 1) % seats
    while seat != trick[0].seat:
        if hands[seat]:
            return seat
        seat = (seat + 1) % seats
    return None


def next_to_lead(hands: Sequence[Sequence[str]], winner: int) -> int | None:
    """The seat that leads after a trick of this winner, None where nobody has a card left."""
    seats = len(hands)
    return next((seat % seats for seat in range(winner, winner + seats) if hands[seat % seats]), None)


def shown_out(tricks: Iterable[Sequence[Laid]], seats: int) -> list[set[str]]:
    """The suits that each seat has not followed in these tricks of one round, and so no longer holds."""
    out: list[set[str]] = [set() for _ in range(seats)]
    for trick in tricks:
        for laid in trick[1:]:
            if suit_of(laid.card) != suit_of(trick[0].card):
                out[laid.seat].add(suit_of(trick[0].card))
    return out


def share_out(
    cards: Sequence[str], counts: Sequence[int], out: Sequence[Collection[str]], rng: Random
) -> list[list[str]]:
    """Deal these cards at random, so many to each and none of a suit in that one's `out`; last comes what is left.

    Card by card to somebody who may have it, the likelier the more they still need, and never so that the rest
    could not be dealt any more. Where no such deal exists at all, `out` is forgotten.
    """
    need = [*counts, len(cards) - sum(counts)]
    if need[-1] < 0:
        raise ValueError("counts: more hidden cards than the deck has")
    stock = Counter(suit_of(card) for card in cards)
    may_have = [_ALL_SUITS.difference(suits) for suits in (*out, ())]
    if not _can_be_dealt(stock, need, may_have):
        may_have = [_ALL_SUITS] * len(need)
    is_free = all(suits == _ALL_SUITS for suits in may_have)
    shares: list[list[str]] = [[] for _ in need]
    for card in rng.sample(cards, len(cards)):
        suit = suit_of(card)
        stock[suit] -= 1
        takers = [taker for taker, suits in enumerate(may_have) if need[taker] and suit in suits]
        while True:
            taker = rng.choices(takers, [need[taker] for taker in takers])[0]
            need[taker] -= 1
            if is_free or _can_be_dealt(stock, need, may_have):
                break
            need[taker] += 1
            takers.remove(taker)
        shares[taker].append(card)
    return shares


def _can_be_dealt(stock: Mapping[str, int], need: Sequence[int], may_have: Sequence[frozenset[str]]) -> bool:
    """Whether no set of suits is short for those who may have nothing else (Hall's condition)."""
    return all(
        sum(count for count, suits in zip(need, may_have, strict=True) if suits <= suit_set)
        <= sum(stock[suit] for suit in suit_set)
        for suit_set in _SUIT_SETS
    )


def require_viewer(viewer: Viewer, seats: int) -> None:
    """ValueError unless the viewer is one of so many seats, or a spectator."""
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < seats):
        raise ValueError(f"viewer: a seat from 0 to {seats - 1} or None, not {viewer!r}")


# What a position must keep to


def require(holds: bool, key: str, wrong: str) -> None:
    """ValueError naming the key of the position, unless it holds."""
    if not holds:
        raise ValueError(f"{key}: {wrong}")


def require_seats(seats: int, **named: int) -> None:
    """Each key names a seat."""
    for key, seat in named.items():
        require(0 <= seat < seats, key, f"there is no seat {seat}")


def require_cards(deck: Collection[str], **zones: Iterable[str]) -> None:
    """Only cards of the deck, and each at most once in all zones together."""
    seen: set[str] = set()
    for key, cards in zones.items():
        for card in cards:
            require(card in deck, key, f"{card!r} is not of this game")
            require(card not in seen, key, f"{card} is there twice, and there is only one")
            seen.add(card)


def require_trick(trick: Sequence[Laid], hands: Sequence[Sequence[str]], turn: int, is_complete: bool) -> None:
    """The trick lies clockwise; it is complete, or the turn is that of the next seat, which has a card to play."""
    seats = len(hands)
    laid = [card.seat for card in trick]
    for seat in laid:
        require_seats(seats, trick=seat)
    if laid:
        clockwise = [(laid[0] + step) % seats for step in range((laid[-1] - laid[0]) % seats + 1)]
        asked = [seat for seat in clockwise if seat in laid or hands[seat]]
        require(laid == asked, "trick", "its cards lie clockwise, one seat after another")
    following = next_to_lay(trick, hands) if trick else turn
    is_whole = bool(trick) and following is None
    require(is_whole == is_complete, "trick", f"{len(trick)} cards do not go with this phase")
    if not is_complete:
        require(turn == following, "turn", "is that of the next seat clockwise")
        require(bool(hands[turn]), "hands", f"seat {turn} has no card to play")


def require_played(played: Sequence[Trick], seats: int) -> None:
    """Every finished trick has at most one card of each seat, and its winner laid one of them."""
    for trick in played:
        laid = [card.seat for card in trick.cards]
        for seat in laid:
            require_seats(seats, played=seat)
        require(len(set(laid)) == len(laid), "played", "one card of each seat")
        require(trick.winner in laid, "played", "the winner is one of those that laid a card")


def require_result(result: Result | None, phase: str, seats: int, reasons: Collection[str]) -> None:
    """A result goes with phase `over` and no other, names seats, and gives one of these reasons."""
    require((result is not None) == (phase == "over"), "result", "goes with phase over")
    if result is not None:
        for seat in result["winners"]:
            require_seats(seats, result=seat)
        require(result["reason"] in reasons, "result", f"the reason is one of {', '.join(reasons)}")
        scores = result["scores"]
        require(scores is None or len(scores) == seats, "result", f"scores for {seats} seats")
        require(len(set(result["winners"])) == len(result["winners"]), "result", "a winner is named twice")
