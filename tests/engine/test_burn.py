"""Burn beyond its worked examples: whole games, what each viewer may know, and the deck lists."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.burn import Burn
from engine.burn.deck import DECK

SEEDS = Path(__file__).parents[2] / "seeds"
REVEALING = {"revealed", "started", "drew", "spied", "flipped"}
"""Events that show a viewer a card which could not be known before."""


def position(hands: list[list[str]], **keys: Any) -> dict[str, Any]:
    down = [["1", *[None] * 5] for _ in hands]
    return {"game": "burn", "hands": hands, "up": [[] for _ in hands], "down": down, **keys}


def table(hands: list[list[str]], **keys: Any) -> Burn:
    state = engine.load(position(hands, **keys))
    assert isinstance(state, Burn)
    return state


def text(value: Any) -> str:
    return json.dumps(value)


def all_cards(state: Burn) -> Counter[str]:
    zones = [*state.hands, *state.up, *state.down, *(state.dealt or []), state.draw, state.pile, state.burned]
    return Counter(card for zone in zones for card in zone or [] if card is not None)


def refused(state: engine.State, seat: int, move: Any) -> str:
    before = state.dump()
    with pytest.raises(engine.IllegalMove) as error:
        state.apply(seat, move)
    assert state.dump() == before
    return error.value.rule


def follow_both(state: Burn, twin: engine.State, viewer: int | None, rng: Random, moves: int) -> None:
    """Make moves that are legal in both worlds: the viewer sees the same until the rules show what differs."""
    for _ in range(moves):
        if not state.acting:
            return
        seat = rng.choice(state.acting)
        theirs = {text(move) for move in twin.legal(seat)}
        common = [move for move in state.legal(seat) if text(move) in theirs]
        if not common:
            return
        move = rng.choice(common)
        told = [event.seen_by(viewer) for event in state.apply(seat, move)]
        retold = [event.seen_by(viewer) for event in twin.apply(seat, move)]
        if told != retold:
            new = [one["event"] for one, two in zip(told, retold, strict=False) if one != two and one is not None]
            assert new[0] in REVEALING
            return
        assert text(state.view(viewer)) == text(twin.view(viewer))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("open_deal", [True, False])
def test_a_viewer_cannot_tell_imagined_worlds_apart(seats: int, open_deal: bool) -> None:
    for game in range(3):
        rng = Random(f"{seats}:{game}")
        state = engine.start("burn", seats=seats, options={"open_deal": open_deal}, seed=f"worlds {game}")
        assert isinstance(state, Burn)
        deck = all_cards(state)
        while state.acting:
            if rng.random() < 0.1:
                viewer = rng.choice([None, *range(seats)])
                twin = engine.imagine(state.view(viewer), rng)
                assert text(twin.view(viewer)) == text(state.view(viewer))
                follow_both(state.copy(), twin, viewer, rng, 12)
            seat = rng.choice(state.acting)
            legal = state.legal(seat)
            state.apply(seat, rng.choice(legal))
            assert all_cards(state) == deck == Counter(DECK)
            if rng.random() < 0.1:
                assert engine.load(json.loads(text(state.dump()))).dump() == state.dump()
        assert state.result is not None


def test_what_spy_showed_is_the_spys_alone_and_follows_the_swapped_card() -> None:
    state = table(
        [["SPY", "SWAP", "SPY", "5"], ["3"], ["3"]],
        down=[["7", *[None] * 5], ["9", "8"] + [None] * 4, ["6"] + [None] * 5],
    )
    state.apply(0, {"do": "play", "cards": ["SPY"]})
    (spied, *_) = state.apply(0, {"do": "spy", "seat": 1, "slot": 0})
    assert spied.seen_by(0) == {"event": "spied", "seat": 0, "their_seat": 1, "their_slot": 0, "card": "9"}
    assert spied.seen_by(1) == {"event": "spied", "seat": 0, "their_seat": 1, "their_slot": 0}
    assert state.view(0)["seen"] == [[0, 1, 0, "9"]]
    assert state.view(1)["seen"] == state.view(None)["seen"] == [[0, 1, 0]]
    state.apply(0, {"do": "play", "cards": ["SWAP"]})
    state.apply(0, {"do": "swap", "slot": 0, "seat": 1, "their_slot": 0})
    assert state.down[0][0] == "9"
    assert state.view(0)["seen"] == [[0, 0, 0, "9"]]
    assert state.view(1)["seen"] == [[0, 0, 0]]
    assert "9" not in text(state.view(1))


def test_a_flipped_card_is_seen_no_more() -> None:
    state = table([[], ["3"]], seen=[[1, 0, 0, "1"]], down=[["1", "2", *[None] * 4], ["4", *[None] * 5]])
    state.apply(0, {"do": "flip", "slot": 0})
    assert state.seen == []


def test_choices_stay_secret_until_the_last_has_chosen() -> None:
    state = engine.start("burn", seats=3, seed="secret")
    assert isinstance(state, Burn)
    assert list(state.acting) == [0, 1, 2]
    assert state.view(None)["dealt"] == state.dealt
    for seat in (2, 0):
        state.apply(seat, state.legal(seat)[-1])
        assert state.view(1)["up"][seat] == []
        assert state.view(1)["dealt"][seat] is None
        assert len(state.view(seat)["up"][seat]) == 6
    assert list(state.acting) == [1]
    assert refused(state, 2, {"do": "pickup"}) == "MOVE-TURN"
    assert refused(state, 1, {"do": "pickup"}) == "MOVE-ASK"
    events = [event.seen_by(None) for event in state.apply(1, state.legal(1)[0])]
    assert [event["event"] for event in events if event] == ["arranged", "revealed", "started", "began_turn"]
    assert state.view(None)["up"] == state.up
    assert state.view(None)["dealt"] is None


def test_the_order_of_choosing_changes_nothing() -> None:
    games = [engine.start("burn", seats=3, seed="order") for _ in range(2)]
    choices = [games[0].legal(seat)[7] for seat in range(3)]
    for state, order in zip(games, [(0, 1, 2), (2, 1, 0)], strict=True):
        for seat in order:
            state.apply(seat, choices[seat])
    assert games[0].dump() == games[1].dump()


def test_a_closed_deal_is_seen_by_its_seat_alone() -> None:
    state = engine.start("burn", seats=2, options={"open_deal": False}, seed="closed")
    assert isinstance(state, Burn)
    assert state.dealt is not None
    assert state.view(0)["dealt"] == [state.dealt[0], None]
    assert state.view(None)["dealt"] == [None, None]


def test_the_view_describes_the_arrangements_that_legal_lists() -> None:
    state = engine.start("burn", seats=2, seed="ask")
    view = state.view(1)
    ask = view["ask"]
    assert view["legal"] == []
    assert (ask["do"], ask["count"], len(ask["from"])) == ("arrange", 6, 10)
    assert state.view(None)["ask"] is None
    listed: list[Counter[str]] = [Counter(move["cards"]) for move in state.legal(1)]
    assert 0 < len(listed) <= 210
    assert all(listed.count(six) == 1 and not six - Counter(ask["from"]) for six in listed)
    assert refused(state, 1, {"do": "arrange", "cards": ask["from"][:5]}) == "BN-SETUP-3"
    assert refused(state, 1, {"do": "arrange", "cards": []}) == "BN-SETUP-3"
    assert refused(state, 1, {"do": "arrange", "cards": [ask["from"][0]] * 7}) == "MOVE-CARD"
    state.apply(1, {"do": "arrange", "cards": ask["from"][:-7:-1]})
    assert state.view(1)["up"][1] == ask["from"][:-7:-1]


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (None, "MOVE-SHAPE"),
        ({"do": "play", "cards": []}, "MOVE-SHAPE"),
        ({"do": "play", "cards": ["13"]}, "MOVE-SHAPE"),
        ({"do": "play", "cards": [["8"]]}, "MOVE-SHAPE"),
        ({"do": "flip", "slot": True}, "MOVE-SHAPE"),
        ({"do": "pickup", "seat": 0}, "MOVE-SHAPE"),
        ({"do": "swap", "slot": 0, "seat": 1, "their_slot": 0}, "MOVE-ASK"),
        ({"do": "arrange", "cards": ["8"] * 6}, "MOVE-ASK"),
        ({"do": "play", "cards": ["8", "8", "8"]}, "MOVE-CARD"),
        ({"do": "play", "cards": ["1"]}, "MOVE-CARD"),
        ({"do": "flip", "slot": -1}, "MOVE-CARD"),
        ({"do": "flip", "slot": 10**30}, "MOVE-CARD"),
        ({"do": "flip", "slot": 0}, "BN-ZONE-1"),
        ({"do": "play", "cards": ["12"]}, "BN-ZONE-1"),
        ({"do": "play", "cards": ["8", "8", "9"]}, "BN-PLAY-1"),
        ({"do": "play", "cards": ["8", "SKIP"]}, "BN-PLAY-2"),
        ({"do": "play", "cards": ["11", "11"]}, "BN-ZONE-2"),
        ({"do": "pickup"}, "BN-PLAY-3"),
    ],
)  # fmt: skip
def test_every_refusal_names_its_rule(move: Any, rule: str) -> None:
    state = table([["8", "8", "9", "11", "SKIP"], ["3"]], up=[["11", "12"], []])
    assert refused(state, 0, move) == rule


@pytest.mark.parametrize(
    ("pile", "card", "rule"),
    [
        (["8"], "7", "BN-PLAY-1"),
        (["8"], "8", None),
        (["8", "SPY"], "7", "BN-PLAY-1"),
        (["8", "UNDER"], "9", "BN-ACT-4"),
        (["8", "UNDER", "SKIP", "REVERSE"], "9", "BN-ACT-4"),
        (["8", "UNDER"], "8", None),
        (["8", "UNDER", "5"], "4", "BN-PLAY-1"),
        (["8", "UNDER", "5"], "9", None),
        (["8", "RESET"], "1", None),
        (["8", "RESET", "UNDER"], "12", None),
        (["UNDER"], "12", None),
        (["8", "WILD"], "9", "BN-ACT-1"),
        (["8", "WILD"], "UNDER", "BN-ACT-1"),
        (["8", "WILD", "WILD"], "RESET", None),
        (["8", "WILD", "RESET"], "1", None),
    ],
)
def test_what_the_pile_lets_through(pile: list[str], card: str, rule: str | None) -> None:
    state = table([[card, "2"], ["3"]], pile=pile)
    if rule is None:
        state.apply(0, {"do": "play", "cards": [card]})
    else:
        assert refused(state, 0, {"do": "play", "cards": [card]}) == rule


def test_a_wild_that_started_the_pile_locks_nothing() -> None:
    state = table([["1", "2"], ["3"]], pile=["WILD"], starter=True)
    state.apply(0, {"do": "play", "cards": ["1"]})
    assert (state.pile, state.turn) == (["WILD", "1"], 1)


@pytest.mark.parametrize("last", ["BURN", "SWAP", "REVERSE", "SKIP", "WILD", "12"])
def test_the_last_card_wins_whatever_it_would_do(last: str) -> None:
    state = table([[], ["3"]], pile=["12", "12", "12"], down=[[last, *[None] * 5], ["4", *[None] * 5]])
    state.apply(0, {"do": "flip", "slot": 0})
    assert state.result == {"winners": [0], "reason": "out", "scores": None}
    assert state.acting == ()
    assert state.legal(0) == []


def test_a_last_spy_looks_before_it_wins() -> None:
    state = table([["SPY"], ["3"]], down=[[None] * 6, ["4", *[None] * 5]])
    state.apply(0, {"do": "play", "cards": ["SPY"]})
    assert (state.result, state.acting) == (None, (0,))
    assert engine.load(state.dump()).dump() == state.dump()
    state.apply(0, {"do": "spy", "seat": 1, "slot": 0})
    assert state.result is not None


def test_cards_are_drawn_after_the_choice() -> None:
    state = table([["SPY", "5", "5", "5"], ["3"]], draw=["9", "10"])
    state.apply(0, {"do": "play", "cards": ["SPY"]})
    assert len(state.hands[0]) == 3
    state.apply(0, {"do": "spy", "seat": 1, "slot": 0})
    assert (state.hands[0], state.turn) == (["5", "5", "5", "9"], 0)


def test_an_illegal_flip_is_shown_and_taken_with_the_pile() -> None:
    state = table([[], ["3"]], pile=["9"], down=[["4", "5", *[None] * 4], ["4", *[None] * 5]])
    events = [event.seen_by(1) for event in state.apply(0, {"do": "flip", "slot": 0})]
    assert events[0] == {"event": "flipped", "seat": 0, "slot": 0, "card": "4", "fits": False}
    assert (sorted(state.hands[0]), state.pile, state.turn, state.idle) == (["4", "9"], [], 1, 0)


def test_two_hundred_moves_without_progress_are_a_draw() -> None:
    state = table([["8"], ["3"]], pile=["9"], idle=199)
    state.apply(0, {"do": "pickup"})
    assert state.result == {"winners": [], "reason": "deadlock", "scores": None}
    assert engine.load(state.dump()).dump() == state.dump()


def test_the_default_deck_is_the_list_in_seeds() -> None:
    assert json.loads((SEEDS / "decks" / "burn.json").read_text()) == DECK
    assert sum(DECK.values()) == 104
    assert "deck" not in engine.start("burn", seats=2).dump()["options"]


def test_a_table_can_play_with_another_deck() -> None:
    deck = {"SPY": 20, "4": 40, "1": 5}
    state = engine.start("burn", seats=4, options={"deck": deck}, seed="own")
    assert isinstance(state, Burn)
    assert all_cards(state) == Counter(deck)
    assert state.dump()["options"]["deck"] == deck
    turned = engine.start("burn", seats=4, options={"deck": dict(reversed(deck.items()))}, seed="own")
    assert isinstance(turned, Burn)
    assert turned.down == state.down
    assert text(engine.imagine(state.view(2), Random(1)).view(2)) == text(state.view(2))


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        ({**DECK, "13": 1}, "'13' is not a card"),
        ({**DECK, "WILD": 0}, "WILD needs a number of copies"),
        ({**DECK, "WILD": True}, "WILD needs a number of copies"),
        ({**DECK, "WILD": 10**9}, "WILD needs a number of copies"),
        ({"1": 32}, "2 seats need 33 cards"),
        (["1"], "card to copies"),
        (None, "card to copies"),
    ],
)
def test_a_bad_deck_is_refused(deck: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=f"deck: .*{reason}"):
        engine.start("burn", seats=2, options={"deck": deck})
    with pytest.raises(ValueError, match="deck"):
        engine.load(position([["1"], ["2"]], options={"deck": deck}))


def test_with_no_draw_pile_nothing_starts_the_discard_pile() -> None:
    ten = ["9", "9", "WILD", "12", "RESET", "4", "10", "2", "3", "5"]
    row = ["1", "1", "2", "2", "3", "3"]
    down: list[list[str | None]] = [["4", *[None] * 5], ["7", *[None] * 5]]
    position = {"game": "burn", "phase": "arrange", "down": down, "dealt": [ten, None]}
    state = engine.load({**position, "hands": [[], ["5", "6", "7", "8"]], "up": [[], row]})
    events = state.apply(0, {"do": "arrange", "cards": ten[:6]})
    assert [(event.seen_by(None) or {})["event"] for event in events] == ["arranged", "revealed", "began_turn"]
    assert (state.dump()["pile"], state.dump()["starter"]) == ([], False)
    assert {"do": "play", "cards": ["2"]} in state.legal(0)
    assert {"do": "pickup"} not in state.legal(0)


@pytest.mark.parametrize("phase", ["arrange", "play"])
def test_shuffles_are_counted_from_nought(phase: str) -> None:
    state = engine.start("burn", seats=2) if phase == "arrange" else engine.load(position([["1"], ["2"]]))
    assert state.dump()["phase"] == phase
    with pytest.raises(ValueError, match="shuffles"):
        engine.load({**state.dump(), "shuffles": -1})


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"turn": 2}, "turn"),
        ({"direction": 0}, "direction"),
        ({"pile": ["1"] * 6}, "pile"),
        ({"starter": True}, "starter"),
        ({"idle": 200}, "idle"),
        ({"seen": [[0, 1, 1, "1"]]}, "seen"),
        ({"seen": [[0, 1, 0, "2"]]}, "seen"),
        ({"down": [["1"], ["1"]]}, "down"),
        ({"down": [[None] * 6, ["1", *[None] * 5]], "pending": {"ask": "swap"}}, "pending"),
        ({"dealt": [None, None]}, "dealt"),
        ({"phase": "arrange"}, "dealt"),
        ({"hands": [[], ["2"]], "down": [[None] * 6, ["1", *[None] * 5]]}, "hands"),
        ({"result": {"winners": [], "reason": "out", "scores": None}}, "result"),
        ({"secret": 1}, "secret"),
    ],
)
def test_an_impossible_position_is_refused(keys: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueError, match=key):
        engine.load({**position([["1"], ["2"]]), **keys})
