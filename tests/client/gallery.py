"""`python -m tests.client.gallery`: pictures of every page, from a real server, into artefacts/gallery/.

With `--readme` docs/table.jpg is made anew as well.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import Browser, async_playwright

from app.settings import ROOT
from tests.app.live import Server, Viewer
from tests.browser import find_chromium, flags
from tests.client.people import ARTEFACTS, CORNER, PHONE, WIDE, Person

View = dict[str, Any]
OTHERS = ("Bob", "Constanze", "Dmitri", "Eve", "Maximilian the Third")
PATIENCE = 400
"""Moves after which a scene is given up and begun anew."""


class Scene:
    """Ann's page, and others who play without one."""

    def __init__(self, server: Server, ann: Person, seed: int) -> None:
        self.server = server
        self.ann = ann
        self.rng = Random(seed)
        self.others: list[Viewer] = []
        self.open = AsyncExitStack()

    async def reach(self, wanted: Callable[[View], bool], seats: int, **options: str) -> bool:
        """Play by chance until Ann's view is as wanted."""
        link, _ = await self.ann.open_room(self.server.url, "Ann", **options)
        await self.ann.page.wait_for_selector("#seats .here")
        for name in OTHERS[: seats - 1]:
            seat = self.server.post("/api/join", join=link.rsplit("/", 1)[1], name=name)
            self.others.append(await self.open.enter_async_context(self.server.seated(seat)))
        await self.ann.page.locator("#start:enabled").click()
        await self.ann.table.wait_for()
        for _ in range(PATIENCE):
            if wanted(self.ann.view):
                return True
            if self.ann.view["result"]:
                return False
            await self._move()
        return False

    async def _move(self) -> None:
        v, view = self.ann.seen["v"], self.ann.view
        if 0 in view["acting"]:
            await self.ann.page.locator("#table > .table[aria-busy=false]").wait_for()
            card = await self.ann.choose()
            await self.ann.page.locator(".actions button.play" if card else ".actions button").first.click()
            await self.ann.page.locator("#table > .table[aria-busy=false]").wait_for()
            return
        (seat,) = view["acting"]
        player = self.others[seat - 1]
        await player.reach(lambda seen: bool(seen["game"] and seen["v"] == v))
        plays = [move for move in player.legal if move["do"] == "play"]
        move = self.rng.choice(plays if plays and self.rng.random() < 0.75 else player.legal)
        await player.move(move, f"{seat}-{self.rng.random()}")
        while self.ann.seen["v"] == v:
            await asyncio.sleep(0.01)


async def shoot(person: Person, name: str) -> None:
    """The page as it is, on a phone and on a wide screen, dark and light."""
    folder = ARTEFACTS / "gallery"
    for screen, size in (("phone", PHONE), ("wide", WIDE)):
        await person.page.set_viewport_size(size)
        for scheme in ("dark", "light"):
            await person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await person.page.wait_for_timeout(150)
            await person.page.screenshot(path=folder / f"{name}-{screen}-{scheme}.png", animations="disabled")
    await person.page.emulate_media(color_scheme="dark", contrast="more")
    await person.page.screenshot(path=folder / f"{name}-wide-contrast.png", animations="disabled")
    await person.page.emulate_media(contrast="no-preference")
    print(name, flush=True)


async def scene(
    server: Server,
    chromium: Browser,
    name: str,
    wanted: Callable[[View], bool],
    seats: int,
    then: Callable[[Person], Any] | None = None,
    **options: str,
) -> None:
    """Reach a position, whatever it takes, do something there, and shoot it."""
    for seed in range(50):
        ann = await Person.arrive(chromium, reduced_motion="reduce")
        attempt = Scene(server, ann, seed)
        async with attempt.open:
            reached = await attempt.reach(wanted, seats, **options)
            if reached:
                await asyncio.sleep(0.2)
                if then:
                    await then(ann)
                await shoot(ann, name)
        await ann.context.close()
        if reached:
            return
    raise SystemExit(f"{name}: not reached")


async def choose(ann: Person) -> None:
    await ann.page.wait_for_timeout(2300)  # until nothing glows any more
    await ann.choose()


async def advertise(ann: Person) -> None:
    """The picture for the README, small enough for one."""
    await choose(ann)
    await ann.page.set_viewport_size(WIDE)
    await ann.page.screenshot(path=ARTEFACTS / "table.jpg", type="jpeg", quality=88)


async def refused(ann: Person) -> None:
    await ann.page.locator(".hand .card:not(.lit)").first.click(position=CORNER)
    await ann.page.locator(".dock:not(.lit)").first.click()
    await ann.page.locator(".refusal").wait_for()


async def drawer(ann: Person) -> None:
    await ann.page.locator(".pile.discard").click()
    await ann.page.locator("#table dialog[open]").wait_for()


def is_lively(view: View) -> bool:
    """Ann's turn, with every dock in use and a choice of cards."""
    playable = {move["card"] for move in view["legal"] if move["do"] == "play"}
    return 3 <= len(playable) < len(view["hand"]) <= 9 and all(map(len, view["docks"].values()))


def is_slammed(view: View) -> bool:
    cards = view["docks"]
    return any("RED" in cards[dock] for dock in ("teal", "purple", "orange")) and 0 in view["acting"]


def is_asked(what: str) -> Callable[[View], bool]:
    return lambda view: any(move["do"] == what for move in view["legal"])


async def pages(server: Server, chromium: Browser) -> None:
    """The pages around the table."""
    ann, bob = await Person.arrive(chromium), await Person.arrive(chromium)
    link, watch = await ann.open_room(server.url, "Ann")
    await bob.page.goto(link)
    await shoot(bob, "join")
    await bob.page.goto(watch)
    await shoot(bob, "watch")
    await shoot(ann, "room")
    await bob.page.goto(server.url)
    await shoot(bob, "home")
    await bob.page.goto(f"{server.url}/nowhere")
    await shoot(bob, "error")


async def main(readme: bool) -> None:
    shutil.rmtree(ARTEFACTS / "gallery", ignore_errors=True)
    server = Server(Path(tempfile.mkdtemp()))
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=find_chromium(), args=flags())
        await pages(server, chromium)
        await scene(server, chromium, "table", is_lively, 4, advertise)
        await scene(server, chromium, "refused", lambda view: bool(view["legal"]), 3, refused)
        await scene(server, chromium, "discard", lambda view: len(view["discard"]) > 12, 2, drawer)
        await scene(server, chromium, "red-shift", is_slammed, 6, choose, red_shift="true")
        await scene(server, chromium, "target", is_asked("target"), 3, red_shift="true")
        await scene(server, chromium, "shield", is_asked("shield"), 3, edition="shield")
        await scene(server, chromium, "firewall", lambda view: 0 in view["counts"], 3)
        await chromium.close()
    server.stop()
    if readme:
        shutil.copy(ARTEFACTS / "table.jpg", ROOT / "docs")


if __name__ == "__main__":
    asyncio.run(main("--readme" in sys.argv))
