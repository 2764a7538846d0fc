"""The rules in a browser: found as one types, seen large, and read beside a game."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, expect

import engine
from tests.app.live import Server
from tests.client.people import CORNER, WIDE, Person

pytestmark = [pytest.mark.anyio, pytest.mark.browser]


async def test_a_rule_is_found_as_one_types_with_the_keyboard_alone(server: Server, chromium: Browser) -> None:
    ann = await Person.arrive(chromium)
    page = ann.page
    await page.goto(f"{server.url}/rules/wireburn")
    await ann.picture("rules-phone")
    rules, hits = page.locator(".rule:visible"), page.locator("#hits")
    everything = await rules.count()
    await page.keyboard.press("/")
    await page.keyboard.type("echo")
    await expect(rules).to_have_count(1)
    await expect(hits).to_have_text("One rule found.")
    await expect(hits).to_have_attribute("role", "status")
    await ann.picture("rules-found-phone")
    await page.keyboard.press("Enter")
    await expect(page.locator("#WB-FOLLOW-2 h3 a")).to_be_focused()

    await page.keyboard.press("/")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("zebra")
    await expect(hits).to_have_text("No rule has these words.")
    await page.keyboard.press("Escape")
    await expect(rules).to_have_count(everything)
    await expect(hits).to_have_text("")
    assert not ann.faults


async def test_a_card_is_seen_large_from_the_deck_and_from_an_example(server: Server, chromium: Browser) -> None:
    ann = await Person.arrive(chromium, viewport=WIDE)
    page = ann.page
    await page.goto(f"{server.url}/rules/wireburn#WB-ATK-3")
    large = page.locator("#enlarged")
    await page.locator("#WB-ATK-3 .example[open] img[alt=VOLT]").first.click()
    await expect(large.get_by_role("heading", name="VOLT")).to_be_visible()
    await ann.picture("rules-card-wide")
    await large.get_by_role("link", name="WB-ATK-4").click()
    await expect(large).to_be_hidden()
    await expect(page).to_have_url(re.compile("#WB-ATK-4$"))
    await expect(page.locator("#WB-ATK-4")).to_be_in_viewport()
    await ann.picture("rules-wide")

    await page.locator("[data-card=STASIS] summary").focus()
    await page.keyboard.press("Enter")
    await expect(large.get_by_role("heading", name="STASIS")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(large).to_be_hidden()
    assert not ann.faults


async def test_all_of_it_works_without_a_script(server: Server, chromium: Browser) -> None:
    ann = await Person.arrive(chromium, java_script_enabled=False)
    page = ann.page
    await page.goto(server.url)
    await page.get_by_role("link", name="Rules of Wireburn").click()
    await page.get_by_role("searchbox", name="Find a rule").fill("boomerang")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("status")).to_contain_text("found")
    await expect(page.locator("#WB-SHIELD-4")).to_be_visible()
    await expect(page.locator("#WB-FOLLOW-1")).to_have_count(0)
    await page.get_by_role("link", name="All the rules").click()
    await page.get_by_role("navigation", name="Ways to play").get_by_role("link", name="Core").click()
    await expect(page.get_by_role("link", name="Core", exact=True)).to_have_attribute("aria-current", "page")
    await expect(page.locator("#WB-SHIELD-4")).to_have_count(0)
    more = page.locator("#WB-MOD-1 .more")
    await more.locator("> summary").click()
    example = more.locator(".example").first
    await example.locator("> summary").click()
    await expect(example.locator("li").first).to_be_visible()
    await page.locator("[data-card=VOLT] summary").click()
    await expect(page.locator("[data-card=VOLT]").get_by_role("heading", name="VOLT")).to_be_visible()
    assert await page.locator("h1").count() == 1
    assert await page.get_by_role("main").count() == 1


@pytest.mark.parametrize("game", list(engine.GAMES))
async def test_the_quick_card_is_one_screen_and_one_sheet(server: Server, chromium: Browser, game: str) -> None:
    for name, screen in (("phone", {"width": 390, "height": 844}), ("wide", WIDE)):
        ann = await Person.arrive(chromium, viewport=screen)
        await ann.page.goto(f"{server.url}/rules/{game}/quick")
        last = await ann.page.locator(".quick-card dd").last.bounding_box()
        assert last
        assert last["y"] + last["height"] <= screen["height"]
        await ann.picture(f"quick-{game}-{name}")
    sheet = await ann.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_nothing_keeps_anybody_out(server: Server, chromium: Browser, scheme: str) -> None:
    ann = await Person.arrive(chromium, color_scheme=scheme)
    for page in ("wireburn?q=volt", "burn?q=swap", "livewire", "firewall/quick", "wireburn/questions"):
        await ann.page.goto(f"{server.url}/rules/{page}")
        found = await Axe().run(ann.page)
        assert found.violations_count == 0, f"{page}: {found.generate_report()}"


@pytest.mark.parametrize("screen", [{}, {"viewport": WIDE}], ids=["phone", "wide"])
async def test_the_rules_lie_beside_the_game(server: Server, chromium: Browser, screen: dict[str, object]) -> None:
    ann, bob = await Person.arrive(chromium, **screen), await Person.arrive(chromium, **screen)
    link, watch = await ann.open_room(server.url, "Ann")
    await bob.sit_down(link, "Bob")
    await ann.page.get_by_role("button", name="Start the game").click()
    await ann.table.wait_for()
    await bob.table.wait_for()
    mover = ann if await ann.is_asked() else bob
    page = mover.page

    panel = page.locator("#rules-panel")
    await page.get_by_role("link", name="Rules").click()
    await expect(panel.locator("#find")).to_be_focused()
    await page.keyboard.type("wash")
    await expect(panel.locator("#WB-WASH-1")).to_be_visible()
    await expect(panel.locator("#WB-ATK-3")).to_be_hidden()
    examples = panel.locator("#WB-WASH-1 .more")
    await examples.locator("> summary").click()
    await expect(examples.locator(".example").first).to_be_visible()
    await mover.picture(f"rules-beside-{'wide' if screen else 'phone'}")
    if screen:
        covered, hand = await panel.bounding_box(), await page.locator(".hand").bounding_box()
        assert covered
        assert hand
        assert hand["x"] + hand["width"] <= covered["x"]
    await panel.get_by_role("button", name="Close").click()
    await expect(panel).to_be_hidden()
    await expect(page.get_by_role("link", name="Rules")).to_be_focused()

    await page.locator(".hand .card:not([data-code=NULL])").first.click(position=CORNER)
    await page.locator(".dock:not(.lit)").first.click()
    refused = page.locator(".refusal a")
    rule = await refused.inner_text()
    await refused.click()
    await expect(panel.locator(f"#{rule} h3 a")).to_be_focused()
    await expect(panel.locator(f"#{rule}")).to_be_in_viewport()
    await mover.picture(f"rules-refusal-{'wide' if screen else 'phone'}")
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    assert await mover.is_asked()

    watcher = await Person.arrive(chromium, viewport=WIDE)
    await watcher.page.goto(watch)
    await watcher.table.wait_for()
    await watcher.page.get_by_role("link", name="Rules").click()
    await expect(watcher.page.locator("#rules-panel #WB-ATK-3")).to_be_visible()
    assert not ann.faults + bob.faults + watcher.faults
