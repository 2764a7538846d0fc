"""What the host can do: seats, games and powers; and what becomes of those who leave."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.app.live import Frame, Server, Viewer
from tests.app.test_commands import Table

pytestmark = pytest.mark.anyio


def names(viewer: Viewer) -> list[str]:
    return [seat["name"] for seat in viewer.seen["room"]["seats"]]


def numbers(viewer: Viewer) -> list[int]:
    return [seat["player"] for seat in viewer.seen["room"]["seats"]]


async def told(table: Table, **room: object) -> None:
    """Everybody is told that the room is so."""
    for player in table.players:
        await player.reach(lambda seen: all(seen["room"][key] == value for key, value in room.items()))


async def closed(viewer: Viewer) -> int:
    """The code that the server closes this socket with."""
    with pytest.raises(ConnectionClosed) as ended:
        await viewer.until(lambda _: False)
    assert ended.value.rcvd is not None
    return int(ended.value.rcvd.code)


async def play_out(table: Table, name: str = "m") -> Frame:
    """Play the game to its end by random moves; its result."""
    chance = Random(1)
    while table.players[0].seen["room"]["status"] == "playing":
        player = next(each for each in table.players if each.legal)
        answer = await player.move(chance.choice(player.legal), f"{name}{player.seen['v']}")
        assert answer["type"] == "done", answer
        for each in table.players:
            await each.reach(lambda seen, now=answer["v"]: seen["v"] == now)  # type: ignore[misc]
    result: Frame = table.players[0].seen["view"]["result"]
    return result


async def play_until_stood_in_for(viewer: Viewer, seat: int) -> None:
    """Make random moves until the server makes one for this seat."""
    chance = Random(2)
    while viewer.seen.get("made") != {"seat": seat, "by": "stand_in"}:
        if viewer.legal:
            await viewer.move(chance.choice(viewer.legal), f"{viewer.seen['v']}")
        else:
            await viewer.hear()


@pytest.mark.parametrize(
    "command",
    [
        {"type": "hand_over", "player": 1},
        {"type": "arrange"},
        {"type": "gather"},
        {"type": "end"},
        {"type": "start"},
        {"type": "mute", "player": 1, "muted": True},
    ],
)
async def test_the_host_alone_may(shared: Server, command: Frame) -> None:
    async with Table(shared) as table:
        assert (await table.players[1].ask(id="1", **command))["rule"] == "ROOM-HOST"


async def test_the_host_hands_over_badge_and_powers(shared: Server) -> None:
    async with Table(shared) as table:
        host, guest = table.players
        assert (await host.ask(type="hand_over", id="1", player=0))["rule"] == "ROOM-PLAYER"
        assert (await host.ask(type="hand_over", id="2", player=numbers(host)[1]))["type"] == "done"
        await told(table, host=1)
        assert (await host.ask(type="start", id="3"))["rule"] == "ROOM-HOST"
        assert (await guest.ask(type="start", id="4"))["type"] == "done"


async def test_the_host_seats_people_anew(shared: Server) -> None:
    async with Table(shared, players=4) as table:
        host = table.players[0]
        before = numbers(host)
        order = [before[n] for n in (2, 0, 3, 1)]
        for wrong in ([], before[:3], [*before, before[0]], [*before[:3], before[0]]):
            assert (await host.ask(type="arrange", id=str(wrong), players=wrong))["rule"] == "ROOM-PLAYER"
        assert (await host.ask(type="arrange", id="1", players=order))["type"] == "done"
        await told(table, host=1)
        assert [player.seen["room"]["you"] for player in table.players] == [1, 3, 0, 2]
        assert (numbers(host), names(host)) == (order, ["P2", "P0", "P3", "P1"])
        seen = set()
        for n in range(12):
            assert (await host.ask(type="arrange", id=f"shuffle{n}"))["type"] == "done"
            seen.add(tuple(numbers(host)))
            assert numbers(host)[host.seen["room"]["you"]] == before[0]
        assert len(seen) > 1
        await host.ask(type="start", id="start")
        for player in table.players:
            await player.reach(lambda update: update["game"] == 1)
            assert player.seen["view"]["viewer"] == player.seen["room"]["you"]
        assert (await host.ask(type="arrange", id="late"))["rule"] == "ROOM-STATUS"


async def test_who_leaves_a_game_is_played_for(server: Server) -> None:
    async with Table(server, players=3) as table:
        await table.start()
        host, second, third = table.players
        await second.socket.close()
        await third.reach(lambda seen: not seen["room"]["seats"][1]["here"])
        assert (await host.ask(type="leave", id="bye"))["type"] == "done"
        assert await closed(host) == 1000
        await third.reach(lambda seen: bool(seen["room"]["seats"][0]["vacant"]))
        assert third.seen["room"]["host"] == 2
        seat = third.seen["room"]["seats"][0]
        assert (seat["here"], seat["presence"], seat["meanwhile"]) == (False, "gone", "stand_in")
        with pytest.raises(InvalidStatus):
            await table.enter(server.seated(table.seats[0]))
        table.players = [third, await table.enter(server.seated(table.seats[1]))]
        await third.ask(type="set", id="wait", house={"absent": "wait"})
        await asyncio.gather(*(play_until_stood_in_for(player, 0) for player in table.players))
        server.stop()
        server.start()
        table.players = [await table.enter(server.seated(seat)) for seat in table.seats[1:]]
        await table.players[1].reach(lambda seen: bool(seen["room"]["seats"][1]["here"]))
        assert (await table.players[1].ask(type="end", id="end"))["type"] == "done"
        await told(table, status="gathering", host=1)
        assert names(table.players[0]) == ["P1", "P2"]


async def test_the_same_people_play_again_with_seats_turned_and_a_score(server: Server) -> None:
    async with Table(server) as table:
        host, guest = table.players
        players = numbers(host)
        wins = dict.fromkeys(players, 0)
        for game in range(1, 4):
            options = {"pace": "one"} if game == 2 else None
            answer = await host.ask(type="start", id=f"start{game}", options=options, turn=game > 1)
            assert answer["type"] == "done", answer
            for player in table.players:
                await player.reach(lambda seen, game=game: seen["game"] == game)  # type: ignore[misc]
            assert host.seen["room"]["options"]["pace"] == ("one" if game > 1 else "chain")
            assert host.seen["view"]["options"] == host.seen["room"]["options"]
            assert host.seen["room"]["you"] == host.seen["view"]["viewer"] == (game + 1) % 2
            assert host.seen["room"]["host"] == host.seen["room"]["you"]
            for winner in (await play_out(table, f"{game}-"))["winners"]:
                wins[numbers(host)[winner]] += 1
            assert {seat["player"]: seat["wins"] for seat in host.seen["room"]["seats"]} == wins
            assert host.seen["room"]["played"] == game
        assert (await host.ask(type="start", id="wrong", options={"pace": "odd"}))["rule"] == "ROOM-OPTIONS"
        server.stop()
        server.start()
        back = await table.enter(server.seated(table.seats[0]))
        await back.hear()
        assert {seat["player"]: seat["wins"] for seat in back.seen["room"]["seats"]} == wins
        assert (await back.ask(type="start", id="start3", turn=True))["type"] == "done"
        assert back.seen["game"] == 3
        assert guest.seen["room"]["played"] == 3


async def test_a_cleared_table_has_room_for_others(server: Server) -> None:
    async with Table(server) as table:
        host, guest = table.players
        await table.start()
        was = numbers(host)
        assert (await host.ask(type="gather", id="early"))["rule"] == "ROOM-STATUS"
        await play_out(table)
        assert (await host.ask(type="end", id="late"))["rule"] == "ROOM-STATUS"
        assert (await guest.ask(type="leave", id="bye"))["type"] == "done"
        await host.reach(lambda seen: bool(seen["room"]["seats"][1]["vacant"]))
        assert host.seen["view"]["result"] is not None
        assert (await host.ask(type="gather", id="1"))["type"] == "done"
        assert (host.seen["game"], host.seen["view"], names(host)) == (0, None, ["P0"])
        server.stop()
        server.start()
        new = server.post("/api/join", code=table.seats[0]["code"], name="New")
        table.players = [await table.enter(server.seated(seat)) for seat in (table.seats[0], new)]
        await told(table, status="gathering", played=1)
        assert was[1] not in numbers(table.players[1])  # or the wins and words of who left would be theirs
        assert (await table.players[0].ask(type="start", id="again"))["type"] == "done"
        await table.players[1].reach(lambda seen: seen["game"] == 2)
