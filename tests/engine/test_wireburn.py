"""What Wireburn's rulebook says of the deal and of positions, which no scenario can show."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import engine
from engine.core import shuffled
from tests.engine.tables import GAMES, settings

POSITION: dict[str, Any] = {
    "game": "wireburn",
    "options": {"edition": "current", "pace": "chain", "red_shift": False},
    "hands": [["T7", "NULL"], ["P3"]],
    "draw": ["G2", "T4"],
    "discard": [],
    "docks": {"teal": ["T6", "G6", "+"], "purple": [], "orange": []},
    "turn": 0,
}
SHIELD = {"edition": "shield", "pace": "chain", "red_shift": False}


WIREBURN = [setting for setting in settings() if setting.game == "wireburn"]


@pytest.mark.parametrize("setting", WIREBURN, ids=str)
def test_the_deal(setting: Any) -> None:
    """WB-SETUP-2, WB-SETUP-3: the whole deck, nine cards each, the rest face down, the table empty."""
    dump = setting.start("deal").dump()
    deck = GAMES["wireburn"].deck(dump["options"])
    assert deck.total() == (80 if dump["options"]["red_shift"] else 59)
    assert Counter(GAMES["wireburn"].cards(dump)) == deck
    assert [len(hand) for hand in dump["hands"]] == [9] * setting.seats
    assert len(dump["draw"]) == deck.total() - 9 * setting.seats
    assert not dump["discard"]
    assert not any(dump["docks"].values())


def test_who_starts() -> None:
    """The seat that the host names, or any."""
    named = [engine.start("wireburn", seats=4, options={"first": seat}, seed="x").acting for seat in range(4)]
    assert named == [(0,), (1,), (2,), (3,)]
    assert {engine.start("wireburn", seats=4, seed=f"{n}").acting for n in range(60)} == set(named)


def test_the_new_draw_pile_is_the_next_shuffle() -> None:
    """WB-CLEAR-2, and docs/engine.md: the discard pile in the order of shuffle number `shuffles`."""
    discard = ["O2", "O3", "O4", "O5", "O6", "O7", "G7", "G8"]
    state = engine.load({**POSITION, "draw": [], "discard": discard, "seed": "again", "shuffles": 5})
    state.apply(0, {"do": "draw"})
    drawn, *rest = shuffled(discard, "again", 5)
    assert state.dump()["hands"][0] == ["T7", "NULL", drawn]
    assert state.dump()["draw"] == rest
    assert state.dump()["shuffles"] == 6


def test_a_short_position_takes_the_rest_from_a_turns_start() -> None:
    given = {key: value for key, value in POSITION.items() if key != "options"}
    dump = engine.load(given).dump()
    assert {key: dump[key] for key in given} == given
    counts = {"drawn": 0, "played": 0, "damage": 0, "stale": 0, "shuffles": 0}
    nothing = {"last_drawn": None, "result": None, "pending": None, "after": None, "clearing": None}
    left_out: dict[str, Any] = {**counts, **nothing, "opened": False, "bonus": False, "seed": ""}
    left_out |= {"skips": [], "idle": []}
    assert {key: dump[key] for key in left_out} == left_out


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hands", [["T7"]]),  # WB-SETUP-1
        ("hands", [["T1"], ["T2"], ["T3"], ["T4"], ["T5"], ["T7"], ["T8"]]),
        ("hands", [["T11"], ["P3"]]),
        ("hands", [["T7", "T7"], ["P3"]]),
        ("hands", [["G5"], ["P3"]]),
        ("hands", [["R4"], ["P3"]]),
        ("hands", [["PING"], ["P3"]]),
        ("hands", ["T7", "P3"]),
        ("hands", None),
        ("draw", ["NULL", "NULL", "NULL"]),
        ("draw", ["T4", "T4"]),
        ("draw", [7]),
        ("discard", ["NULL", "NULL", "NULL"]),
        ("discard", {}),
        ("docks", {"red1": []}),
        ("docks", {"blue": []}),
        ("docks", {"teal": ["P3"]}),
        ("docks", []),
        ("turn", 2),
        ("turn", -1),
        ("turn", "0"),
        ("turn", True),
        ("drawn", 4),
        ("drawn", -1),
        ("played", -1),
        ("opened", 1),
        ("skips", [2]),
        ("skips", [1, 1]),
        ("bonus", True),
        ("damage", 1),
        ("last_drawn", "T9"),
        ("idle", [5]),
        ("stale", -1),
        ("result", {"winners": [1]}),
        ("result", {"winners": [1], "reason": "luck", "scores": None}),
        ("result", {"winners": [], "reason": "survived", "scores": None}),
        ("result", {"winners": [0, 1], "reason": "survived", "scores": None}),
        ("result", {"winners": [1], "reason": "deadlock", "scores": None}),
        ("result", {"winners": [1], "reason": "null", "scores": None}),
        ("pending", {"ask": "target", "why": "penalty", "seats": []}),
        ("pending", {"ask": "target", "why": "spite", "seats": [0, 1]}),
        ("pending", {"ask": "shield", "seat": 1, "attacker": 0, "passed": False}),
        ("clearing", "teal"),
        ("seed", 7),
        ("shuffles", -1),
        ("options", {"edition": "first"}),
        ("options", {"edition": "shield", "red_shift": True}),
        ("options", {"pace": "two"}),
        ("options", {"colour": "blue"}),
        ("wires", 1),
    ],
    ids=json.dumps,
)
def test_an_impossible_position_is_refused_by_its_key(key: str, value: Any) -> None:
    with pytest.raises(ValueError, match=key):
        engine.load({**POSITION, key: value})


def test_a_drawn_card_is_one_of_the_deck_also_after_a_play() -> None:
    assert engine.load({**POSITION, "drawn": 1, "played": 1, "last_drawn": "T9"}).view(0)["last_drawn"] == "T9"
    with pytest.raises(ValueError, match="last_drawn"):
        engine.load({**POSITION, "drawn": 1, "played": 1, "last_drawn": "T99"})


def test_at_once_and_in_a_bundle_is_never_asked_at_one_table() -> None:
    """WB-ATK-1, WB-SHIELD-1: the edition says when damage is dealt."""
    table: dict[str, Any] = {**POSITION, "hands": [["T7"], [], []]}
    at_once = {"ask": "target", "why": "penalty", "seats": [1, 2]}
    engine.load({**table, "pending": at_once})
    engine.load({**table, "options": SHIELD, "damage": 1, "pending": {**at_once, "why": "bundle"}})
    for wrong in ({"options": SHIELD, "pending": at_once}, {"pending": {**at_once, "why": "bundle"}}):
        with pytest.raises(ValueError, match="pending"):
            engine.load({**table, **wrong})


def test_a_written_position_goes_on_by_the_rules() -> None:
    """Positions in which the other keys were left at a turn's start."""
    one = {"edition": "current", "pace": "one", "red_shift": False}
    declined = engine.load({**POSITION, "options": one, "bonus": True})
    assert {"do": "end"} in declined.legal(0)  # WB-ONE-3

    last_card = {"hands": [[], ["P3"], [], []], "pending": {"ask": "target", "why": "penalty", "seats": [2, 3]}}
    settled = engine.load({**POSITION, **last_card})
    settled.apply(0, {"do": "target", "seat": 2})
    assert settled.acting == (1,)  # WB-FIRE-1

    idle = engine.load({**POSITION, "draw": [], "idle": [0, 1]})
    idle.apply(0, {"do": "end"})
    assert idle.result == {"winners": [], "reason": "deadlock", "scores": None}  # WB-CLEAR-3


def test_a_key_that_is_missing_is_named() -> None:
    for key in ("hands", "draw", "discard", "docks"):
        with pytest.raises(ValueError, match=key):
            engine.load({other: POSITION[other] for other in POSITION if other != key})


def test_the_question_looks_the_same_with_and_without_a_null() -> None:
    """WB-SHIELD-2: nobody but the seat asked can tell what it holds."""
    worlds = []
    for hand in (["NULL", "T3"], ["G9", "T3"]):
        table = {"hands": [["T10", "P4"], hand, ["O3", "O4"]], "docks": {"teal": ["T9"]}, "options": SHIELD}
        state = engine.load({**POSITION, **table})
        events = state.apply(0, {"do": "play", "card": "T10", "dock": "teal"})
        seen = [[event.seen_by(viewer) for event in events] for viewer in (None, 0, 2)]
        worlds.append((state.acting, seen, [state.view(viewer) for viewer in (None, 0, 2)]))
    assert worlds[0] == worlds[1]
    assert worlds[0][0] == (1,)
