"""The seam that all games share: the shuffle, the two kinds of event, moves from strangers, house rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.core import IllegalMove, Option, Private, Public, chosen, numbers, read_move, shuffled


class Hop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hop"):
    far: int


# Both were worked out with another language's SHA-256, from the steps in docs/engine.md.
def test_the_shuffle_is_the_one_that_old_games_were_dealt_by() -> None:
    assert "".join(shuffled("ABCDEFGHIJ", "fusebox", 0)) == "EBJDCIFAGH"
    assert shuffled(range(20), "Ärger ♥", 3) == [
        *(14, 7, 11, 15, 1, 16, 0, 6, 19, 4, 17, 18, 13, 12, 9, 8, 10, 5, 3, 2),
    ]


def test_the_numbers_are_the_digest_of_number_block_and_seed() -> None:
    stream = numbers("fusebox", 0)
    assert [next(stream) for _ in range(8)] == [
        *(0x6B2C245F, 0xC7EDA799, 0xDCA25178, 0x6696C45D, 0x5473B3FB, 0xAEDBFC3E, 0x054605B3, 0x2BA9F8B6),
    ]


def test_a_shuffle_leaves_what_it_was_given() -> None:
    cards = ["T1", "T2", "T3"]
    assert sorted(shuffled(cards, "seed", 0)) == cards == ["T1", "T2", "T3"]
    assert shuffled([], "seed", 0) == []


def test_each_shuffle_of_a_seed_is_another() -> None:
    assert len({tuple(shuffled(range(30), "seed", n)) for n in range(50)}) == 50


def test_a_public_event_is_told_to_all() -> None:
    event = Public("played", seat=1, card="T7")
    for viewer in (None, 0, 1):
        assert event.seen_by(viewer) == {"event": "played", "seat": 1, "card": "T7"}


def test_a_private_event_keeps_its_secret_from_everybody_else() -> None:
    event = Private("drew", seats=(1,), secret={"card": "T7"}, seat=1)
    assert event.seen_by(1) == {"event": "drew", "seat": 1, "card": "T7"}
    for viewer in (None, 0, 2):
        assert event.seen_by(viewer) == {"event": "drew", "seat": 1}


def test_a_move_is_read_by_what_it_does() -> None:
    assert read_move({"do": "hop", "far": 3}, {"hop": Hop}) == Hop(far=3)


@pytest.mark.parametrize(
    "move",
    [
        None,
        "hop",
        [],
        {},
        {"do": "fly"},
        {"do": ["hop"]},
        {"do": "hop"},
        {"do": "hop", "far": True},
        {"do": "hop", "far": 3.0},
        {"do": "hop", "far": "3"},
        {"do": "hop", "far": 3, "high": 1},
        {"do": "hop", "far": 3, "\ud800": 1},
        {"do": "hop", 1: 3},
    ],
)
def test_what_is_no_move_is_refused_as_one(move: Any) -> None:
    with pytest.raises(IllegalMove) as refused:
        read_move(move, {"hop": Hop})
    assert refused.value.rule == "MOVE-SHAPE"


def test_a_refusal_stays_short_however_long_the_move() -> None:
    with pytest.raises(IllegalMove) as refused:
        read_move({"do": "hop", "x" * 1_000_000: 1}, {"hop": Hop})
    assert len(refused.value.message) < 300


RULES = (Option("pace", ("chain", "one")), Option("wild", (False, True)), Option("first", ("random",), seat=True))


def test_house_rules_are_filled_in() -> None:
    assert chosen(RULES, {}, 3) == {"pace": "chain", "wild": False, "first": "random"}
    assert chosen(RULES, {"first": 2, "wild": True}, 3) == {"pace": "chain", "wild": True, "first": 2}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"tempo": "one"}, "'tempo' is not one of pace, wild, first"),
        ({"pace": "two"}, "pace is 'chain' or 'one', not 'two'"),
        ({"wild": 1}, "wild is False or True, not 1"),
        ({"first": 3}, "first is 'random' or a seat from 0 to 2, not 3"),
        ({"first": True}, "first is 'random' or a seat from 0 to 2, not True"),
    ],
)
def test_a_wrong_house_rule_says_what_was_expected_and_what_came(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        chosen(RULES, given, 3)
