"""The page shows every worked example of the rules, and offers exactly the moves that are legal there."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Browser

from tests.app.live import Server
from tests.client.people import Person
from tests.client.stage import Stage, examples

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

OFFERED = """() => {
  const moves = new Set();
  const take = () => {
    for (const button of document.querySelectorAll("#table [data-move]")) moves.add(button.dataset.move);
  };
  take();
  for (const card of document.querySelectorAll("[data-drag].lit")) {
    card.click();
    take();
    card.click();
  }
  return [...moves];
}"""
"""Every move that can be had as a button: at once, or after something was chosen."""


@pytest.mark.parametrize("game", ["wireburn", "burn"])
async def test_every_worked_example_offers_exactly_its_legal_moves(
    server: Server, chromium: Browser, game: str
) -> None:
    person = await Person.arrive(chromium, reduced_motion="reduce")
    stage = Stage(person)
    await stage.open(server, game)
    shown = 0
    for name, state in examples(game):
        for seat in state.acting or (0,):
            await stage.show(state, seat)
            if state.view(seat).get("ask"):
                continue
            offered = [json.loads(move) for move in await person.page.evaluate(OFFERED)]
            assert sorted(map(json.dumps, offered)) == sorted(map(json.dumps, state.legal(seat))), name
            shown += 1
    assert shown > 100
    assert person.faults == []
    await person.context.close()
