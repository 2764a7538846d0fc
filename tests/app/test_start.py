"""Starting the server: settings, ports and data that will not do are told in one line."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from app.settings import ROOT, Settings
from tests.app.live import Server


def failing(**settings: str) -> str:
    """What a server that cannot start says."""
    done = subprocess.run(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def behind_a_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts a proxy on this machine."""
    server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_TRUSTED_PROXIES="127.0.0.1")
    yield server
    server.stop()


def test_settings_that_will_not_do(tmp_path: Path) -> None:
    said = failing(
        FUSEBOX_PORT="eighty", FUSEBOX_SECRET="hush", FUSEBOX_RED_SHIFT_CODE="12345x", FUSEBOX_DATA=str(tmp_path)
    )
    assert "FUSEBOX_RED_SHIFT_CODE" in said
    assert "12345x" not in said
    assert "FUSEBOX_PORT" in said
    assert "FUSEBOX_SECRET" in said
    assert "hush" not in said


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"127.0.0.1:{port}" in failing(FUSEBOX_PORT=port, FUSEBOX_DATA=str(tmp_path))


def test_data_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "data" in failing(FUSEBOX_DATA=str(tmp_path / "file"), FUSEBOX_PORT="0")
    (tmp_path / "fusebox.sqlite").write_bytes(b"no database" * 100)
    assert "data" in failing(FUSEBOX_DATA=str(tmp_path), FUSEBOX_PORT="0")


def test_lists_have_commas_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUSEBOX_ORIGINS", "https://a.example/, https://b.example")
    monkeypatch.setenv("FUSEBOX_TRUSTED_PROXIES", "")
    assert Settings().origins == ("https://a.example", "https://b.example")
    assert Settings().trusted_proxies == ()


def test_a_proxy_is_believed_only_if_trusted(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = {"FUSEBOX_GUESSES": "1", "FUSEBOX_GUESSES_PER_MINUTE": "0.001"}
    for trusted, expected in (("127.0.0.1", [404, 404]), ("", [404, 429])):
        server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_TRUSTED_PROXIES=trusted, **limits)
        answers = [
            server.client.post(
                "/api/join", json={"code": "ZZZZZ", "name": "A"}, headers={"X-Forwarded-For": f"192.0.2.{n}"}
            ).status_code
            for n in range(2)
        ]
        assert answers == expected
        server.stop()


@pytest.mark.parametrize(
    ("scheme", "origin", "status"),
    [("https", "https", 201), ("https", "http", 403), ("http", "http", 201), ("http", "https", 201)],
)
def test_a_plain_page_does_not_reach_into_a_safe_site(
    behind_a_proxy: Server, scheme: str, origin: str, status: int
) -> None:
    host = behind_a_proxy.url.partition("://")[2]
    headers = {"X-Forwarded-Proto": scheme, "Origin": f"{origin}://{host}"}
    answer = behind_a_proxy.client.post("/api/rooms", json={"game": "wireburn", "name": "A"}, headers=headers)
    assert answer.status_code == status
    seat = behind_a_proxy.post("/api/rooms", game="wireburn", name="A")
    bearer = {**headers, "Authorization": f"Bearer {seat['token']}"}
    is_in = False
    with suppress(InvalidStatus), connect(f"ws://{host}{seat['socket']}", additional_headers=bearer, proxy=None):
        is_in = True
    assert is_in == (status == 201)


def test_another_origin_can_be_let_in(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(tmp_path_factory.mktemp("data"), FUSEBOX_ORIGINS="https://games.example")
    for origin, status in (("https://games.example", 201), ("https://other.example", 403)):
        response = server.client.post(
            "/api/rooms", json={"game": "wireburn", "name": "A"}, headers={"Origin": origin}
        )
        assert response.status_code == status
    server.stop()
