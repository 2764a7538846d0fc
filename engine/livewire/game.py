"""Live Wire: win tricks to turn the tokens of a shared grid towards a Goal that only its owner knows."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import msgspec

from engine.core import (
    Event,
    GameInfo,
    IllegalMove,
    Move,
    Option,
    View,
    Viewer,
    chosen,
    read_move,
    shaped,
    shuffled,
)
from engine.livewire.circuit import SEATS, first_grid
from engine.livewire.moves import MOVES, asked_of, legal_moves, refusal, sentence
from engine.livewire.play import deal, perform
from engine.livewire.position import Options, Position, read_position
from engine.livewire.view import imagined, view_for


class LiveWire(Position, eq=False):
    """A game of Live Wire under way; the contract is told in `engine.core.State`."""

    game: ClassVar[str] = "livewire"

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that owe a move now, () when the game is over."""
        return asked_of(self)

    def legal(self, seat: int) -> list[Move]:
        """Every move this seat may make now; [] for a seat that is not acting."""
        return legal_moves(self, seat) if type(seat) is int and seat in self.acting else []

    def apply(self, seat: int, move: Any) -> list[Event]:
        """Make the move and tell what happened. Raises IllegalMove, and then nothing has changed."""
        wanted = read_move(move, MOVES)
        rule = refusal(self, seat, wanted)
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

    def copy(self) -> LiveWire:
        """An independent copy."""
        twin = copy.copy(self)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.aside = self.aside.copy()
        twin.offered = [offer.copy() for offer in self.offered]
        twin.goals = self.goals.copy()
        twin.discarded_goals = [goals.copy() for goals in self.discarded_goals]
        twin.trick = self.trick.copy()
        twin.scores = self.scores.copy()
        twin.played = self.played.copy()
        twin.history = self.history.copy()
        return twin


def start(seats: int, options: Mapping[str, Any], seed: str) -> LiveWire:
    """Deal a new game. The seats are shuffled where the dealer is left to chance, and then for each round the deck
    and the Goals: hands and offers are dealt from their fronts, seat by seat."""
    if type(seats) is not int or seats not in SEATS:  # LW-SETUP-1
        raise ValueError(f"seats: Live Wire is for three or four, not {seats!r}")
    house = shaped(chosen(OPTIONS, options, seats), Options)
    dealer, shuffles = house.dealer, 0
    if dealer == "random":
        dealer = shuffled(range(seats), seed, shuffles)[0]
        shuffles += 1
    state = LiveWire(
        options=house,
        dealer=dealer,
        first_dealer=dealer,
        hands=[[]] * seats,
        grid=first_grid(1),
        scores=[0] * seats,
        seed=seed,
        shuffles=shuffles,
    )
    deal(state, [])
    return state


def load(position: Mapping[str, Any]) -> LiveWire:
    """The game at this position; ValueError names the key that is wrong."""
    state: LiveWire = read_position(position, LiveWire)
    return state


def imagine(view: View, rng: Random) -> LiveWire:
    """A game that this viewer could be in: its view for them is `view` again."""
    return load(imagined(view, rng))


OPTIONS = (Option("dealer", ("random",), seat=True),)

LIVEWIRE = GameInfo(
    name="livewire",
    title="Live Wire",
    seats=SEATS,
    options=OPTIONS,
    rules=1,
    start=start,
    load=load,
    imagine=imagine,
    quiet=("flip",),
    slips=frozenset({"chose", "all_chose", "played", "won_trick", "flipped", "overloaded"}),
)
