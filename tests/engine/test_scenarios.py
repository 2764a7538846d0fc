"""Every scenario of seeds/scenarios plays as it says."""

from __future__ import annotations

import json
from typing import Any

import pytest

import engine
from tests.engine.seeds import Scenario, scenarios

IN_ORDER = {
    *("draw", "discard", "docks"),
    *("pile", "stacks", "down", "burned", "seen", "history"),
    *("trick", "tricks", "played", "points", "ports", "scores", "boot", "grid", "goals"),
}
"""Keys below which the order of a list counts; any other list is compared by content."""


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def viewer_of(name: str) -> int | None:
    return None if name == "spectator" else int(name)


def assert_part(want: Any, got: Any, path: str, in_order: bool = False) -> None:
    """`want` is a part of `got`: objects key by key, lists whole."""
    if isinstance(want, dict):
        assert isinstance(got, dict), f"{path}: an object, not {got!r}"
        for key, part in want.items():
            assert key in got, f"{path}: no {key!r}"
            assert_part(part, got[key], f"{path}.{key}", in_order or key in IN_ORDER)
    elif isinstance(want, list):
        assert isinstance(got, list), f"{path}: a list, not {got!r}"
        assert len(want) == len(got), f"{path}: {want} is not {got}"
        if any(isinstance(part, list) for part in want):
            for index, part in enumerate(want):
                assert_part(part, got[index], f"{path}[{index}]", in_order)
        elif in_order:
            assert want == got, path
        else:
            assert sorted(want, key=text) == sorted(got, key=text), path
    else:
        assert want == got, path


def assert_holds(says: dict[str, Any], state: engine.State) -> None:
    """What a step or the whole scenario says of the state it has led to."""
    assert_part(says.get("expect", {}), state.dump(), "expect")
    if "acting" in says:
        assert list(state.acting) == sorted(says["acting"])
    for seat, moves in says.get("legal", {}).items():
        assert [move for move in moves if move not in state.legal(int(seat))] == [], f"legal for seat {seat}"
    for seat, moves in says.get("not_legal", {}).items():
        assert [move for move in moves if move in state.legal(int(seat))] == [], f"not legal for seat {seat}"
    for name, part in says.get("view", {}).items():
        assert_part(part, state.view(viewer_of(name)), f"view {name}")
    for name, words in says.get("hidden", {}).items():
        seen = text(state.view(viewer_of(name)))
        assert [word for word in words if f'"{word}"' in seen] == [], f"hidden from {name}"
    if "result" in says:
        if says["result"] is None:
            assert state.result is None
        else:
            assert_part(says["result"], state.result, "result")


def refusal(state: engine.State, seat: int, move: engine.Move) -> engine.IllegalMove | None:
    """Make the move; None, or why it was refused."""
    try:
        state.apply(seat, move)
    except engine.IllegalMove as refused:
        return refused
    return None


def run(scenario: Scenario) -> None:
    """Play the scenario; AssertionError says at which step the engine thinks otherwise."""
    state = engine.load(scenario["position"])
    dump = text(state.dump())
    assert text(engine.load(json.loads(dump)).dump()) == dump, "load(dump()) is another state"
    for number, step in enumerate(scenario.get("steps", []), 1):
        before = text(state.dump())
        refused = refusal(state, step["seat"], step["move"])
        try:
            assert bool(refused) == ("reject" in step), refused or "allowed"
            if refused:
                assert step["reject"] in (True, refused.rule), refused.rule
                assert text(state.dump()) == before, "refused, but something has changed"
            assert_holds(step, state)
        except AssertionError as error:
            error.add_note(f"in step {number}, {text(step['move'])}")
            raise
    assert_holds(scenario, state)


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario["id"])
def test_scenario(scenario: Scenario) -> None:
    run(scenario)


POSITION = {
    "game": "wireburn",
    "hands": [["T7", "T9"], ["P3"]],
    "draw": ["G2", "G3"],
    "discard": ["O8", "O9"],
    "docks": {"teal": ["T6"]},
}
PLAY = {"seat": 0, "move": {"do": "play", "card": "T7", "dock": "teal"}}
WRONG = {"seat": 0, "move": {"do": "play", "card": "T9", "dock": "teal"}}


@pytest.mark.parametrize(
    "says",
    [
        {"steps": [WRONG]},
        {"steps": [{**WRONG, "reject": "WB-FOLLOW-2"}]},
        {"steps": [{**PLAY, "reject": True}]},
        {"steps": [{**PLAY, "expect": {"docks": {"teal": ["T7", "T6"]}}}]},
        {"expect": {"discard": ["O9", "O8"]}},
        {"expect": {"hands": [["T7"], ["P3"]]}},
        {"expect": {"no_such_key": 1}},
        {"acting": [1]},
        {"legal": {"0": [{"do": "end"}]}},
        {"not_legal": {"0": [{"do": "draw"}]}},
        {"view": {"1": {"hand": ["T7", "T9"]}}},
        {"hidden": {"spectator": ["O8"]}},
        {"result": {"winners": [0]}},
    ],
    ids=text,
)
def test_a_scenario_that_says_something_wrong_fails(says: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        run({"id": "wrong", "rules": [], "position": POSITION, **says})


def test_the_order_of_a_hand_does_not_count() -> None:
    run({"id": "hands", "rules": [], "position": POSITION, "expect": {"hands": [["T9", "T7"], ["P3"]]}})
