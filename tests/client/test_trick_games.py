"""Whole games of Firewall and Live Wire through the page: secret choices, summaries, and what nobody else sees."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tests.app.live import Server
from tests.client.people import CORNER, PHONE, WIDE, Person

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

NAMES = ("Ann", "Bob", "Cleo", "Dan")
PICK = """async ([shown, wanted]) => {
  const first = (selector) => document.querySelector("#table " + selector);
  while (document.getElementById("table").dataset.shown !== shown) await new Promise((on) => setTimeout(on, 5));
  for (const selector of wanted) {
    const found = first(selector);
    if (!found) continue;
    found.click();
    if (!found.dataset.move) first(".actions button:not(.overload)").click();
    document.querySelector("#sure:not([hidden]) .yes")?.click();
    return selector;
  }
  return null;
}"""
"""Once the page shows this version, press the first of these that is there; if that only chose a card, then the
button for it; and be sure of it."""
QUICK = (
    ".token.lit",
    ".trick button[data-move].lit",
    ".actions .decline",
    ".actions :is(.boot, .keep, .play)",
    ".actions .overload",
    ".goals button.card",
    ".hand .card.lit",
)


class Party:
    """Those who play, by seat, and one who watches."""

    def __init__(self, players: list[Person], watcher: Person) -> None:
        self.players = players
        self.watcher = watcher

    @classmethod
    async def gather(cls, server: Server, chromium: Browser, game: str, seats: int) -> Party:
        """Sit down and start. Things move for the first one; the second and the watcher have wide screens."""
        calm: dict[str, Any] = {"reduced_motion": "reduce"}
        screens = [{}, {"viewport": WIDE, **calm}, calm, calm]
        players = [await Person.arrive(chromium, **screen) for screen in screens[:seats]]
        watcher = await Person.arrive(chromium, viewport=WIDE, **calm)
        link, watch = await players[0].open_room(server.url, NAMES[0], game)
        for player, name in zip(players[1:], NAMES[1:], strict=False):
            await player.sit_down(link, name)
        await watcher.page.goto(watch)
        await players[0].page.locator("#start:enabled").click()
        party = cls(players, watcher)
        await party.catch_up(0)
        return party

    @property
    def everybody(self) -> list[Person]:
        return [*self.players, self.watcher]

    @property
    def view(self) -> dict[str, Any]:
        return self.players[0].view

    @property
    def v(self) -> int:
        v: int = self.players[0].seen["v"]
        return v

    async def catch_up(self, v: int) -> None:
        """Wait until every page shows this version."""
        for person in self.everybody:
            await person.page.locator(f'#table[data-shown="1.{v}"]').wait_for()
            while person.seen["v"] < v:
                await asyncio.sleep(0.01)

    async def move(self, seat: int) -> None:
        """A quick move of whoever sits there."""
        v = self.v
        player = self.players[seat]
        while player.seen["v"] < v:
            await asyncio.sleep(0.005)
        flips = any(move["do"] == "flip" for move in player.view["legal"])
        pressed = await player.page.evaluate(PICK, [f"1.{v}", QUICK])
        assert pressed is not None
        assert (pressed == ".token.lit") == flips, "nobody overloads who need not"
        async with asyncio.timeout(10):
            while self.v == v:
                await asyncio.sleep(0.005)

    async def choose_in_turn(self, seats: Iterable[int]) -> None:
        """These make their secret choices. A summary that is open does not keep them."""
        for seat in seats:
            await self.move(seat)

    async def nobody_sees_too_much(self) -> None:
        """Nothing that is another's alone stands in the last frame or on the page."""
        await self.catch_up(self.v)
        for seat, player in enumerate(self.players):
            own = player.view
            secret = {*own["hand"], *(own.get("offered") or ()), own.get("goal")} - {None}
            secret |= {own["boot"][seat]} - {None} if own["phase"] == "boot" else set()
            secret -= {goal for done in own["history"] for goal in done.get("goals", ())}  # shown in rounds before
            for other in self.everybody:
                if other is not player:
                    told = set(json.dumps(other.view).split('"')) - {"overload"}  # that is a move's name, too
                    assert secret & (told | await other.cards_seen()) == set()

    async def make_light(self) -> None:
        """Small pages on which nothing moves, for the rest of a long game."""
        for person in self.everybody:
            await person.page.emulate_media(reduced_motion="reduce")
            await person.page.set_viewport_size(PHONE)

    async def pictures(self, name: str) -> None:
        for person in (self.players[1], self.watcher):
            await person.page.set_viewport_size(WIDE)
        await self.catch_up(self.v)
        for who, person in (("phone", self.players[0]), ("wide", self.players[1]), ("watcher", self.watcher)):
            await person.picture(f"{name}-{who}")

    async def leave(self) -> None:
        for person in self.everybody:
            assert person.faults == []
            assert "seed" not in "".join(person.frames)
            await person.context.close()


async def close_summary(person: Person, number: int) -> None:
    """Read what a round gave, and go on."""
    await expect(person.page.locator("#table dialog.summary h2")).to_have_text(f"Round {number} is over")
    await person.page.get_by_role("button", name="Go on").click()
    await expect(person.page.locator("#table dialog")).to_have_count(0)


async def play_round(party: Party, number: int) -> None:
    """Play quickly to the end of this round."""
    while len(party.view["history"]) < number:
        await party.move(party.view["acting"][0])
        if party.v % 9 == 0:
            await party.nobody_sees_too_much()


async def the_game_goes_on_without(party: Party, number: int) -> None:
    """All but Ann close the summary and choose. Hers stays, over a reload too, until she closes it."""
    ann, *others = party.players
    summary = ann.page.locator("#table dialog.summary")
    for player in others:
        await close_summary(player, number)
    await party.choose_in_turn(range(1, len(party.players)))
    assert party.view["acting"] == [0]
    await expect(summary).to_be_visible()
    await ann.page.reload()
    await expect(summary).to_be_visible()
    await ann.picture(f"summary-{party.view['game']}")
    await close_summary(ann, number)
    await ann.page.reload()
    await ann.table.wait_for()
    await expect(summary).to_have_count(0)
    await expect(party.watcher.page.locator("#table dialog")).to_have_count(0)


async def finish(party: Party, first: int) -> None:
    """Play on to the end; whoever has summaries to close has them from round `first` on."""
    while party.view["acting"]:
        await party.move(party.view["acting"][0])
        if party.v % 25 == 0:
            await party.nobody_sees_too_much()
    for player in party.players:
        await expect(player.page.locator("#table dialog.summary section")).to_have_count(5 - first)
        told = await player.page.locator(".says.result").inner_text()
        await expect(player.page.locator("#table dialog.summary h2").first).to_have_text(told)
        await player.page.get_by_role("button", name="Go on").click()
    for person in party.everybody:
        await expect(person.page.locator(".says.result")).to_be_visible()
    await party.pictures(f"over-{party.view['game']}")


async def test_four_people_and_a_watcher_play_firewall(server: Server, chromium: Browser) -> None:
    party = await Party.gather(server, chromium, "firewall", 4)
    ann, bob, *_ = party.players
    await expect(ann.page.locator(".reminder").first).to_contain_text("FW-TALK-1")

    # Ann chooses her Boot card with two taps; nobody learns more than that she did, and a reload changes nothing.
    card = ann.page.locator(".hand .card.lit").last
    code = await card.get_attribute("data-code")
    await card.click(position=CORNER)
    await ann.page.locator(".actions .boot").click()
    await party.catch_up(1)
    await party.nobody_sees_too_much()
    for _ in range(2):
        await expect(ann.page.locator(".spot.south .ready .card")).to_have_attribute("data-code", code or "")
        await expect(ann.page.locator(".hand .card")).to_have_count(12)
        await ann.page.reload()
        await ann.table.wait_for()
    await expect(bob.page.locator(".spot .ready .card")).to_have_count(1)
    await expect(bob.page.locator(".seat.acting")).to_have_count(2)
    await party.pictures("boot-firewall")
    await party.choose_in_turn((3, 1))
    for person in party.everybody:
        await expect(person.page.locator(".port .card")).to_have_count(0)
    await party.choose_in_turn([2])
    for person in party.everybody:
        await expect(person.page.locator(".port .card")).to_have_count(4)

    # A card is dragged, one is tapped onto the table, one is refused, and the rest goes quickly.
    leader = party.players[party.view["turn"]]
    await leader.drag(leader.page.locator(".hand .card.lit").first, leader.page.locator(".trick"))
    await party.catch_up(5)
    follower = party.players[party.view["turn"]]
    await follower.page.locator(".hand .card.lit").first.click(position=CORNER)
    await follower.page.locator(".trick.lit").click(position={"x": 5, "y": 5})
    await party.catch_up(6)
    await ann.page.locator(".hand .card").first.click(position=CORNER)
    while len(party.view["played"]) < 5:
        await party.move(party.view["acting"][0])
    await party.pictures("play-firewall")
    await party.nobody_sees_too_much()
    await bob.page.locator(".open-tricks").click()
    await expect(bob.page.locator("#table dialog .tricks li")).to_have_count(5)
    await bob.page.get_by_role("button", name="Close").click()
    await bob.page.locator(".open-sheet").click()
    await expect(bob.page.locator("#table dialog table")).to_have_count(2)
    await bob.page.get_by_role("button", name="Close").click()

    await party.make_light()
    await play_round(party, 1)
    await the_game_goes_on_without(party, 1)
    await finish(party, 2)
    await party.leave()


async def test_three_people_and_a_watcher_play_live_wire(server: Server, chromium: Browser) -> None:
    party = await Party.gather(server, chromium, "livewire", 3)
    ann, bob, cleo = party.players

    # Bob keeps a Goal; the others learn that he did, and a reload changes nothing.
    goal = bob.page.locator(".goals button.card").nth(1)
    code = await goal.get_attribute("data-code") or ""
    await goal.click()
    await bob.page.locator(".actions .keep").click()
    await party.catch_up(1)
    for _ in range(2):
        await expect(bob.page.locator(".goals .card")).to_have_attribute("data-code", code)
        await bob.page.reload()
        await bob.table.wait_for()
    await party.nobody_sees_too_much()
    await expect(ann.page.locator(".seat", has_text="Bob")).to_contain_text("has chosen")
    await party.pictures("keep-livewire")
    await party.choose_in_turn((2, 0))
    for player in party.players:
        await expect(player.page.locator(".goals .card")).to_have_count(1)
    await expect(party.watcher.page.locator(".goals .card, .token.wanted")).to_have_count(0)

    # The first trick by hand, and its token.
    for v in (4, 5, 6):
        player = party.players[party.view["turn"]]
        await player.page.locator(".hand .card.lit").first.click(position=CORNER)
        await player.page.locator(".actions .play").click()
        await party.catch_up(v)
    winner = party.players[party.view["turn"]]
    grid = party.view["grid"]
    await winner.page.locator(".token.lit").first.click()
    await party.catch_up(7)
    assert sum(old != new for old, new in zip(grid, party.view["grid"], strict=True)) == 1
    for person in party.everybody:
        await expect(person.page.locator(".token.turned")).to_have_count(1)
    while len(party.view["played"]) < 5:
        await party.move(party.view["acting"][0])
    await party.pictures("play-livewire")
    await party.nobody_sees_too_much()
    await cleo.page.locator(".open-tricks").click()
    await expect(cleo.page.locator("#table dialog .tricks li")).to_have_count(5)
    await cleo.page.get_by_role("button", name="Close").click()

    kept = [player.view["goal"] for player in party.players]
    await party.make_light()
    await play_round(party, 1)
    assert party.view["history"][0]["goals"] == kept
    await expect(ann.page.locator("#table dialog .goals-shown li")).to_have_count(3)
    await the_game_goes_on_without(party, 1)
    await finish(party, 2)
    await party.leave()


async def test_the_table_settles_without_a_reload(server: Server, chromium: Browser) -> None:
    """The pages follow each other when choices come at once."""
    party = await Party.gather(server, chromium, "firewall", 4)
    await asyncio.gather(*(player.page.evaluate(PICK, ["1.0", QUICK]) for player in party.players))
    await party.catch_up(4)
    for person in party.everybody:
        await expect(person.page.locator(".port .card")).to_have_count(4)
    await party.leave()
