"""A page whose seat is gone says so and shows the way back, and stops asking."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.app.live import Server
from tests.client.people import Person, Wire

pytestmark = pytest.mark.anyio


async def test_another_tab_gave_the_seat_up(server: Server, chromium: Browser) -> None:
    host = server.table(1)[0]
    guest = await Person.arrive(chromium)
    await guest.sit_down(server.url + host["join"], "Bob")
    tab = await guest.context.new_page()
    await tab.goto(guest.page.url)
    await tab.get_by_role("button", name="Give up my seat").click()
    await tab.wait_for_url(server.url + "/")
    notice = guest.page.get_by_role("alert").filter(has_text="no place at the table")
    await expect(notice).to_be_visible(timeout=30_000)
    await expect(guest.page.locator("#cut")).to_be_hidden()
    await notice.get_by_role("link", name="See how the table stands").click()
    await guest.page.get_by_label("Your name").fill("Bob again")
    await guest.page.get_by_role("button", name="Sit down").click()
    await expect(guest.page.locator("#seats .who", has_text="Bob again")).to_be_visible()
    await guest.context.close()


async def test_the_seat_was_given_up_behind_a_cut(server: Server, chromium: Browser) -> None:
    wire = Wire(server.url)
    url = await wire.lay()
    host = server.table(1)[0]
    guest = await Person.arrive(chromium)
    await guest.sit_down(url + host["join"], "Bob")
    await expect(guest.page.locator("#seats .note", has_text="you")).to_be_visible(timeout=30_000)
    wire.cut()
    await expect(guest.page.locator("#cut")).to_be_visible(timeout=30_000)
    cookie = next(each for each in await guest.context.cookies(guest.page.url) if each["name"] == "seat")
    async with server.viewer(host["socket"], cookie["value"].rpartition(".")[0]) as thief:
        await thief.hear()
        assert (await thief.ask(type="leave", id="1"))["type"] == "done"
    wire.mend()
    await expect(guest.page.locator("#gone")).to_be_visible(timeout=30_000)
    tried = len(guest.faults)
    await guest.page.wait_for_timeout(3_000)
    assert len(guest.faults) == tried, "it still asks"
    await guest.context.close()
    await wire.take_up()
