"""What the contract's tests have to know of each game; a new game is one more line in `GAMES`."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import engine

Options = tuple[tuple[str, Any], ...]
"""House rules, name by name."""
Dump = dict[str, Any]
Telling = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """One game as the rulebook tells it, written without a look at its code."""

    combinations: int
    """How many combinations of house rules there are, seats left aside."""
    deck: Callable[[dict[str, Any]], Counter[str]]
    cards: Callable[[Dump], list[str]]
    """Every card of a position, wherever it lies."""
    open_to: Callable[[Dump, engine.Viewer], list[str]]
    """The cards that this viewer may see."""
    reveals: Callable[[engine.Viewer, Telling], bool]
    """Whether the rules show this viewer a card by this event that was hidden from them before."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A game, its house rules, and how many sit at the table."""

    game: str
    options: Options
    seats: int

    def __str__(self) -> str:
        return f"{name(self.game, self.options)}-{self.seats}"

    def start(self, seed: str) -> engine.State:
        """Deal a game of this setting."""
        return engine.start(self.game, seats=self.seats, options=dict(self.options), seed=seed)


def name(game: str, options: Options) -> str:
    """A short name: the game, and what differs from its usual house rules."""
    usual = {option.name: option.values[0] for option in engine.GAMES[game].options}
    other = [key if value is True else str(value) for key, value in options if value != usual[key]]
    return "-".join([game, *other])


def combinations(game: str) -> list[Options]:
    """Every combination of house rules with which the game can be started."""
    info = engine.GAMES[game]
    every = itertools.product(*([(option.name, value) for value in option.values] for option in info.options))
    return [options for options in every if _starts(game, dict(options))]


def _starts(game: str, options: dict[str, Any]) -> bool:
    try:
        engine.start(game, seats=engine.GAMES[game].seats[0], options=options)
    except ValueError:
        return False
    return True


def settings() -> list[Setting]:
    """Every game × its house rules × its numbers of seats."""
    return [
        Setting(game, options, seats)
        for game, info in engine.GAMES.items()
        for options in combinations(game)
        for seats in info.seats
    ]


def _wireburn_deck(options: dict[str, Any]) -> Counter[str]:
    deck = Counter({f"{colour}{number}": 1 for colour in "TPO" for number in range(1, 11)})
    deck.update({f"G{number}": 2 for number in (2, 3, 4, 6, 7, 8, 9)})
    deck.update(dict.fromkeys(("+", "-", "VOLT", "STASIS", "NULL"), 3))
    if options["red_shift"]:
        deck.update(dict.fromkeys(("RED", "STASIS", "NULL", "PING"), 3))
        deck.update({f"R{number}": 1 for number in (1, 2, 3, 4, 6, 7, 8, 9, 10)})
    return deck


def _wireburn_open_to(dump: Dump, viewer: engine.Viewer) -> list[str]:
    hand = [] if viewer is None else dump["hands"][viewer]
    drawn = [dump["last_drawn"]] if viewer == dump["turn"] else []  # known to its drawer wherever it went since
    return [*dump["discard"], *itertools.chain(*dump["docks"].values()), *hand, *drawn]


def _wireburn_cards(dump: Dump) -> list[str]:
    return [*_wireburn_open_to(dump, None), *dump["draw"], *itertools.chain(*dump["hands"])]


def _wireburn_reveals(viewer: engine.Viewer, telling: Telling) -> bool:
    if telling["event"] in ("drew", "dealt"):  # WB-DIG-3, WB-DMG-1
        return viewer is not None and telling["seat"] == viewer
    return bool(telling["event"] == "showed")  # WB-FIRE-4


GAMES: dict[str, Table] = {
    "wireburn": Table(
        combinations=6,
        deck=_wireburn_deck,
        cards=_wireburn_cards,
        open_to=_wireburn_open_to,
        reveals=_wireburn_reveals,
    ),
}
