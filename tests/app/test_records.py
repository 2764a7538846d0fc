"""A game's record: for nobody while it is on, and for its players and watchers once it is over."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import msgspec
import pytest
from fastapi.routing import APIRoute

from app import api, learn_pages, move_pages, pages, records, rules_pages
from engine.replay import Record
from tests.app.live import Frame, Server, Viewer

pytestmark = pytest.mark.anyio


def ask(server: Server, path: str, token: str | None = None) -> tuple[int, Any]:
    response = server.client.get(path, headers={"Authorization": f"Bearer {token}"} if token else {})
    return response.status_code, response.json()


def doors(seats: list[Frame]) -> list[tuple[str, str | None]]:
    """Every address of the room's records, with the token it is asked with."""
    code, watch = seats[0]["code"], seats[0]["watch"]
    return [(f"/room/{code}/record", seat["token"]) for seat in seats] + [(f"{watch}/record", None)]


async def test_a_record_is_read_once_the_game_is_over(server: Server) -> None:
    seats, strangers = server.table(2), server.table(2)
    last: list[Frame] = []
    async with AsyncExitStack() as stack:
        viewers = [await stack.enter_async_context(server.seated(seat)) for seat in seats]
        for path, token in doors(seats):
            assert ask(server, path, token)[1]["error"]["code"] == "no-record"
        await viewers[0].ask(type="set", id="0", house={"undo": "free"})
        await play_one(viewers, "1", lambda: check_closed(server, seats))
        last = [viewer.seen["view"] for viewer in viewers]
        await viewers[0].ask(type="start", id="start2")
    log = server.logged()
    assert log.game.number == 2
    for path, token in doors(seats):
        assert ask(server, path, token)[0] == 404
        assert ask(server, f"{path}?game=2", token)[0] == 404
        assert ask(server, f"{path}?game={10**20}", token)[1]["error"]["code"] == "bad-request"
        status, record = ask(server, f"{path}?game=1", token)
        assert status == 200
        state = msgspec.convert(record, Record).replay()
        assert json.loads(json.dumps([state.view(seat) for seat in range(2)])) == last
    code = seats[0]["code"]
    for path, token in (
        (f"/room/{code}/record?game=1", strangers[0]["token"]),
        (f"/room/{code}/record?game=1", None),
        ("/watch/wrong/record?game=1", None),
        (f"/watch/{seats[0]['token']}/record?game=1", None),
    ):
        status, answer = ask(server, path, token)
        assert (status, answer["error"]["code"]) == (404, "no-room")


async def test_no_address_tells_of_a_game_that_is_on(server: Server) -> None:
    """Nothing that the log alone knows stands in the answer of any address to anybody."""
    seats = server.table(2)
    async with AsyncExitStack() as stack:
        viewers = [await stack.enter_async_context(server.seated(seat)) for seat in seats]
        await viewers[0].ask(type="start", id="start")
        for viewer in viewers:
            await viewer.reach(lambda seen: bool(seen["view"]))
        player = next(viewer for viewer in viewers if viewer.legal)
        assert (await player.move({"do": "draw"}, "an-id-in-the-log"))["type"] == "done"
        heard = [frame for viewer in viewers if viewer is not player for frame in viewer.heard]
    secrets = [server.logged().game.seed, "an-id-in-the-log"]
    asked = 0
    for path in addresses(seats[0]):
        for token in (None, seats[0]["token"], seats[1]["token"]):
            for query in ("", "?game=1", "?game=0", "?game=-1"):
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                answer = server.client.get(path + query, headers=headers, follow_redirects=True)
                assert answer.status_code < 500
                heard.append(answer.text)
                asked += 1
    assert asked > 200
    assert not any(secret in text for secret in secrets for text in heard)


def addresses(seat: Frame) -> list[str]:
    """Every address that the server answers at, with what belongs there and with what does not."""
    links = [seat["join"].rpartition("/")[2], seat["watch"].rpartition("/")[2], seat["token"]]
    modules = (api, records, move_pages, pages, rules_pages, learn_pages)
    paths = [route.path for module in modules for route in module.router.routes if isinstance(route, APIRoute)]
    words = {
        "code": seat["code"],
        "game": "wireburn",
        "track": "full",
        "step": 1,
        "rule": "WB-END-1",
        "name": "T7",
    }
    filled = {path.format(secret=link, **words) for path in paths for link in links}
    return sorted(filled | {f"{path}/socket" for path in (f"/room/{seat['code']}", seat["watch"])})


def check_closed(server: Server, seats: list[Frame]) -> None:
    for path, token in doors(seats):
        status, answer = ask(server, path, token)
        assert (status, answer["error"]["code"]) == (404, "no-record")


async def play_one(viewers: list[Viewer], name: str, look: Any) -> None:
    """Play a game to its end, taking a move back where it can be, and look at every tenth move."""
    await viewers[0].ask(type="start", id=f"start{name}")
    chance = Random(name)
    made = taken = 0
    for viewer in viewers:
        await viewer.reach(lambda seen: bool(seen["view"]))
    while viewers[0].seen["room"]["status"] == "playing":
        player = next(viewer for viewer in viewers if viewer.legal)
        answer = await player.move(chance.choice(player.legal), f"{name}-{made}")
        if chance.random() < 0.2:
            back = await player.ask(type="undo", id=f"{name}-{made}-back")
            taken += back["type"] == "done"
            answer = back if back["type"] == "done" else answer
        for viewer in viewers:
            await viewer.reach(lambda seen, v=answer["v"]: bool(seen["v"] == v))  # type: ignore[misc]
        made += 1
        if made % 10 == 0 and viewers[0].seen["room"]["status"] == "playing":
            look()
    assert taken > 0
