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
    games: int
    """How many random games of each combination `make test` plays: the fewer, the longer such a game is."""
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
    return "-".join([game, *(_word(key, value) for key, value in options if value != usual[key])])


def _word(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return key if value else f"no_{key}"
    return value if isinstance(value, str) else f"{key}_{value}"


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


def a_few(game: str) -> int:
    """Three seats, or as many as the game asks for."""
    return max(3, engine.GAMES[game].seats[0])


def plays_cards(move: engine.Move) -> bool:
    """Whether this move plays or uses a card, and so brings the game nearer to its end."""
    return "card" in move or "cards" in move


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


def _burn_deck(options: dict[str, Any]) -> Counter[str]:
    deck = Counter({f"{number}": 6 for number in range(1, 13)})
    deck.update(dict.fromkeys(("RESET", "UNDER", "REVERSE", "SKIP", "SWAP", "SPY"), 4))
    deck.update({"BURN": 6, "WILD": 2})
    return Counter(options.get("deck", deck))


def _burn_cards(dump: Dump) -> list[str]:
    down = itertools.chain(*dump["down"])
    held = itertools.chain(*dump["hands"], *dump["up"], *filter(None, dump["dealt"] or ()))
    return [*dump["draw"], *dump["pile"], *dump["burned"], *held, *(card for card in down if card)]


def _burn_open_to(dump: Dump, viewer: engine.Viewer) -> list[str]:
    hand = [] if viewer is None else dump["hands"][viewer]
    spied = [card for spy, _, _, card in dump["seen"] if spy == viewer]  # BN-ACT-9
    own = [] if viewer is None else [viewer]
    rows = range(len(dump["up"])) if dump["dealt"] is None else own  # BN-SETUP-3
    tens = dump["dealt"] or [None] * len(dump["up"])
    shown = range(len(tens)) if dump["options"]["open_deal"] else own
    row = itertools.chain(*(dump["up"][seat] for seat in rows), *(tens[seat] or () for seat in shown))
    return [*dump["pile"], *dump["burned"], *hand, *spied, *row]


def _burn_reveals(viewer: engine.Viewer, telling: Telling) -> bool:
    if telling["event"] in ("drew", "spied"):
        return viewer is not None and telling["seat"] == viewer
    return telling["event"] in ("revealed", "started", "flipped")  # BN-SETUP-3, BN-SETUP-4, BN-ZONE-4


def _firewall_deck(_: dict[str, Any]) -> Counter[str]:
    ranks = (*map(str, range(2, 11)), "J", "Q", "K", "A")
    return Counter(f"{rank}{suit}" for rank in ranks for suit in "HDCS")


def _firewall_cards(dump: Dump) -> list[str]:
    played = [card for trick in dump["played"] for _, card in trick["cards"]]
    ports = [*itertools.chain(*dump["stacks"].values()), *dump["discard"]]
    boot = [card for card in dump["boot"] if card and card not in ports]
    loose = [*itertools.chain(*dump["hands"]), *(card for _, card in dump["trick"]), *boot]
    return [*loose, *played, *(card for card in ports if card not in played)]  # FW-ACT-2


def _firewall_open_to(dump: Dump, viewer: engine.Viewer) -> list[str]:
    own = [] if viewer is None else [*dump["hands"][viewer], dump["boot"][viewer]]
    return [*own, *_firewall_cards({**dump, "hands": [], "boot": []})]


def _firewall_reveals(viewer: engine.Viewer, telling: Telling) -> bool:
    if telling["event"] == "dealt":
        return viewer is not None and telling["seat"] == viewer
    return bool(telling["event"] == "booted")  # FW-BOOT-2


def _goals() -> list[str]:
    lines = [f"{kind}{number}" for kind in ("row", "col") for number in range(1, 6)]
    return ["overload", *(f"{line}-{state}" for line in (*lines, "diag1", "diag2") for state in ("hot", "cold"))]


def _livewire_deck(_: dict[str, Any]) -> Counter[str]:
    return Counter([f"{rank}{suit}" for rank in ("A", *range(2, 11)) for suit in "HDCS"] + _goals())


def _livewire_cards(dump: Dump) -> list[str]:
    played = [card for trick in dump["played"] for _, card in trick["cards"]]
    cards = [*itertools.chain(*dump["hands"]), *dump["aside"], *(card for _, card in dump["trick"]), *played]
    goals = [*itertools.chain(*dump["offered"], *dump["discarded_goals"])]
    if not dump["offered"]:
        goals += dump["goals"]
    return [*cards, *goals, *(goal for goal in _goals() if goal not in goals)]  # nobody was dealt the others


def _livewire_open_to(dump: Dump, viewer: engine.Viewer) -> list[str]:
    own = [] if viewer is None else [*dump["hands"][viewer], dump["goals"][viewer]]
    offered = dump["offered"][viewer] if dump["offered"] and viewer is not None else []
    table = [card for _, card in dump["trick"]] + [card for trick in dump["played"] for _, card in trick["cards"]]
    shown = itertools.chain(*(done["goals"] for done in dump["history"]))  # LW-SCORE-1
    return [*own, *offered, *table, *shown, "overload"]  # the word stands in every view and in public deeds


def _livewire_reveals(viewer: engine.Viewer, telling: Telling) -> bool:
    if telling["event"] == "dealt":
        return viewer is not None and telling["seat"] == viewer
    return bool(telling["event"] == "ended_round")  # LW-SCORE-1


GAMES: dict[str, Table] = {
    "wireburn": Table(
        combinations=6,
        games=500,
        deck=_wireburn_deck,
        cards=_wireburn_cards,
        open_to=_wireburn_open_to,
        reveals=_wireburn_reveals,
    ),
    "burn": Table(
        combinations=2,
        games=100,
        deck=_burn_deck,
        cards=_burn_cards,
        open_to=_burn_open_to,
        reveals=_burn_reveals,
    ),
    "firewall": Table(
        combinations=3,
        games=150,
        deck=_firewall_deck,
        cards=_firewall_cards,
        open_to=_firewall_open_to,
        reveals=_firewall_reveals,
    ),
    "livewire": Table(
        combinations=1,
        games=150,
        deck=_livewire_deck,
        cards=_livewire_cards,
        open_to=_livewire_open_to,
        reveals=_livewire_reveals,
    ),
}
