"""Who comes in and who does not: newcomers, watchers, people sent away, seats on their way to another device."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from app import moving
from app.lobby import LobbyError
from tests.app.inside import Inside, Person
from tests.app.live import SECONDS, Frame, Server, Viewer
from tests.app.test_commands import Table
from tests.app.test_hosting import closed, names, numbers

pytestmark = pytest.mark.anyio
HTML = {"Accept": "text/html"}


class Browser:
    """Somebody who comes by the pages."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.Client(
            base_url=server.url, headers=HTML, trust_env=False, follow_redirects=True, timeout=SECONDS
        )

    def fill(self, path: str, action: str | None = None, **fields: str) -> httpx.Response:
        """Send the form on this page."""
        mark = re.findall(r'name="form" value="([^"]+)"', self.http.get(path).text)[0]
        return self.http.post(action or path, data={"form": mark, **fields})

    def sit(self, code: str, name: str) -> httpx.Response:
        return self.fill(f"/room/{code}", name=name)

    def seat(self, code: str) -> dict[str, str]:
        """The headers by which a socket of this browser comes in."""
        cookies = {c.name: c.value for c in self.http.cookies.jar if c.path in ("/", f"/room/{code}")}
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}


@pytest.fixture
def browsers(shared: Server) -> Iterator[list[Browser]]:
    """Three browsers."""
    each = [Browser(shared) for _ in range(3)]
    yield each
    for browser in each:
        browser.http.close()


def fails(response: httpx.Response) -> tuple[int, str, str | None]:
    error: Frame = response.json()["error"]
    return response.status_code, error["code"], error.get("watch")


async def test_a_table_without_a_seat_offers_to_watch(shared: Server, browsers: list[Browser]) -> None:
    seats = shared.table(6)
    body = {"code": seats[0]["code"], "name": "Late"}
    watch = seats[0]["watch"]
    assert fails(shared.client.post("/api/join", json=body)) == (409, "room-full", watch)
    page = browsers[0].http.get(f"/room/{body['code']}").text
    assert f'href="{watch}"' in page
    assert "<form" not in page
    async with shared.seated(seats[0]) as host:
        assert (await host.ask(type="set", id="1", house={"watching": False}))["type"] == "done"
        assert fails(shared.client.post("/api/join", json=body)) == (409, "room-full", None)
        assert watch not in browsers[0].http.get(f"/room/{body['code']}").text


async def test_a_name_has_room_for_the_longest_letters(shared: Server, browsers: list[Browser]) -> None:
    name = "👩🏻\u200d❤\ufe0f\u200d💋\u200d👨🏽" * 24
    host = shared.post("/api/rooms", game="wireburn", name=name)
    for path in ("/", f"/room/{host['code']}"):
        page = browsers[0].http.get(path).text
        (most,) = set(re.findall(r'name="name" [^>]*maxlength="([0-9]+)"', page))
        assert len(name.encode("utf-16-le")) <= 2 * int(most)
    async with shared.seated(host) as viewer:
        assert names(await opened(viewer)) == [name]


async def opened(viewer: Viewer) -> Viewer:
    await viewer.hear()
    return viewer


async def test_the_host_closes_the_table_to_newcomers(shared: Server) -> None:
    async with Table(shared, players=1) as table:
        body = {"code": table.seats[0]["code"], "name": "New"}
        await table.players[0].ask(type="set", id="1", house={"newcomers": False})
        assert fails(shared.client.post("/api/join", json=body))[:2] == (409, "no-newcomers")
        await table.players[0].ask(type="set", id="2", house={"newcomers": True})
        assert shared.client.post("/api/join", json=body).status_code == 201


async def test_the_host_closes_watching(shared: Server) -> None:
    async with Table(shared) as table:
        host = table.players[0]
        watcher = await table.enter(shared.watching(table.seats[0]))
        await host.reach(lambda seen: seen["room"]["watchers"] == 1)
        await host.ask(type="set", id="1", house={"watching": False})
        assert await closed(watcher) == 4003
        await host.reach(lambda seen: seen["room"]["watchers"] == 0)
        with pytest.raises(InvalidStatus) as denied:
            await table.enter(shared.watching(table.seats[0]))
        assert denied.value.response.status_code == 403
        for path in (table.seats[0]["watch"], f"{table.seats[0]['watch']}/record"):
            assert shared.client.get(path).status_code == 403
        await host.ask(type="set", id="2", house={"watching": True})
        assert (await (await table.enter(shared.watching(table.seats[0]))).hear())["type"] == "update"


async def test_a_watch_link_tells_a_player_nothing_new(shared: Server) -> None:
    async with Table(shared) as table:
        player = await table.start()
        token = table.seats[table.players.index(player)]["token"]
        path = f"{table.seats[0]['watch']}/socket"
        stranger = await table.enter(shared.viewer(path))
        same = await table.enter(shared.viewer(path, token))
        for watcher in (stranger, same):
            await watcher.reach(lambda seen: seen["room"]["watchers"] == 2)
            assert (watcher.seen["room"]["you"], watcher.seen["view"]["hand"]) == (None, None)
            assert (await watcher.move({"do": "draw"}, "1"))["rule"] == "ROOM-WATCH"
        assert stranger.seen == same.seen
        await player.move({"do": "draw"}, "1")
        for watcher in (stranger, same):
            await watcher.reach(lambda seen: seen["v"] == 1)
        assert stranger.seen == same.seen
        assert [event.get("card") for event in same.seen["events"]] == [None]


async def test_who_was_sent_away_stays_away(shared: Server, browsers: list[Browser]) -> None:
    async with Table(shared, players=1) as table:
        host = table.players[0]
        code = table.seats[0]["code"]
        rude, kind, other = browsers
        assert rude.sit(code, "Rude").url.path == f"/room/{code}"
        kind.sit(code, "Kind")
        await host.reach(lambda seen: len(seen["room"]["seats"]) == 3)
        socket = await table.enter(shared.viewer(f"/room/{code}/socket", headers=rude.seat(code)))
        await socket.hear()
        players = numbers(host)
        assert (await socket.ask(type="kick", id="0", player=players[2]))["rule"] == "ROOM-HOST"
        assert (await host.ask(type="kick", id="1", player=players[0]))["rule"] == "ROOM-PLAYER"
        assert (await host.ask(type="kick", id="2", player=players[1]))["type"] == "done"
        assert await closed(socket) == 4001
        await host.reach(lambda seen: len(seen["room"]["seats"]) == 2)
        assert names(host) == ["P0", "Kind"]
        assert (await host.ask(type="kick", id="2", player=players[1]))["rule"] == "ROOM-PLAYER"
        page = rude.http.get(f"/room/{code}").text
        assert "<form" not in page
        assert table.seats[0]["watch"] not in page
        assert rude.http.post(f"/room/{code}", data={"name": "Rude"}).status_code == 409
        assert other.sit(code, "Other").status_code == 200
        program = shared.post("/api/join", code=code, name="Program")
        await host.reach(lambda seen: len(seen["room"]["seats"]) == 4)
        await host.ask(type="kick", id="3", player=numbers(host)[program["seat"]])
        body = {"code": code, "name": "Program"}
        assert fails(shared.client.post("/api/join", json=body)) == (409, "sent-away", None)


async def test_who_is_sent_away_from_a_game_is_played_for(server: Server) -> None:
    async with Table(server, players=3) as table:
        await table.start()
        host, rude, _ = table.players
        assert (await host.ask(type="kick", id="1", player=numbers(host)[1]))["type"] == "done"
        assert await closed(rude) == 4001
        await host.reach(lambda seen: bool(seen["room"]["seats"][1]["vacant"]))
        assert host.seen["room"]["seats"][1]["meanwhile"] == "stand_in"
        server.stop()
        server.start()
        back = await table.enter(server.seated(table.seats[0]))
        await back.hear()
        assert back.seen["room"]["seats"][1]["vacant"]
        assert (await back.ask(type="end", id="2"))["type"] == "done"
        body = {"code": table.seats[0]["code"], "name": "Again"}
        assert fails(server.client.post("/api/join", json=body))[1] == "sent-away"


async def test_a_seat_moves_to_another_device_once(shared: Server, browsers: list[Browser]) -> None:
    async with Table(shared) as table:
        player = await table.start()
        n = table.players.index(player)
        seat = table.seats[n]
        bearer = {"Authorization": f"Bearer {seat['token']}"}
        path = f"/room/{seat['code']}/move"
        assert shared.client.post(path).status_code == 404
        stale = shared.client.post(path, headers=bearer).json()["move"]
        page = shared.client.post(path, headers={**bearer, **HTML})
        link = re.findall(rf'value="{shared.url}({path}/[^"]+)"', page.text)[0]
        phone, other = browsers[:2]
        assert phone.http.get(stale).status_code == phone.http.post(stale).status_code == 404
        for _ in range(2):  # looking does not use it up
            assert f"P{n}" in phone.http.get(link).text
        other_token = {"Authorization": f"Bearer {table.seats[1 - n]['token']}"}
        assert shared.client.post(link, headers=other_token).json()["error"]["code"] == "has-seat"
        assert phone.http.post(link).url.path == f"/room/{seat['code']}"
        assert await closed(player) == 4002
        assert other.http.post(link).status_code == 404
        assert shared.client.post(link).json()["error"]["code"] == "no-ticket"
        with pytest.raises(InvalidStatus):
            await table.enter(shared.seated(seat))
        moved = await table.enter(shared.viewer(seat["socket"], headers=phone.seat(seat["code"])))
        await moved.hear()
        assert moved.seen["view"] == player.seen["view"]
        answer = shared.client.post(path, headers={"Cookie": phone.seat(seat["code"])["Cookie"]}).json()
        assert (answer["seconds"], answer["qr"][:4]) == (600, "<svg")
        program = shared.post(answer["move"])
        assert (program["seat"], await closed(moved)) == (n, 4002)
        back = await table.enter(shared.seated(program))
        await back.reach(lambda seen: bool(seen["room"]["seats"][n]["here"]))


async def test_who_was_sent_away_takes_nobody_elses_seat(shared: Server, browsers: list[Browser]) -> None:
    async with Table(shared, players=1) as table:
        host, code = table.players[0], table.seats[0]["code"]
        rude, kind = browsers[:2]
        for browser, name in ((rude, "Rude"), (kind, "Kind")):
            browser.sit(code, name)
        await host.reach(lambda seen: len(seen["room"]["seats"]) == 3)
        assert (await host.ask(type="kick", id="1", player=numbers(host)[1]))["type"] == "done"
        link = re.findall(
            rf'value="{shared.url}(/room/{code}/move/[^"]+)"', kind.http.post(f"/room/{code}/move").text
        )[0]
        for answer in (rude.http.get(link), rude.http.post(link)):
            assert (answer.status_code, "sent you away" in answer.text) == (409, True)
        assert kind.http.post(link).url.path == f"/room/{code}"


async def test_a_move_link_that_comes_too_late_opens_nothing(tmp_path: Path) -> None:
    """Asked for in the very moment in which its player is sent away."""
    inside = await Inside(tmp_path).open()
    host, rude, _ = await inside.game(3)
    room, seat = rude.room, rude.room.seats[1]
    assert (await host.do(type="kick", player=seat.id))["type"] == "done"
    with pytest.raises(LobbyError, match="No table answers"):
        await moving.ticket(room, seat)
    assert (await host.do(type="end"))["type"] == "done"
    with pytest.raises(LobbyError, match="No table answers"):
        await moving.ticket(room, seat)
    await inside.close()


async def test_a_move_link_lasts_ten_minutes(tmp_path: Path) -> None:
    inside = await Inside(tmp_path).open()
    ann, bob = await inside.table(2)
    for person, seconds in ((ann, 599), (bob, 600)):
        link = await moving.ticket(person.room, person.room.seats[person.seat])
        await inside.wait(seconds)
        if person is ann:
            assert (await moving.redeem(person.room, link, None))[0] == 0
    with pytest.raises(LobbyError, match="its time is over"):
        await moving.redeem(bob.room, link, None)
    await inside.close()


async def test_who_was_sent_away_says_no_more(tmp_path: Path) -> None:
    """Nor to those who watch, though the connection may outlast the seat."""
    inside = await Inside(tmp_path).open()
    host, rude = await inside.table(2)
    watcher = Person(inside, host.code, None, host.room.watch_link.rsplit("/", 1)[1])
    await watcher.come()
    assert (await host.do(type="kick", player=rude.room.seats[1].id))["type"] == "done"
    refused = await rude.do(type="say", kind="text", text="Boo!")
    assert (refused["rule"], watcher.talk, host.talk) == ("ROOM-WATCH", [], [])
    await inside.close()


async def test_a_form_sent_twice_makes_one_room_and_one_seat(shared: Server, browsers: list[Browser]) -> None:
    ann, bob = browsers[:2]
    mark = re.findall(r'name="form" value="([^"]+)"', ann.http.get("/").text)[0]
    form = {"form": mark, "game": "wireburn", "name": "Ann"}
    async with httpx.AsyncClient(
        base_url=shared.url, cookies=ann.http.cookies, trust_env=False, timeout=SECONDS
    ) as http:
        answers = await asyncio.gather(*(http.post("/rooms", data=form) for _ in range(4)))
    assert len({answer.headers["location"] for answer in answers}) == 1
    room = answers[0].headers["location"]
    assert len({answer.headers["set-cookie"].split(";")[0] for answer in answers}) == 1
    assert ann.http.post("/rooms", data={**form, "name": "Bo"}).url.path != room
    assert bob.http.post("/rooms", data=form).url.path != room
    mark = re.findall(r'name="form" value="([^"]+)"', bob.http.get(room).text)[0]
    async with httpx.AsyncClient(
        base_url=shared.url, cookies=bob.http.cookies, trust_env=False, timeout=SECONDS
    ) as http:
        answers = await asyncio.gather(*(http.post(room, data={"form": mark, "name": "Bob"}) for _ in range(4)))
    assert {answer.headers["location"] for answer in answers} == {room}
    cookie = answers[0].headers["set-cookie"].split(";")[0]
    async with shared.viewer(f"{room}/socket", headers={"Cookie": cookie}) as viewer:
        await viewer.hear()
        assert names(viewer) == ["Ann", "Bob"]
        assert viewer.seen["room"]["you"] == 1


async def test_sockets_have_limits(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(
        tmp_path_factory.mktemp("data"),
        FUSEBOX_SOCKETS_PER_SEAT="2",
        FUSEBOX_WATCHERS_PER_ROOM="1",
        FUSEBOX_SOCKETS_PER_ADDRESS="4",
    )
    seats = server.table(3)
    async with AsyncExitStack() as stack:
        for _ in range(2):
            first = await stack.enter_async_context(server.seated(seats[0]))
        await stack.enter_async_context(server.watching(seats[0]))
        for door in (server.seated(seats[0]), server.watching(seats[0])):
            with pytest.raises(InvalidStatus) as denied:
                await stack.enter_async_context(door)
            assert denied.value.response.status_code == 429
        await stack.enter_async_context(server.seated(seats[1]))
        with pytest.raises(InvalidStatus):
            await stack.enter_async_context(server.seated(seats[2]))
        await first.socket.close()
        while True:
            try:
                await stack.enter_async_context(server.seated(seats[2]))
                break
            except InvalidStatus:
                await asyncio.sleep(0.05)
    server.stop()
