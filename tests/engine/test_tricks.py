"""What the two trick games share, and the choices that all seats make at once in secret."""

from __future__ import annotations

import json
from itertools import permutations
from random import Random
from typing import Any

import pytest

import engine
from engine.tricks import SUITS, Laid, playable, share_out, shown_out, suit_of

TABLES = [("firewall", 4), ("livewire", 3), ("livewire", 4)]
VIEWERS = (None, 0, 1, 2)


def bytes_of(value: Any) -> str:
    return json.dumps(value)


def played(game: str, seats: int, seed: int, share: float) -> engine.State:
    """A game at some moment of its first round, or later: every seat has moved at random so far."""
    rng = Random(seed)
    state = engine.start(game, seats=seats, seed=str(seed))
    for _ in range(int(share * 200)):
        seat = rng.choice(state.acting)
        state.apply(seat, rng.choice(state.legal(seat)))
    return state


# Suits


def test_following_suit_is_asked_of_who_can() -> None:
    assert playable(["2H", "3C"], []) == ["2H", "3C"]
    assert playable(["2H", "3C", "10C"], [Laid(0, "AC")]) == ["3C", "10C"]
    assert playable(["2H", "3C"], [Laid(0, "AD"), Laid(1, "4C")]) == ["2H", "3C"]


def test_who_does_not_follow_has_shown_out() -> None:
    tricks = [[Laid(2, "AC"), Laid(0, "4C"), Laid(1, "4H")], [Laid(1, "3D"), Laid(2, "3S")]]
    assert shown_out(tricks, 3) == [set(), {"C"}, {"D"}]


def deals(cards: list[str], counts: list[int], out: list[set[str]]) -> set[tuple[str, ...]]:
    """Every way to deal: who gets which card, by trying all."""
    ends = [sum(counts[: seat + 1]) for seat in range(len(counts))]
    starts = [0, *ends[:-1]]
    return {
        order
        for order in permutations(cards)
        if all(
            suit_of(card) not in suits
            for start, end, suits in zip(starts, ends, out, strict=True)
            for card in order[start:end]
        )
    }


@pytest.mark.parametrize("seed", range(60))
def test_hidden_cards_are_dealt_where_they_can_be(seed: int) -> None:
    rng = Random(seed)
    cards = rng.sample([f"{rank}{suit}" for rank in range(2, 5) for suit in SUITS], 6)
    counts = [rng.randint(0, 2) for _ in range(3)]
    out = [set(rng.sample(list(SUITS), rng.randint(0, 3))) for _ in range(3)]
    shares = share_out(cards, counts, out, rng)
    assert [len(share) for share in shares] == [*counts, 6 - sum(counts)]
    assert sorted(card for share in shares for card in share) == sorted(cards)
    if deals(cards, counts, out):
        assert all(suit_of(card) not in suits for share, suits in zip(shares, out, strict=False) for card in share)


def test_every_deal_that_can_be_comes_up() -> None:
    cards, counts, out = ["2H", "3H", "2C", "2D"], [1, 2], [{"H"}, {"D"}]
    found = {tuple(map(tuple, map(sorted, share_out(cards, counts, out, Random(seed))))) for seed in range(300)}
    possible = {(order[:1], tuple(sorted(order[1:3])), order[3:]) for order in deals(cards, counts, out)}
    assert found == possible


def test_more_hidden_cards_than_there_are_is_an_error() -> None:
    with pytest.raises(ValueError, match="counts"):
        share_out(["2H"], [1, 1], [set(), set()], Random(0))


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_imagined_with_a_suit_they_have_shown_out_of(game: str, seats: int, seed: int) -> None:
    state = played(game, seats, seed, share=0.05 + seed / 60)
    for viewer in VIEWERS:
        view = state.view(viewer)
        dump = engine.imagine(view, Random(seed)).dump()
        tricks = [
            [Laid(*laid) for laid in trick] for trick in (*(t["cards"] for t in view["played"]), view["trick"])
        ]
        for hand, suits in zip(dump["hands"], shown_out(tricks, seats), strict=True):
            assert not suits & {suit_of(card) for card in hand}


# Choices made at once


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_others_learn_who_has_chosen_and_nothing_else(game: str, seats: int) -> None:
    state = engine.start(game, seats=seats, seed="secret")
    views: dict[int | None, set[str]] = {}
    for move in state.legal(1):
        trial = state.copy()
        (event,) = trial.apply(1, move)
        assert event.seen_by(0) == event.seen_by(None) == {"event": "chose", "seat": 1}
        assert event.seen_by(1) != event.seen_by(0)
        assert 1 not in trial.acting
        for viewer in (None, 0, 2):
            views.setdefault(viewer, set()).add(bytes_of(trial.view(viewer)))
    assert {viewer: len(seen) for viewer, seen in views.items()} == {None: 1, 0: 1, 2: 1}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_order_of_choosing_does_not_show(game: str, seats: int) -> None:
    start = engine.start(game, seats=seats, seed="order")
    wanted = [start.legal(seat)[-1] for seat in range(seats)]
    ends, reveals = set(), set()
    for order in permutations(range(seats)):
        state = start.copy()
        for seat in order:
            events = state.apply(seat, wanted[seat])
            state = engine.load(json.loads(bytes_of(state.dump())))
        ends.add(bytes_of(state.dump()))
        reveals.add(bytes_of([event.seen_by(None) for event in events[1:]]))
    assert len(ends) == len(reveals) == 1
    assert state.acting == (state.dump()["turn"],)


def test_boot_cards_are_shown_in_one_go() -> None:
    state = engine.start("firewall", seats=4, seed="boot", options={"first": 2})
    cards = [state.legal(seat)[0]["card"] for seat in range(4)]
    for seat in (3, 0, 1):
        state.apply(seat, {"do": "boot", "card": cards[seat]})
        assert state.view(2)["boot"] == [None] * 4
    _, shown = state.apply(2, {"do": "boot", "card": cards[2]})
    assert shown.seen_by(None) == {"event": "booted", "leader": 2, "cards": cards}
    assert state.view(None)["boot"] == cards


@pytest.mark.parametrize("seats", [3, 4])
def test_discarded_goals_and_the_card_set_aside_are_never_shown(seats: int) -> None:
    rng = Random(seats)
    state = engine.start("livewire", seats=seats, seed="never")
    while state.acting:
        position = state.dump()
        shown = {goal for done in position["history"] for goal in done["goals"]} | {*position["goals"]}
        discarded = {goal for goals in position["discarded_goals"] for goal in goals}
        hidden = [f'"{secret}"' for secret in (*position["aside"], *(discarded - shown))]
        seat = rng.choice(state.acting)
        events = state.copy().apply(seat, move := rng.choice(state.legal(seat)))
        for viewer in (None, *range(seats)):
            seen = [state.view(viewer)]
            for event in events:
                seen.append(event.seen_by(viewer) or {})
                if seen[-1].get("event") == "ended_round":
                    break  # the next round has secrets of its own
            assert [secret for secret in hidden if secret in bytes_of(seen)] == []
        state.apply(seat, move)


def test_a_goal_shows_to_its_owner_alone() -> None:
    state = engine.start("livewire", seats=3, seed="goal")
    for seat in range(3):
        state.apply(seat, state.legal(seat)[0])
    position = state.dump()
    for goal in ("row1-hot", "overload", "diag2-cold"):
        if goal not in position["goals"]:
            position["goals"][0] = goal
            position["discarded_goals"] = [[], [], []]
            twin = engine.load(position)
            assert [twin.view(viewer) for viewer in (None, 1, 2)] == [
                state.view(viewer) for viewer in (None, 1, 2)
            ]
            assert list(twin.view(0)["progress"]) == [goal] == [twin.view(0)["goal"]]


# What the table shows


def test_what_the_caps_block_and_what_ports_are_worth() -> None:
    state = engine.load(
        {
            "game": "firewall",
            "hands": [["KH"], ["3C"], ["9H"], ["QD"]],
            "stacks": {"H": ["2H", "8H"], "C": ["AC"], "S": ["4S", "5S", "6S", "7S", "9S"]},
            "blue": 1,
        }
    )
    for seat, card in ((0, "KH"), (1, "3C"), (2, "9H")):
        state.apply(seat, {"do": "play", "card": card})
    view = state.view(None)
    assert view["standing"] == {
        "H": {"depth": 2, "cap": "8H", "blocks": ["9", "10", "J", "Q", "K", "A"], "points": [0, 1]},
        "D": {"depth": 0, "cap": None, "blocks": [], "points": [2, 0]},
        "C": {"depth": 1, "cap": "AC", "blocks": [], "points": [2, 0]},
        "S": {"depth": 5, "cap": "9S", "blocks": ["10", "J", "Q", "K", "A"], "points": [0, 3]},
    }
    assert (view["blocked"], view["dropped"], view["winning"]) == (["KH", "9H"], True, 2)


def test_what_a_trick_offers_its_winner() -> None:
    grid = "HHCHH" * 5
    state = engine.load(
        {
            "game": "livewire",
            "hands": [["3H", "3S"], ["8H", "4S"], ["2S", "5S"]],
            "goals": ["overload", "row1-hot", "diag1-cold"],
            "grid": grid,
        }
    )
    for seat, card in ((0, "3H"), (1, "8H"), (2, "2S")):
        state.apply(seat, {"do": "play", "card": card})
    view = state.view(1)
    assert view["wires"] == [
        {"card": "3H", "wire": 3, "cells": [[2, 0], [2, 1], [2, 3], [2, 4]], "overloads": False},
        {"card": "8H", "wire": 8, "cells": [], "overloads": True},
    ]
    assert view["legal"][-1] == {"do": "overload", "card": "8H"}
    assert len(view["legal"]) == 5
    cells = [[0, column] for column in range(5)]
    assert view["progress"] == {"row1-hot": {"cells": cells, "state": "H", "matching": 4, "points": 4}}


# Positions that no game comes to


def play_on(state: engine.State, *moves: tuple[int, str]) -> None:
    for seat, card in moves:
        state.apply(seat, {"do": "play", "card": card})


def test_who_has_no_card_is_passed_over_in_firewall() -> None:
    hands = [["AH", "9D"], [], ["3H"], ["6D", "4S"]]
    state = engine.load({"game": "firewall", "round": 4, "hands": hands, "turn": 2, "stacks": {"D": ["7D"]}})
    play_on(state, (2, "3H"), (3, "6D"), (0, "AH"))
    assert (state.acting, state.dump()["phase"]) == ((0,), "act")
    assert engine.load(json.loads(bytes_of(state.dump()))).dump() == state.dump()
    state.apply(0, {"do": "fortify", "card": "3H"})
    play_on(state, (0, "9D"), (3, "4S"))  # a Packet Drop
    assert state.result is None
    state.apply(0, {"do": "fortify", "card": "9D"})
    assert state.dump()["tricks"] == [2, 0]
    assert state.result == {"winners": [1, 3], "reason": "points", "scores": [1, 6, 1, 6]}


def test_the_next_with_a_card_leads_for_a_winner_without() -> None:
    state = engine.load({"game": "firewall", "hands": [["AS"], ["2S"], ["3S"], ["4S", "5C"]], "blue": 1})
    play_on(state, (0, "AS"), (1, "2S"), (2, "3S"), (3, "4S"))
    assert state.acting == (3,)
    assert state.dump()["phase"] == "play"


def test_who_has_no_card_is_passed_over_in_live_wire() -> None:
    goals = ["row1-hot", "row2-cold", "col1-cold"]
    position = {"game": "livewire", "round": 4, "goals": goals, "grid": "HC" * 12 + "H", "scores": [0, 3, 0]}
    state = engine.load({**position, "hands": [["2H"], ["9H", "3C"], ["4H"]]})
    play_on(state, (0, "2H"), (1, "9H"), (2, "4H"))
    state.apply(1, {"do": "flip", "card": "2H", "cell": [1, 1]})
    play_on(state, (1, "3C"))
    state.apply(1, {"do": "flip", "card": "3C", "cell": [2, 1]})
    assert state.result == {"winners": [1], "reason": "points", "scores": [0, 7, 0]}


@pytest.mark.parametrize("seed", range(12))
def test_uneven_hands_are_played_to_the_end(seed: int) -> None:
    rng = Random(seed)
    for game, seats in TABLES:
        position = engine.start(game, seats=seats, seed=str(seed)).dump()
        position["hands"] = [hand[: rng.randint(1, 3)] for hand in position["hands"]]
        state = engine.load(position)
        while state.acting and state.dump()["round"] == 1:
            assert engine.load(state.dump()).dump() == state.dump()
            for viewer in VIEWERS:
                view = state.view(viewer)
                assert bytes_of(engine.imagine(view, rng).view(viewer)) == bytes_of(view)
            seat = rng.choice(state.acting)
            state.apply(seat, rng.choice(state.legal(seat)))
        assert len(state.dump()["history"]) == 1


TRICK = [[0, "2H"], [1, "9H"], [2, "4H"], [3, "3H"]]
DONE = {"round": 1, "blue": 0, "depth": dict.fromkeys("HDCS", 0), "points": [0, 8], "ports": [0, 4]}


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"hands": [[], ["2S"], ["3S"], ["4S"]]}, "hands"),
        ({"trick": TRICK[:1]}, "turn"),
        ({"trick": [TRICK[0], TRICK[2]], "turn": 3}, "trick"),
        ({"trick": [TRICK[1], TRICK[0]], "turn": 2}, "trick"),
        ({"trick": [*TRICK[1:], [3, "8H"]], "turn": 0}, "trick"),
        ({"trick": TRICK}, "trick"),
        ({"trick": TRICK[:3], "hands": [["AS"], ["2S"], ["3S"], []]}, "trick"),
        ({"trick": TRICK[:3], "turn": 1, "phase": "act"}, "trick"),
        ({"trick": [[4, "2H"]]}, "trick"),
        ({"played": [{"cards": TRICK[:3], "winner": 3, "deed": ["decline"]}]}, "played"),
        ({"played": [{"cards": [TRICK[0], [0, "8H"]], "winner": 0, "deed": ["decline"]}]}, "played"),
        ({"history": [{**DONE, "tricks": [5, 7]}], "tricks": [5, 6]}, "tricks"),
    ],
)
def test_an_impossible_trick_is_refused(keys: dict[str, Any], key: str) -> None:
    position = {"game": "firewall", "hands": [["AS"], ["2S"], ["3S"], ["4S"]]}
    engine.load(position)
    with pytest.raises(ValueError, match=key):
        engine.load({**position, **keys})


@pytest.mark.parametrize("cell", [[True, 0], [1.0, 0], [1], "10", None, [2, 0]])
def test_a_deed_names_a_cell_of_the_wire(cell: Any) -> None:
    cards = [[0, "2H"], [1, "9S"], [2, "4S"]]
    position = {"game": "livewire", "hands": [["3S"], ["2S"], ["AS"]], "grid": "HC" * 12 + "H"}
    position["goals"] = ["row1-hot", "row2-cold", "col1-cold"]
    engine.load({**position, "played": [{"cards": cards, "winner": 0, "deed": ["flip", "2H", [1, 0]]}]})
    with pytest.raises(ValueError, match="played"):
        engine.load({**position, "played": [{"cards": cards, "winner": 0, "deed": ["flip", "2H", cell]}]})


def test_a_finished_game_without_its_history() -> None:
    result = {"winners": [0], "reason": "points", "scores": [7, 4, 4]}
    position = {"game": "livewire", "phase": "over", "hands": [[], [], []], "grid": "HC" * 12 + "H"}
    state = engine.load({**position, "goals": ["row1-hot", "row2-cold", "col1-cold"], "result": result})
    assert state.acting == ()
    assert engine.imagine(state.view(1), Random(0)).view(1) == state.view(1)
    for wrong in ({"winners": [3]}, {"winners": [0, 0]}, {"scores": [7]}, {"reason": "ports"}):
        with pytest.raises(ValueError, match="result"):
            engine.load({**state.dump(), "result": {**result, **wrong}})


# Whole games


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(6))
def test_a_game_takes_four_rounds_that_add_up(game: str, seats: int, seed: int) -> None:
    state = played(game, seats, seed, share=0)
    rng, told = Random(seed), []
    while state.acting:
        seat = rng.choice(state.acting)
        told += [event.seen_by(None) or {} for event in state.apply(seat, rng.choice(state.legal(seat)))]
    dump = state.dump()
    names = [event["event"] for event in told]
    assert [done["round"] for done in dump["history"]] == [1, 2, 3, 4]
    assert names.count("ended_round") == names.count("began_round") + 1 == 4
    assert names[-1] == "ended"
    keys = ("points", "ports", "tricks") if game == "firewall" else ("points",)
    for key in keys:
        sums = [sum(parts) for parts in zip(*(done[key] for done in dump["history"]), strict=True)]
        assert sums == (dump[key] if game == "firewall" else dump["scores"])
    if game == "firewall":
        assert sum(dump["tricks"]) == 48
        assert names.count("won_trick") == 48
