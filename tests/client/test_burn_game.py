"""Two people and a watcher see a whole game of Burn through, by the page alone."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.app.live import Server
from tests.client.people import CORNER, WIDE, Person, asked

pytestmark = [pytest.mark.anyio, pytest.mark.browser]
ONLY = [str(number) for number in range(1, 11)]
"""Numbers that the deck below has once, so that whoever sees one knows which."""
DECK = {
    **dict.fromkeys(ONLY, 1), "11": 4, "12": 56, "SPY": 8, "SWAP": 6, "UNDER": 3, "REVERSE": 3, "SKIP": 3,
    "RESET": 2, "WILD": 2, "BURN": 12,
}  # fmt: skip
"""Nearly all alike, so that the pile burns often and the game is soon over."""
WAYS = ("tap", "drag", "button")
RULE = re.compile(r"^BN-[A-Z]+-\d+$")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose host has given a deck."""
    folder = tmp_path_factory.mktemp("burn")
    (folder / "deck.json").write_text(json.dumps(DECK))
    server = Server(folder / "data", FUSEBOX_BURN_DECK=str(folder / "deck.json"))
    yield server
    server.stop()


async def test_two_people_and_a_watcher_see_a_whole_game_through(server: Server, chromium: Browser) -> None:
    ann = await Person.arrive(chromium)
    bob = await Person.arrive(chromium, viewport=WIDE, reduced_motion="reduce")
    eve = await Person.arrive(chromium, viewport=WIDE, reduced_motion="reduce")
    link, watch = await ann.open_room(server.url, "Ann", "burn", open_deal="true")
    await expect(ann.page.locator(".house")).to_contain_text("House deck of 109 cards")
    await bob.sit_down(link, "Bob")
    await eve.page.goto(watch)
    await expect(eve.page.locator("#seats .who", has_text="Bob")).to_be_visible()
    await ann.page.get_by_role("button", name="Start the game").click()
    for person in (ann, bob, eve):
        await person.table.wait_for()
    opened = lying_open(eve)
    await arrange(ann, bob, eve)

    moves = Counter[str]()
    while not await ann.is_over():
        mover = await asked(ann, bob)
        if mover is None:
            continue
        if not moves["refused"]:
            moves["refused"] += await is_refused(mover)
        kind = await move(mover, WAYS[moves.total() % 3])
        moves[kind] += 1
        await level(ann, bob, eve)
        opened |= lying_open(eve)
        await sees_what_it_may(ann, bob, eve, opened)
        if moves.total() in (6, 30) or (kind == "spy" and moves["spy"] == 1):
            for name, person in (("ann", ann), ("bob", bob), ("watcher", eve)):
                await person.picture(f"burn-{moves.total()}-{name}")
        assert moves.total() < 600, moves

    reason = ann.view["result"]["reason"]
    for name, person in (("ann", ann), ("bob", bob), ("watcher", eve)):
        await expect(person.page.locator(".says.result")).to_be_visible()
        await person.picture(f"burn-over-{name}")
        assert person.faults == []
        assert "seed" not in "".join(person.frames)
        await person.context.close()
    kinds = ["play", "several", "swap", "spy", "refused"]
    if reason == "out":  # chance may also deal a draw, in which nobody came to the cards that lie face down
        kinds.append("flip")
    assert min(moves[kind] for kind in kinds) > 0, moves


async def arrange(ann: Person, bob: Person, eve: Person) -> None:
    """Both choose at the same time, Ann with a reload after it; nobody sees her row before Bob has chosen."""
    for person in (ann, bob):
        assert len(await person.hand()) == 10
        assert len(await codes(person.page.locator(".seat .dealt .card"))) == 10
    assert len(await codes(eve.page.locator(".seat .dealt .card"))) == 20
    await bob.page.locator(".hand .card").nth(3).click(position=CORNER)
    row = await choose_six(ann)
    await expect(ann.page.locator(".says")).to_contain_text("Waiting for Bob")
    await ann.page.reload()
    await ann.table.wait_for()
    assert await codes(ann.page.locator(".own .column > .card")) == row
    assert len(await ann.hand()) == 4
    for person in (bob, eve):
        await expect(person.page.locator(".seat").filter(has_text="Ann")).to_contain_text("has chosen")
        assert await codes(person.page.locator(".seat").filter(has_text="Ann").locator(".card")) == []
        assert person.view["up"][0] == []
    assert len(await codes(bob.page.locator(".hand .chosen"))) == 1  # what he had chosen stays chosen
    await bob.page.locator(".hand .card").nth(3).click(position=CORNER)
    await choose_six(bob)
    for person in (bob, eve):
        await expect(person.page.locator(".asks .meaning")).to_be_visible()
        assert await codes(person.page.locator(".seat").filter(has_text="Ann").locator(".column > .card")) == row


async def choose_six(person: Person) -> list[str]:
    """Choose six and lay them face up."""
    for n in range(6):
        await person.page.locator(".hand .card").nth(n).click(position=CORNER)
    chosen = await codes(person.page.locator(".hand .chosen"))
    await person.page.get_by_role("button", name="Lay these six face up").click()
    await person.page.locator("#table > .table[aria-busy=false]").wait_for()
    return chosen


async def codes(cards: Locator) -> list[str]:
    """The codes of the cards that lie open there."""
    return [code for code in await cards.evaluate_all("all => all.map(card => card.dataset.code)") if code]


async def move(person: Person, how: str) -> str:
    """Make a move as the page offers it, and say what it was."""
    page = person.page
    theirs, own = page.locator(".seat button.slot"), page.locator(".own button.slot")
    lit = page.locator(":is(.hand, .own .column) > * > button.card.lit, .own .column > button.card.lit")
    if await theirs.count():
        kind = "spy"
        await theirs.first.click()
    elif await page.locator(".table.aiming").count():
        kind = "swap"
        if how == "drag":
            await person.drag(own.first, page.locator(".seat .slot:not(.gone)").first)
        else:
            await own.first.click()
            await theirs.last.click()
    elif await own.count():
        kind = "flip"
        await own.first.click()
    elif await lit.count():
        kind = await play(person, lit, how)
    else:
        kind = "pickup"
        await page.locator(".actions .pickup").click()
    await page.locator("#table > .table[aria-busy=false]").wait_for()
    return kind


async def play(person: Person, lit: Locator, how: str) -> str:
    """Play the cards that are the most alike, SPY and SWAP before all others."""
    page = person.page
    counts = Counter(await codes(lit))
    code = max(counts, key=lambda each: (each in ("SPY", "SWAP"), counts[each]))
    count = counts[code] if code.isdecimal() else 1
    alike = page.locator(f'button.card.lit[data-code="{code}"]')
    for n in range(count):
        if await alike.nth(n).get_attribute("aria-pressed") != "true":
            await alike.nth(n).click(position=CORNER)
    await expect(page.locator("button.card.chosen")).to_have_count(count)
    if how == "drag":
        await person.drag(alike.last, page.locator(".heap"))
    elif how == "button":
        name = re.compile(rf"^Play {', '.join([code] * count)}$")
        await page.get_by_role("button", name=name).click()
    else:
        await page.locator(".heap").click()
    return "several" if count > 1 else "play"


async def is_refused(person: Person) -> bool:
    """Put a card on the pile that may not go there: the page says why. False if there is none in the hand."""
    dark = person.page.locator(".table:not(.aiming) .hand .card:not(.lit)")
    if not await dark.count():
        return False
    await dark.first.click(position=CORNER)
    await person.page.locator(".heap").click()
    await expect(person.page.locator(".refusal a")).to_have_text(RULE)
    await dark.first.click(position=CORNER)
    return True


async def level(*people: Person) -> None:
    """Wait until all pages show the same."""
    while True:
        shown = {await person.page.locator("#table").get_attribute("data-shown") for person in people}
        if shown == {f"{person.seen['game']}.{person.seen['v']}" for person in people}:
            return
        await asyncio.sleep(0.02)


def lying_open(watcher: Person) -> set[str]:
    """The cards that lie open to all, or have just been turned up."""
    view = watcher.view
    rows = [*view["up"], *(ten or () for ten in view["dealt"] or ()), view["pile"], view["burned"]]
    flipped = [event["card"] for event in watcher.seen["events"] if event["event"] == "flipped"]
    return {card for row in [*rows, flipped] for card in row}


async def sees_what_it_may(ann: Person, bob: Person, eve: Person, opened: set[str]) -> None:
    """What SPY showed is marked for the spy alone, and no card of which there is only one and that was never among
    those `opened` is on another's page."""
    for seat, person in enumerate((ann, bob)):
        known = {(seat, slot): card for spy, seat, slot, *rest in person.view["seen"] for card in rest}
        assert all(len(sighting) == 3 for sighting in person.view["seen"] if sighting[0] != seat)
        marks: dict[str, str] = await person.page.locator("[data-seen]").evaluate_all(
            "all => Object.fromEntries(all.map(slot => [slot.dataset.zone, slot.dataset.seen]))"
        )
        assert marks == {f"down:{at}:{slot}": card for (at, slot), card in known.items()}
        private = {*(await person.hand()), *known.values()} & set(ONLY) - opened
        for other in (eve, *({ann, bob} - {person})):
            spied = {card for sighting in other.view["seen"] for card in sighting[3:]}
            seen = {name.removeprefix("small-") for name in await other.cards_seen()}
            assert not (private - spied) & seen
    assert await eve.page.locator("[data-seen]").count() == 0
    assert all(len(sighting) == 3 for sighting in eve.view["seen"])
