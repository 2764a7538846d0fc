"""Whole games over sockets, and that nobody gets a byte of what is hidden from them."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest
from starlette.responses import Response

from app.keys import Cookies
from app.play import replay
from app.store import Log
from engine.core import Viewer as Seat
from tests.app.live import Frame, Server, Viewer

pytestmark = pytest.mark.anyio

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("wireburn", 2, {}),
    ("wireburn", 3, {}),
    ("wireburn", 4, {"edition": "shield"}),
    ("wireburn", 3, {"red_shift": True, "pace": "one"}),
    ("burn", 2, {}),
    ("burn", 4, {"open_deal": False}),
]


async def play(viewer: Viewer, chance: Random) -> None:
    """Make random moves until the game is over."""
    made = 0
    await viewer.reach(lambda seen: seen["game"] == 1)
    while viewer.seen["room"]["status"] != "over":
        if viewer.legal:
            made += 1
            answer = await viewer.move(chance.choice(viewer.legal), f"m{made}")
            assert answer["type"] == "done", answer
            assert answer["v"] <= viewer.seen["v"]  # others may have moved since
        else:
            await viewer.hear()


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
async def test_a_whole_game(server: Server, game: str, players: int, options: dict[str, Any]) -> None:
    seats = server.table(players, game, **options)
    async with AsyncExitStack() as stack:
        viewers = [await stack.enter_async_context(server.seated(seat)) for seat in seats]
        watcher = await stack.enter_async_context(server.watching(seats[0]))
        assert (await viewers[0].ask(type="start", id="start"))["type"] == "done"
        await asyncio.gather(
            *(play(viewer, Random(n)) for n, viewer in enumerate(viewers)),
            watcher.reach(lambda update: update["room"]["status"] == "over"),
        )
        pages = [await asyncio.to_thread(pages_of, server, seats[0], seat) for seat in (None, *seats)]
    log = server.logged()
    assert log.game.ended_at is not None
    assert log.game.result == watcher.seen["view"]["result"]
    everyone: list[tuple[Seat, Viewer]] = [(None, watcher), *enumerate(viewers)]
    tokens = [seat["token"] for seat in seats]
    links = [seats[0]["join"][6:], seats[0]["watch"][7:]]
    for page, (seat, viewer) in zip(pages, everyone, strict=True):
        for secret in [log.game.seed, *tokens, *links]:
            assert secret not in "\n".join(viewer.heard)
        for secret in [log.game.seed, *tokens, *(links[:1] if seat is None else [])]:
            assert secret not in page
        check_views(server, seat, [json.loads(frame) for frame in viewer.heard])
    for secret in [log.game.seed, *tokens, *links]:
        assert secret not in server.log


def pages_of(server: Server, host: Frame, seat: Frame | None) -> str:
    """All that this player, or a spectator, gets by HTTP, headers included."""
    paths = ["/", "/api/rooms", "/api/games", "/healthz"]
    cookie = ""
    if seat is None:
        paths.append(host["watch"])
    else:
        paths.append(f"/room/{seat['code']}")
        response = Response()
        Cookies((server.data / "secret.key").read_text()).put(response, code="", token=seat["token"], secure=False)
        cookie = response.headers["set-cookie"].partition(";")[0]
    answers = [server.client.get(path, headers={"Cookie": cookie}) for path in paths]
    assert [answer.status_code for answer in answers] == [200] * len(paths)
    return "\n".join(f"{answer.headers}{answer.text}" for answer in answers)


def check_views(server: Server, seat: Seat, heard: list[Frame]) -> None:
    """Every update is what the rules let this viewer know, neither more nor less, and none is missing."""
    log = server.logged()
    play = replay(Log(log.game, []))
    assert [by for _, _, by, _ in log.steps] == ["player"] * len(log.steps)
    views: list[Frame] = [play.state.view(seat)]
    told: list[list[Frame]] = [[]]
    for by, move in log.moves:
        play.take(play.step(by, move))
        views.append(json.loads(play.position.view(seat)))
        told.append(play.position.told(seat))
    v = 0
    for update in heard:
        if update["type"] != "update" or update["game"] == 0:
            continue
        assert set(update) == {"type", "game", "v", "room", "clock", "made", "events", "view"}
        assert update["room"]["you"] == seat
        assert update["view"] == json.loads(json.dumps(views[update["v"]]))
        assert update["v"] in (v, v + 1)
        assert update["events"] == (told[update["v"]] if update["v"] > v else [])
        v = update["v"]
    assert v == len(log.moves)
