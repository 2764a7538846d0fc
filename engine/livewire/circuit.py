"""The cards, the grid and the Goals of Live Wire: which tokens a card reaches, and what a Goal is worth.

The grid is a text of 25 letters, `H` or `C`, row by row from the top left; a token is its place in it, 0 to 24.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.tricks import Laid, deck_of, in_lead_suit, lead_suit

SEATS = range(3, 5)  # LW-SETUP-1
ROUNDS = 4
FIRST_HAND = {3: 13, 4: 10}
"""Seats to cards each. LW-SETUP-3"""
OFFERED = 3  # LW-SETUP-4
SIZE = 5
DECK = deck_of(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"], lowest=1)
"""Every card with its rank, Ace low, which is the number of its Wire."""

STATES = {"H": "Hot", "C": "Cold"}

_ROWS = [tuple(range(SIZE * row, SIZE * row + SIZE)) for row in range(SIZE)]
_COLUMNS = [tuple(range(column, SIZE * SIZE, SIZE)) for column in range(SIZE)]
_DIAGONALS = [tuple(range(0, SIZE * SIZE, SIZE + 1)), tuple(range(SIZE - 1, SIZE * SIZE - 1, SIZE - 1))]

WIRES = dict(enumerate(_ROWS + _COLUMNS, 1))
"""Wire number to its tokens: 1 to 5 the rows from the top, 6 to 10 the columns from the left. LW-WIRE-1"""


class Goal(NamedTuple):
    """Five tokens and the state they are wanted in; the Overload Goal wants none."""

    tokens: tuple[int, ...]
    state: str | None


OVERLOAD = "overload"
_LINES = (("row", _ROWS), ("col", _COLUMNS), ("diag", _DIAGONALS))
GOALS: dict[str, Goal] = {
    f"{kind}{number}-{STATES[state].lower()}": Goal(line, state)
    for kind, lines in _LINES
    for number, line in enumerate(lines, 1)
    for state in STATES
} | {OVERLOAD: Goal((), None)}
"""The twenty-five Goals by name."""


class Choice(NamedTuple):
    """What a card of the trick offers its winner: tokens of its Wire to flip, or none, which is an Overload."""

    laid: Laid
    wire: int
    tokens: list[int]


def first_grid(number: int) -> str:
    """The grid at the start of round `number`. LW-SETUP-2"""
    return ("HC" if number % 2 else "CH") * 12 + ("H" if number % 2 else "C")


def cell_of(token: int) -> list[int]:
    """The token's row and column, from 0."""
    return [token // SIZE, token % SIZE]


def best(trick: Sequence[Laid]) -> Laid:
    """The card that wins the trick as it lies: the highest of the led suit. LW-TRICK-1"""
    return max(in_lead_suit(trick), key=lambda laid: DECK[laid.card])


def needed(trick: Sequence[Laid]) -> str:
    """The state of the token that this trick flips: Hot by Hearts and Diamonds, Cold by Clubs and Spades."""
    return "H" if lead_suit(trick) in ("H", "D") else "C"  # LW-WIRE-2


def choices(trick: Sequence[Laid], grid: str) -> list[Choice]:
    """What each card of the led suit offers, in order of play. LW-WIRE-1, LW-WIRE-3"""
    state = needed(trick)
    offers = []
    for laid in in_lead_suit(trick):
        wire = DECK[laid.card]
        offers.append(Choice(laid, wire, [token for token in WIRES[wire] if grid[token] == state]))
    return offers


def flipped(grid: str, token: int) -> str:
    """The grid with this token turned over."""
    return grid[:token] + ("C" if grid[token] == "H" else "H") + grid[token + 1 :]


def matching(goal: str, grid: str) -> int:
    """How many tokens of the Goal lie in its state."""
    tokens, state = GOALS[goal]
    return sum(grid[token] == state for token in tokens)


def worth(goal: str, grid: str, has_overloaded: bool) -> int:
    """What the Goal scores on this grid, its owner having caused an Overload or not. LW-SCORE-1, LW-SCORE-2"""
    if goal == OVERLOAD:
        return 7 if has_overloaded else 0
    return {4: 4, 5: 7}.get(matching(goal, grid), 0)
