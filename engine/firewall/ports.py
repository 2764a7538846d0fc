"""The cards of Firewall and what they decide: who wins under a Cap, what a Port is worth, whose round it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.tricks import Laid, deck_of, in_lead_suit

SEATS = range(4, 5)  # FW-SETUP-1
ROUNDS = 4  # FW-SETUP-2
FIRST_HAND = 13  # FW-BOOT-1
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DECK = deck_of(RANKS, lowest=2)
"""Every card with its rank, Ace high."""

SCALE = (("red", 2), ("red", 2), ("blue", 1), ("blue", 2), ("blue", 3))
"""Who scores how much on a Port of no card, one, two, three, and four or more. FW-SCORE-1"""

Stack: TypeAlias = Sequence[str]
"""The cards on a Port, bottom to top; the last is the Cap."""


def side_of(seat: int) -> int:
    """The partnership of a seat. FW-SETUP-1"""
    return seat % 2


def blue_in(number: int, known: int, blue: int) -> int:
    """The partnership that is Blue in round `number`, where `blue` is in round `known`. FW-SETUP-2"""
    return (blue + number - known) % 2


def leader_of(number: int, round1_leader: int) -> int:
    """Who leads round `number`: the first leader, the partner, the seat after the first leader, its partner."""
    return (round1_leader + (0, 2, 1, 3)[number - 1]) % 4  # FW-SETUP-3


def stopped_ranks(stack: Stack) -> list[str]:
    """The ranks above the Cap. FW-TRICK-3"""
    return RANKS[DECK[stack[-1]] - 1 :] if stack else []


def blocked(trick: Sequence[Laid], stack: Stack) -> list[str]:
    """The cards of the lead suit ranked above the Cap, `stack` being the one of that suit. FW-TRICK-3"""
    if not stack:
        return []
    cap = DECK[stack[-1]]
    return [laid.card for laid in in_lead_suit(trick) if DECK[laid.card] > cap]


def best(trick: Sequence[Laid], stack: Stack) -> Laid:
    """The card that wins the trick as it lies, `stack` being the one of its lead suit."""
    led = in_lead_suit(trick)  # FW-TRICK-2
    stopped = blocked(trick, stack)
    live = [laid for laid in led if laid.card not in stopped]
    if not live:  # FW-TRICK-4
        return min(led, key=_rank)
    return max(live, key=_rank)


def worth(depth: int, blue: int) -> list[int]:
    """What a Port of this depth is worth to each partnership, the one named `blue` being Blue. FW-SCORE-1"""
    scorer, points = SCALE[min(depth, len(SCALE) - 1)]
    return [points, 0] if (scorer == "blue") == (blue == 0) else [0, points]


def _rank(laid: Laid) -> int:
    return DECK[laid.card]
