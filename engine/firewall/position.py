"""A position of Firewall: its keys and what they may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from engine.core import Result, shaped
from engine.firewall.ports import DECK, ROUNDS, best, side_of
from engine.tricks import (
    SUITS,
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
Side: TypeAlias = Literal[0, 1]
"""A partnership: 0 is seats 0 and 2, 1 is seats 1 and 3."""
Pair: TypeAlias = Annotated[list[Count], msgspec.Meta(min_length=2, max_length=2)]
"""A number for each partnership."""

REASONS = ("points", "ports", "tricks", "draw")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table: who leads round 1, and which partnership begins as Blue."""

    first: Literal["random"] | int = "random"
    blue_first: Literal["random", 0, 1] = "random"


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round: who was Blue, how deep each Port lay, and what each partnership made of it."""

    round: RoundNumber
    blue: Side
    depth: dict[str, Count]
    points: Pair
    ports: Pair
    tricks: Pair


def _pair() -> list[int]:
    return [0, 0]


class Position(
    msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="firewall", eq=False
):
    """Everything there is to know about a game under way, hidden cards included.

    Stacks are bottom to top. `boot` has the round's Boot cards by seat: in phase `boot` they are hidden and lie
    nowhere else, later they are on the Ports. Each key is told in docs/engine.md.
    """

    options: Options = Options()
    round: RoundNumber = 1
    leader: int = 0
    blue: Side = 0
    phase: Literal["boot", "play", "act", "over"] = "play"
    hands: Annotated[list[list[str]], msgspec.Meta(min_length=4, max_length=4)]
    stacks: dict[str, list[str]] = {}
    trick: list[Laid] = []
    turn: int = 0
    points: Pair = msgspec.field(default_factory=_pair)
    ports: Pair = msgspec.field(default_factory=_pair)
    tricks: Pair = msgspec.field(default_factory=_pair)
    round1_leader: int = 0
    boot: Annotated[list[str | None], msgspec.Meta(max_length=4)] = []
    played: list[Trick] = []
    discard: list[str] = []
    history: Annotated[list[Round], msgspec.Meta(max_length=ROUNDS)] = []
    seed: str = ""
    shuffles: Count = 0
    result: Result | None = None

    @property
    def led_stack(self) -> list[str]:
        """The stack of the lead suit, [] while no card is led."""
        return self.stacks[suit_of(self.trick[0].card)] if self.trick else []

    def is_blue(self, seat: int) -> bool:
        """Whether the seat's partnership is Blue in this round."""
        return side_of(seat) == self.blue


def read_position(data: Mapping[str, Any], shape: type[Any]) -> Any:
    """The position that `data` describes, as a `shape`; ValueError names the key that is wrong."""
    position: Position = shaped(data, shape)
    for suit in position.stacks:
        require(suit in SUITS, "stacks", f"{suit!r} is not one of {', '.join(SUITS)}")
    position.stacks = {suit: position.stacks.get(suit, []) for suit in SUITS}
    position.boot += [None] * (4 - len(position.boot))
    require_seats(4, leader=position.leader, turn=position.turn, round1_leader=position.round1_leader)
    if position.options.first != "random":
        require_seats(4, options=position.options.first)
    for done in position.history:
        require(done.depth.keys() == SUITS.keys(), "history", "has a depth for every Port")
    for side in (0, 1):
        before = sum(done.tricks[side] for done in position.history)
        require(position.tricks[side] >= before, "tricks", "are those of the finished rounds and of this one")
    require_played(position.played, 4)
    _check_deeds(position)
    _check_cards(position)
    _check_phase(position)
    return position


def _check_deeds(position: Position) -> None:
    for trick in position.played:
        match trick.deed:
            case ["decline"]:
                pass
            case ["fortify" | "breach", str(card)]:
                mine = [laid.card for laid in trick.cards if side_of(laid.seat) == side_of(trick.winner)]
                require(card in mine, "played", f"{card!r} is not a card of the winner's side")
            case _:
                require(False, "played", f"{trick.deed!r} is not what a winner does")


def _check_cards(position: Position) -> None:
    stacked = [card for stack in position.stacks.values() for card in stack]
    boot = [card for card in position.boot if card is not None]
    fortified = {trick.deed[1] for trick in position.played if trick.deed[0] == "fortify"}
    require_cards(DECK, stacks=stacked, discard=position.discard)
    require_cards(DECK, boot=boot)
    require_cards(
        DECK,
        hands=(card for hand in position.hands for card in hand),
        trick=(laid.card for laid in position.trick),
        boot=boot if position.phase == "boot" else (),
        played=(laid.card for trick in position.played for laid in trick.cards),
        stacks=(card for card in stacked if card not in fortified),  # those are among the played as well
        discard=(card for card in position.discard if card not in fortified),
    )
    for suit, stack in position.stacks.items():
        require(all(suit_of(card) == suit for card in stack), "stacks", f"a card on {suit} is of another suit")
    if position.phase != "boot":
        placed = {*stacked, *position.discard}
        require(placed.issuperset(boot), "boot", "the Boot cards shown are on the Ports or breached")


def _check_phase(position: Position) -> None:
    hands, trick, turn = position.hands, position.trick, position.turn
    require_result(position.result, position.phase, 4, REASONS)
    if position.phase in ("boot", "over"):
        require(not trick, "trick", f"is empty in phase {position.phase}")
    if position.phase == "boot":
        chosen = [seat for seat, card in enumerate(position.boot) if card is not None]
        require(len(chosen) < 4, "boot", "all have chosen, and so they are shown")
        require(all(hands[seat] for seat in range(4) if seat not in chosen), "hands", "no card to choose among")
    elif position.phase != "over":
        require_trick(trick, hands, turn, is_complete=position.phase == "act")
    if position.phase == "act":
        winner = best(trick, position.led_stack).seat
        require(turn == winner, "turn", f"seat {winner} has won this trick")
