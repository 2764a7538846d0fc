"""Positions of Wireburn on the page: what it shows, and what can be done there."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.async_api import expect

import engine
from engine.core import State
from tests.client.stage import COUNT_FLIGHTS, Stage

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

GAME = "wireburn"


def position(**more: Any) -> State:
    """Seat 0's turn at a small table of three."""
    usual = {
        "game": "wireburn",
        "options": {"edition": "current", "pace": "chain", "red_shift": False},
        "hands": [["T7", "G6", "P3"], ["O4"], ["O5"]],
        "draw": ["G2", "T4"],
        "discard": ["P8"],
        "docks": {"teal": ["T5", "T6"]},
    }
    return engine.load({**usual, **more})


async def test_a_target_is_chosen_at_their_seat(stage: Stage) -> None:
    state = position(hands=[["T10", "G2"], [], []], docks={"teal": ["T9"]})
    state.apply(0, {"do": "play", "card": "T10", "dock": "teal"})
    await stage.show(state, 0)
    await stage.person.page.get_by_role("listitem").filter(has_text="Player 2").get_by_role("button").click()
    assert await stage.moves() == [{"do": "target", "seat": 2}]


@pytest.mark.parametrize(("motion", "flies"), [("no-preference", True), ("reduce", False)])
async def test_a_penalty_flies_face_down(
    stage: Stage, motion: Literal["no-preference", "reduce"], flies: bool
) -> None:
    await stage.person.page.emulate_media(reduced_motion=motion)
    await stage.person.page.evaluate(COUNT_FLIGHTS)
    state = position(hands=[["T10", "G2"], ["O4"], ["O5"]], docks={"teal": ["T9"]})
    await stage.show(state, 0)
    state.apply(0, {"do": "play", "card": "T10", "dock": "teal"})
    await stage.show(state, 0, follows=True)
    faces = await stage.person.page.evaluate("flown")
    assert faces == (["T9", "back"] if flies else [])  # the stack that was cleared goes as it lay
    await expect(stage.person.page.locator(".ghost")).to_have_count(0)


SURVIVES = {"hands": [["T7"], [], ["O5"]], "played": 1}
WINS = {"hands": [["T10", "G2"], [], ["O5"]], "docks": {"teal": ["T9"]}, "draw": ["NULL", "T4"]}
CLEARS = {"hands": [["T7"], ["O4"], ["O5"]]}
TRIPS = {"do": "play", "card": "T10", "dock": "teal"}


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize(
    ("before", "move", "told"),
    [
        (CLEARS, {"do": "play", "card": "T7", "dock": "teal"}, "SYSTEM CLEAR"),
        (SURVIVES, {"do": "end"}, "Player 1 survived the Firewall and won."),
        (WINS, TRIPS, "Player 1 was dealt a NULL in the Firewall and won."),
    ],
)
async def test_what_nobody_may_miss_is_announced_to_all(
    stage: Stage, viewer: int | None, before: dict[str, Any], move: dict[str, Any], told: str
) -> None:
    state = position(**before)
    await stage.show(state, viewer)
    events = [event.seen_by(viewer) for event in state.apply(0, move)]
    await stage.show(state, viewer, follows=True, events=events)
    await expect(stage.person.page.locator(".shout")).to_contain_text(told)
    await expect(stage.person.page.locator("#spoken")).to_contain_text(told)


async def test_a_slam_shows_what_it_locks(stage: Stage) -> None:
    red = {"edition": "current", "pace": "chain", "red_shift": True}
    await stage.show(position(options=red, docks={"teal": ["T5", "T6", "RED", "R4"]}), 0)
    teal = stage.person.page.locator('.dock[data-zone="teal"]')
    await expect(teal.locator(".lock")).to_have_text("2 locked")
    await expect(teal.locator(".shows")).to_have_text("Red 4")
    await expect(stage.person.page.locator(".dock")).to_have_count(6)


async def test_the_shield_question_is_put_alike_to_all(stage: Stage) -> None:
    shield = {"edition": "shield", "pace": "chain", "red_shift": False}
    asked = {"ask": "shield", "seat": 1, "attacker": 0, "passed": False}
    for hand, buttons in (["O4"], ["Take it"]), (["NULL", "O4"], ["Take it", "Shield with NULL"]):
        state = position(options=shield, hands=[["T7"], hand, ["O5"]], pending=asked, damage=2, played=1)
        await stage.show(state, 1)
        await expect(stage.person.page.locator(".says")).to_have_text(
            "2 damage is coming. Take it, or pass it on with a NULL?"
        )
        assert await stage.person.page.locator(".actions button").all_inner_texts() == buttons
        await stage.show(state, 2)
        await expect(stage.person.page.locator(".says")).to_have_text("Player 1 to move.")


async def test_a_finger_drags_a_card(stage: Stage) -> None:
    await stage.show(position(), 0)
    page = stage.person.page
    card = await page.locator('.hand [data-code="T7"]').bounding_box()
    dock = await page.locator('.dock[data-zone="teal"]').bounding_box()
    assert card is not None
    assert dock is not None
    touch = await stage.person.context.new_cdp_session(page)
    at = [(card["x"] + 9, card["y"] + 20), (card["x"] + 20, card["y"] - 30), (dock["x"] + 40, dock["y"] + 60)]
    for kind, (x, y) in zip(("touchStart", "touchMove", "touchMove"), at, strict=True):
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    await expect(page.locator(".held")).to_be_visible()
    await expect(page.locator(".dock.over")).to_have_count(1)
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert await stage.moves() == [{"do": "play", "card": "T7", "dock": "teal"}]
    await expect(page.locator(".held")).to_have_count(0)


async def test_the_keyboard_is_enough(stage: Stage) -> None:
    await stage.show(position(), 0)
    page = stage.person.page
    await page.locator('.hand [data-code="G6"]').focus()
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Grey 6 → Teal").focus()
    await page.keyboard.press("Enter")
    assert await stage.moves() == [{"do": "play", "card": "G6", "dock": "teal"}]


async def test_everything_to_press_is_big_enough(stage: Stage) -> None:
    """44 pixels either way; a card that lies under its neighbour is pressed where it shows."""
    await stage.show(position(), 0)
    await stage.person.page.locator('.hand [data-code="T7"]').click()
    for button in await stage.person.page.locator("button:visible, a:visible").all():
        box = await button.bounding_box()
        assert box is not None
        if box["x"] >= 0 and box["y"] >= 0:
            assert min(box["width"], box["height"]) >= 44, await button.evaluate("each => each.outerHTML")
