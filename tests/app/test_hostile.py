"""Bad input, bad manners and other sites' pages: a clear answer, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from time import sleep
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.requests import HTTPConnection
from starlette.responses import Response
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_now

from app.keys import Cookies
from app.room import PRESENCE_DELAY
from tests.app.live import Frame, Server

anyio = pytest.mark.anyio
many = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
ODD = st.sampled_from(
    ["[" * 4000, "9" * 4000, '"\\ud800"', "{}", "null", '{"type":1}', '{"type":"move"}', '{"type":"move","id":""}']
)
COMMANDS = [
    "move",
    "start",
    "set",
    "undo",
    "agree",
    "vote",
    "mute",
    "kick",
    "hand_over",
    "arrange",
    "gather",
    "end",
    "ping",
    "update",
]
MESSAGE = st.fixed_dictionaries(
    {"type": st.sampled_from(COMMANDS) | st.text(max_size=5)},
    optional={
        "id": st.text(max_size=70) | JSON,
        **dict.fromkeys(("game", "v", "move", "house", "options", "players", "yes", "what"), JSON),
        **{field: st.integers(0, 99) | JSON for field in ("seat", "player")},
        "muted": st.booleans() | JSON,
    },
)


@pytest.fixture(scope="module")
def pair(shared: Server) -> Iterator[tuple[ClientConnection, ClientConnection]]:
    """Two players of a game: the first one misbehaves, the second one, the host, watches out."""
    with ExitStack() as stack:
        good, bad = [stack.enter_context(connected(shared, seat)) for seat in shared.table(2)]
        good.send('{"type":"start","id":"start"}')
        sleep(2 * PRESENCE_DELAY)  # then everybody knows that everybody is there
        for each in (bad, good):
            each.send('{"type":"ping"}')
            while json.loads(each.recv(10))["type"] != "pong":
                pass
        yield bad, good


def connected(server: Server, seat: Frame) -> ClientConnection:
    """A seat's socket that needs no event loop."""
    url = server.url.replace("http", "ws", 1) + seat["socket"]
    bearer = {"Authorization": f"Bearer {seat['token']}"}
    # Its pings would draw from `random` in a thread of their own, which Hypothesis takes for an unsound test.
    return connect_now(url, additional_headers=bearer, compression=None, proxy=None, ping_interval=None)


@many
@given(frame=st.binary(max_size=64) | st.text(max_size=300) | ODD | st.builds(json.dumps, JSON | MESSAGE))
def test_any_frame_gets_an_answer_and_nobody_else_notices(
    pair: tuple[ClientConnection, ClientConnection], frame: bytes | str
) -> None:
    bad, good = pair
    try:
        bad.send(frame)
    except UnicodeEncodeError:
        return
    answer = json.loads(bad.recv(10))
    assert answer["type"] in ("error", "refused", "pong"), answer
    if isinstance(frame, bytes):
        assert answer["code"] == "not-text"
    with pytest.raises(TimeoutError):
        good.recv(0)


@anyio
async def test_frames_that_are_too_long(shared: Server) -> None:
    async with shared.seated(shared.table(2)[0]) as viewer:
        await viewer.hear()
        await viewer.socket.send(json.dumps({"type": "ping", "filler": "é" * 2040}))
        assert (await viewer.until(lambda m: m["type"] != "update"))["code"] == "too-long"
        await viewer.send(type="ping")
        assert await viewer.until(lambda m: m["type"] != "update") == {"type": "pong"}
        await viewer.socket.send("x" * 20_000)
        with pytest.raises(ConnectionClosedError) as closed:
            await viewer.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@anyio
async def test_a_text_frame_that_is_no_utf8_gets_an_answer(shared: Server) -> None:
    before = shared.log
    async with shared.seated(shared.table(1)[0]) as bad:
        await bad.hear()
        for frame in (b"\xff\xfe", [b'{"type":"', b"\xc3", b'("}']):
            await bad.socket.send(frame, text=True)
            assert (await bad.until(lambda m: m["type"] != "update"))["code"] == "not-text"
        await bad.socket.send(["{", '"type": "p', 'ing"}'])
        assert await bad.until(lambda m: m["type"] != "update") == {"type": "pong"}
        await bad.socket.send(b"\xff", text=True)
    assert shared.log == before


@anyio
async def test_a_flood_closes_its_socket(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_SOCKET_RATE="5", FUSEBOX_SOCKET_BURST="10")
    seats = server.table(2)
    async with server.seated(seats[0]) as bad, server.seated(seats[1]) as good:
        for _ in range(200):
            await bad.send(type="ping")
        with pytest.raises(ConnectionClosedError) as closed:
            await bad.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        kinds = [json.loads(frame).get("code") or json.loads(frame)["type"] for frame in bad.heard]
        assert kinds.count("pong") in range(10, 15)
        assert kinds.count("too-fast") in range(50, 55)
        await good.send(type="ping")
        assert await good.until(lambda m: m["type"] == "pong")
    server.stop()


@anyio
async def test_a_client_that_does_not_read_is_dropped_and_nobody_waits(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_SOCKET_QUEUE="8")
    seats = server.table(2)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect(("127.0.0.1", httpx.URL(server.url).port))
    slow.sendall(
        f"GET {seats[0]['watch']}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    async with server.seated(seats[0]) as one, server.seated(seats[1]) as two:
        await one.reach(lambda seen: seen["room"]["watchers"] == 1)
        rounds = 0
        while one.seen["room"]["watchers"] == 1:
            rounds += 1
            assert rounds < 60, "the slow socket is still there"
            await one.ask(type="start", id=f"start{rounds}")
            players = [one, two]
            for player in players:
                await player.reach(lambda seen, rounds=rounds: seen["game"] == rounds)  # type: ignore[misc]
            while one.seen["room"]["status"] == "playing":
                player = next(each for each in players if each.legal)
                async with asyncio.timeout(10):  # nobody waits for the slow one
                    answer = await player.move(player.legal[-1], f"{rounds}-{player.seen['v']}")
                    for each in players:
                        await each.reach(lambda seen, v=answer["v"]: seen["v"] == v)  # type: ignore[misc]
    slow.close()
    server.stop()
    assert server.log == ""


@many
@given(path=st.sampled_from(["/api/rooms", "/api/join"]), body=JSON)
def test_any_json_to_any_endpoint_gets_a_clear_answer(shared: Server, path: str, body: Any) -> None:
    try:
        content = json.dumps(body).encode()
    except UnicodeEncodeError:
        return
    check_failure(shared.client.post(path, content=content, headers={"Content-Type": "application/json"}))


@many
@given(
    path=st.sampled_from(["/api/rooms", "/api/join"]),
    body=st.dictionaries(
        st.sampled_from(["game", "name", "options", "listed", "code", "join"]),
        JSON | st.sampled_from(["wireburn", "Ann", True, "KFTQR", {"pace": "chain"}, {"first": 5}]),
    ),
)
def test_any_field_of_any_endpoint_gets_a_clear_answer(shared: Server, path: str, body: Any) -> None:
    response = shared.client.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"})
    if response.status_code == 201:
        assert body["game"] == "wireburn"
    else:
        check_failure(response)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"x" * 20_000, b"[" * 10_000])
def test_a_body_that_is_no_json(shared: Server, content: bytes) -> None:
    response = shared.client.post("/api/rooms", content=content, headers={"Content-Type": "application/json"})
    check_failure(response)
    assert response.status_code in ([413] if len(content) > 16 * 1024 else [400, 422])


def test_a_body_without_length_that_is_too_long(shared: Server) -> None:
    response = shared.client.post("/api/rooms", content=(b"x" * 1000 for _ in range(30)))
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too-long")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/rooms", 405),
        ("PUT", "/api/join", 405),
        ("GET", "/api/", 404),
    ],
)
def test_addresses_that_are_none(shared: Server, method: str, path: str, status: int) -> None:
    response = shared.client.request(method, path)
    check_failure(response)
    assert response.status_code == status


def check_failure(response: httpx.Response) -> None:
    """A failure is the caller's, and says in JSON what is wrong."""
    assert 400 <= response.status_code < 500, response.text
    error = response.json()["error"]
    assert set(error) == {"code", "message"}
    assert all(isinstance(text, str) and text for text in error.values())


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": "{own}"}, 201),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_posts_of_other_sites_are_refused(shared: Server, headers: dict[str, str], status: int) -> None:
    headers = {name: value.format(own=shared.url) for name, value in headers.items()}
    response = shared.client.post("/api/rooms", json={"game": "wireburn", "name": "Ann"}, headers=headers)
    assert response.status_code == status
    if status == 403:
        assert response.json()["error"]["code"] == "foreign"


@anyio
@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1"])
async def test_sockets_of_other_sites_are_refused(shared: Server, origin: str) -> None:
    seat = shared.table(1)[0]
    for path in (seat["socket"], f"{seat['watch']}/socket"):
        with pytest.raises(InvalidStatus) as denied:
            async with shared.viewer(path, seat["token"], origin=origin):
                pass
        assert denied.value.response.status_code == 403
        async with shared.viewer(path, seat["token"], origin=shared.url) as viewer:
            assert (await viewer.hear())["type"] == "update"


@anyio
async def test_every_socket_that_may_not_come_in_gets_the_same_answer(shared: Server) -> None:
    seat, other = shared.table(1)[0], shared.table(1)[0]
    answers = set()
    for path, token in [
        (seat["socket"], None),
        (seat["socket"], "wrong"),
        (seat["socket"], other["token"]),
        ("/room/ZZZZZ/socket", seat["token"]),
        ("/room/0/socket", seat["token"]),
        ("/watch/wrong/socket", None),
        (f"{seat['join'].replace('join', 'watch')}/socket", None),
        (f"{seat['socket'].replace(seat['code'], seat['code'].lower())}", "wrong"),
    ]:
        with pytest.raises(InvalidStatus) as denied:
            async with shared.viewer(path, token):
                pass
        assert denied.value.response.body is not None
        answers.add((denied.value.response.status_code, bytes(denied.value.response.body)))
        knocked = shared.client.get(path, headers={"Authorization": f"Bearer {token}"} if token else {})
        answers.add((knocked.status_code, knocked.content))
    assert len(answers) == 1
    assert answers.pop()[0] == 403
    for path, bearer in ((seat["socket"], f"Bearer {seat['token']}"), (f"{seat['watch']}/socket", "")):
        knocked = shared.client.get(path, headers={"Authorization": bearer})
        assert (knocked.status_code, knocked.headers["upgrade"]) == (426, "websocket")


@anyio
async def test_a_cookie_opens_its_seat(shared: Server) -> None:
    key = (shared.data / "secret.key").read_text()
    assert stat.S_IMODE(os.stat(shared.data / "secret.key").st_mode) == 0o600
    seat = shared.table(1)[0]
    url = shared.url.replace("http", "ws", 1) + seat["socket"]
    for signed_with, opens in ((key, True), ("another key", False)):
        response = Response()
        Cookies(signed_with).put(response, code=seat["code"], token=seat["token"], secure=False)
        cookie = response.headers["set-cookie"].partition(";")[0]
        assert seat["token"] in cookie
        if opens:
            async with connect(url, additional_headers={"Cookie": cookie}, proxy=None) as opened:
                assert json.loads(await opened.recv())["room"]["you"] == 0
        else:
            with pytest.raises(InvalidStatus):
                async with connect(url, additional_headers={"Cookie": cookie}, proxy=None):
                    pass


def test_the_flags_of_a_cookie() -> None:
    cookies = Cookies("a key")
    for secure in (False, True):
        response = Response()
        cookies.put(response, code="KFTQR", token="token", secure=secure)
        value, *flags = [part.strip().lower() for part in response.headers["set-cookie"].split(";")]
        assert {"httponly", "samesite=lax", "path=/room/kftqr"} <= set(flags)
        assert ("secure" in flags) == secure
        assert max(int(flag.removeprefix("max-age=")) for flag in flags if flag.startswith("max-age")) > 10**7
        name, _, signed = value.partition("=")
        headers = [(b"cookie", response.headers["set-cookie"].partition(";")[0].encode())]
        assert cookies.token(HTTPConnection({"type": "http", "headers": headers})) == "token"
        assert (name, signed.startswith("token.")) == ("seat", True)


def test_wrong_codes_are_counted_and_look_alike(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_GUESSES="5", FUSEBOX_GUESSES_PER_MINUTE="0.001")
    seat = server.table(1)[0]
    assert (
        server.post("/api/join", code=f" {seat['code'][:2]}-{seat['code'][2:].lower()} ", name="Bob")["seat"] == 1
    )
    answers = set()
    for code in ("ZZZZZ", "zzzzy", "", "KFTQRKFTQR", "0ILOU"):
        response = server.client.post("/api/join", json={"code": code, "name": "Guess"})
        answers.add((response.status_code, response.text))
    assert [status for status, _ in answers] == [404]
    for code in ("ZZZZX", seat["code"]):
        response = server.client.post("/api/join", json={"code": code, "name": "Guess"})
        assert (response.status_code, response.json()["error"]["code"]) == (429, "too-many")
    assert server.post("/api/join", join=seat["join"].removeprefix("/join/"), name="Invited")["seat"] == 2
    server.stop()


def test_who_sits_there_may_reload_though_others_guess(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_GUESSES="1", FUSEBOX_GUESSES_PER_MINUTE="0.001")
    seat = server.table(1)[0]
    assert server.client.post("/find", data={"code": "ZZZZZ"}).status_code == 404
    page, bearer = f"/room/{seat['code']}", f"Bearer {seat['token']}"
    assert server.client.get(page).status_code == 429
    assert server.client.get(page, headers={"Authorization": bearer}).status_code == 200
    assert server.client.get("/room/ZZZZX", headers={"Authorization": bearer}).status_code == 429
    server.stop()


def test_rooms_are_counted_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_ROOMS_PER_MINUTE="2")
    answers = [server.client.post("/api/rooms", json={"game": "wireburn", "name": "A"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    server.stop()


def test_what_every_answer_says_to_browsers(shared: Server) -> None:
    for path in ("/healthz", "/api/rooms", "/api/nothing", "/nothing"):
        headers = shared.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] in ("no-referrer", "same-origin")
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers
