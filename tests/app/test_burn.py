"""Burn at a real server: all arrange at the same time, and the host may give another deck."""

from __future__ import annotations

import asyncio
import json
import signal
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from engine.burn.deck import DECK
from tests.app.inside import Inside
from tests.app.live import Frame, Server, Viewer, connected
from tests.app.test_start import failing

pytestmark = pytest.mark.anyio
HOUSE = {**DECK, "BURN": 20, "WILD": 1}


async def started(server: Server, seats: list[Frame], stack: AsyncExitStack) -> list[Viewer]:
    """The same, of a game that has just begun."""
    viewers = await connected(server, seats, stack)
    assert (await viewers[0].ask(type="start", id="start"))["type"] == "done"
    for viewer in viewers:
        await viewer.reach(lambda seen: bool(seen["game"]))
    return viewers


async def caught_up(viewers: list[Viewer], v: int) -> list[Frame]:
    """Everybody's view once they have heard of this version."""
    return [(await viewer.reach(lambda seen: seen["v"] >= v))["view"] for viewer in viewers]


@pytest.mark.parametrize("order", [(2, 0, 1), (1, 2, 0)])
async def test_all_arrange_in_any_order_over_restarts(server: Server, order: tuple[int, ...]) -> None:
    seats = server.table(3, "burn")
    tens: list[list[str]] = []
    for chosen, seat in enumerate(order):
        async with AsyncExitStack() as stack:
            viewers = await (connected if chosen else started)(server, seats, stack)
            tens = tens or [viewer.seen["view"]["ask"]["from"] for viewer in viewers[:3]]
            assert viewers[seat].seen["view"]["ask"]["from"] == tens[seat]
            # chosen when the game began, before anybody else had
            answer = await viewers[seat].move({"do": "arrange", "cards": tens[seat][4:]}, f"a{seat}", v=0)
            assert answer == {"type": "done", "id": f"a{seat}", "v": chosen + 1}
            before = await caught_up(viewers, chosen + 1)
            server.stop(signal.SIGKILL)
        server.start()
        async with AsyncExitStack() as stack:
            viewers = await connected(server, seats, stack)
            assert [viewer.seen["view"] for viewer in viewers] == before
            late = await viewers[seat].move({"do": "arrange", "cards": tens[seat][:6]}, "again")
            assert late["type"] == "refused"
        for other, view in enumerate(before):
            if chosen < 2:
                assert view["acting"] == sorted(set(range(3)) - set(order[: chosen + 1]))
                assert view["up"] == [
                    tens[own][4:] if own == other and own in order[: chosen + 1] else [] for own in range(3)
                ]
            else:
                assert view["up"] == [ten[4:] for ten in tens]
                assert len(view["acting"]) == 1
    assert [sorted(view["hand"]) for view in before[:3]] == [sorted(ten[:4]) for ten in tens]
    assert before[3]["hand"] is None


async def test_all_arrange_at_the_same_moment(server: Server) -> None:
    seats = server.table(6, "burn", open_deal=False)
    async with AsyncExitStack() as stack:
        viewers = await started(server, seats, stack)
        players = viewers[:6]
        for seat, view in enumerate(viewer.seen["view"] for viewer in viewers):
            assert [bool(ten) for ten in view["dealt"]] == [own == seat for own in range(6)]
        answers = await asyncio.gather(*(player.move(player.legal[0], "mine", v=0) for player in players))
        assert sorted(answer["v"] for answer in answers) == [1, 2, 3, 4, 5, 6]
        views = await caught_up(viewers, 6)
        assert all(view["phase"] == "play" and view["up"] == views[6]["up"] for view in views)


async def test_no_player_chooses_the_deck(tmp_path: Path) -> None:
    inside = await Inside(tmp_path).open()
    host, _ = await inside.table(2, "burn")
    for options in ({"deck": HOUSE}, {"deck": None}, {"dack": 1}):
        assert (await host.do(type="start", options=options))["rule"] == "ROOM-OPTIONS"
    assert (await host.do(type="start", options={"open_deal": False}))["type"] == "done"
    await inside.close()


async def test_a_room_plays_with_the_deck_of_the_house(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(HOUSE, indent=1))
    server = Server(tmp_path / "data", FUSEBOX_BURN_DECK=str(path))
    try:
        seats = server.table(2, "burn", open_deal=False)
        page = server.client.get(f"/room/{seats[0]['code']}").text
        assert f"House deck of {sum(HOUSE.values())} cards" in page
        assert "House deck" not in server.client.get(f"/room/{server.table(1)[0]['code']}").text
        refused = server.client.post(
            "/api/rooms", json={"game": "burn", "name": "A", "options": {"deck": "my own"}}
        )
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad-options")
        async with AsyncExitStack() as stack:
            viewers = await started(server, seats, stack)
            before = viewers[0].seen["view"]
            assert before["options"]["deck"] == viewers[0].seen["room"]["options"]["deck"] == HOUSE
            assert before["draw"] == sum(HOUSE.values()) - 32
            play = server.replayed()
            cards: Counter[str] = Counter()
            for zone in ("down", "dealt"):
                cards.update(card for row in play.state.dump()[zone] for card in row)
            cards.update(play.state.dump()["draw"])
            assert cards == HOUSE
            server.stop(signal.SIGKILL)
        path.write_text(json.dumps(dict(DECK)))
        server.start()  # a game that was begun keeps its deck
        async with AsyncExitStack() as stack:
            viewers = await connected(server, seats, stack)
            assert viewers[0].seen["view"] == before
            answer = await viewers[0].move(viewers[0].legal[0], "a")
            assert answer["type"] == "done"
    finally:
        server.stop()


BAD: list[tuple[str, str, str]] = [
    ('{"1": 6,\n "2": 6,\n "THIRTEEN": 4}', "line 3", "'THIRTEEN' is not a card of Burn"),
    ('{"1": 6,\n "2": "six"}', "line 2", "2 needs a number of copies"),
    ('{\n "1": 0\n}', "line 2", "1 needs a number of copies"),
    ('{"1": 60,\n "2": 60,\n\n "1": 6}', "line 4", "1 is there twice"),
    ('{"1": 60\n "2": 60}', "line 2", "not JSON"),
    ('{"1": 60,\n "2": 36}\n', "line 2", "6 seats need 97 cards or more, the list has 96"),
    ("[]", "line 1", "is an object"),
]


@pytest.mark.parametrize(("text", "line", "why"), BAD)
def test_a_bad_deck_is_refused_at_the_start(tmp_path: Path, text: str, line: str, why: str) -> None:
    path = tmp_path / "deck.json"
    path.write_text(text)
    said = failing(FUSEBOX_BURN_DECK=str(path), FUSEBOX_DATA=str(tmp_path / "data"))
    assert "FUSEBOX_BURN_DECK" in said
    assert f"{path}, {line}: " in said
    assert why in said


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_deck_that_cannot_be_read(tmp_path: Path, content: Any) -> None:
    path = tmp_path / "deck.json"
    if content is not None:
        path.write_bytes(content)
    said = failing(FUSEBOX_BURN_DECK=str(path), FUSEBOX_DATA=str(tmp_path / "data"))
    assert str(path) in said
