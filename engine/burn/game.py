"""Burn: play higher and higher, and be the first with nothing in hand, face up or face down."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import msgspec

from engine.burn.deck import DEALT, DECK, SLOTS, cards_of, wrong_deck
from engine.burn.moves import MOVES, asked_of, is_in_the_language, legal_moves, refusal
from engine.burn.position import SEATS, Position, read_position
from engine.burn.sentences import sentence
from engine.burn.turn import perform
from engine.burn.view import imagined, view_for
from engine.core import Event, GameInfo, IllegalMove, Move, Option, View, Viewer, chosen, read_move, shuffled


class Burn(Position, eq=False):
    """A game of Burn under way; the contract is told in `engine.core.State`."""

    game: ClassVar[str] = "burn"

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that owe a move now, several while they arrange; () when the game is over."""
        return asked_of(self)

    def legal(self, seat: int) -> list[Move]:
        """Every move this seat may make now; [] for a seat that is not acting."""
        return legal_moves(self, seat) if type(seat) is int and seat in self.acting else []

    def apply(self, seat: int, move: Any) -> list[Event]:
        """Make the move and tell what happened. Raises IllegalMove, and then nothing has changed."""
        wanted = read_move(move, MOVES)
        if not is_in_the_language(wanted):
            raise IllegalMove("MOVE-SHAPE", "That names a card that Burn does not have.")
        rule = refusal(self, seat, wanted) if type(seat) is int and seat in self.acting else "MOVE-TURN"
        if rule is not None:
            raise IllegalMove(rule, sentence(self, rule, wanted))
        events: list[Event] = []
        perform(self, seat, wanted, events)
        return events

    def view(self, viewer: Viewer) -> View:
        """All that this viewer may know."""
        return view_for(self, viewer)

    def dump(self) -> dict[str, Any]:
        """The whole position, JSON-ready."""
        position: dict[str, Any] = msgspec.to_builtins(self)
        return position

    def copy(self) -> Burn:
        """An independent copy."""
        twin = copy.copy(self)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.up = [row.copy() for row in self.up]
        twin.down = [row.copy() for row in self.down]
        twin.draw = self.draw.copy()
        twin.pile = self.pile.copy()
        twin.burned = self.burned.copy()
        twin.seen = self.seen.copy()
        if self.dealt is not None:
            twin.dealt = [ten and ten.copy() for ten in self.dealt]
        return twin


def start(seats: int, options: Mapping[str, Any], seed: str) -> Burn:
    """Deal a new game: shuffle 0 is the deck, from whose front come six face-down cards for each seat, then ten to
    choose from for each; shuffle 1, of the seats, says who starts where that is left to chance.

    Of the options `deck` may be left out; ValueError says what is wrong with the list.
    """
    if type(seats) is not int or seats not in SEATS:
        raise ValueError(f"seats: Burn is for two to six, not {seats!r}")
    house = chosen(OPTIONS, {name: value for name, value in options.items() if name != "deck"}, seats)
    deck = DECK
    if "deck" in options:
        deck = options["deck"]
        wrong = wrong_deck(deck, seats) if isinstance(deck, Mapping) else f"a list of card to copies, not {deck!r}"
        if wrong is not None:
            raise ValueError(f"options: deck: {wrong}")
        house["deck"] = dict(deck)
    cards = shuffled(cards_of(deck), seed, 0)
    first, shuffles = house["first"], 1
    if first == "random":
        first, shuffles = shuffled(range(seats), seed, 1)[0], 2
    choices, draw = SLOTS * seats, (SLOTS + DEALT) * seats
    return load(
        {
            "game": "burn",
            "options": house,
            "hands": [[] for _ in range(seats)],
            "up": [[] for _ in range(seats)],
            "down": [cards[at : at + SLOTS] for at in range(0, choices, SLOTS)],  # BN-SETUP-2
            "dealt": [cards[at : at + DEALT] for at in range(choices, draw, DEALT)],  # BN-SETUP-3
            "draw": cards[draw:],  # BN-SETUP-4
            "turn": first,
            "phase": "arrange",
            "seed": seed,
            "shuffles": shuffles,
        }
    )


def load(position: Mapping[str, Any]) -> Burn:
    """The game at this position; ValueError names the key that is wrong."""
    return read_position(position, Burn)


def imagine(view: View, rng: Random) -> Burn:
    """A game that this viewer could be in: its view for them is `view` again."""
    return load(imagined(view, rng))


OPTIONS = (
    Option("open_deal", (True, False)),
    Option("first", ("random",), seat=True),
)

BURN = GameInfo(
    name="burn",
    title="Burn",
    seats=SEATS,
    options=OPTIONS,
    rules=1,
    start=start,
    load=load,
    imagine=imagine,
    quiet=("pickup",),
    slips=frozenset(
        {"arranged", "played", "picked_up", "burned", "reversed", "skipped", "asked", "swapped"}
        | {"began_turn", "kept_turn"}
    ),
)
