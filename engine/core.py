"""What every game is: the contract between the games and whoever runs them.

A game is one class that holds a position and its rules. Moves go in as data, `apply` changes the position and
answers with past-tense events, and every viewer has a view of their own. Nothing here knows a clock, a file or
a network, and all chance comes from `shuffled`.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypedDict, TypeVar

import msgspec

Move = dict[str, Any]
"""A move as JSON-ready data: `{"do": "play", "card": "T7", "dock": "teal"}`."""
View = dict[str, Any]
"""What one viewer may know, JSON-ready."""
Viewer = int | None
"""A seat number, or None for a spectator."""

Item = TypeVar("Item")
Kind = TypeVar("Kind")
Shape = TypeVar("Shape")


class Result(TypedDict):
    """How a game ended: the winning seats (none in a draw), why, and each seat's score if the game keeps any."""

    winners: list[int]
    reason: str
    scores: list[int] | None


class IllegalMove(ValueError):
    """A move that the rules refuse. `rule` is the rule's id, `message` one plain sentence for the player."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


class Event(ABC):
    """Something that happened, told in the past tense.

    Visibility has no default: an event is either `Public` or `Private`, and says so where it is made.
    """

    __slots__ = ()

    @abstractmethod
    def seen_by(self, viewer: Viewer) -> dict[str, Any] | None:
        """This viewer's telling of the event, JSON-ready, or None where they learn nothing of it."""


class Public(Event):
    """An event that everybody sees whole."""

    __slots__ = ("telling",)

    def __init__(self, event: str, **details: Any) -> None:
        self.telling = {"event": event, **details}

    def seen_by(self, viewer: Viewer) -> dict[str, Any]:  # noqa: ARG002 - the same for all
        return self.telling


class Private(Event):
    """An event of which `seats` see all, and everybody else only the public `details`."""

    __slots__ = ("seats", "secret", "telling")

    def __init__(self, event: str, *, seats: Sequence[int], secret: dict[str, Any], **details: Any) -> None:
        self.seats = seats
        self.secret = secret
        self.telling = {"event": event, **details}

    def seen_by(self, viewer: Viewer) -> dict[str, Any]:
        return {**self.telling, **self.secret} if viewer in self.seats else self.telling


class State(Protocol):
    """One game under way: its position and its rules."""

    @property
    def game(self) -> str:
        """The game's name, a key of `engine.GAMES`."""

    @property
    def seats(self) -> int:
        """How many seats play."""

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that owe a move now, in rising order; () when the game is over."""

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it is on."""

    def legal(self, seat: int) -> list[Move]:
        """Every move this seat may make now, in a fixed order; [] for a seat that is not acting."""

    def apply(self, seat: int, move: Any) -> list[Event]:
        """Make the move and tell what happened. Raises IllegalMove, and then nothing has changed."""

    def view(self, viewer: Viewer) -> View:
        """All that this viewer may know, built from nothing, key by key."""

    def dump(self) -> dict[str, Any]:
        """The whole position, JSON-ready; `engine.load` takes it back."""

    def copy(self) -> State:
        """An independent copy."""


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule of a game: its values, the default first. The words for them are in the language files.

    `seat` says that a seat number is a value too.
    """

    name: str
    values: tuple[str | bool | int, ...]
    seat: bool = False


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What the outside needs to know to set a game up.

    `rules` is the version of the rules: it grows when a recorded game would replay differently. `quiet` are the
    moves, by what they do, that give nothing away, the best first; see `engine.default`. `slips` are the events
    that show nobody anything but a card that the mover laid down: what led to nothing else may be taken back.
    """

    name: str
    title: str
    seats: range
    options: tuple[Option, ...]
    rules: int
    start: Callable[[int, Mapping[str, Any], str], State]
    load: Callable[[Mapping[str, Any]], State]
    imagine: Callable[[View, Random], State]
    quiet: tuple[str, ...] = ()
    slips: frozenset[str] = frozenset()


def numbers(seed: str, n: int) -> Iterator[int]:
    """The stream of 32-bit numbers that shuffle `n` is made with: the SHA-256 digests of the UTF-8 texts
    `n:0:seed`, `n:1:seed`, …, each read as eight big-endian numbers."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{n}:{block}:{seed}".encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def shuffled(items: Sequence[Item], seed: str, n: int) -> list[Item]:
    """The items in the order of shuffle `n` of this seed.

    Fisher–Yates from the last place down: for i = last … 1 take a number from `numbers`, skipping those at or
    above the largest multiple of i+1 in 2³², and exchange place i with place (number mod i+1). Old games replay
    by this, so it never changes; docs/engine.md has it in words, with a worked example.
    """
    order = list(items)
    stream = numbers(seed, n)
    for i in range(len(order) - 1, 0, -1):
        limit = (1 << 32) // (i + 1) * (i + 1)
        number = next(stream)
        while number >= limit:
            number = next(stream)
        j = number % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def shaped(value: Any, shape: type[Shape]) -> Shape:
    """`value` (JSON-ready data from a stranger) as a `shape`, strictly; ValueError says what is wrong where."""
    try:
        return msgspec.convert(value, shape)
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{_half_written(value)}: a text that UTF-8 can write, not {error.object!r}"[:200]
        ) from None
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(str(error)[:200]) from None


def _half_written(value: Any) -> str:
    """The key of this data at which, or below which, half a character stands."""
    for key, part in value.items() if isinstance(value, Mapping) else ():
        try:
            msgspec.json.encode([str(key), part])
        except UnicodeEncodeError:
            return ascii(key)
        except (ValueError, TypeError, RecursionError):
            continue
    return "text"


def read_move(value: Any, kinds: Mapping[str, type[Kind]]) -> Kind:
    """A stranger's move as what its `do` names. Raises IllegalMove (MOVE-SHAPE) for whatever is no such move."""
    do = value.get("do") if type(value) is dict else None
    if type(do) is not str or do not in kinds:
        raise IllegalMove("MOVE-SHAPE", f"A move is an object whose 'do' is one of {', '.join(kinds)}.")
    try:
        return shaped(value, kinds[do])
    except ValueError as error:
        raise IllegalMove("MOVE-SHAPE", f"That is not how to {do}: {error}.") from None


def chosen(options: Sequence[Option], given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """The house rules in full, in order, defaults filled in; ValueError says what was expected and what came."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise ValueError(f"options: {name!r} is not one of {', '.join(names)}")
    full = {}
    for option in options:
        value = given.get(option.name, option.values[0])
        is_seat = option.seat and type(value) is int and 0 <= value < seats
        if not is_seat and not any(type(value) is type(known) and value == known for known in option.values):
            wanted = [repr(known) for known in option.values] + [f"a seat from 0 to {seats - 1}"] * option.seat
            raise ValueError(f"options: {option.name} is {' or '.join(wanted)}, not {value!r}")
        full[option.name] = value
    return full
