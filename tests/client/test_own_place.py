"""One's own place at a table: coming back to it, being told, one's own hand."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.app.live import Server
from tests.client.company import Company, close_menu, open_menu
from tests.client.people import Person, Wire

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

SETTINGS = {"FUSEBOX_GRACE": "2"}
HIDE = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Let the page believe that it is out of sight, or in sight again."""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration("/static/js/");
  return (await worker?.getNotifications() ?? []).map(({ title }) => title);
}"""
"""The notifications that are shown."""


async def test_the_back_button_makes_no_second_room_or_seat(server: Server, chromium: Browser) -> None:
    ann, bob = await Person.arrive(chromium), await Person.arrive(chromium)
    link, _ = await ann.open_room(server.url, "Ann")
    room = ann.page.url
    await bob.sit_down(link, "Bob")
    for _ in range(2):
        await bob.page.go_back()
        await bob.page.go_forward()
    await expect(bob.page.locator("#seats .who")).to_have_text(["Ann", "Bob"])
    await ann.page.go_back()
    yours = ann.page.locator("#yours li")
    await expect(yours).to_have_count(1)
    await ann.picture("home-yours-phone")
    await ann.page.go_forward()
    await expect(ann.page).to_have_url(room)
    await expect(ann.page.locator("#seats .who")).to_have_text(["Ann", "Bob"])

    kept = await ann.page.evaluate("JSON.stringify(localStorage)")
    cookie = next(c for c in await ann.context.cookies(room) if c.get("path") != "/")
    assert cookie["value"] not in kept
    await ann.page.goto(server.url)
    await yours.get_by_role("link").click()
    await expect(ann.page.locator("#seats .who")).to_have_text(["Ann", "Bob"])
    await ann.page.goto(server.url)
    await yours.get_by_role("button").click()
    await expect(yours).to_have_count(0)
    for person in (ann, bob):
        assert person.faults == []
        await person.context.close()


async def test_a_table_without_a_seat_is_none_of_yours(server: Server, chromium: Browser) -> None:
    ann = await Person.arrive(chromium)
    await ann.open_room(server.url, "Ann")
    await expect(ann.page.locator("#seats .note")).to_contain_text("you")
    room = ann.page.url
    await ann.page.evaluate("""() => {
      const [here] = JSON.parse(localStorage["fusebox.tables"]);
      localStorage["fusebox.tables"] = JSON.stringify([here, { ...here, code: "QQQQQ" }]);
    }""")
    await ann.context.clear_cookies()
    for left, gone in ((1, room), (0, f"{server.url}/room/QQQQQ")):
        await ann.page.goto(gone)
        await ann.page.goto(server.url)
        await expect(ann.page.locator("#yours li")).to_have_count(left)
    await ann.context.close()


async def test_a_form_pressed_twice_is_sent_once(server: Server, chromium: Browser) -> None:
    ann = await Person.arrive(chromium)
    await ann.page.goto(server.url)
    panel = ann.page.locator(".panel[data-game=wireburn]")
    await panel.get_by_label("Your name").fill("Twice")
    await panel.get_by_text("List it on this page").click()
    await panel.get_by_role("button", name="Open the room").dblclick()
    await ann.page.wait_for_url("**/room/*")
    rooms = server.client.get("/api/rooms").json()["rooms"]
    assert [room["players"] for room in rooms if "Twice" in room["players"]] == [["Twice"]]
    await ann.context.close()


async def test_two_tabs_of_one_player_mirror_each_other(company: Company) -> None:
    mover = await company.mover()
    other = Person(mover.context, await mover.context.new_page())
    await other.page.goto(mover.page.url)
    await other.table.wait_for()
    assert await other.hand() == await mover.hand()
    for here, there in ((mover, other), (other, mover)):
        await here.page.locator(".actions button.draw").click()
        await here.page.locator("#table > .table[aria-busy=false]").wait_for()
        await expect(there.page.locator(".hand .card")).to_have_count(len(await here.hand()))
        assert await there.hand() == await here.hand()
    for person in (mover, other):
        await expect(person.page.locator("#cut")).to_be_hidden()
    assert other.faults == []


async def test_a_cut_network_and_a_returning_phone(server: Server, company: Company) -> None:
    wire = Wire(server.url)
    there = await wire.lay()
    ann = company.ann
    await ann.page.goto(ann.page.url.replace(server.url, there))  # cookies do not know ports
    await ann.table.wait_for()
    hand = await ann.hand()

    wire.cut()
    await expect(ann.page.locator("#cut")).to_be_visible()
    wire.mend()
    await expect(ann.page.locator("#cut")).to_be_hidden()
    assert await ann.hand() == hand

    await ann.page.evaluate(HIDE, "hidden")
    wire.hush()  # the phone sleeps, and wakes up in another network
    heard, start = len(ann.frames), time.monotonic()
    async with ann.page.expect_websocket(timeout=9000):  # three seconds of silence, and a slow machine
        await ann.page.evaluate(HIDE, "visible")
    assert time.monotonic() - start > 2
    async with asyncio.timeout(30):
        while len(ann.frames) == heard:
            await asyncio.sleep(0.05)
    await expect(ann.page.locator("#cut")).to_be_hidden()
    assert await ann.hand() == hand
    ann.faults[:] = [fault for fault in ann.faults if "ERR_CONNECTION" not in fault]  # the cut wire says so
    await wire.take_up()


async def test_each_way_of_being_told_has_its_switch(company: Company) -> None:
    waiter = await company.waiter()
    page = waiter.page
    await waiter.context.grant_permissions(["notifications"])
    plain = await page.title()
    await open_menu(page)
    await waiter.picture("menu-phone")
    for kind, on in (("sound", True), ("notification", False), ("title", True), ("icon", True)):
        await expect(page.locator(f"[data-setting='alert.{kind}']")).to_have_attribute(
            "aria-checked", str(on).lower()
        )
    await page.locator("[data-setting='alert.notification']").click()
    await expect(page.locator("[data-setting='alert.notification']")).to_have_attribute("aria-checked", "true")
    await close_menu(page)

    await page.evaluate(HIDE, "hidden")
    await company.pass_on()
    await expect(page).to_have_title(f"▶ Your turn · {plain}")
    await expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/static/icon-turn.svg")
    assert await page.evaluate("notes") == 2
    async with asyncio.timeout(10):
        while await page.evaluate(SHOWN) != ["It is your turn"]:
            await asyncio.sleep(0.05)
    await page.evaluate(HIDE, "visible")
    async with asyncio.timeout(10):
        while await page.evaluate(SHOWN):
            await asyncio.sleep(0.05)

    await company.pass_on()
    await expect(page).to_have_title(plain)
    await expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/static/icon.svg")
    await open_menu(page)
    for kind in ("sound", "notification", "title", "icon"):
        await page.locator(f"[data-setting='alert.{kind}']").click()
    await close_menu(page)
    await page.evaluate(HIDE, "hidden")
    await company.pass_on()
    await expect(page).to_have_title(plain)
    await expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/static/icon.svg")
    assert await page.evaluate("notes") == 2
    assert await page.evaluate(SHOWN) == []


async def test_the_hand_lies_as_its_player_likes_and_nobody_is_told(server: Server, company: Company) -> None:
    ann = company.ann
    page = ann.page
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    await page.reload()
    await ann.table.wait_for()
    by_suit = await ann.hand()
    cards = page.locator(".hand .card")
    await ann.drag(cards.nth(0), cards.nth(8))
    moved = [*by_suit[1:8], by_suit[0], by_suit[8]]
    assert await ann.hand() == moved
    await cards.nth(1).focus()
    await page.keyboard.press("Shift+ArrowLeft")
    moved[0], moved[1] = moved[1], moved[0]
    assert await ann.hand() == moved
    other = Person(ann.context, await ann.context.new_page())  # another table does not mix them up
    link, _ = await other.open_room(server.url, "Ann")
    server.post("/api/join", join=link.rpartition("/")[2], name="Bob")
    await other.page.get_by_role("button", name="Start the game").click()
    await other.table.wait_for()
    await other.page.close()
    await page.reload()
    await ann.table.wait_for()
    assert await ann.hand() == moved

    await open_menu(page)
    await page.locator("[data-setting='hand.order'] [data-value=rank]").click()
    ranks = [int(code[1:]) for code in await ann.hand() if code[1:].isdecimal()]
    assert ranks == sorted(ranks)
    await page.locator("[data-setting='hand.order'] [data-value=suit]").click()
    assert await ann.hand() == by_suit
    assert {json.loads(frame)["type"] for frame in sent} <= {"ping", "away", "back"}


async def test_a_drag_within_the_hand_plays_nothing_and_a_move_waits_for_a_second_thought(
    company: Company,
) -> None:
    mover = await company.mover()
    page = mover.page
    cards, v = page.locator(".hand .card"), mover.seen["v"]
    await mover.drag(cards.nth(1), cards.nth(4))
    await asyncio.sleep(0.2)
    assert mover.seen["v"] == v
    assert not await page.locator(".refusal").count()
    await open_menu(page)
    await page.locator("[data-setting='hand.sure']").click()
    await close_menu(page)
    before: Any = mover.seen["v"]
    for way in ("button", "key"):
        await page.locator(".actions button.draw").click()
        await expect(page.locator("#sure")).to_be_visible()
        await (page.locator("#sure .no").click() if way == "button" else page.keyboard.press("Escape"))
        await expect(page.locator("#sure")).to_be_hidden()
    assert mover.seen["v"] == before
    await page.locator(".actions button.draw").click()
    await expect(page.locator("#sure .yes")).to_be_focused()
    await mover.picture("sure")
    await page.keyboard.press("Enter")
    await expect(page.locator(".hand .card")).to_have_count(10)
    assert mover.seen["v"] == before + 1
