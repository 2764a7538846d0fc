"""A position of Burn: its keys, what they may hold, and the plain questions one asks of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from engine.burn.deck import DEALT, DECK, SLOTS, wrong_deck
from engine.core import Result, shaped

SEATS = range(2, 7)  # BN-SETUP-1
HAND = 4
"""Cards a hand is drawn back to. BN-DRAW-1"""
IDLE_LIMIT = 200  # BN-END-1
REASONS = ("out", "deadlock")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house rules of a table; `deck` is there only where the table plays with a list of its own."""

    open_deal: bool = True
    first: Literal["random"] | int = "random"
    deck: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choice that the seat to move owes for the SWAP or SPY it has played."""

    ask: Literal["swap", "spy"]


class Sighting(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """SPY has shown `spy` the face-down card that now lies in this slot of this seat."""

    spy: int
    seat: int
    slot: int
    card: str


Shape = TypeVar("Shape", bound="Position")


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="game", tag="burn", eq=False):
    """Everything there is to know about a game under way, hidden cards included.

    `draw[0]` is the next card drawn; `pile` is bottom to top. Each key is told in docs/engine.md.
    """

    options: Options = Options()
    hands: list[list[str]]
    up: list[list[str]]
    down: list[list[str | None]]
    draw: list[str] = []
    pile: list[str] = []
    starter: bool = False
    burned: list[str] = []
    turn: int = 0
    direction: Literal[1, -1] = 1
    phase: Literal["arrange", "play"] = "play"
    dealt: list[list[str] | None] | None = None
    pending: Ask | None = None
    seen: list[Sighting] = []
    idle: int = 0
    result: Result | None = None
    seed: str = ""
    shuffles: int = 0

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def deck(self) -> Mapping[str, int]:
        """The deck list that is played with, card to copies."""
        deck = self.options.deck
        return DECK if deck is msgspec.UNSET else deck

    def on_from(self, seat: int, steps: int) -> int:
        """The seat so many steps on from this one in the direction of play. BN-SETUP-5"""
        return (seat + self.direction * steps) % len(self.hands)

    def face_down(self, seat: int) -> list[int]:
        """The slots of this seat that hold a card."""
        return [slot for slot, card in enumerate(self.down[seat]) if card is not None]

    def has_face_down(self, seat: int, slot: int) -> bool:
        """Whether there is such a seat with a card in such a slot."""
        return 0 <= seat < len(self.hands) and 0 <= slot < SLOTS and self.down[seat][slot] is not None

    def can_be_asked(self, ask: Literal["swap", "spy"]) -> bool:
        """Whether the seat to move has anything to choose. BN-ACT-8, BN-ACT-9"""
        theirs = any(self.face_down(seat) for seat in range(len(self.hands)) if seat != self.turn)
        return theirs and (ask == "spy" or bool(self.face_down(self.turn)))

    def is_out(self, seat: int) -> bool:
        """Whether this seat has played its hand, face-up and face-down cards. BN-WIN-1"""
        return not self.hands[seat] and not self.up[seat] and not self.face_down(seat)


def read_position(data: Mapping[str, Any], shape: type[Shape]) -> Shape:
    """The position that `data` describes, as a `shape`; ValueError names the key that is wrong."""
    position = shaped(data, shape)
    _check_seats(position)
    _check_cards(position)
    _check_seen(position)
    if position.phase == "arrange":
        _check_arranging(position)
    else:
        _check_playing(position)
    return position


def _need(holds: bool, key: str, wrong: str) -> None:
    if not holds:
        raise ValueError(f"{key}: {wrong}")


def _check_seats(position: Position) -> None:
    seats, options = position.seats, position.options
    _need(seats in SEATS, "hands", f"two to six seats play, not {seats}")
    _need(len(position.up) == seats, "up", f"one row for each of {seats} seats")
    _need(len(position.down) == seats, "down", f"six slots for each of {seats} seats")
    for up, down in zip(position.up, position.down, strict=True):
        _need(len(up) <= SLOTS, "up", f"six cards at most, not {len(up)}")
        _need(len(down) == SLOTS, "down", f"six slots for each seat, not {len(down)}")
    _need(0 <= position.turn < seats, "turn", f"there is no seat {position.turn}")
    _need(position.shuffles >= 0, "shuffles", "is below zero")
    _need(options.first == "random" or 0 <= options.first < seats, "options.first", "there is no such seat")
    if options.deck is not msgspec.UNSET:
        wrong = wrong_deck(options.deck, seats)
        _need(wrong is None, "options.deck", str(wrong))


def _check_cards(position: Position) -> None:
    deck = position.deck
    zones: dict[str, list[Any]] = {
        "hands": position.hands,
        "up": position.up,
        "down": position.down,
        "dealt": position.dealt or [],
        "draw": [position.draw],
        "pile": [position.pile],
        "burned": [position.burned],
    }
    held: Counter[str] = Counter()
    for key, lists in zones.items():
        held.update(card for cards in lists for card in cards or () if card is not None)
        for card, copies in held.items():
            _need(card in deck, key, f"{card!r} is not a card of this deck")
            _need(copies <= deck[card], key, f"{copies} copies of {card}, the deck has {deck[card]}")
    _need(bool(position.pile) or not position.starter, "starter", "needs a pile")


def _check_seen(position: Position) -> None:
    known: set[tuple[int, int, int]] = set()
    for spy, seat, slot, card in map(msgspec.structs.astuple, position.seen):
        _need(0 <= spy < position.seats, "seen", f"there is no seat {spy}")
        _need(position.has_face_down(seat, slot), "seen", f"seat {seat} has no card in slot {slot}")
        _need(position.down[seat][slot] == card, "seen", f"slot {slot} of seat {seat} does not hold {card!r}")
        _need((spy, seat, slot) not in known, "seen", "one slot is named twice for one seat")
        known.add((spy, seat, slot))


def _check_arranging(position: Position) -> None:
    dealt = position.dealt
    _need(dealt is not None and len(dealt) == position.seats, "dealt", "ten cards or null for each seat")
    assert dealt is not None
    _need(any(ten is not None for ten in dealt), "dealt", "when all have chosen, the play is on")
    for ten, hand, up in zip(dealt, position.hands, position.up, strict=True):
        _need(ten is None or len(ten) == DEALT, "dealt", "a seat chooses from ten cards")
        _need(len(up) == (SLOTS if ten is None else 0), "up", "six cards where the seat has chosen, else none")
        _need(
            len(hand) == (HAND if ten is None else 0), "hands", "four cards where the seat has chosen, else none"
        )
    for key in ("pile", "burned", "seen", "pending", "idle", "result"):
        _need(not getattr(position, key), key, "is empty until all have chosen")


def _check_playing(position: Position) -> None:
    pending, result = position.pending, position.result
    _need(position.dealt is None, "dealt", "all have chosen")
    _need(0 <= position.idle <= IDLE_LIMIT, "idle", f"a number from 0 to {IDLE_LIMIT}")
    if pending is not None:
        _need(result is None, "pending", "nothing is asked in a finished game")
        _need(position.can_be_asked(pending.ask), "pending", "there is nothing to choose")  # BN-WIN-2
    if result is not None:
        winners, reason = result["winners"], result["reason"]
        _need(reason in REASONS, "result", f"the reason is one of {', '.join(REASONS)}")
        _need(all(0 <= seat < position.seats for seat in winners), "result", "there is no such seat")
        _need(len(winners) == (reason == "out"), "result", "who is out wins alone, a deadlock has no winner")
        _need(result["scores"] is None, "result", "Burn keeps no scores")
        return
    _need(position.idle < IDLE_LIMIT, "idle", f"after {IDLE_LIMIT} such moves the game is a draw")  # BN-END-1
    for seat in range(position.seats):
        owes = pending is not None and seat == position.turn
        _need(owes or not position.is_out(seat), "hands", f"seat {seat} has no card left, and so has won")
