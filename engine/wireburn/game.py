"""Wireburn: empty your hand, then survive in Final Firewall until your next turn begins."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import msgspec

from engine.core import Event, GameInfo, IllegalMove, Move, Option, View, Viewer, chosen, read_move, shuffled
from engine.wireburn.deck import deck_of
from engine.wireburn.moves import MOVES, asked_of, is_in_the_language, legal_moves, refusal
from engine.wireburn.position import FIRST_HAND, SEATS, Position, read_position
from engine.wireburn.sentences import sentence
from engine.wireburn.turn import perform
from engine.wireburn.view import imagined, view_for


class Wireburn(Position, eq=False):
    """A game of Wireburn under way; the contract is told in `engine.core.State`."""

    game: ClassVar[str] = "wireburn"

    @property
    def acting(self) -> tuple[int, ...]:
        """The seat that owes a move now, () when the game is over."""
        return asked_of(self)

    def legal(self, seat: int) -> list[Move]:
        """Every move this seat may make now; [] for a seat that is not acting."""
        return legal_moves(self) if type(seat) is int and seat in self.acting else []

    def apply(self, seat: int, move: Any) -> list[Event]:
        """Make the move and tell what happened. Raises IllegalMove, and then nothing has changed."""
        wanted = read_move(move, MOVES)
        if not is_in_the_language(wanted):
            raise IllegalMove("MOVE-SHAPE", "That names a card or a position that Wireburn does not have.")
        rule = refusal(self, wanted) if type(seat) is int and seat in self.acting else "MOVE-TURN"
        if rule is not None:
            raise IllegalMove(rule, sentence(self, rule, wanted))
        events: list[Event] = []
        perform(self, wanted, events)
        return events

    def view(self, viewer: Viewer) -> View:
        """All that this viewer may know."""
        return view_for(self, viewer)

    def dump(self) -> dict[str, Any]:
        """The whole position, JSON-ready."""
        position: dict[str, Any] = msgspec.to_builtins(self)
        return position

    def copy(self) -> Wireburn:
        """An independent copy."""
        twin = copy.copy(self)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.docks = {dock: stack.copy() for dock, stack in self.docks.items()}
        twin.draw = self.draw.copy()
        twin.discard = self.discard.copy()
        twin.skips = self.skips.copy()
        twin.idle = self.idle.copy()
        return twin


def start(seats: int, options: Mapping[str, Any], seed: str) -> Wireburn:
    """Deal a new game: shuffle 0 is the deck, nine cards a seat from its front; shuffle 1, of the seats, says who
    starts where that is left to chance."""
    if type(seats) is not int or seats not in SEATS:
        raise ValueError(f"seats: Wireburn is for two to six, not {seats!r}")
    house = chosen(OPTIONS, options, seats)
    deck = [card for card, copies in deck_of(house["red_shift"]).items() for _ in range(copies)]
    cards = shuffled(deck, seed, 0)
    first, shuffles = house["first"], 1
    if first == "random":
        first, shuffles = shuffled(range(seats), seed, 1)[0], 2
    dealt = seats * FIRST_HAND  # WB-SETUP-3
    return load(
        {
            "game": "wireburn",
            "options": house,
            "hands": [cards[at : at + FIRST_HAND] for at in range(0, dealt, FIRST_HAND)],
            "draw": cards[dealt:],
            "discard": [],
            "docks": {},
            "turn": first,
            "seed": seed,
            "shuffles": shuffles,
        }
    )


def load(position: Mapping[str, Any]) -> Wireburn:
    """The game at this position; ValueError names the key that is wrong."""
    return read_position(position, Wireburn)


def imagine(view: View, rng: Random) -> Wireburn:
    """A game that this viewer could be in: its view for them is `view` again."""
    return load(imagined(view, rng))


OPTIONS = (
    Option("edition", ("current", "shield")),
    Option("pace", ("chain", "one")),
    Option("red_shift", (False, True)),
    Option("first", ("random",), seat=True),
)

WIREBURN = GameInfo(
    name="wireburn",
    title="Wireburn",
    seats=SEATS,
    options=OPTIONS,
    rules=1,
    start=start,
    load=load,
    imagine=imagine,
    quiet=("end", "draw", "accept"),
    slips=frozenset(
        {"played", "washed", "cleared", "entered_firewall", "asked", "targeted", "accepted", "shielded"}
        | {"ended_turn", "skipped", "began_turn"}
    ),
)
