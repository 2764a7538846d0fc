"""What the room answers to commands: once, in order, and with a reason."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosedOK, InvalidStatus

from tests.app.live import Frame, Server, Viewer

pytestmark = pytest.mark.anyio


class Table:
    """A room of the shared server with everybody connected."""

    def __init__(self, server: Server, players: int = 2) -> None:
        self.server = server
        self.seats = server.table(players)
        self.stack = AsyncExitStack()

    async def __aenter__(self) -> Table:
        self.players: list[Viewer] = [await self.enter(self.server.seated(seat)) for seat in self.seats]
        for player in self.players:
            await player.reach(lambda seen: all(seat["here"] for seat in seen["room"]["seats"]))
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stack.aclose()

    async def enter(self, viewer: AbstractAsyncContextManager[Viewer]) -> Viewer:
        return await self.stack.enter_async_context(viewer)

    async def start(self, client_id: str = "start") -> Viewer:
        """Start the next game; the player whose turn it is."""
        number = self.players[0].seen["game"] + 1
        answer = await self.players[0].ask(type="start", id=client_id)
        assert answer["type"] == "done", answer
        for player in self.players:
            await player.reach(lambda seen: bool(seen["game"] == number))
        turn: int = self.players[0].seen["view"]["turn"]
        return self.players[turn]


async def test_the_same_id_is_done_once_and_answered_twice(shared: Server) -> None:
    async with Table(shared) as table:
        player = await table.start()
        first = await player.move({"do": "draw"}, "once")
        again = await player.move({"do": "draw"}, "once", v=0)
        assert first == again == {"type": "done", "id": "once", "v": 1}
        assert (await player.ask(type="move", id="once", game=1, v=1, move={"do": "end"})) == first
        assert player.seen["v"] == 1
        assert await table.players[0].ask(type="start", id="start") == {"type": "done", "id": "start", "v": 0}


@pytest.mark.parametrize("client_id", ["", "x" * 65, "a\0b", 7, None])
async def test_an_id_that_is_none(shared: Server, client_id: Any) -> None:
    async with shared.seated(shared.table(1)[0]) as ann:
        await ann.send(type="undo", id=client_id)
        error = await ann.until(lambda message: message["type"] != "update")
        assert (error["type"], error["code"]) == ("error", "unknown")
        assert "$.id" in error["message"]


async def test_the_same_id_on_two_sockets_at_once_is_done_once(shared: Server) -> None:
    async with Table(shared) as table:
        player = await table.start()
        twin = await table.enter(shared.seated(table.seats[table.players.index(player)]))
        await twin.hear()
        answers = await asyncio.gather(*(each.move({"do": "draw"}, "once") for each in (player, twin)))
        assert answers == [{"type": "done", "id": "once", "v": 1}] * 2
        assert player.seen == twin.seen


async def test_a_move_on_an_old_choice_is_stale(shared: Server) -> None:
    async with Table(shared) as table:
        player = await table.start()
        await player.move({"do": "draw"}, "1")
        for stale in ({"v": 0}, {"v": 2}, {"game": 0}, {"game": 2}):
            refused = await player.move({"do": "draw"}, f"stale{stale}", **stale)
            assert (refused["type"], refused["rule"], refused["v"]) == ("refused", "ROOM-STALE", 1)
        assert (await player.move({"do": "draw"}, "2"))["v"] == 2


async def test_a_refusal_names_the_rule_and_changes_nothing(shared: Server) -> None:
    async with Table(shared) as table:
        player = await table.start()
        other = next(each for each in table.players if each is not player)
        before = player.seen["view"]
        assert (await player.move({"do": "end"}, "1"))["rule"] == "WB-TURN-5"
        assert (await other.move({"do": "draw"}, "1"))["rule"] == "MOVE-TURN"
        junk: Any
        for junk in (None, 7, "draw", [], {}, {"do": "fly"}, {"do": "play", "card": {}, "dock": []}):
            assert (await player.move(junk, "junk"))["rule"] == "MOVE-SHAPE"
        await player.move({"do": "draw"}, "2")
        assert player.seen["v"] == 1
        assert len(player.seen["view"]["hand"]) == len(before["hand"]) + 1


async def test_only_the_host_starts_and_only_with_enough_players(shared: Server) -> None:
    async with Table(shared, players=1) as table:
        host = table.players[0]
        assert (await host.ask(type="start", id="1"))["rule"] == "ROOM-SEATS"
        assert (await host.ask(type="move", id="2", game=0, v=0, move={"do": "draw"}))["rule"] == "ROOM-STATUS"
        seat = shared.post("/api/join", code=table.seats[0]["code"].lower(), name="P0")
        guest = await table.enter(shared.seated(seat))
        assert (await guest.ask(type="start", id="1"))["rule"] == "ROOM-HOST"
        await guest.reach(lambda seen: bool(seen["room"]["seats"][1]["here"]))
        assert [each["name"] for each in guest.seen["room"]["seats"]] == ["P0", "P0 (2)"]
        assert (await host.ask(type="start", id="3"))["type"] == "done"
        assert (await host.ask(type="start", id="4"))["rule"] == "ROOM-STATUS"


async def test_a_seat_given_up_closes_the_gap_and_passes_the_host_on(shared: Server) -> None:
    async with Table(shared, players=4) as table:
        host, second, third, last = table.players
        watcher = await table.enter(shared.watching(table.seats[0]))
        assert (await watcher.ask(type="start", id="w"))["rule"] == "ROOM-WATCH"
        assert (await third.ask(type="leave", id="bye"))["type"] == "done"
        assert (await host.ask(type="leave", id="bye"))["type"] == "done"
        for gone in (third, host):
            with pytest.raises(ConnectionClosedOK):
                await gone.until(lambda _: False)
        for seat in (table.seats[0], table.seats[2]):
            with pytest.raises(InvalidStatus) as denied:
                await table.enter(shared.seated(seat))
            assert denied.value.response.status_code == 403
        await last.reach(lambda seen: len(seen["room"]["seats"]) == 2)
        assert (last.seen["room"]["you"], last.seen["room"]["host"]) == (1, 0)
        assert [seat["name"] for seat in last.seen["room"]["seats"]] == ["P1", "P3"]
        assert (await last.ask(type="start", id="s"))["rule"] == "ROOM-HOST"
        assert (await second.ask(type="start", id="s"))["type"] == "done"
        await last.reach(lambda seen: seen["game"] == 1)
        assert last.seen["view"]["viewer"] == 1


async def test_all_leaving_at_once_leaves_everybody_gone(shared: Server) -> None:
    async with Table(shared, players=6) as table:
        answers = await asyncio.gather(*(player.ask(type="leave", id="bye") for player in table.players))
        assert [answer["type"] for answer in answers] == ["done"] * 6
        watcher = await table.enter(shared.watching(table.seats[0]))
        await watcher.hear()
        assert watcher.seen["room"]["seats"] == []
        seat = shared.post("/api/join", code=table.seats[0]["code"], name="New")
        assert (seat["seat"], await host_of(watcher)) == (0, 0)


async def host_of(watcher: Viewer) -> int:
    await watcher.reach(lambda seen: len(seen["room"]["seats"]) == 1)
    return int(watcher.seen["room"]["host"])


async def test_everybody_connecting_at_once_sees_everybody(shared: Server) -> None:
    seats = shared.table(6)
    async with AsyncExitStack() as stack:
        viewers = await asyncio.gather(
            *(stack.enter_async_context(shared.seated(seat)) for seat in seats for _ in range(3)),
            *(stack.enter_async_context(shared.watching(seat)) for seat in seats),
        )
        for viewer in viewers:
            await viewer.reach(lambda seen: seen["room"]["watchers"] == 6)
            await viewer.reach(lambda seen: all(seat["here"] for seat in seen["room"]["seats"]))
        rooms = [{**viewer.seen["room"], "you": None} for viewer in viewers]
        assert rooms == rooms[:1] * len(rooms)
    async with shared.seated(seats[0]) as alone:
        await alone.reach(lambda seen: [seat["here"] for seat in seen["room"]["seats"]] == [True] + [False] * 5)
        assert alone.seen["room"]["watchers"] == 0


async def test_a_full_and_a_playing_room_have_no_seat(shared: Server) -> None:
    async with Table(shared, players=6) as table:
        body = {"code": table.seats[0]["code"], "name": "Late"}
        response = shared.client.post("/api/join", json=body)
        assert (response.status_code, response.json()["error"]["code"]) == (409, "room-full")
    async with Table(shared) as table:
        await table.start()
        body = {"code": table.seats[0]["code"], "name": "Late"}
        response = shared.client.post("/api/join", json=body)
        assert (response.status_code, response.json()["error"]["code"]) == (409, "room-playing")


async def test_the_same_people_play_again(shared: Server) -> None:
    async with Table(shared) as table:
        for number in (1, 2):
            await table.start(f"start{number}")
            chance = Random(number)
            while table.players[0].seen["room"]["status"] == "playing":
                for n, player in enumerate(table.players):
                    if player.legal and player.seen["room"]["status"] == "playing":
                        answer = await player.move(chance.choice(player.legal), f"{number}-{player.seen['v']}-{n}")
                        assert answer["type"] == "done"
                        now = answer["v"]
                for player in table.players:
                    await player.reach(lambda seen, now=now: seen["v"] == now)  # type: ignore[misc]
            assert table.players[1].seen["game"] == number
            refused = await table.players[0].move({"do": "draw"}, "late")
            assert refused["rule"] == "MOVE-TURN"


async def test_a_closed_socket_is_gone_and_its_seat_comes_back(shared: Server) -> None:
    async with Table(shared) as table:
        await table.players[1].socket.close()
        await table.players[0].reach(lambda seen: not seen["room"]["seats"][1]["here"])
        back = await table.enter(shared.seated(table.seats[1]))
        first: Frame = await back.hear()
        assert first["type"] == "update"
        assert [seat["here"] for seat in first["room"]["seats"]] == [True, True]
        await table.players[0].reach(lambda seen: bool(seen["room"]["seats"][1]["here"]))
