"""A position of Wireburn: its keys, what they may hold, and the plain questions one asks of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from engine.core import Result, shaped
from engine.wireburn.deck import CORE_DOCKS, POSITIONS, deck_of
from engine.wireburn.stack import Edition

FIRST_HAND = 9
DIG_LIMIT = 3
STALE_LIMIT = 3
SEATS = range(2, 7)  # WB-SETUP-1
REASONS = ("survived", "null", "deadlock")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table."""

    edition: Edition = "current"
    pace: Literal["chain", "one"] = "chain"
    red_shift: bool = False
    first: Literal["random"] | int = "random"


class AskTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="target"):
    """The seat to move owes the choice of an opponent: for a penalty, for an extra card, or for a bundle."""

    why: Literal["penalty", "extra", "bundle"]
    seats: list[int]


class AskShield(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="shield"):
    """`seat` owes the choice to accept the attacker's bundle or to shield; `passed` if a shield sent it there."""

    seat: int
    attacker: int
    passed: bool


Shape = TypeVar("Shape", bound="Position")
Ask: TypeAlias = AskTarget | AskShield


class Position(
    msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="wireburn", eq=False
):
    """Everything there is to know about a game under way, hidden cards included.

    `draw[0]` is the next card drawn; a dock's list is bottom to top. Each key is told in docs/engine.md.
    """

    options: Options = Options()
    hands: list[list[str]]
    draw: list[str]
    discard: list[str]
    docks: dict[str, list[str]]
    turn: int = 0
    drawn: int = 0
    played: int = 0
    opened: bool = False
    skips: list[int] = []
    bonus: bool = False
    last_drawn: str | None = None
    damage: int = 0
    idle: list[int] = []
    stale: int = 0
    result: Result | None = None
    pending: Ask | None = None
    after: Literal["clear", "end"] | None = None
    clearing: str | None = None
    seed: str = ""
    shuffles: int = 0

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def is_dry(self) -> bool:
        """Whether no card can be drawn or dealt at all."""
        return not self.draw and not self.discard

    @property
    def goes_on(self) -> bool:
        """Whether the game goes on without asking anybody."""
        return self.pending is None and self.result is None

    def next_to(self, seat: int) -> int:
        """The seat next clockwise."""
        return (seat + 1) % len(self.hands)

    def opponents(self, seat: int) -> list[int]:
        """The other seats, clockwise from this one."""
        return [other % len(self.hands) for other in range(seat + 1, seat + len(self.hands))]

    def in_firewall(self, attacker: int) -> list[int]:
        """The attacker's opponents in Firewall, in rising order."""
        return [seat for seat, hand in enumerate(self.hands) if not hand and seat != attacker]


def read_position(data: Mapping[str, Any], shape: type[Shape]) -> Shape:
    """The position that `data` describes, as a `shape`; ValueError names the key that is wrong."""
    position = shaped(data, shape)
    _check_options(position)
    positions = POSITIONS if position.options.red_shift else tuple(CORE_DOCKS)
    for name in position.docks:
        _need(name in positions, "docks", f"{name!r} is not one of {', '.join(positions)}")
    position.docks = {name: position.docks.get(name, []) for name in positions}
    _check_cards(position)
    _check_turn(position)
    _check_pending(position)
    return position


def _need(holds: bool, key: str, wrong: str) -> None:
    if not holds:
        raise ValueError(f"{key}: {wrong}")


def _need_seats(position: Position, key: str, seats: Sequence[int]) -> None:
    for seat in seats:
        _need(0 <= seat < position.seats, key, f"there is no seat {seat}")
    _need(len(set(seats)) == len(seats), key, "a seat is named twice")


def _check_options(position: Position) -> None:
    options = position.options
    _need(position.seats in SEATS, "hands", f"two to six seats play, not {position.seats}")
    _need(options.edition == "current" or not options.red_shift, "options", "Red Shift needs edition current")
    if options.first != "random":
        _need_seats(position, "options.first", [options.first])


def _check_cards(position: Position) -> None:
    deck = deck_of(position.options.red_shift)
    piles = {"hands": position.hands, "draw": [position.draw], "discard": [position.discard]}
    held: Counter[str] = Counter()
    for key, lists in {**piles, "docks": list(position.docks.values())}.items():
        held.update(card for cards in lists for card in cards)
        for card, copies in held.items():
            _need(card in deck, key, f"{card!r} is not a card of this deck")
            _need(copies <= deck[card], key, f"{copies} copies of {card!r}, the deck has {deck[card]}")


def _check_turn(position: Position) -> None:
    _need_seats(position, "turn", [position.turn])
    _need_seats(position, "skips", position.skips)
    _need_seats(position, "idle", position.idle)
    for key in ("drawn", "played", "damage", "stale", "shuffles"):
        _need(getattr(position, key) >= 0, key, "is below zero")
    _need(position.drawn <= DIG_LIMIT, "drawn", "at most three cards are drawn in a turn")
    _need(
        position.damage == 0 or position.options.edition == "shield",
        "damage",
        "adds up in edition shield only",
    )
    _need(not position.bonus or position.options.pace == "one", "bonus", "is earned at pace one only")
    hand = position.hands[position.turn]
    if position.last_drawn is not None:
        known = deck_of(position.options.red_shift) if position.played else hand
        _need(position.last_drawn in known, "last_drawn", f"{position.last_drawn!r} cannot have been drawn")
    if position.result is not None:
        _check_result(position, position.result)
    elif position.pending is None:
        _need(bool(hand), "hands", f"seat {position.turn} has begun a turn with no card, and so has won")


def _check_result(position: Position, result: Result) -> None:
    winners, reason = result["winners"], result["reason"]
    _need_seats(position, "result", winners)
    _need(reason in REASONS, "result", f"the reason is one of {', '.join(REASONS)}")
    _need(len(winners) == (reason != "deadlock"), "result", "one seat wins, and none in a deadlock")
    _need(result["scores"] is None, "result", "Wireburn keeps no scores")
    if reason == "null":
        _need("NULL" in position.hands[winners[0]], "result", "the winner holds that NULL")


def _check_pending(position: Position) -> None:
    pending, turn = position.pending, position.turn
    _need(pending is None or position.result is None, "pending", "nothing is asked in a finished game")
    at_end = isinstance(pending, AskShield) or (pending is not None and pending.why == "bundle")
    if pending is None or at_end:
        _need(position.after is None, "after", "is for a choice within the turn")
    _need((position.after == "clear") == (position.clearing is not None), "clearing", "goes with after: clear")
    if position.clearing is not None:
        _need(bool(position.docks.get(position.clearing)), "clearing", "names a position with a stack")
    if pending is not None:
        _need(at_end == (position.options.edition == "shield"), "pending", "bundles are of edition shield alone")
    if at_end:
        _need(position.damage > 0, "damage", "a bundle holds at least one")
    if isinstance(pending, AskShield):
        _need_seats(position, "pending", [pending.seat])
        _need(pending.attacker == turn, "pending", "the attacker is the seat to move")
        _need(pending.seat != turn, "pending", "the attacker is not asked")
    elif pending is not None:
        _need_seats(position, "pending", pending.seats)
        _need(turn not in pending.seats, "pending", "an attack is for an opponent")
        _need(len(pending.seats) > 1, "pending", "nobody chooses among one")
