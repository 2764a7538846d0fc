"""How a room is run: the host alone says it, everybody is told, and it is kept."""

from __future__ import annotations

from typing import Any

import pytest

from tests.app.live import Server
from tests.app.test_commands import Table

pytestmark = pytest.mark.anyio


async def test_the_host_alone_changes_the_house(shared: Server) -> None:
    async with Table(shared) as table:
        host, guest = table.players
        before = guest.seen["room"]["house"]
        assert (await guest.ask(type="set", id="1", house={"undo": "free"}))["rule"] == "ROOM-HOST"
        clock = {"kind": "bank", "seconds": 300, "increment": 5}
        assert (await host.ask(type="set", id="1", house={"undo": "free", "clock": clock}))["type"] == "done"
        for player in table.players:
            await player.reach(lambda seen: bool(seen["room"]["house"]["undo"] == "free"))
            assert player.seen["room"]["house"] == {**before, "undo": "free", "clock": clock}
        assert (await host.ask(type="set", id="2", house={}))["type"] == "done"
        assert host.seen["room"]["house"]["clock"] == clock


@pytest.mark.parametrize(
    "wrong",
    [
        {"undo": "always"},
        {"pets": True},
        {"watching": 1},
        {"clock": {"kind": "bank", "seconds": 0}},
        {"clock": {"kind": "bank", "seconds": 10**9}},
        {"clock": {"kind": "sand"}},
        {"clock": None},
    ],
)
async def test_a_house_that_will_not_do(shared: Server, wrong: dict[str, Any]) -> None:
    async with Table(shared, players=1) as table:
        before = table.players[0].seen["room"]["house"]
        refused = await table.players[0].ask(type="set", id="1", house=wrong)
        assert (refused["rule"], refused["type"]) == ("ROOM-HOUSE", "refused")
        assert table.players[0].seen["room"]["house"] == before
    body = {"game": "wireburn", "name": "Ann", "house": wrong}
    response = shared.client.post("/api/rooms", json=body)
    assert (response.status_code, response.json()["error"]["code"]) == (422, "bad-house")


async def test_the_house_outlasts_the_server(server: Server) -> None:
    seat = server.post("/api/rooms", game="wireburn", name="Ann", house={"absent": "wait"})
    async with server.seated(seat) as host:
        assert (await host.ask(type="set", id="1", house={"talk": "none"}))["type"] == "done"
    server.stop()
    server.start()
    async with server.seated(seat) as host:
        house = (await host.hear())["room"]["house"]
        assert (house["absent"], house["talk"], house["undo"]) == ("wait", "none", "ask")
