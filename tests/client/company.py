"""Two people at a table of Wireburn, and its menu."""

from __future__ import annotations

import asyncio

from playwright.async_api import Page, expect

from tests.client.people import Person

COUNT_NOTES = """() => {
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.notes += 1; return start.apply(this, at); };
}"""
"""Count the notes that the page plays."""


class Company:
    """Ann and Bob at a table of Wireburn, and who of them is to move."""

    def __init__(self, ann: Person, bob: Person, link: str, watch: str) -> None:
        self.ann, self.bob, self.link, self.watch = ann, bob, link, watch

    async def mover(self) -> Person:
        """Whose turn it is."""
        while True:
            for person in (self.ann, self.bob):
                if await person.is_asked():
                    return person
            await asyncio.sleep(0.05)

    async def waiter(self) -> Person:
        """Whose turn it is not."""
        return self.bob if await self.mover() is self.ann else self.ann

    async def turn_to(self, person: Person) -> None:
        """Have it be this player's turn, whatever was done in the other's so far."""
        while (mover := await self.mover()) is not person:
            await mover.page.locator(".actions button, .seat.lit button").first.click()
            await mover.page.locator("#table > .table[aria-busy=false]").wait_for()

    async def pass_on(self) -> None:
        """Let the turn go round to the other player."""
        page, waiter = (await self.mover()).page, await self.waiter()
        await page.locator(".actions button.draw").click()
        await page.locator(".actions button.end").click()
        await waiter.page.locator("#table > .table.mine").wait_for()


async def open_menu(page: Page) -> None:
    await page.locator("#menu-open").click()
    await expect(page.locator("#menu")).to_be_visible()


async def close_menu(page: Page) -> None:
    await page.locator("#menu").get_by_role("button", name="Close").click()
    await expect(page.locator("#menu")).to_be_hidden()
