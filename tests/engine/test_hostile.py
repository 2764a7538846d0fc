"""Moves and positions are data from strangers: whatever comes, one clear refusal and nothing changed."""

from __future__ import annotations

import copy
import json
import math
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from tests.engine.playouts import RULES, encode, refusal
from tests.engine.tables import Setting, a_few, combinations

COMBINATIONS = [
    Setting(game, options, a_few(game)) for game in sorted(engine.GAMES) for options in combinations(game)
]
A_FEW = settings(max_examples=60, deadline=None, derandomize=True, database=None)

leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.binary(max_size=9)
anything = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5) | leaves, inner, max_size=4),
)
seats = st.integers(-2, 5) | leaves | st.just([0])


@cache
def states(setting: Setting) -> list[engine.State]:
    """Positions from the midst of random games, questions that are owed among them."""
    found = []
    for number in range(3):
        rng = Random(number)
        state = setting.start(f"hostile {number}")
        while state.acting:
            if rng.random() < 0.05 or state.dump().get("pending"):
                found.append(state.copy())
            seat = rng.choice(state.acting)
            state.apply(seat, rng.choice(state.legal(seat)))
        found.append(state)
    return found


def loaded(position: Any) -> engine.State | None:
    """The state at this position, None where there is none."""
    try:
        return engine.load(position)
    except ValueError:
        return None


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


def circle() -> list[Any]:
    ring: list[Any] = []
    ring.append(ring)
    return ring


NASTY: list[Any] = [
    *(None, True, 0, -1, 10**400, math.nan, math.inf, "", "draw", "\ud800", "x" * 1_000_000, b"draw"),
    *([], {}, set(), object(), print, nested(50_000), circle(), {"do": nested(50_000)}, {"do": circle()}),
    *({1: 2}, {None: None}, {"do": None}, {"do": ""}, {"do": "fly"}, {"do": ["draw"]}, {"do": {"do": "draw"}}),
    *(
        {"do": "\ud800"},
        {"do": "x" * 1_000_000},
        {"do": 10**400},
        {"Do": "draw"},
        {"do": "DRAW"},
        {b"do": b"draw"},
    ),
    *([{"do": "draw"}], {"do": "draw\x00"}, {"": ""}, {"do": "__init__"}, {"do": "apply", "seat": 0}),
]


@pytest.mark.parametrize("setting", COMBINATIONS, ids=str)
def test_nonsense_is_no_move(setting: Setting) -> None:
    for state in states(setting)[::8]:
        before = encode(state.dump())
        for nonsense in NASTY:
            for seat in (0, 1, 99, -1, None, "0", True, 0.0, nested(9), 10**400):
                refused = refusal(state, seat, nonsense)
                assert refused.rule == "MOVE-SHAPE"
                assert 0 < len(refused.message) <= 400
                refused.message.encode()
        assert encode(state.dump()) == before


@pytest.mark.parametrize("setting", COMBINATIONS, ids=str)
@given(data=st.data())
@A_FEW
def test_any_data_is_answered(setting: Setting, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(states(setting)))
    before = encode(state.dump())
    assert refusal(state, data.draw(seats), data.draw(anything)).rule in RULES
    assert encode(state.dump()) == before


@pytest.mark.parametrize("setting", COMBINATIONS, ids=str)
@given(data=st.data())
@A_FEW
def test_a_move_with_one_thing_wrong_is_refused(setting: Setting, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from([state for state in states(setting) if state.acting]))
    seat: Any = state.acting[0]
    move: dict[Any, Any] = dict(data.draw(st.sampled_from(state.legal(seat))))
    match data.draw(st.sampled_from(["key", "value", "more", "less", "seat"])):
        case "key":
            move[data.draw(st.text(max_size=5))] = move.pop(data.draw(st.sampled_from(sorted(move))))
        case "value":
            move[data.draw(st.sampled_from(sorted(move)))] = data.draw(anything)
        case "more":
            move[data.draw(st.text(max_size=5) | leaves)] = data.draw(anything)
        case "less":
            del move[data.draw(st.sampled_from(sorted(move)))]
        case "seat":
            seat = data.draw(seats.filter(lambda other: type(other) is not int or other not in state.acting))
    before = encode(state.dump())
    if type(seat) is int and seat in state.acting and move in state.legal(seat):
        return  # the wrong thing happened to be right
    assert refusal(state, seat, move).rule in RULES
    assert encode(state.dump()) == before


@pytest.mark.parametrize("setting", COMBINATIONS, ids=str)
def test_the_shape_comes_before_the_turn_and_the_turn_before_the_rest(setting: Setting) -> None:
    for state in states(setting)[::8]:
        for seat in range(state.seats):
            assert refusal(state, seat, {"do": "fly"}).rule == "MOVE-SHAPE"
        for move in (move for seat in state.acting for move in state.legal(seat)):
            for seat in {-1, *range(state.seats + 1)} - set(state.acting):
                assert refusal(state, seat, move).rule == "MOVE-TURN"
            for nobody in (True, False, None, 0.0, 1.0, "0", [0]):
                assert refusal(state, nobody, move).rule == "MOVE-TURN"


@pytest.mark.parametrize("setting", COMBINATIONS, ids=str)
@given(data=st.data())
@A_FEW
def test_a_position_with_one_thing_changed_is_refused_or_sound(setting: Setting, data: st.DataObject) -> None:
    position = copy.deepcopy(data.draw(st.sampled_from(states(setting))).dump())
    key = data.draw(st.sampled_from(sorted(position)) | st.text(min_size=1, max_size=5))
    position[key] = data.draw(anything)
    state = loaded(position)
    if state is not None:  # what can be loaded can be kept and played
        again = engine.load(json.loads(encode(state.dump())))
        assert encode(again.dump()) == encode(state.dump())
        for seat in state.acting[:1]:
            state.apply(seat, state.legal(seat)[0])


@pytest.mark.parametrize("seed", ["half \ud83d of one", 7, None, b"", ["x"]], ids=repr)
@pytest.mark.parametrize("game", sorted(engine.GAMES))
def test_a_seed_that_no_shuffle_can_be_made_of(game: str, seed: Any) -> None:
    position = engine.start(game, seats=a_few(game), seed="good").dump()
    with pytest.raises(ValueError, match="seed"):
        engine.load({**position, "seed": seed})
    with pytest.raises(ValueError, match="seed"):
        engine.start(game, seats=a_few(game), seed=seed)


@pytest.mark.parametrize("game", sorted(engine.GAMES))
def test_half_a_character_is_refused_by_its_key(game: str) -> None:
    position = engine.start(game, seats=a_few(game)).dump()
    for key in (*position, "pile"):
        for half in ("\ud83d", {"\ud83d": 1}, ["\ud83d"]):
            with pytest.raises(ValueError, match=key):
                engine.load({**position, key: half})
    with pytest.raises(ValueError, match="ud83d"):
        engine.load({**position, "\ud83d": 1})


@pytest.mark.parametrize("setting", COMBINATIONS, ids=str)
def test_what_is_no_seat_has_no_move(setting: Setting) -> None:
    state = setting.start("no seat")
    nobodies: list[Any] = [True, False, 0.0, 1.0, None, "0", [0], -1, state.seats]
    for nobody in nobodies:
        assert state.legal(nobody) == []


@given(position=anything)
@A_FEW
def test_any_data_is_no_position(position: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        engine.load(position)


@pytest.mark.parametrize("game", sorted(engine.GAMES))
@given(data=st.data())
@A_FEW
def test_a_game_cannot_be_started_wrongly(game: str, data: st.DataObject) -> None:
    wrong: dict[str, Any] = {"seats": a_few(game), "options": {}, "seed": "", "game": game}
    key = data.draw(st.sampled_from(sorted(wrong)))
    wrong[key] = data.draw(anything)
    fits = {
        "seats": wrong["seats"] in engine.GAMES[game].seats if type(wrong["seats"]) is int else False,
        "options": wrong["options"] in ({}, None),
        "seed": isinstance(wrong["seed"], str),
        "game": wrong["game"] == game,
    }
    if not fits[key]:
        with pytest.raises(ValueError, match=key):
            engine.start(wrong.pop("game"), **wrong)
