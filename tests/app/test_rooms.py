"""Rooms leave memory, come back when asked for, and are deleted on the day that was announced."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlmodel import select

import engine
from app import models
from app.lobby import LobbyError
from tests.app.inside import Inside, who_acts

pytestmark = pytest.mark.anyio
DAY = 24 * 3600.0


@pytest.fixture
async def inside(tmp_path: Path) -> AsyncIterator[Inside]:
    inside = await Inside(tmp_path, idle_minutes=1, keep_days=30).open()
    yield inside
    await inside.close()


async def test_an_idle_room_leaves_memory_and_comes_back(inside: Inside) -> None:
    people = await inside.game(2, clock={"kind": "bank", "seconds": 3600}, absent="wait")
    await who_acts(people).move({"do": "draw"})
    ann, bob = people
    views = [person.seen["view"] for person in people]
    await inside.wait(100)
    assert len(inside.rooms) == 1
    await ann.go()
    await inside.wait(100)
    assert len(inside.rooms) == 1, "somebody is there"
    await bob.go()
    await inside.wait(55)
    assert len(inside.rooms) == 1
    await inside.wait(10)
    gc.collect()
    assert len(inside.rooms) == 0
    assert inside.timer.waiting == 1, "the keeper's alone"
    await bob.come()
    await ann.come()
    assert [person.seen["view"] for person in people] == views
    assert [person.seen["v"] for person in people] == [1, 1]
    assert (await who_acts(people).move({"do": "end"}))["v"] == 2


async def test_a_room_that_somebody_holds_is_never_there_twice(inside: Inside) -> None:
    (ann,) = await inside.table(1)
    held = ann.room
    await ann.go()
    await inside.wait(3600)
    assert await inside.lobby.invited(held.join_link.removeprefix("/join/")) is held


async def test_a_deserted_room_is_deleted_on_its_day(inside: Inside) -> None:
    people = await inside.game(2)
    kept = await inside.table(2)
    actor = who_acts(people)
    await actor.move(engine.default(actor.seen["view"]))
    assert people[0].seen["room"]["deleted_on"] == "2027-02-14", "30 days after 15 January"
    room = people[0].room
    join, watch = room.join_link.removeprefix("/join/"), room.watch_link.removeprefix("/watch/")
    del room
    for person in people + kept[:1]:
        await person.go()
    inside.timer.at += 29 * DAY
    await kept[0].come()
    await inside.wait(3600)
    assert kept[0].seen["room"]["deleted_on"] == "2027-03-15"
    for person in kept:
        await person.go()
    assert len(inside.ask_disk(lambda session: session.exec(select(models.Room)).all())) == 2
    inside.timer.at += 2 * DAY
    await inside.wait(3600)
    left = inside.ask_disk(
        lambda session: [
            len(session.exec(select(table)).all())
            for table in (models.Room, models.Seat, models.Game, models.Move)
        ]
    )
    assert left == [1, 2, 0, 0]
    with pytest.raises(LobbyError, match="No table answers"):
        await people[0].come()
    with pytest.raises(LobbyError, match="No table answers"):
        await inside.lobby.invited(join)
    with pytest.raises(LobbyError, match="No table answers"):
        await inside.lobby.watched(watch)
    await kept[0].come()


async def test_a_room_in_which_somebody_stays_is_kept(inside: Inside) -> None:
    (ann,) = await inside.table(1)
    inside.timer.at += 100 * DAY
    await inside.wait(1200)
    assert (await ann.do(type="set", house={}))["type"] == "done"


async def test_nothing_is_deleted_where_all_is_kept(tmp_path: Path) -> None:
    inside = await Inside(tmp_path, keep_days=0).open()
    (ann,) = await inside.table(1)
    assert ann.seen["room"]["deleted_on"] is None
    await ann.go()
    inside.timer.at += 1000 * DAY
    await inside.wait(1200)
    await ann.come()
    await inside.close()
