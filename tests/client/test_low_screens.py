"""On a laptop's low screen nothing on the table lies over anything else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest
from playwright.async_api import Browser

import engine
from tests.app.live import Server
from tests.client.people import Person
from tests.client.stage import Stage

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

OUTSIDE = """() => {
  const box = (part) => part.getBoundingClientRect();
  const middle = document.querySelector(".middle");
  const [top, bottom] = [box(middle).top - 3, box(middle).bottom + 3];
  const parts = middle.querySelectorAll(":scope > *, .dock, .accepts, .port, .spot, .goals > .card, .heap .card");
  const out = [...parts].filter((part) => box(part).height && (box(part).top < top || box(part).bottom > bottom));
  const rows = [middle, ...document.querySelectorAll(".ask, .hand")];
  const low = rows.filter((part, n) => n && box(rows[n - 1]).bottom > box(part).top + 3);
  return [...out, ...low].map((part) => `${part.className} ${box(part).top}–${box(part).bottom}`);
}"""
"""What reaches over the edge of the middle, or of the part above it."""


@pytest.fixture(scope="module", params=engine.GAMES)
async def stage(request: pytest.FixtureRequest, server: Server, chromium: Browser) -> AsyncIterator[Stage]:
    person = await Person.arrive(chromium, viewport={"width": 1280, "height": 650}, reduced_motion="reduce")
    stage = Stage(person)
    await stage.open(server, request.param)
    yield stage
    await person.context.close()


@pytest.mark.parametrize("height", [600, 650, 800])
async def test_everything_has_its_place(stage: Stage, height: int) -> None:
    page = stage.person.page
    await page.set_viewport_size({"width": 1280, "height": height})
    game = await page.evaluate("document.body.dataset.game")
    state = engine.start(game, seats=4, seed="low", options={"red_shift": True} if game == "wireburn" else {})
    chance = Random(height)
    for n in range(60):
        if not state.acting:
            break
        seat = chance.choice(state.acting)
        if n % 4 == 0:
            await stage.show(state, seat)
            assert await page.evaluate(OUTSIDE) == []
        state.apply(seat, chance.choice(state.legal(seat)))
