"""Somebody who has never seen Wireburn learns it on a phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from app.lessons import Step, tracks
from tests.app.live import Server
from tests.client.people import CORNER, WIDE, Person

pytestmark = [pytest.mark.anyio, pytest.mark.browser]
SIMPLE = tracks("wireburn")["simple"].steps
ADVANCED = tracks("wireburn")["advanced"].steps
KEPT = "() => localStorage.getItem('lessons.wireburn')"


class Learner:
    """Somebody at a lesson's page, who uses only what it shows."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    @property
    def kept(self) -> Any:
        return self.page.evaluate(KEPT)

    async def is_at(self, step: Step) -> None:
        await expect(self.page.locator("#coach article:visible h2")).to_contain_text(step.title, timeout=30_000)
        await self.page.locator(f'#table[data-shown^="{step.id}."]').wait_for(timeout=30_000)

    async def make(self, move: dict[str, Any]) -> None:
        """Tap a card and its dock, or a button."""
        await self.page.locator("#table > .table.mine[aria-busy=false]").wait_for(timeout=30_000)
        if move["do"] == "play":
            await self.page.locator(f'.hand .card[data-code="{move["card"]}"]').first.click(position=CORNER)
            await self.page.locator(f'.dock[data-zone="{move["dock"]}"]').click()
        else:
            await self.page.locator(f".actions button.{move['do']}").click()

    async def follow(self, step: Step) -> None:
        """Do what the step asks, task by task."""
        await self.is_at(step)
        if await self.page.locator("#try").is_visible():
            await expect(self.page.locator("#coach article:visible .look")).to_have_text(step.look)
            await self.page.locator("#try").click()
        for n, task in enumerate(step.tasks):
            await expect(self.page.locator("#coach article:visible .tasks .now")).to_have_text(task.say)
            await self.make(task.moves[0])
            await expect(self.page.locator("#coach article:visible .tasks .done")).to_have_count(
                n + 1, timeout=30_000
            )
        await expect(self.page.locator("#coach article:visible .why")).to_contain_text(step.why)


async def test_a_newcomer_learns_wireburn(chromium: Browser, server: Server) -> None:
    person = await Person.arrive(chromium, reduced_motion="reduce")
    learner, page = Learner(person), person.page
    await page.goto(server.url)
    await page.locator('a[href="/learn/wireburn"]').click()
    await learner.is_at(SIMPLE[0])
    await page.locator("#try").click()

    # What the rules refuse is explained by its rule, and the rule is to be had without leaving.
    await learner.make({"do": "play", "card": "P6", "dock": "teal"})
    await expect(page.locator(".refusal")).to_contain_text("WB-OPEN-1")
    await page.locator(".refusal a").click()
    await expect(page.locator("#rules-panel #WB-OPEN-1")).to_be_in_viewport(timeout=30_000)
    await person.picture("lesson-refused")
    await page.locator("#rules-panel .close").click()

    # What is legal but not asked for gets the hint, and changes nothing.
    await learner.make({"do": "play", "card": "T9", "dock": "teal"})
    await expect(page.locator("#coach article:visible .astray")).to_have_text(SIMPLE[0].tasks[0].hint)
    assert len(await person.hand()) == 5
    await page.locator('.hand .card[data-code="T9"]').click(position=CORNER)  # put it back
    await learner.follow(SIMPLE[0])
    await expect(page.locator("#coach article:visible .why a")).to_have_count(len(SIMPLE[0].rules))
    await page.locator("#next").click()
    await learner.follow(SIMPLE[1])
    await page.locator("#next").click()
    await learner.is_at(SIMPLE[2])

    # A reload goes on where one was; starting over begins anew.
    await page.reload()
    await learner.is_at(SIMPLE[2])
    await page.goto(f"{server.url}/learn/wireburn")
    await learner.is_at(SIMPLE[2])
    await page.locator("#over").click()
    await learner.is_at(SIMPLE[0])
    await page.reload()
    for step in SIMPLE:
        await learner.follow(step)
        await person.picture(f"lesson-{step.id}")
        await page.locator("#next").click()
    await expect(page.locator("#coach .end")).to_be_visible()
    await expect(page.locator("#table")).to_be_hidden()
    await page.reload()
    await expect(page.locator("#coach .end .go")).to_be_visible(timeout=30_000)
    await expect(page.locator("#coach .end .go")).to_have_attribute("href", "/#name-wireburn")
    assert person.faults == []
    await person.context.close()


async def test_switching_the_track_begins_it(chromium: Browser, server: Server) -> None:
    person = await Person.arrive(chromium, viewport=WIDE, reduced_motion="reduce")
    learner, page = Learner(person), person.page
    await page.goto(f"{server.url}/learn/wireburn/simple")
    await learner.is_at(SIMPLE[0])
    for step in SIMPLE[1:4]:
        await page.locator("#next").click()
        await learner.is_at(step)
    await page.get_by_role("link", name="Advanced").click()
    await learner.follow(ADVANCED[0])
    await page.locator("#next").click()
    await learner.is_at(ADVANCED[1])
    assert json.loads(await learner.kept) == {"track": "advanced", "step": ADVANCED[1].id}
    await page.get_by_role("link", name="Simple").click()
    await learner.is_at(SIMPLE[0])
    await page.get_by_role("link", name="Advanced").click()
    await learner.is_at(ADVANCED[0])
    await page.locator("#next").click()
    await learner.is_at(ADVANCED[1])
    await page.locator("#back").click()
    await learner.is_at(ADVANCED[0])
    await person.picture("lesson-wide")
    assert person.faults == []
    await person.context.close()
