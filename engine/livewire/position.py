"""A position of Live Wire: its keys and what they may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from engine.core import Result, shaped
from engine.livewire.circuit import DECK, GOALS, OFFERED, ROUNDS, SEATS, WIRES, best, cell_of
from engine.tricks import (
    Laid,
    Trick,
    require,
    require_cards,
    require_played,
    require_result,
    require_seats,
    require_trick,
    suit_of,
)

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
RoundNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)]
Grid: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[HC]{25}\Z")]

REASONS = ("points",)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table: who deals first."""

    dealer: Literal["random"] | int = "random"


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round: the Goals shown and their points by seat, who overloaded if anybody did, and the grid."""

    round: RoundNumber
    goals: list[str]
    points: list[Count]
    overload: int | None
    grid: Grid


class Position(
    msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="livewire", eq=False
):
    """Everything there is to know about a game under way, hidden cards and Goals included.

    In phase `keep`, `offered` has the three Goals of each seat until all have kept one, and `goals` those kept so
    far; only then are the others in `discarded_goals`. Each key is told in docs/engine.md.
    """

    options: Options = Options()
    round: RoundNumber = 1
    dealer: int = 0
    phase: Literal["keep", "play", "wire", "over"] = "play"
    hands: Annotated[list[list[str]], msgspec.Meta(min_length=SEATS[0], max_length=SEATS[-1])]
    aside: list[str] = []
    offered: list[list[str]] = []
    goals: list[str | None] = []
    discarded_goals: list[list[str]] = []
    grid: Grid
    trick: list[Laid] = []
    turn: int = 0
    scores: list[Count] = []
    first_dealer: int = 0
    played: list[Trick] = []
    history: Annotated[list[Round], msgspec.Meta(max_length=ROUNDS)] = []
    seed: str = ""
    shuffles: Count = 0
    result: Result | None = None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)


def read_position(data: Mapping[str, Any], shape: type[Any]) -> Any:
    """The position that `data` describes, as a `shape`; ValueError names the key that is wrong."""
    position: Position = shaped(data, shape)
    seats = position.seats
    position.scores = position.scores or [0] * seats
    position.goals = position.goals or [None] * seats
    position.discarded_goals = position.discarded_goals or [[] for _ in range(seats)]
    require_seats(seats, dealer=position.dealer, turn=position.turn, first_dealer=position.first_dealer)
    if position.options.dealer != "random":
        require_seats(seats, options=position.options.dealer)
    for key in ("scores", "goals", "discarded_goals"):
        require(len(getattr(position, key)) == seats, key, f"is for {seats} seats")
    for done in position.history:
        require(len(done.goals) == len(done.points) == seats, "history", f"is for {seats} seats")
        require_cards(GOALS, history=done.goals)
        require_seats(seats, history=done.overload or 0)
    require_played(position.played, seats)
    require_cards(
        DECK,
        hands=(card for hand in position.hands for card in hand),
        aside=position.aside,
        trick=(laid.card for laid in position.trick),
        played=(laid.card for trick in position.played for laid in trick.cards),
    )
    require(len(position.aside) <= 1, "aside", "one card at most")
    for trick in position.played:
        _check_deed(trick)
    _check_goals(position)
    _check_phase(position)
    return position


def _check_deed(trick: Trick) -> None:
    led = [laid.card for laid in trick.cards if suit_of(laid.card) == suit_of(trick.cards[0].card)]
    match trick.deed:
        case ["overload", str(card)]:
            require(card in led, "played", f"{card!r} is not a card of the led suit")
        case ["flip", str(card), [row, column]] if type(row) is type(column) is int:
            require(card in led, "played", f"{card!r} is not a card of the led suit")
            cells = [cell_of(token) for token in WIRES[DECK[card]]]
            require([row, column] in cells, "played", f"{[row, column]} is not on that Wire")
        case _:
            require(False, "played", f"{trick.deed!r} is not what a winner does")


def _check_goals(position: Position) -> None:
    kept = [goal for goal in position.goals if goal is not None]
    discarded = [goal for goals in position.discarded_goals for goal in goals]
    offered = [goal for goals in position.offered for goal in goals]
    if position.phase != "keep":
        require(not offered, "offered", "is for phase keep")
        require(len(kept) == position.seats, "goals", "every seat has kept one")
        require_cards(GOALS, goals=kept, discarded_goals=discarded)
        return
    require(not discarded, "discarded_goals", "are discarded when all have kept one")
    require(len(position.offered) == position.seats, "offered", f"is for {position.seats} seats")
    require(len(kept) < position.seats, "goals", "all have kept one, and so phase keep is over")
    require_cards(GOALS, offered=offered)
    for goals, goal in zip(position.offered, position.goals, strict=True):
        require(1 <= len(goals) <= OFFERED, "offered", f"{OFFERED} Goals a seat")
        require(goal is None or goal in goals, "goals", f"{goal!r} was not offered")


def _check_phase(position: Position) -> None:
    hands, trick = position.hands, position.trick
    require_result(position.result, position.phase, position.seats, REASONS)
    if position.phase in ("play", "wire"):
        require_trick(trick, hands, position.turn, is_complete=position.phase == "wire")
    else:
        require(not trick, "trick", f"is empty in phase {position.phase}")
    if position.phase == "over" and position.history:
        require(position.history[-1].goals == position.goals, "history", "ends with the Goals that were shown")
    if position.phase == "wire":
        winner = best(trick).seat
        require(position.turn == winner, "turn", f"seat {winner} has won this trick")
