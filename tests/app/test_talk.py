"""Talk: players hear players, watchers hear watchers, and the host has the last word."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from app import db
from app.db import now
from app.models import Remark, Room, Seat
from app.saying import LONGEST
from app.store import Store, key, open_room
from app.talk import BURST, KEPT, Talk, remarks_of, remember
from tests.app.live import Frame, Server, Viewer
from tests.app.test_commands import Table

pytestmark = pytest.mark.anyio


async def said(viewer: Viewer) -> Frame:
    """What is said next."""
    return await viewer.until(lambda message: message["type"] == "said")


def remarks(viewer: Viewer) -> list[str]:
    return [frame for frame in viewer.heard if '"said"' in frame]


async def test_players_and_watchers_talk_apart(shared: Server) -> None:
    async with Table(shared) as table:
        host, guest = table.players
        watchers = [await table.enter(shared.watching(table.seats[0])) for _ in range(2)]
        twin = await table.enter(shared.seated(table.seats[1]))
        assert (await host.ask(type="say", id="1", kind="text", text=" Hi \u202e<b>all</b>\n"))["type"] == "done"
        for each in (guest, twin):
            heard = await said(each)
            assert heard.pop("at") > 1.7e12
            assert heard == {
                "type": "said",
                "n": 1,
                "player": host.seen["room"]["seats"][0]["player"],
                "name": "P0",
                "watcher": None,
                "kind": "text",
                "text": "Hi <b>all</b>",
            }
        assert (await watchers[0].ask(type="say", id="1", kind="emote", text="clap"))["type"] == "done"
        heard = await said(watchers[1])
        assert (heard["n"], heard["player"], heard["name"], heard["watcher"]) == (1, None, "", 1)
        for each in (*table.players, *watchers):
            await each.send(type="ping")
            await each.until(lambda message: message["type"] == "pong")
            assert len(remarks(each)) == 1
        late = await table.enter(shared.seated(table.seats[1]))
        assert [each["name"] for each in (await late.until(is_talk))["said"]] == ["P0"]
        latecomer = await table.enter(shared.watching(table.seats[1]))
        assert [each["text"] for each in (await latecomer.until(is_talk))["said"]] == ["clap"]


def is_talk(message: Frame) -> bool:
    return bool(message["type"] == "talk")


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "text", "text": ""},
        {"kind": "text", "text": "\u200b"},
        {"kind": "text", "text": "x" * (LONGEST + 1)},
        {"kind": "phrase", "text": "Hello!"},
        {"kind": "emote", "text": "hello"},
    ],
)
async def test_what_cannot_be_said(shared: Server, wrong: dict[str, Any]) -> None:
    async with Table(shared, players=1) as table:
        assert (await table.players[0].ask(type="say", id="1", **wrong))["rule"] == "ROOM-TALK"


async def test_the_host_has_the_last_word(shared: Server) -> None:
    async with Table(shared) as table:
        host, guest = table.players
        watcher = await table.enter(shared.watching(table.seats[0]))
        text = {"type": "say", "kind": "text", "text": "psst"}
        phrase = {"type": "say", "kind": "phrase", "text": "sorry"}
        await host.ask(type="set", id="1", house={"talk": "phrases", "watchers_talk": False})
        assert (await guest.ask(id="2", **text))["rule"] == "ROOM-TALK"
        assert (await guest.ask(id="3", **phrase))["type"] == "done"
        assert (await watcher.ask(id="4", **phrase))["rule"] == "ROOM-TALK"
        await host.ask(type="set", id="5", house={"talk": "none", "watchers_talk": True})
        assert (await host.ask(id="6", **phrase))["rule"] == "ROOM-TALK"
        assert (await watcher.ask(id="7", **text))["type"] == "done"
        await host.ask(type="set", id="8", house={"talk": "open"})
        players = [seat["player"] for seat in host.seen["room"]["seats"]]
        assert (await guest.ask(type="mute", id="9", player=players[0], muted=True))["rule"] == "ROOM-HOST"
        assert (await host.ask(type="mute", id="10", player=max(players) + 1, muted=True))["rule"] == "ROOM-PLAYER"
        assert (await host.ask(type="mute", id="11", player=players[1], muted=True))["type"] == "done"
        await guest.reach(lambda seen: bool(seen["room"]["seats"][1]["muted"]))
        assert (await guest.ask(id="12", **phrase))["rule"] == "ROOM-TALK"
        await host.ask(type="mute", id="13", player=players[1], muted=False)
        assert (await guest.ask(id="14", **text))["type"] == "done"


async def test_a_remark_is_made_once_and_outlasts_the_server(server: Server) -> None:
    seats = server.table(2)
    hello = {"type": "say", "id": "hello", "kind": "text", "text": "Hello"}
    async with server.seated(seats[0]) as first, server.seated(seats[0]) as twin:
        answers = await asyncio.gather(*(each.ask(**hello) for each in (first, twin)))
        assert [answer["type"] for answer in answers] == ["done", "done"]
    server.stop()
    server.start()
    async with server.seated(seats[0]) as back:
        assert (await back.ask(**hello))["type"] == "done"
        assert sum(frame.count('"text":"Hello"') for frame in back.heard) == 1


async def test_talk_has_a_pace(shared: Server) -> None:
    async with Table(shared, players=1) as table:
        host = table.players[0]
        answers = [
            (await host.ask(type="say", id=str(n), kind="text", text=str(n)))["type"] for n in range(BURST + 4)
        ]
        assert answers[:BURST] == ["done"] * BURST
        assert "refused" in answers[BURST:]


def test_no_crowd_of_watchers_silences_the_players() -> None:
    talk = Talk()
    assert sum(talk.takes("watchers", n) for n in range(1000)) < 1000
    assert talk.takes("players", 1)


async def test_the_last_remarks_are_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.sqlite'}"
    db.migrate(url)
    store = Store(db.connect(url))
    row = Room(code="AAAAA", join_secret="j", watch_secret="w", game="wireburn", options={})
    room = key(await store.call(open_room, row, Seat(room_id=0, number=0, name="Ann", token_hash="t")))
    for circle, most in (("players", KEPT + 7), ("watchers", 3)):
        for n in range(1, most + 1):
            remark = Remark(
                room_id=room, circle=circle, number=n, kind="text", text="x", client_id=str(n), at=now()
            )
            await store.call(remember, remark)
    kept = await store.call(remarks_of, room)
    assert [each.number for each in kept if each.circle == "players"] == list(range(8, KEPT + 8))
    assert [each.number for each in kept if each.circle == "watchers"] == [1, 2, 3]
    await store.close()
