"""Taking back: a slip only, as the host wants it, written down like any move."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from app.play import replay
from tests.app.inside import Frame, Inside, Person, who_acts

pytestmark = pytest.mark.anyio


@pytest.fixture
async def inside(tmp_path: Path) -> AsyncIterator[Inside]:
    inside = await Inside(tmp_path).open()
    yield inside
    await inside.close()


async def end_a_turn(people: list[Person]) -> tuple[Person, Frame]:
    """Draw and end the turn, which shows nobody anything; who did so, and the view from before the end."""
    actor = who_acts(people)
    assert (await actor.move({"do": "draw"}))["type"] == "done"
    before = actor.seen["view"]
    assert (await actor.move({"do": "end"}))["type"] == "done"
    return actor, before


async def test_a_slip_is_taken_back_freely(inside: Inside) -> None:
    people = await inside.game(3, undo="free")
    actor, before = await end_a_turn(people)
    assert (await actor.do(type="undo", id="oops")) == {"type": "done", "id": "oops", "v": 3}
    assert (actor.seen["v"], actor.seen["view"], actor.seen["events"]) == (3, before, [])
    for person in people:
        assert person.seen["made"] == {"seat": actor.seat, "by": "undo"}
        assert person.seen["view"]["turn"] == actor.seat
    assert await actor.do(type="undo", id="oops") == {"type": "done", "id": "oops", "v": 3}
    again = await actor.do(type="undo")
    assert (again["rule"], again["message"]) == ("ROOM-UNDO", "There is no move to take back.")
    assert (await actor.move({"do": "end"}))["v"] == 4


async def test_what_cannot_be_taken_back(inside: Inside) -> None:
    people = await inside.game(2, undo="free")
    actor = who_acts(people)
    other = people[1 - actor.seat]
    assert (await actor.do(type="undo"))["rule"] == "ROOM-UNDO"
    await actor.move({"do": "draw"})
    refused = await actor.do(type="undo")
    assert refused["message"] == "That move drew or showed something that was hidden."
    await actor.move({"do": "end"})
    assert (await other.do(type="undo"))["message"] == "Somebody else has moved since."
    await other.move({"do": "draw"})
    assert (await actor.do(type="undo"))["message"] == "Somebody else has moved since."
    await people[0].do(type="set", house={"undo": "off"})
    await other.move({"do": "end"})
    assert (await other.do(type="undo"))["message"] == "At this table no move is taken back."
    assert [by for _, _, by, _ in (await inside.log(actor.room)).steps] == ["player"] * 4


async def test_a_move_that_was_made_for_me_stays(inside: Inside) -> None:
    people = await inside.game(2, undo="free", absent="default", clock={"kind": "per_move", "seconds": 10})
    actor = who_acts(people)
    await actor.move({"do": "draw"})
    await inside.wait(10)
    assert actor.seen["made"]["by"] == "default"
    refused = await actor.do(type="undo")
    assert refused["message"] == "That move was made for you while you were not there."


async def test_the_others_are_asked(inside: Inside) -> None:
    people = await inside.game(4, undo="ask")
    actor, before = await end_a_turn(people)
    away, first, second = (person for person in people if person is not actor)
    await away.look(False)
    assert (await first.do(type="agree", yes=True))["rule"] == "ROOM-UNDO"
    assert (await actor.do(type="undo", id="oops"))["v"] == 2
    assert first.seen["room"]["asking"] == {"seat": actor.seat, "agreed": []}
    assert (await actor.do(type="agree", yes=True))["rule"] == "ROOM-UNDO"
    await first.do(type="agree", yes=True)
    assert second.seen["room"]["asking"] == {"seat": actor.seat, "agreed": [first.seat]}
    await second.do(type="agree", yes=True)
    assert (actor.seen["v"], actor.seen["view"]) == (3, before)
    assert second.seen["room"]["asking"] is None
    assert await actor.do(type="undo", id="oops") == {"type": "done", "id": "oops", "v": 3}


async def test_one_no_or_a_move_ends_the_question(inside: Inside) -> None:
    people = await inside.game(3, undo="ask")
    actor, _ = await end_a_turn(people)
    first, second = (person for person in people if person is not actor)
    await actor.do(type="undo")
    await first.do(type="agree", yes=False)
    assert second.seen["room"]["asking"] is None
    assert (await second.do(type="agree", yes=True))["rule"] == "ROOM-UNDO"
    await actor.do(type="undo")
    await who_acts(people).move({"do": "draw"})
    assert second.seen["room"]["asking"] is None
    assert (await second.do(type="agree", yes=True))["rule"] == "ROOM-UNDO"
    assert first.seen["v"] == 3


async def test_nobody_there_to_be_asked_does_not_mind(inside: Inside) -> None:
    people = await inside.game(2, undo="ask", absent="wait")
    actor, before = await end_a_turn(people)
    await people[1 - actor.seat].go()
    await actor.do(type="undo")
    assert actor.seen["view"] == before


async def test_who_turns_away_has_no_say(inside: Inside) -> None:
    """Nobody waits for an answer from somebody who is not there any more."""
    people = await inside.game(4, undo="ask", absent="wait")
    actor, before = await end_a_turn(people)
    first, second, third = (person for person in people if person is not actor)
    await actor.do(type="undo")
    await first.do(type="agree", yes=True)
    await second.look(False)
    await inside.wait(1)
    assert actor.seen["room"]["asking"] == {"seat": actor.seat, "agreed": [first.seat]}
    await third.go()
    await inside.wait(1)
    assert (actor.seen["v"], actor.seen["view"]) == (3, before)
    assert first.seen["made"] == {"seat": actor.seat, "by": "undo"}


async def test_the_question_ends_with_what_it_is_about(inside: Inside) -> None:
    people = await inside.game(4, undo="ask", absent="wait", options={"first": 1})
    actor, _ = await end_a_turn(people)
    first, _, second, _ = people[2:] + people[:2]
    await actor.do(type="undo")
    await people[0].do(type="set", house={"undo": "off"})
    assert first.seen["room"]["asking"] is None
    await people[0].do(type="set", house={"undo": "ask"})
    await actor.do(type="undo")
    assert second.seen["room"]["asking"] is not None
    await actor.do(type="leave")
    assert second.seen["room"]["asking"] is None
    assert (await second.do(type="agree", yes=True))["rule"] == "ROOM-UNDO"
    assert second.seen["v"] == 2


@pytest.mark.parametrize("ending", ["crash", "close"])
async def test_it_outlasts_the_server(inside: Inside, ending: str) -> None:
    people = await inside.game(2, undo="free")
    actor, before = await end_a_turn(people)
    await actor.do(type="undo", id="oops")
    await getattr(inside, ending)()
    await inside.open()
    await actor.come()
    assert (actor.seen["v"], actor.seen["view"]) == (3, before)
    assert await actor.do(type="undo", id="oops") == {"type": "done", "id": "oops", "v": 3}
    assert (await actor.do(type="undo"))["rule"] == "ROOM-UNDO"
    assert (await actor.move({"do": "end"}))["v"] == 4
    log = await inside.log(actor.room)
    assert [move["do"] for _, move in log.moves] == ["draw", "end"]
    assert json.loads(replay(log).position.view(actor.seat)) == actor.seen["view"]


@pytest.mark.parametrize("game", sorted(engine.GAMES))
async def test_taking_back_is_exact_and_shows_nothing(inside: Inside, game: str) -> None:
    """In random games: whoever may take back has everybody's view back as it was, and could do so because nobody
    was shown anything but what the mover laid down."""
    people = await inside.game(max(3, engine.GAMES[game].seats[0]), game, undo="free")
    chance = Random(game)
    taken: set[str] = set()
    for _ in range(120):
        if people[0].seen["room"]["status"] == "over":
            break
        actor = who_acts(people)
        seat: Any = actor.seat
        before = [person.seen["view"] for person in people]
        legal = actor.legal or [engine.default(actor.seen["view"])]
        move = chance.choice(legal)
        assert (await actor.move(move))["type"] == "done"
        if (await actor.do(type="undo"))["type"] == "done":
            taken.add(move["do"])
            assert [person.seen["view"] for person in people] == before
            assert people[0].seen["made"] == {"seat": seat, "by": "undo"}
            assert (await actor.move(move))["type"] == "done"
    assert len(taken) >= 2
    log = await inside.log(people[0].room)
    assert json.loads(replay(log).position.view(0)) == people[0].seen["view"]
