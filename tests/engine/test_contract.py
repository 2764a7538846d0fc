"""The contract, on random games of every game, with every house rule, at every number of seats.

Each combination of house rules gets as many games as `tables` has for it, or as the environment's GAMES says.
`make soak` plays 20,000 of each and tells of the long ones.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

import engine
from tests.engine import tables
from tests.engine.playouts import LONGEST, play
from tests.engine.tables import Setting, combinations, settings

PER_COMBINATION = os.environ.get("GAMES")


def test_every_game_is_on_the_table() -> None:
    assert set(tables.GAMES) == set(engine.GAMES)


@pytest.mark.parametrize("game", sorted(tables.GAMES))
def test_house_rules_combine_as_the_rulebook_says(game: str) -> None:
    assert len(combinations(game)) == tables.GAMES[game].combinations


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_random_games_keep_the_contract(setting: Setting, record_property: Callable[[str, object], None]) -> None:
    games = -(-int(PER_COMBINATION or tables.GAMES[setting.game].games) // len(engine.GAMES[setting.game].seats))
    records = [play(setting, f"{setting.seats} seats, game {number}") for number in range(games)]
    longest = max(records, key=lambda record: record.moves)
    record_property("longest", f"{longest.moves} moves, seed {longest.seed!r}")
    assert len({record.course for record in records}) > games // 10, "random games differ"


@pytest.mark.parametrize("game", sorted(tables.GAMES))
def test_a_game_of_defaults_ends(game: str) -> None:
    for seats in engine.GAMES[game].seats:
        state = engine.start(game, seats=seats, seed="nobody is here")
        moves = 0
        while state.acting:
            state.apply(state.acting[0], engine.default(state.view(state.acting[0])))
            moves += 1
            assert moves < LONGEST
