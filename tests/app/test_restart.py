"""The server is killed and started again, and everybody goes on as if nothing had happened."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import Session

from app import db
from app.models import Game
from tests.app.live import Server, Viewer, connected

pytestmark = pytest.mark.anyio

KILLS = 5
SCRIPTS: list[tuple[str, dict[str, Any]]] = [("wireburn", {}), ("wireburn", {"edition": "shield"}), ("burn", {})]


def standing(viewers: list[Viewer]) -> list[Any]:
    """What everybody knows of the game."""
    return [(viewer.seen["game"], viewer.seen["v"], viewer.seen["view"]) for viewer in viewers]


@pytest.mark.parametrize(("game", "options"), SCRIPTS)
async def test_a_killed_server_goes_on(server: Server, game: str, options: dict[str, Any]) -> None:
    """Killed before the first move, between moves, with an answer owed, and after the last move."""
    seats = server.table(3, game, **options)
    chance = Random(5)
    killed_with_choice = game == "wireburn" and not options
    kills = made = 0
    is_over = False
    while not is_over:
        async with AsyncExitStack() as stack:
            viewers = await connected(server, seats, stack)
            if viewers[0].seen["game"] == 0:
                await viewers[0].ask(type="start", id="start")
                for viewer in viewers:
                    await viewer.reach(lambda seen: seen["game"] == 1)
            until = made + chance.randint(0, 12) if kills < KILLS else 1_000_000
            while not is_over and made < until:
                made = await one_move(viewers, chance, made)
                is_over = viewers[0].seen["view"]["result"] is not None
                if viewers[0].seen["view"]["pending"] and not killed_with_choice and made > 10:
                    killed_with_choice = True
                    break
            before = standing(viewers)
            server.stop(signal.SIGKILL)
        server.start()
        kills += 1
        async with AsyncExitStack() as stack:
            assert standing(await connected(server, seats, stack)) == before
    assert made == len(server.logged().moves)
    assert killed_with_choice
    assert kills > KILLS


async def one_move(viewers: list[Viewer], chance: Random, made: int) -> int:
    """Make one random move, and wait until everybody has heard of it."""
    player = next(viewer for viewer in viewers if viewer.legal)
    answer = await player.move(chance.choice(player.legal), f"m{made}")
    assert answer == {"type": "done", "id": f"m{made}", "v": made + 1}
    for viewer in viewers:
        await viewer.reach(lambda seen: seen["v"] == made + 1)
    return made + 1


async def test_a_move_in_flight_is_made_once(server: Server) -> None:
    """Killed as a move arrives; its sender asks again with the same id, and it was made exactly once."""
    seats = server.table(2)
    for delay in (0.0, 0.001, 0.003):
        async with AsyncExitStack() as stack:
            viewers = await connected(server, seats, stack)
            if viewers[0].seen["game"] == 0:
                await viewers[0].ask(type="start", id="start")
                for viewer in viewers:
                    await viewer.reach(lambda seen: seen["game"] == 1)
            player = next(viewer for viewer in viewers if viewer.legal)
            number = viewers.index(player)
            v = player.seen["v"]
            message = {"type": "move", "id": f"flying-{v}", "game": 1, "v": v, "move": player.legal[0]}
            await player.send(**message)
            await asyncio.sleep(delay)
            server.stop(signal.SIGKILL)
        server.start()
        async with AsyncExitStack() as stack:
            viewers = await connected(server, seats, stack)
            assert viewers[0].seen["v"] in (v, v + 1)
            for _ in range(2):
                assert await viewers[number].ask(**message) == {"type": "done", "id": f"flying-{v}", "v": v + 1}
            await viewers[1 - number].reach(lambda seen, v=v: seen["v"] == v + 1)  # type: ignore[misc]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_clean_stop_says_that_it_restarts(server: Server, how: signal.Signals) -> None:
    seats = server.table(2)
    async with server.seated(seats[0]) as viewer:
        await viewer.hear()
        server.process.send_signal(how)
        await viewer.socket.wait_closed()
        assert viewer.socket.close_code == 1012
    server.process.wait(30)
    assert server.process.returncode in (0, -signal.SIGTERM)
    assert server.log == ""


@pytest.mark.parametrize("change", [{"rules": 999}, {"seed": "another"}, {"game": "gone"}])
async def test_a_game_that_no_longer_replays_is_closed_politely(server: Server, change: dict[str, Any]) -> None:
    seats, others = server.table(2), server.table(2)
    async with AsyncExitStack() as stack:
        viewers = await connected(server, seats, stack)
        await viewers[0].ask(type="start", id="start")
        chance = Random(1)
        for viewer in viewers:
            await viewer.reach(lambda seen: seen["game"] == 1)
        made = 0
        while made < 20 and any(viewer.legal for viewer in viewers):
            made = await one_move(viewers, chance, made)
    server.stop()
    engine = db.connect(f"sqlite:///{server.data / 'fusebox.sqlite'}")
    with Session(engine) as session, session.begin():
        session.execute(update(Game).values(**change))
    engine.dispose()
    server.start()
    async with server.seated(seats[1]) as player, server.seated(others[0]) as other:
        await player.hear()
        assert (player.seen["room"]["status"], player.seen["view"]) == ("closed", None)
        assert (await player.move({"do": "draw"}, "1"))["rule"] == "ROOM-CLOSED"
        assert (await other.ask(type="start", id="1"))["type"] == "done"
    response = server.client.post("/api/join", json={"code": seats[0]["code"], "name": "Late"})
    assert (response.status_code, response.json()["error"]["code"]) == (409, "room-closed")
