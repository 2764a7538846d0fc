"""Nobody waits for who is not there, and who comes back has the seat at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import engine
from app.absence import PATIENCE, PAUSE
from app.room import PRESENCE_DELAY
from tests.app.inside import Inside, Person, who_acts

pytestmark = pytest.mark.anyio
GRACE = 30.0
HOST_GRACE = 120.0


@pytest.fixture
async def inside(tmp_path: Path) -> AsyncIterator[Inside]:
    inside = await Inside(tmp_path).open()
    yield inside
    await inside.close()


def presence(person: Person) -> list[str]:
    return [seat["presence"] for seat in person.seen["room"]["seats"]]


def meanwhile(person: Person) -> list[str | None]:
    return [seat["meanwhile"] for seat in person.seen["room"]["seats"]]


async def test_here_away_and_gone(inside: Inside) -> None:
    ann, bob = await inside.table(2)
    assert presence(ann) == ["here", "here"]
    await bob.look(False)
    await inside.wait(0.2)
    assert presence(ann) == ["here", "away"]
    await bob.look(True)
    await inside.wait(0.2)
    assert presence(ann) == ["here", "here"]
    await bob.go()
    await inside.wait(0.2)
    assert (presence(ann), ann.seen["room"]["seats"][1]["here"]) == (["here", "away"], False)
    await inside.wait(GRACE - 1)
    assert presence(ann) == ["here", "away"]
    await inside.wait(1)
    assert presence(ann) == ["here", "gone"]
    await bob.come()
    await inside.wait(0.2)
    assert presence(ann) == ["here", "here"]


async def test_who_is_gone_is_told_with_a_move_made_at_that_very_moment(inside: Inside) -> None:
    people = await inside.game(3, options={"first": 0})
    await people[2].go()
    await inside.wait(1)
    inside.timer.at += GRACE - 1  # the alarm has not rung yet
    await people[0].move()
    assert presence(people[1]) == ["here", "here", "gone"]


async def test_nobody_is_told_where_a_watcher_looks(inside: Inside) -> None:
    ann, _ = await inside.table(2)
    watcher = Person(inside, ann.code, None, ann.room.watch_link.rsplit("/", 1)[1])
    await watcher.come()
    await inside.wait(1)
    heard = len(ann.heard)
    for is_looking in (False, True):
        await watcher.look(is_looking)
        await inside.wait(1)
    assert len(ann.heard) == heard


async def test_a_host_who_is_gone_is_followed_by_who_is_there(inside: Inside) -> None:
    ann, bob, eve = await inside.table(3)
    await bob.go()
    await ann.go()
    await inside.wait(HOST_GRACE - 1)
    assert eve.seen["room"]["host"] == 0
    await inside.wait(1)
    assert eve.seen["room"]["host"] == 2
    assert (await eve.do(type="start"))["type"] == "done"
    await ann.come()
    assert ann.seen["room"]["host"] == 2
    await eve.go()
    await ann.go()
    await inside.wait(2 * HOST_GRACE)
    await bob.come()
    await inside.wait(0.2)
    assert (bob.seen["room"]["host"], bob.seen["room"]["you"]) == (1, 1)


async def test_two_pages_of_one_player(inside: Inside) -> None:
    ann, bob = await inside.table(2)
    twin = Person(inside, bob.code, bob.token)
    await twin.come()
    await bob.look(False)
    await inside.wait(0.2)
    assert presence(ann) == ["here", "here"]
    await twin.go()
    await inside.wait(0.2)
    assert presence(ann) == ["here", "away"]


@pytest.mark.parametrize("game", sorted(engine.GAMES))
@pytest.mark.parametrize("how", ["default", "stand_in"])
async def test_who_is_gone_is_played_for_until_they_return(inside: Inside, game: str, how: str) -> None:
    people = await inside.game(max(2, engine.GAMES[game].seats[0]), game, absent=how)
    actor = who_acts(people)
    other = next(person for person in people if person is not actor)
    seat, v = actor.seat, actor.seen["v"]
    await actor.go()
    await inside.wait(GRACE - 0.5)
    assert other.seen["v"] == v
    await inside.wait(0.5)
    assert meanwhile(other)[seat] == how
    await inside.wait(PAUSE)
    assert other.seen["v"] == v + 1
    assert other.seen["made"] == {"seat": seat, "by": how}
    while seat in other.seen["view"]["acting"] and other.seen["room"]["status"] == "playing":
        await inside.wait(PAUSE)
    await actor.come()
    await inside.wait(0.2)
    assert meanwhile(other)[seat] is None
    v = other.seen["v"]
    for _ in range(200):
        actor = who_acts(people)
        if actor.seat == seat:
            break
        await actor.move(engine.default(actor.seen["view"]))
    await inside.wait(600)
    assert actor.seat == seat
    assert other.seen["v"] >= v
    assert {frame["made"]["by"] for frame in other.heard if frame["made"]} == {how, "player"}


async def test_who_does_not_look_is_played_for_until_they_do(inside: Inside) -> None:
    people = await inside.game(3)
    for person in people:
        await person.look(False)
    actor = who_acts(people)
    other = next(person for person in people if person is not actor)
    await inside.wait(2 * PATIENCE)
    assert other.seen["v"] == 0, "nobody waits"
    await other.look(True)
    await inside.wait(PATIENCE - 1)
    await actor.look(True)
    await actor.look(False)
    await inside.wait(PATIENCE - 1)
    assert other.seen["v"] == 0
    await inside.wait(1 + PRESENCE_DELAY + PAUSE)
    assert other.seen["made"] == {"seat": actor.seat, "by": "stand_in"}
    assert meanwhile(other)[actor.seat] == "stand_in"
    while actor.seat in other.seen["view"]["acting"]:
        v = other.seen["v"]
        await inside.wait(PAUSE)
        assert other.seen["v"] == v + 1
    assert meanwhile(other)[actor.seat] == "stand_in"
    v = other.seen["v"]
    await other.look(False)
    await inside.wait(PATIENCE)
    assert meanwhile(other)[actor.seat] is None, "nobody waits any more"
    await other.look(True)
    await actor.look(True)
    await inside.wait(PATIENCE - 1)
    assert meanwhile(other)[actor.seat] is None
    assert other.seen["v"] == v


async def test_where_there_is_a_clock_it_alone_counts(inside: Inside) -> None:
    people = await inside.game(2, clock={"kind": "per_move", "seconds": 300})
    actor = who_acts(people)
    await actor.look(False)
    await inside.wait(299)
    assert actor.seen["v"] == 0
    await inside.wait(1 + PAUSE)
    assert actor.seen["v"] == 1


async def test_the_table_waits_if_the_host_wants_it(inside: Inside) -> None:
    people = await inside.game(3, absent="wait")
    actor = who_acts(people)
    other = next(person for person in people if person is not actor)
    await actor.go()
    await inside.wait(10 * GRACE)
    assert meanwhile(other)[actor.seat] == "wait"
    assert other.seen["v"] == 0
    host = people[0]
    if host is not actor:
        assert (await host.do(type="set", house={"absent": "default"}))["type"] == "done"
        await inside.wait(PAUSE)
        assert other.seen["v"] == 1


async def test_time_stands_still_while_nobody_is_there(inside: Inside) -> None:
    people = await inside.game(2)
    watcher = Person(inside, people[0].code, None, people[0].room.watch_link.removeprefix("/watch/"))
    await watcher.come()
    for person in people:
        await person.go()
    await inside.wait(100 * GRACE)
    assert watcher.seen["v"] == 0
    assert presence(watcher) == ["gone", "gone"]
    turn = watcher.seen["view"]["turn"]
    await people[1 - turn].come()
    await inside.wait(GRACE)
    assert watcher.seen["v"] > 0


async def test_stand_ins_play_a_game_to_its_end(inside: Inside) -> None:
    people = await inside.game(4)
    for person in people[1:]:
        await person.go()
    ann = people[0]
    await inside.wait(GRACE)
    for _ in range(3000):
        if ann.seen["room"]["status"] == "over":
            break
        if ann.legal:
            assert (await ann.move(engine.default(ann.seen["view"])))["type"] == "done"
        else:
            await inside.wait(PAUSE)
    assert ann.seen["room"]["status"] == "over"
    assert inside.timer.waiting < 5


async def test_those_present_vote_while_the_host_is_absent(inside: Inside) -> None:
    people = await inside.game(4, absent="wait", options={"first": 0})
    host, *others = people
    assert (await others[0].do(type="vote", seat=0, what="stand_in"))["rule"] == "ROOM-VOTE"
    await host.go()
    await inside.wait(GRACE)
    ask: dict[str, Any] = {"type": "vote", "seat": 0, "what": "stand_in"}
    assert (await others[0].do(**{**ask, "seat": 1}))["rule"] == "ROOM-VOTE"
    assert (await others[0].do(**{**ask, "seat": 9}))["rule"] == "ROOM-VOTE"
    await others[0].look(False)
    assert (await others[0].do(**ask))["message"] == "Only who is there votes."
    await others[0].look(True)
    assert (await others[0].do(**ask))["type"] == "done"
    assert others[1].seen["room"]["ballots"] == [{"seat": 0, "what": "stand_in", "by": [1]}]
    await inside.wait(10)
    assert others[0].seen["v"] == 0
    assert (await others[1].do(**{**ask, "what": "default"}))["type"] == "done"
    assert (await others[2].do(**ask))["type"] == "done"
    assert others[1].seen["room"]["ballots"] == []
    assert meanwhile(others[1])[0] == "stand_in"
    await inside.wait(PAUSE)
    assert others[0].seen["made"] == {"seat": 0, "by": "stand_in"}
    await host.come()
    await inside.wait(0.2)
    assert meanwhile(others[1])[0] is None
    assert (await others[0].do(**ask))["rule"] == "ROOM-VOTE"
    await host.go()
    await inside.wait(GRACE)
    assert meanwhile(others[1])[0] == "wait"


async def test_a_host_who_is_back_overrules_the_vote(inside: Inside) -> None:
    people = await inside.game(4, absent="stand_in", options={"first": 1})
    host, gone, *others = people
    for person in (host, gone):
        await person.go()
    await inside.wait(GRACE)
    for other in others:
        assert (await other.do(type="vote", seat=1, what="wait"))["type"] == "done"
    await inside.wait(60)
    assert (others[0].seen["v"], meanwhile(others[0])[1]) == (0, "wait")
    assert (await others[0].do(type="vote", seat=1, what="default"))["type"] == "done"
    assert others[1].seen["room"]["ballots"] != []
    await host.come()
    await inside.wait(0.2)
    assert others[1].seen["room"]["ballots"] == [], "the host decides now"
    assert meanwhile(host)[1] == "wait"
    assert (await host.do(type="set", house={"absent": "stand_in"}))["type"] == "done"
    assert meanwhile(host)[1] == "stand_in"
    await inside.wait(PAUSE)
    assert host.seen["made"] == {"seat": 1, "by": "stand_in"}


async def test_who_is_gone_is_made_no_host(inside: Inside) -> None:
    ann, bob, eve = await inside.table(3)
    await bob.go()
    player = ann.seen["room"]["seats"][1]["player"]
    assert (await ann.do(type="hand_over", player=player))["type"] == "done", "he may just be coming back"
    await bob.come()
    assert (await bob.do(type="hand_over", player=ann.seen["room"]["seats"][0]["player"]))["type"] == "done"
    await bob.go()
    await inside.wait(GRACE)
    refused = await ann.do(type="hand_over", player=player)
    assert (refused["rule"], refused["message"]) == ("ROOM-PLAYER", "That player is not there.")
    assert eve.seen["room"]["host"] == 0


async def test_nothing_is_kept_of_who_has_left(inside: Inside) -> None:
    ann, _ = await inside.table(2)
    for name in "ABC":
        seated = await inside.lobby.join(ann.room, name)
        guest = Person(inside, ann.code, seated.token)
        await guest.come()
        await guest.do(type="leave")
    assert len(ann.room.absence._left) <= 2


async def test_the_last_to_leave_clears_the_table(inside: Inside) -> None:
    people = await inside.game(2)
    room, code = people[0].room, people[0].code
    for person in people:
        assert (await person.do(type="leave"))["type"] == "done"
    assert (room.status, room.seats) == ("gathering", [])
    seated = await inside.lobby.join(await inside.lobby.find(code, "here"), "New")
    new = Person(inside, code, seated.token)
    await new.come()
    assert (new.seat, new.seen["room"]["host"]) == (0, 0)


async def test_a_new_host_is_told_with_the_move_made_meanwhile(tmp_path: Path) -> None:
    inside = await Inside(tmp_path, host_grace=GRACE + PAUSE).open()
    people = await inside.game(2, options={"first": 0})
    await people[0].go()
    await inside.wait(GRACE + PAUSE)
    assert people[1].seen["made"] == {"seat": 0, "by": "stand_in"}
    assert people[1].seen["room"]["host"] == 1
    await inside.close()
