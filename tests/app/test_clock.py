"""The clocks: time that runs out once for each decision, is shown, and outlasts the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import engine
from app.absence import PAUSE
from app.clock import AFTER_RETURN, begin
from app.house import Clock
from tests.app.inside import Inside, Person, who_acts
from tests.app.live import Server

pytestmark = pytest.mark.anyio
PER_MOVE = {"kind": "per_move", "seconds": 20}
BANK = {"kind": "bank", "seconds": 60, "increment": 5}


@pytest.fixture
async def inside(tmp_path: Path) -> AsyncIterator[Inside]:
    inside = await Inside(tmp_path).open()
    yield inside
    await inside.close()


def left(person: Person) -> list[float]:
    """The seconds that everybody has, as somebody's page would show them now."""
    clock = person.seen["clock"]
    gone = 1000 * person.inside.timer.at - clock["now"]
    shown = [max(0, ms - gone) if seat in clock["runs"] else ms for seat, ms in enumerate(clock["left"])]
    return [round(ms / 1000, 2) for ms in shown]


def waited_for(person: Person) -> list[str | None]:
    return [seat["meanwhile"] for seat in person.seen["room"]["seats"]]


async def test_a_bank_with_increment(inside: Inside) -> None:
    people = await inside.game(2, clock=BANK)
    actor = who_acts(people)
    other = people[1 - actor.seat]
    assert actor.seen["clock"] == other.seen["clock"]
    assert actor.seen["clock"]["runs"] == [actor.seat]
    await inside.wait(12)
    await actor.move({"do": "draw"})
    assert (left(other)[actor.seat], left(other)[other.seat]) == (53, 60)
    await inside.wait(3)
    await actor.move({"do": "end"})
    assert (left(other)[actor.seat], left(other)[other.seat]) == (55, 60)
    await inside.wait(60)
    assert left(other)[actor.seat] == 55


async def test_per_move(inside: Inside) -> None:
    people = await inside.game(2, clock=PER_MOVE, absent="default")
    actor = who_acts(people)
    await inside.wait(12)
    assert left(actor)[actor.seat] == 8
    await actor.move({"do": "draw"})
    assert left(actor)[actor.seat] == 20
    await inside.wait(19.9)
    assert actor.seen["v"] == 1
    await inside.wait(0.1)
    assert (actor.seen["v"], actor.seen["made"]) == (2, {"seat": actor.seat, "by": "default"})


async def test_a_deadline_is_of_one_decision(inside: Inside) -> None:
    """What was decided in time is never decided again by an old deadline."""
    people = await inside.game(3, clock=PER_MOVE, absent="default")
    for _ in range(12):
        await inside.wait(19.5)
        assert (await who_acts(people).move(engine.default(who_acts(people).seen["view"])))["type"] == "done"
    assert [frame["made"]["by"] for frame in people[0].heard if frame["made"]] == ["player"] * 12
    v = people[0].seen["v"]
    await inside.wait(20)
    assert people[0].seen["v"] == v + 1


async def test_several_at_once_have_a_clock_each(inside: Inside) -> None:
    people = await inside.game(3, "burn", clock=PER_MOVE, absent="default")
    ann, bob, eve = people
    assert ann.seen["clock"]["runs"] == [0, 1, 2]
    await inside.wait(15)
    await ann.move(engine.default(ann.seen["view"]))
    assert bob.seen["clock"]["runs"] == [1, 2]
    assert left(bob)[1:] == [5, 5]
    await inside.wait(3)
    await eve.move(engine.default(eve.seen["view"]))
    await inside.wait(2)
    assert bob.seen["v"] == 3
    assert [seat for seat, _, by, _ in (await inside.log(bob.room)).steps if by == "default"] == [1]


async def test_a_stand_in_plays_until_the_player_returns(inside: Inside) -> None:
    people = await inside.game(2, clock=PER_MOVE, absent="stand_in")
    actor = who_acts(people)
    other = people[1 - actor.seat]
    await inside.wait(20)
    assert (other.seen["v"], other.seen["room"]["seats"][actor.seat]["meanwhile"]) == (0, "stand_in")
    await inside.wait(PAUSE)
    assert other.seen["made"] == {"seat": actor.seat, "by": "stand_in"}
    if actor.seat in other.seen["view"]["acting"]:
        await inside.wait(PAUSE)
        assert other.seen["made"] == {"seat": actor.seat, "by": "stand_in"}
    for _ in range(100):  # on into the next turn of the one who sleeps
        acting = who_acts(people)
        if acting is actor and other.seen["room"]["seats"][actor.seat]["meanwhile"] is None:
            break
        if acting is actor:
            await actor.look(True)
        else:
            await acting.move(engine.default(acting.seen["view"]))
    assert left(actor)[actor.seat] >= AFTER_RETURN
    v = actor.seen["v"]
    await inside.wait(AFTER_RETURN - 0.1)
    assert actor.seen["v"] == v


async def test_the_game_waits_for_who_is_out_of_time(inside: Inside) -> None:
    people = await inside.game(2, clock=BANK, absent="wait")
    actor = who_acts(people)
    await inside.wait(1000)
    assert (actor.seen["v"], left(actor)[actor.seat]) == (0, 0)
    assert actor.seen["room"]["seats"][actor.seat]["meanwhile"] == "wait"
    assert inside.timer.waiting <= 1
    assert (await actor.move({"do": "draw"}))["type"] == "done"


async def test_a_new_clock_in_the_middle(inside: Inside) -> None:
    people = await inside.game(2)
    assert people[0].seen["clock"] is None
    await inside.wait(1000)
    await people[0].do(type="set", house={"clock": BANK})
    assert left(people[1]) == [60, 60]
    await inside.wait(10)
    await people[0].do(type="set", house={"undo": "free"})
    assert sorted(left(people[1])) == [50, 60]
    await people[0].do(type="set", house={"clock": {"kind": "off"}})
    assert people[1].seen["clock"] is None
    await inside.wait(1000)
    assert people[1].seen["v"] == 0


@pytest.mark.parametrize("ending", ["crash", "close"])
async def test_time_outlasts_the_server(inside: Inside, ending: str) -> None:
    people = await inside.game(2, clock=BANK)
    actor = who_acts(people)
    seat = actor.seat
    await inside.wait(10)
    await actor.move({"do": "draw"})
    await inside.wait(7)
    was = left(actor)
    await getattr(inside, ending)()
    inside.timer.at += 5000
    await inside.open()
    await people[0].come()
    assert left(people[0])[seat] == pytest.approx(was[seat], abs=1)
    await people[1].come()
    await inside.wait(left(people[0])[seat])
    assert people[0].seen["v"] == 1
    await inside.wait(PAUSE)
    assert (people[0].seen["v"], people[0].seen["made"]["by"]) == (2, "stand_in")


@pytest.mark.parametrize("ending", ["crash", "close"])
async def test_a_clock_that_was_switched_off_stays_off(inside: Inside, ending: str) -> None:
    people = await inside.game(2, clock=BANK)
    await who_acts(people).move({"do": "draw"})
    await people[0].do(type="set", house={"clock": {"kind": "off"}})
    await getattr(inside, ending)()
    await inside.open()
    for person in people:
        await person.come()
    assert people[0].seen["clock"] is None
    await inside.wait(1000)
    assert people[0].seen["v"] == 1


async def test_a_new_clock_excuses_who_was_out_of_time(inside: Inside) -> None:
    people = await inside.game(2, clock=BANK, absent="wait", options={"first": 1})
    actor = people[1]
    await inside.wait(1000)
    await people[0].do(type="set", house={"clock": PER_MOVE})
    assert (waited_for(people[0]), left(people[0])[actor.seat]) == ([None, None], 20)
    await inside.wait(20)
    assert waited_for(people[0])[actor.seat] == "wait"


async def test_who_is_out_of_time_has_a_little_more_once_for_a_decision(inside: Inside) -> None:
    """Else a player could stop the table for good by coming back again and again."""
    people = await inside.game(2, clock=PER_MOVE, absent="stand_in")
    actor = who_acts(people)
    await inside.wait(20)
    await actor.do(type="say", kind="phrase", text="one_moment")
    await inside.wait(AFTER_RETURN - 0.1)
    assert (actor.seen["v"], waited_for(actor)[actor.seat]) == (0, None)
    await inside.wait(0.1)
    assert waited_for(actor)[actor.seat] == "stand_in"
    for _ in range(4):
        await actor.look(True)
        await inside.wait(PAUSE / 4)
    assert actor.seen["made"] == {"seat": actor.seat, "by": "stand_in"}
    if actor.seat in actor.seen["view"]["acting"]:
        await actor.look(True)
        assert left(actor)[actor.seat] >= AFTER_RETURN


async def test_everybody_is_told_that_the_player_is_back(inside: Inside) -> None:
    people = await inside.game(2, clock=BANK, absent="wait")
    actor = who_acts(people)
    other = people[1 - actor.seat]
    await inside.wait(1000)
    assert waited_for(other)[actor.seat] == "wait"
    assert (await actor.move({"do": "fly"}))["rule"] == "MOVE-SHAPE"
    await inside.wait(0.2)
    assert waited_for(other)[actor.seat] is None
    await inside.wait(AFTER_RETURN)
    assert waited_for(other)[actor.seat] == "wait"


async def test_time_stands_still_while_nobody_is_there(inside: Inside) -> None:
    people = await inside.game(2, clock=BANK)
    seat = who_acts(people).seat
    await inside.wait(10)
    for person in people:
        await person.go()
    await inside.wait(100)
    await inside.close()
    inside.timer.at += 100
    await inside.open()
    await people[0].come()
    assert left(people[0])[seat] == 50


async def test_a_clock_is_written_with_its_move(server: Server) -> None:
    """In one commit: what the database has of the clock is always of its latest move."""
    seats = server.table(2)
    async with server.seated(seats[0]) as host, server.seated(seats[1]) as guest:
        await host.ask(type="set", id="1", house={"clock": BANK, "absent": "wait"})
        await host.ask(type="start", id="2")
        players = [host, guest]
        for player in players:
            await player.reach(lambda seen: bool(seen["clock"]))
        player = next(each for each in players if each.legal)
        await player.move({"do": "draw"}, "3")
        log = server.logged()
        assert log.game.clock is not None
        assert log.game.clock["asked"][player.seen["room"]["you"]] == 1


def test_no_time_is_won_by_taking_back() -> None:
    bank = Clock("bank", 60, 10)
    clocks = begin(bank, [0, 0], 100.0)
    assert clocks is not None
    clocks = clocks.running((0,), 100.0)
    after = clocks.moved(bank, 0, [1, 1], 110.0).running((1,), 110.0)
    assert [after.left_to(seat, 115.0) for seat in (0, 1)] == [60, 55]
    back = after.taken_back([2, 2], 115.0).running((0,), 115.0)
    assert [back.left_to(seat, 115.0) for seat in (0, 1)] == [50, 55]
    per_move = Clock("per_move", 60, 0)
    clocks = clocks.moved(per_move, 0, [1, 1], 120.0).running((0,), 120.0)
    assert clocks.left_to(0, 120.0) == 60
    assert clocks.taken_back([2, 2], 125.0).left_to(0, 125.0) == 40
