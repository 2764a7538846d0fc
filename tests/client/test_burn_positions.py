"""Positions of Burn on the page: what it shows, and what can be done there."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.async_api import Locator, expect

import engine
from engine.core import State, Viewer
from tests.client.people import CORNER, PHONE
from tests.client.stage import COUNT_FLIGHTS, Stage

pytestmark = [pytest.mark.anyio, pytest.mark.browser]
GAME = "burn"
COUNT_TURNS = """() => {
  window.turned = 0;
  new MutationObserver((changes) => changes.flatMap((change) => [...change.addedNodes]).forEach((node) => {
    if (node.classList?.contains("turning")) turned += 1;
  })).observe(document.getElementById("table"), { childList: true, subtree: true });
}"""
"""Count the cards that turn their face up."""
GONE = [None] * 6


def position(**more: Any) -> State:
    """Seat 0's turn at a small table of three."""
    usual = {
        "game": "burn",
        "options": {"open_deal": True},
        "hands": [["8", "8", "3", "SKIP"], ["12"], ["11"]],
        "up": [["9", "10"], ["4"], []],
        "down": [["1", "2", None, None, None, None], ["5", "SPY", None, None, None, None], ["7", *GONE[1:]]],
        "draw": ["6", "6"],
        "pile": ["7"],
    }
    return engine.load({**usual, **more})


def slot(stage: Stage, seat: int, at: int) -> Locator:
    return stage.person.page.locator(f'.slot[data-zone="down:{seat}:{at}"]')


async def after(stage: Stage, state: State, move: dict[str, Any], viewer: Viewer) -> None:
    """Show this viewer the position, and then what seat 0 made of it."""
    await stage.show(state, viewer)
    events = [event.seen_by(viewer) for event in state.apply(0, move)]
    await stage.show(state, viewer, follows=True, events=events)


async def test_six_of_ten_are_chosen(stage: Stage) -> None:
    state = engine.start("burn", seats=3, seed="ten")
    page = stage.person.page
    await stage.show(state, 0)
    await expect(page.locator(".hand .card.lit")).to_have_count(10)
    await expect(page.locator(".seat .dealt .card")).to_have_count(20)
    button = page.locator("button.arrange")
    await expect(button).to_be_disabled()
    for n in range(7):
        await page.locator(".hand .card").nth(n).click()
    await expect(page.locator(".hand .chosen")).to_have_count(6)
    await page.locator(".hand .chosen").last.click()
    await expect(page.locator(".says")).to_contain_text("5 of 6 chosen")
    await expect(button).to_be_disabled()
    await page.locator(".hand .card").last.click()
    await button.click()
    [move] = await stage.moves()
    assert Counter(move["cards"]) <= Counter(state.view(0)["ask"]["from"])
    await after(stage, state, move, 0)
    await expect(page.locator(".says")).to_contain_text("Waiting for Player 1, Player 2")
    assert (
        await page.locator(".own .column > .card").evaluate_all("all => all.map(card => card.dataset.code)")
        == (move["cards"])
    )
    await expect(page.locator(".hand .card")).to_have_count(4)
    await stage.show(state, 1)
    await expect(page.locator(".seat").filter(has_text="Player 0")).to_contain_text("has chosen")
    await expect(page.locator(".seat").filter(has_text="Player 0").locator("[data-code]")).to_have_count(0)


async def test_a_closed_deal_is_seen_by_nobody_else(stage: Stage) -> None:
    await stage.show(engine.start("burn", seats=3, options={"open_deal": False}, seed="ten"), 0)
    await expect(stage.person.page.locator(".seat [data-code]")).to_have_count(0)
    await stage.show(engine.start("burn", seats=3, options={"open_deal": False}, seed="ten"), None)
    await expect(stage.person.page.locator("#table [data-code]")).to_have_count(0)


@pytest.mark.parametrize("way", ["tap", "drag", "button", "keys"])
async def test_several_alike_go_at_once(stage: Stage, way: str) -> None:
    await stage.show(position(), 0)
    page = stage.person.page
    eights = page.locator('.hand [data-code="8"]')
    if way == "keys":
        for n in range(2):
            await eights.nth(n).focus()
            await page.keyboard.press("Enter")
    else:
        await eights.first.click(position=CORNER)
        await expect(page.locator(".actions .play")).to_have_text(["Play 8", "Play 8, 8"])
        await eights.last.click(position=CORNER)
    await expect(page.locator(".hand .chosen")).to_have_count(2)
    pile = page.locator(".heap")
    if way == "drag":
        await stage.person.drag(eights.last, pile)
    elif way == "keys":
        await pile.focus()
        await page.keyboard.press("Enter")
    elif way == "tap":
        await pile.click()
    else:
        await page.get_by_role("button", name="Play 8, 8").click()
    assert await stage.moves() == [{"do": "play", "cards": ["8", "8"]}]


async def test_another_card_takes_the_place_of_those_chosen(stage: Stage) -> None:
    await stage.show(position(), 0)
    page = stage.person.page
    for code in ("8", "SKIP", "3"):
        await page.locator(f'.hand [data-code="{code}"]').first.click(position=CORNER)
        await expect(page.locator(".hand .chosen")).to_have_count(1)
    await page.locator(".heap").click()
    assert await stage.moves() == [{"do": "play", "cards": ["3"]}]  # too low, which the server says


@pytest.mark.parametrize("way", ["tap", "drag"])
async def test_a_swap_is_chosen_on_the_table(stage: Stage, way: str) -> None:
    await stage.show(position(pending={"ask": "swap"}), 0)
    await expect(stage.person.page.locator(".seat button.slot")).to_have_count(0)
    if way == "tap":
        await slot(stage, 0, 1).click()
        await expect(slot(stage, 1, 1)).to_have_accessible_name("Face-down card 2 of Player 1.")
        await slot(stage, 1, 1).click()
    else:
        await stage.person.drag(slot(stage, 0, 1), slot(stage, 1, 1))
    assert await stage.moves() == [{"do": "swap", "slot": 1, "seat": 1, "their_slot": 1}]


async def test_what_a_spy_saw_stays_marked_for_the_spy_alone(stage: Stage) -> None:
    state = position(pending={"ask": "spy"})
    await stage.show(state, 0)
    await slot(stage, 1, 0).click()
    [move] = await stage.moves()
    assert move == {"do": "spy", "seat": 1, "slot": 0}
    await after(stage, state, move, 0)
    await expect(slot(stage, 1, 0)).to_have_attribute("data-seen", "5")
    await expect(slot(stage, 1, 0)).to_have_accessible_name("Face-down card 1 of Player 1. You have seen it: 5.")
    for viewer in (1, 2, None):
        await stage.show(state, viewer)
        await expect(slot(stage, 1, 0).locator(".sighting")).to_be_visible()
        await expect(stage.person.page.locator("[data-seen], .sighting .chip")).to_have_count(0)
        await expect(slot(stage, 1, 0)).to_have_accessible_name(re.compile(r"card 1.*Seen by Player 0\.$"))

    swapping = engine.load({**state.dump(), "pending": {"ask": "swap"}})
    await after(stage, swapping, {"do": "swap", "slot": 0, "seat": 1, "their_slot": 0}, 0)
    await expect(slot(stage, 0, 0)).to_have_attribute("data-seen", "5")
    await expect(stage.person.page.locator("[data-seen]")).to_have_count(1)


async def test_a_spy_that_has_another_may_choose(stage: Stage) -> None:
    """The card that is left keeps the key of the one that was chosen and played."""
    state = position(hands=[["SPY", "SPY", "8"], ["12"], ["11"]], draw=[])
    page = stage.person.page
    await stage.show(state, 0)
    await page.locator('.hand [data-code="SPY"]').first.click(position=CORNER)
    await page.locator(".heap").click()
    [move] = await stage.moves()
    events = [event.seen_by(0) for event in state.apply(0, move)]
    await stage.show(state, 0, follows=True, events=events)
    await page.locator('.hand [data-code="8"]').click(position=CORNER)
    await expect(page.locator(".chosen")).to_have_count(0)
    await expect(page.locator(".seat button.slot")).to_have_count(3)


@pytest.mark.parametrize("viewer", [0, 1, None])
async def test_a_flip_that_does_not_fit_is_shown_to_all(stage: Stage, viewer: Viewer) -> None:
    page = stage.person.page
    await page.emulate_media(reduced_motion="no-preference")
    await page.evaluate(COUNT_TURNS)
    state = position(hands=[[], ["12"], ["11"]], up=[[], ["4"], []], draw=[])
    if viewer == 0:
        await stage.show(state, 0)
        await expect(page.locator(".own button.slot")).to_have_count(2)
        await slot(stage, 0, 1).click()
        assert await stage.moves() == [{"do": "flip", "slot": 1}]
    await after(stage, state, {"do": "flip", "slot": 1}, viewer)
    await expect(page.locator('.heap .misfit[data-code="2"]')).to_be_visible()
    await expect(page.locator(".heap")).to_contain_text("2 does not fit")
    assert await page.evaluate("turned") >= 1
    await stage.show(state, viewer, follows=True)
    await expect(page.locator(".misfit")).to_have_count(0)
    await page.emulate_media(reduced_motion="reduce")


async def test_a_swap_crosses_the_table_face_down(stage: Stage) -> None:
    page = stage.person.page
    await page.emulate_media(reduced_motion="no-preference")
    await page.evaluate(COUNT_FLIGHTS)
    swap = {"do": "swap", "slot": 0, "seat": 1, "their_slot": 0}
    await after(stage, position(pending={"ask": "swap"}, draw=[]), swap, 2)
    assert await page.evaluate("flown") == ["back", "back"]
    await page.emulate_media(reduced_motion="reduce")


PILES: list[tuple[list[str], bool, str, str | None]] = [
    (["8"], False, "8 or higher", None),
    (["8", "UNDER"], False, "8 or lower", "UNDER"),
    (["8", "UNDER", "SKIP"], False, "8 or lower", "UNDER"),
    (["8", "WILD"], False, "WILD, BURN or RESET only", "WILD"),
    (["8", "RESET"], False, "Any card", None),
    (["WILD"], True, "Any card", None),
    ([], False, "Any card", None),
]


@pytest.mark.parametrize(("pile", "starter", "asks", "state"), PILES)
async def test_the_pile_says_what_it_asks(
    stage: Stage, pile: list[str], starter: bool, asks: str, state: str | None
) -> None:
    await stage.show(position(pile=pile, starter=starter), 0)
    told = stage.person.page.locator(".asks")
    await expect(told.locator(".meaning")).to_have_text(asks)
    await expect(told.locator(".state")).to_have_text([state] if state else [])
    await expect(told.locator(".active .sign")).to_be_visible()
    assert asks in (await stage.person.page.locator(".heap").get_attribute("aria-label") or "")


@pytest.mark.parametrize(
    ("row", "words"), [(1, "Four alike burn"), (2, "2 alike, 2 more burn"), (3, "3 alike, one")]
)
async def test_the_pile_counts_towards_a_match(stage: Stage, row: int, words: str) -> None:
    await stage.show(position(pile=["3", *["9"] * row]), 0)
    await expect(stage.person.page.locator(".asks .row")).to_contain_text(words)
    await expect(stage.person.page.locator(".pips .full")).to_have_count(row)


@pytest.mark.parametrize(("idle", "warned"), [(149, 0), (150, 1)])
async def test_a_draw_is_warned_of(stage: Stage, idle: int, warned: int) -> None:
    for viewer in (0, 1, None):
        await stage.show(position(idle=idle), viewer)
        await expect(stage.person.page.locator(".warning")).to_have_count(warned)


async def test_a_deck_of_the_house_is_told(stage: Stage) -> None:
    deck = dict.fromkeys(map(str, range(1, 13)), 9) | {"SPY": 9, "SKIP": 9}
    await stage.show(position(options={"open_deal": True, "deck": deck}), 0)
    await expect(stage.person.page.locator(".house-deck")).to_have_text("House deck of 126 cards")


@pytest.mark.parametrize("height", [640, 740])
@pytest.mark.parametrize("ask", [None, "swap", "spy"])
@pytest.mark.parametrize("seats", range(2, 7))
async def test_all_fit_on_a_phone(stage: Stage, seats: int, ask: str | None, height: int) -> None:
    """Everything is in sight, and what is to press is a finger's size: 44 pixels either way."""
    down = [["1", "2", "3", "4", "5", "6"] for _ in range(seats)]
    up = [["7", "8", "9", "10", "11", "12"] for _ in range(seats)]
    hands = [["RESET", "WILD", "SWAP", "SPY"]] + [["UNDER"]] * min(seats - 1, 3) + [["BURN"]] * (seats - 4)
    await stage.show(
        position(hands=hands, up=up, down=down, pending=ask and {"ask": ask}, draw=[], pile=["SKIP"]), 0
    )
    page = stage.person.page
    await page.set_viewport_size({"width": 360, "height": height})
    if ask == "swap":
        await slot(stage, 0, 0).click()
    tall, wide = await page.evaluate("[document.body.scrollHeight, document.documentElement.scrollWidth]")
    assert (wide, tall) <= (360, height)
    pressed = {None: ".hand button, .actions button", "swap": "button.slot", "spy": "button.slot"}[ask]
    boxes = [await each.bounding_box() for each in await page.locator(f"#table :is({pressed})").all()]
    assert len(boxes) >= {None: 5, "swap": 6 * seats, "spy": 6 * seats - 6}[ask]
    assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes), boxes
    await page.set_viewport_size(PHONE)
