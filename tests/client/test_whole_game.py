"""Two people and a watcher see a whole game through, by the page alone."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter

import pytest
from playwright.async_api import Browser, expect

from engine.wireburn.deck import CORE_DECK
from tests.app.live import Server
from tests.client.people import CORNER, WIDE, Person, Wire, asked

pytestmark = [pytest.mark.anyio, pytest.mark.browser]
WAYS = ("tap", "drag", "button")
RULE = re.compile(r"^WB-[A-Z]+-\d+$")


async def test_two_people_and_a_watcher_see_a_whole_game_through(server: Server, chromium: Browser) -> None:
    wire = Wire(server.url)
    there = await wire.lay()
    ann = await Person.arrive(chromium)
    bob = await Person.arrive(chromium, viewport=WIDE, reduced_motion="reduce")
    eve = await Person.arrive(chromium, viewport=WIDE, reduced_motion="reduce")

    link, watch = await ann.open_room(server.url, "Ann")
    await bob.sit_down(link.replace(server.url, there), "Bob <b>")
    await eve.page.goto(watch)
    await expect(eve.page.locator("#seats .who", has_text="Bob <b>")).to_be_visible()
    await ann.picture("room-phone")
    await ann.page.get_by_role("button", name="Start the game").click()
    for person in (ann, bob, eve):
        await person.table.wait_for()

    code = ann.page.url.rsplit("/", 1)[1]
    for secret in (code, link.rsplit("/", 1)[1]):
        assert secret not in await eve.page.content() + "".join(eve.frames)

    moves = Counter[str]()
    while not await ann.is_over():
        mover = await asked(ann, bob)
        if mover is None:
            continue
        if moves.total() == 6:
            await reload(ann)
        if mover is bob and not moves["cut"]:
            await move_over_a_cut(bob, wire)
            moves["cut"] += 1
            continue
        if not moves["refused"]:
            moves["refused"] += await is_refused(mover)
        how = WAYS[moves.total() % len(WAYS)]
        await mover.move(how)
        moves[how] += 1
        if moves.total() % 4 == 0:
            await nobody_sees_too_much(ann, bob, eve)
        if moves.total() in (5, 12):
            for name, person in (("ann", ann), ("bob", bob), ("watcher", eve)):
                await person.picture(f"game-{moves.total()}-{name}")
        assert moves.total() < 1000

    await reads_the_log(eve)
    await ann.page.locator(".latest").click()
    await reads_the_log(ann)
    await ann.page.locator("dialog").get_by_role("button", name="Close").click()
    for name, person in (("ann", ann), ("bob", bob), ("watcher", eve)):
        await expect(person.page.locator(".says.result")).to_be_visible()
        await person.picture(f"game-over-{name}")
    assert moves["cut"] == moves["refused"] == 1
    for person in (ann, bob, eve):
        assert [fault for fault in person.faults if "ERR_CONNECTION" not in fault] == []  # the cut wire says so
        assert "seed" not in "".join(person.frames)
        assert "seed" not in await person.page.content()
        await person.context.close()
    await wire.take_up()


async def reload(person: Person) -> None:
    """A reload gives back the same hand."""
    before = Counter(await person.hand())
    await person.page.reload()
    await person.table.wait_for()
    assert Counter(await person.hand()) == before


async def reads_the_log(person: Person) -> None:
    """On a low screen that was just turned the log shows its end, and whoever reads further up is left to it."""
    line, screen = person.page.locator(".log:visible li"), person.page.viewport_size
    assert screen is not None
    await person.page.set_viewport_size({"width": 320, "height": 480})
    await person.page.set_viewport_size({"width": screen["width"], "height": 480})
    await expect(line.last).to_be_in_viewport()
    await expect(line.first).not_to_be_in_viewport()
    await line.first.scroll_into_view_if_needed()
    await expect(line.last).not_to_be_in_viewport()
    await person.page.set_viewport_size(screen)


async def move_over_a_cut(person: Person, wire: Wire) -> None:
    """A move made while the network is away is done once it is back, and only once."""
    before = await state_of(person)
    wire.cut()
    await expect(person.page.locator("#cut")).to_be_visible()
    await person.page.locator(".actions button.draw").click()
    await expect(person.table).to_have_attribute("aria-busy", "true")
    assert await state_of(person) == before
    wire.mend()
    await expect(person.page.locator("#cut")).to_be_hidden()
    await expect(person.table).to_have_attribute("aria-busy", "false")
    await asyncio.sleep(0.2)
    hand, pile = await state_of(person)
    assert (hand, pile) == (before[0] + 1, before[1] - 1)


async def state_of(person: Person) -> tuple[int, int]:
    """How many cards are in the hand, and in the draw pile."""
    return len(await person.hand()), int(await person.page.locator(".pile.draw b").inner_text())


async def is_refused(person: Person) -> bool:
    """Put a card where it may not go: the page says why, and by which rule. False if there is no such card."""
    dark = person.page.locator(".hand .card:not(.lit)")
    if not await dark.count():
        return False
    await dark.first.click(position=CORNER)
    await person.page.locator(".dock").first.click()
    await expect(person.page.locator(".refusal a")).to_have_text(RULE)
    await dark.first.click(position=CORNER)
    return True


async def nobody_sees_too_much(ann: Person, bob: Person, eve: Person) -> None:
    """No page and no view has a card of another's hand, if there is only one of it."""
    for person, others in ((ann, (bob, eve)), (bob, (ann, eve))):
        private = {card for card in await person.hand() if CORE_DECK[card] == 1}
        for other in others:
            assert not private & await other.cards_seen()
            told = {key: value for key, value in other.view.items() if key not in ("shows", "legal")}
            assert not private & set(json.dumps(told).split('"'))
