"""Red Shift behind the host's code: asked once of each browser, refused clearly, guessed slowly; else open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from app.keys import UNLOCKED
from tests.app.live import SECONDS, Server

CODE = "271828"
RED = {"game": "wireburn", "name": "Ann", "red_shift": "true"}


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that asks for a code."""
    server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_RED_SHIFT_CODE=CODE, FUSEBOX_GUESSES="1000")
    yield server
    server.stop()


def browser(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers={"Accept": "text/html"}, trust_env=False, timeout=SECONDS)


def asked(server: Server, **body: Any) -> tuple[int, str | None]:
    """What comes of opening a room: the status, and the failure's code."""
    body = {"game": "wireburn", "name": "Ann", "options": {"red_shift": True}, **body}
    answer = server.client.post("/api/rooms", json=body)
    return answer.status_code, answer.json().get("error", {}).get("code")


def test_a_browser_is_asked_once(locked: Server) -> None:
    with browser(locked) as client, browser(locked) as other:
        assert 'name="unlock"' in client.get("/").text
        for wrong, message in (("", "It takes the six-digit code"), ("314159", "not the code")):
            refused = client.post("/rooms", data={**RED, "unlock": wrong})
            assert refused.status_code == 403
            assert message in refused.text
            assert CODE not in refused.text
            assert UNLOCKED not in client.cookies
        opened = client.post("/rooms", data={**RED, "unlock": CODE})
        assert opened.status_code == 303
        cookie = next(line for line in opened.headers.get_list("set-cookie") if line.startswith(UNLOCKED))
        assert {"httponly", "samesite=lax", "path=/"} <= set(cookie.lower().split("; "))
        assert CODE not in cookie
        assert 'name="unlock"' not in client.get("/").text
        assert client.post("/rooms", data=RED).status_code == 303
        assert other.post("/rooms", data=RED).status_code == 403
        other.cookies.set(UNLOCKED, "told.forged")
        assert other.post("/rooms", data=RED).status_code == 403


def test_only_red_shift_is_locked(locked: Server) -> None:
    with browser(locked) as client:
        assert client.post("/rooms", data={**RED, "red_shift": "false"}).status_code == 303
        assert UNLOCKED not in client.cookies
        rules = client.get("/rules/wireburn?track=red-shift")
        assert rules.status_code == 200
        assert "WB-RED-1" in rules.text


def test_programs_send_the_code(locked: Server) -> None:
    assert asked(locked) == (403, "locked")
    assert asked(locked, unlock="") == (403, "locked")
    for wrong in ("000000", "271828 1", "٢٧١٨٢٨", "x" * 200):
        assert asked(locked, unlock=wrong) == (403, "wrong-code")
    assert asked(locked, unlock=CODE) == (201, None)
    assert asked(locked, options={}) == (201, None)


@pytest.mark.anyio
async def test_a_room_does_not_get_there_by_starting_again(locked: Server) -> None:
    plain, red = locked.table(2), locked.post("/api/rooms", game="wireburn", name="A", unlock=CODE,
                                              options={"red_shift": True})  # fmt: skip
    locked.post("/api/join", join=red["join"].removeprefix("/join/"), name="B")
    options = {"red_shift": True, "pace": "one"}
    async with locked.seated(plain[0]) as host, locked.seated(red) as other:
        for answer, rule in (
            (await host.ask(type="start", id="1", options=options), "ROOM-LOCKED"),
            (await other.ask(type="start", id="1", options=options), None),
        ):
            assert answer.get("rule") == rule


def test_guessing_is_slow(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(
        tmp_path_factory.mktemp("data"),
        FUSEBOX_RED_SHIFT_CODE=CODE,
        FUSEBOX_GUESSES="3",
        FUSEBOX_GUESSES_PER_MINUTE="0.001",
    )
    assert [asked(server, unlock=f"00000{n}")[0] for n in range(4)] == [403, 403, 403, 429]
    assert asked(server, unlock=CODE) == (429, "too-many")
    assert asked(server, options={}) == (201, None)
    assert CODE not in server.log
    server.stop()


def test_another_code_is_asked_for_again(server: Server) -> None:
    with browser(server) as client:
        for code in ("111111", "222222"):
            server.stop()
            server.start(FUSEBOX_RED_SHIFT_CODE=code)
            client.base_url = httpx.URL(server.url)
            assert client.post("/rooms", data=RED).status_code == 403
            assert client.post("/rooms", data={**RED, "unlock": code}).status_code == 303
            assert client.post("/rooms", data=RED).status_code == 303


def test_without_a_code_red_shift_is_open(shared: Server) -> None:
    assert asked(shared) == (201, None)
    with browser(shared) as client:
        assert 'name="unlock"' not in client.get("/").text
        assert client.post("/rooms", data=RED).status_code == 303
        assert UNLOCKED not in client.cookies
