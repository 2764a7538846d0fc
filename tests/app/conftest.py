"""Servers to test against; async tests run on asyncio."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.live import Server


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of this test's own."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of a module share, each with rooms of its own."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()
