"""A real server and a real browser; async tests run on asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser, async_playwright, expect

from tests.app.live import Server
from tests.browser import find_chromium, flags
from tests.client.company import COUNT_NOTES, Company
from tests.client.people import WIDE, Person
from tests.client.stage import Stage

expect.set_options(timeout=20_000)  # a busy machine draws slowly


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests of a module share, with the module's `SETTINGS`, if it has any."""
    server = Server(tmp_path_factory.mktemp("data"), **getattr(request.module, "SETTINGS", {}))
    yield server
    server.stop()


@pytest.fixture(scope="module")
async def chromium(anyio_backend: str) -> AsyncIterator[Browser]:  # noqa: ARG001 - the loop must be there first
    """A browser; its contexts know nothing of each other."""
    path = find_chromium()
    assert path, "Run `python tests/browser.py` first."
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=flags())
        yield browser
        await browser.close()


@pytest.fixture(scope="module")
async def stage(request: pytest.FixtureRequest, server: Server, chromium: Browser) -> AsyncIterator[Stage]:
    """A page that can be shown positions of the module's `GAME`."""
    person = await Person.arrive(chromium, reduced_motion="reduce")
    stage = Stage(person)
    await stage.open(server, request.module.GAME)
    yield stage
    assert person.faults == []
    await person.context.close()


@pytest.fixture
async def company(server: Server, chromium: Browser) -> AsyncIterator[Company]:
    ann = await Person.arrive(chromium, reduced_motion="reduce")
    bob = await Person.arrive(chromium, reduced_motion="reduce", viewport=WIDE)
    for person in (ann, bob):
        await person.page.add_init_script(f"({COUNT_NOTES})()")
    link, watch = await ann.open_room(server.url, "Ann")
    await bob.sit_down(link, "Bob")
    await ann.page.get_by_role("button", name="Start the game").click()
    for person in (ann, bob):
        await person.table.wait_for()
    yield Company(ann, bob, link, watch)
    for person in (ann, bob):
        assert person.faults == []
        await person.context.close()
