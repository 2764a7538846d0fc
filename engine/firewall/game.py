"""Firewall: Blue builds and Red tears down four stacks, whose top cards say who can win a trick."""

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
from engine.firewall.moves import MOVES, asked_of, legal_moves, refusal, sentence
from engine.firewall.play import deal, perform
from engine.firewall.ports import SEATS
from engine.firewall.position import Options, Position, Side, read_position
from engine.firewall.view import imagined, view_for


class Firewall(Position, eq=False):
    """A game of Firewall under way; the contract is told in `engine.core.State`."""

    game: ClassVar[str] = "firewall"

    @property
    def seats(self) -> int:
        """How many seats play: four."""
        return len(self.hands)

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

    def copy(self) -> Firewall:
        """An independent copy."""
        twin = copy.copy(self)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.stacks = {suit: stack.copy() for suit, stack in self.stacks.items()}
        twin.trick = self.trick.copy()
        twin.points = self.points.copy()
        twin.ports = self.ports.copy()
        twin.tricks = self.tricks.copy()
        twin.boot = self.boot.copy()
        twin.played = self.played.copy()
        twin.discard = self.discard.copy()
        twin.history = self.history.copy()
        return twin


def start(seats: int, options: Mapping[str, Any], seed: str) -> Firewall:
    """Deal a new game. The seats are shuffled where the leader is left to chance, the partnerships where Blue
    is, and then for each round the deck: thirteen cards a seat, from its front."""
    if type(seats) is not int or seats not in SEATS:
        raise ValueError(f"seats: Firewall is for four, not {seats!r}")
    house = shaped(chosen(OPTIONS, options, seats), Options)
    leader, blue, shuffles = house.first, house.blue_first, 0
    if leader == "random":  # FW-SETUP-3
        leader = shuffled(range(seats), seed, shuffles)[0]
        shuffles += 1
    if blue == "random":  # FW-SETUP-2
        sides: tuple[Side, Side] = (0, 1)
        blue = shuffled(sides, seed, shuffles)[0]
        shuffles += 1
    state = Firewall(
        options=house, blue=blue, hands=[[]] * seats, round1_leader=leader, seed=seed, shuffles=shuffles
    )
    deal(state, [])
    return state


def load(position: Mapping[str, Any]) -> Firewall:
    """The game at this position; ValueError names the key that is wrong."""
    state: Firewall = read_position(position, Firewall)
    return state


def imagine(view: View, rng: Random) -> Firewall:
    """A game that this viewer could be in: its view for them is `view` again."""
    return load(imagined(view, rng))


OPTIONS = (
    Option("first", ("random",), seat=True),
    Option("blue_first", ("random", 0, 1)),
)

FIREWALL = GameInfo(
    name="firewall",
    title="Firewall",
    seats=SEATS,
    options=OPTIONS,
    rules=1,
    start=start,
    load=load,
    imagine=imagine,
    quiet=("decline",),
    slips=frozenset({"chose", "played", "won_trick", "fortified", "breached", "declined", "could_not_breach"}),
)
