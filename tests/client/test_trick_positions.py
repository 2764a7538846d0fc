"""Firewall and Live Wire at chosen moments: every move is to be had, and the table tells what comes of it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from playwright.async_api import Browser, expect

import engine
from engine.core import State
from tests.app.live import Server
from tests.client.people import CORNER, WIDE, Person
from tests.client.stage import Stage, examples

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

OFFERED = """() => {
  const moves = new Set();
  const take = () => {
    for (const button of document.querySelectorAll("button[data-move]")) moves.add(button.dataset.move);
  };
  take();
  for (const card of document.querySelectorAll(":is(.hand, .goals) .card.lit, .trick button:not([data-move])")) {
    card.click();
    take();
    card.click();
  }
  return [...moves];
}"""
"""Every move that can be had as a button: at once, or after a card or a Goal was chosen to make it with."""


BOXES = "all => all.map(each => each.getBoundingClientRect().toJSON())"


@pytest.fixture(scope="module", params=["firewall", "livewire"])
async def stage(request: pytest.FixtureRequest, server: Server, chromium: Browser) -> AsyncIterator[Stage]:
    person = await Person.arrive(chromium, viewport=WIDE, reduced_motion="reduce")
    stage = Stage(person)
    await stage.open(server, request.param)
    yield stage
    assert person.faults == []
    await person.context.close()


only_firewall = pytest.mark.parametrize("stage", ["firewall"], indirect=True)
only_livewire = pytest.mark.parametrize("stage", ["livewire"], indirect=True)


async def test_every_worked_example_offers_exactly_its_legal_moves(stage: Stage) -> None:
    shown = 0
    game = await stage.person.page.evaluate("document.body.dataset.game")
    for name, state in examples(game):
        for seat in state.acting or (0,):
            await stage.show(state, seat)
            offered = [json.loads(move) for move in await stage.person.page.evaluate(OFFERED)]
            assert sorted(map(json.dumps, offered)) == sorted(map(json.dumps, state.legal(seat))), name
            shown += 1
    assert shown > 50


@pytest.mark.parametrize("height", [640, 740])
async def test_everything_is_in_sight_on_a_phone(stage: Stage, height: int) -> None:
    page = stage.person.page
    game = await page.evaluate("document.body.dataset.game")
    await page.set_viewport_size({"width": 360, "height": height})
    for seats in engine.GAMES[game].seats:
        chance = Random(seats)
        state = engine.start(game, seats=seats, seed="short")
        while not state.view(None)["history"]:
            seat = chance.choice(state.acting)
            await stage.show(state, seat)
            tall, wide = await page.evaluate("[document.body.scrollHeight, document.documentElement.scrollWidth]")
            assert (wide, tall) <= (360, height), state.view(seat)["phase"]
            pressed = page.locator("#table :is(.token.lit, .trick button, .actions button)")
            sizes = [(box["width"], box["height"]) for box in await pressed.evaluate_all(BOXES)]
            assert all(min(size) >= 43.9 for size in sizes), sizes
            state.apply(seat, chance.choice(state.legal(seat)))
    await page.set_viewport_size(WIDE)


def firewall(**more: Any) -> State:
    """Seat 0 has won the trick that lies there: the Cap of Clubs blocked its three higher cards."""
    usual = {
        "game": "firewall",
        "hands": [["AS"], ["2S"], ["3H"], ["KD"]],
        "stacks": {"C": ["JC", "3C"], "H": ["4H", "8H", "2H"], "D": [], "S": []},
        "trick": [[1, "QC"], [2, "10C"], [3, "KC"], [0, "5C"]],
        "phase": "act",
        "turn": 0,
        "blue": 0,
    }
    return engine.load({**usual, **more})


@only_firewall
async def test_blocked_cards_and_a_packet_drop_show(stage: Stage) -> None:
    page = stage.person.page
    await stage.show(firewall(), 1)
    await expect(page.locator(".trick .card.blocked")).to_have_count(4)
    await expect(page.locator(".drop")).to_contain_text("Packet Drop")
    await expect(page.locator(".spot.winning .card")).to_have_attribute("data-code", "5C")
    await stage.show(firewall(stacks={"C": ["JC"]}, trick=[[1, "QC"], [2, "10C"], [3, "KC"]], phase="play", hands=[
        ["5C", "AC"], ["2S"], ["3H"], ["KD"]]), 0)  # fmt: skip
    blocked = await page.locator(".trick .card.blocked").evaluate_all("all => all.map(card => card.dataset.code)")
    assert sorted(blocked) == ["KC", "QC"]
    await expect(page.locator(".drop")).to_have_count(0)
    await expect(page.locator(".spot.winning .card")).to_have_attribute("data-code", "10C")
    await expect(page.locator('.hand [data-code="AC"] .barred-mark')).to_be_visible()
    await expect(page.locator('.hand [data-code="5C"] .barred-mark')).to_have_count(0)


@only_firewall
async def test_partners_sit_opposite_and_ports_tell_their_depth(stage: Stage) -> None:
    page = stage.person.page
    await stage.show(firewall(), 3)
    for side, code in (("south", "KC"), ("west", "5C"), ("north", "QC"), ("east", "10C")):
        await expect(page.locator(f".spot.{side} .card")).to_have_attribute("data-code", code)
    hearts = page.locator('.port[data-zone="port:H"]')
    assert await hearts.get_attribute("aria-label") == (
        "Hearts Port: 3 deep, Cap 2 of Hearts, blocks 3–A. As it lies: Blue 2."
    )
    await hearts.click()
    shown = page.locator("#table dialog .card")
    assert await shown.evaluate_all("all => all.map(card => card.getAttribute('aria-label'))") == [
        "4 of Hearts",
        "8 of Hearts",
        "2 of Hearts",
    ]
    await page.get_by_role("button", name="Close").click()


@only_firewall
async def test_a_winner_acts_on_the_card_itself_or_drags_it_to_a_port(stage: Stage) -> None:
    page = stage.person.page
    await stage.show(firewall(), 0)
    await page.get_by_role("button", name="Fortify", exact=False).and_(page.locator('[data-code="10C"]')).click()
    assert await stage.moves() == [{"do": "fortify", "card": "10C"}]
    await stage.show(firewall(blue=1), 0)
    await stage.person.drag(page.locator('.trick [data-code="5C"]'), page.locator('[data-zone="port:C"]'))
    assert await stage.moves() == [{"do": "breach", "card": "5C"}]


def livewire(**more: Any) -> State:
    """Seat 1 has won with Hearts: Wire 2 can be turned, Wire 7 would overload, and Wire 9 is off suit."""
    usual = {
        "game": "livewire",
        "hands": [["2S"], ["4H"], ["9C"]],
        "goals": ["row3-hot", "col2-cold", "overload"],
        "discarded_goals": [[], [], []],
        "grid": "HCHCHHCHCHCCHCHHCHCHHCHCH",
        "trick": [[0, "2H"], [1, "7H"], [2, "9S"]],
        "phase": "wire",
        "turn": 1,
    }
    return engine.load({**usual, **more})


@only_livewire
async def test_an_overload_is_warned_of_and_asked_once(stage: Stage) -> None:
    page = stage.person.page
    await stage.show(livewire(), 1)
    await expect(page.locator(".edge.overloads")).to_have_attribute("aria-label", "Wire 7, would overload")
    await expect(page.locator(".edge.offered:not(.overloads)")).to_have_attribute(
        "aria-label", "Wire 2, offered by the trick"
    )
    for tap in (page.locator('.trick [data-code="7H"]'), page.locator(".actions .overload")):
        await tap.click()
        await expect(page.locator("#sure")).to_contain_text("The Wire of 7 of Hearts has no token to turn.")
        await page.locator("#sure .no").click()
        await expect(page.locator("#sure")).to_be_hidden()
        assert await stage.moves() == []
    await page.locator(".actions .overload").click()
    await page.locator("#sure .yes").click()
    assert await stage.moves() == [{"do": "overload", "card": "7H"}]


@only_livewire
async def test_a_card_and_then_a_token_or_a_lit_token_at_once(stage: Stage) -> None:
    page = stage.person.page
    both = livewire(trick=[[0, "2H"], [1, "10H"], [2, "3H"]])
    await stage.show(both, 1)
    lit = page.locator(".token.lit")
    every = await lit.count()
    await page.locator('.trick [data-code="3H"]').click(position=CORNER)
    third = await lit.evaluate_all("all => all.map(token => token.dataset.zone)")
    assert 0 < len(third) < every
    assert all(zone.startswith("cell:2:") for zone in third)
    await lit.first.click()
    (made,) = await stage.moves()
    assert (made["do"], made["card"]) == ("flip", "3H")
    await stage.show(both, 1)
    await page.locator('.token.lit[data-zone="cell:1:0"]').click()
    assert await stage.moves() == [{"do": "flip", "card": "2H", "cell": [1, 0]}]


@only_livewire
async def test_a_goal_shows_to_its_owner_alone(stage: Stage) -> None:
    page = stage.person.page
    state = livewire()
    for viewer, wanted, matching, told in (
        (0, 5, 2, "2 of 5 Hot"),
        (1, 5, 5, "5 of 5 Cold"),
        (2, 0, 0, "7 points if you cause an Overload"),
        (None, 0, 0, ""),
    ):
        await stage.show(state, viewer)
        await expect(page.locator(".token.wanted")).to_have_count(wanted)
        await expect(page.locator(".token.wanted.matches")).to_have_count(matching)
        content = await page.content()
        for seat, goal in enumerate(("row3-hot", "col2-cold", "overload")):
            assert (f"#{goal}" in content) == (seat == viewer)
        if told:
            await expect(page.locator(".progress")).to_contain_text(told)
        tokens = page.locator(".token")
        assert await tokens.evaluate_all("all => all.every(token => !!token.querySelector('svg'))")


@only_livewire
async def test_three_goals_to_choose_from_are_tried_on_the_grid(stage: Stage) -> None:
    page = stage.person.page
    offered = [["row1-hot", "diag2-cold", "overload"], ["row2-hot"], ["row3-hot"]]
    state = livewire(
        phase="keep", trick=[], goals=[None, None, None], discarded_goals=[], offered=offered, grid="HC" * 12 + "H"
    )
    await stage.show(state, 0)
    for code, wanted in (("row1-hot", 5), ("diag2-cold", 5), ("overload", 0)):
        await page.locator(f'.goals [data-code="{code}"]').click()
        await expect(page.locator(".token.wanted")).to_have_count(wanted)
    await page.get_by_role("button", name="Keep Overload").click()
    assert await stage.moves() == [{"do": "keep", "goal": "overload"}]


async def test_whoever_only_watches_is_not_held_up_by_a_summary(stage: Stage) -> None:
    game = await stage.person.page.evaluate("document.body.dataset.game")
    state = engine.start(game, seats=4, seed="summary")
    while not state.view(None)["history"]:
        seat = state.acting[0]
        moves = state.legal(seat)
        state.apply(seat, moves[0])
    await stage.show(state, None)
    await expect(stage.person.page.locator("#table dialog")).to_have_count(0)
    await stage.show(state, 2)
    await expect(stage.person.page.locator("#table dialog h2")).to_have_text("Round 1 is over")
    await stage.person.page.get_by_role("button", name="Go on").click()
    await expect(stage.person.page.locator("#table dialog")).to_have_count(0)
