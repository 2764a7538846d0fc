"""`python -m tests.client.gallery`: pictures of every page, from a real server, into artefacts/gallery/.

Names after it are of the scenes to picture, if not all; with `--readme` docs/table.jpg is made anew as well.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import Browser, async_playwright

from app.settings import ROOT
from tests.app.live import Server, Viewer
from tests.browser import find_chromium, flags
from tests.client.people import ARTEFACTS, CORNER, PHONE, WIDE, Person

View = dict[str, Any]
GALLERY = ARTEFACTS / "gallery"
OTHERS = ("Bob", "Constanze", "Dmitri", "Eve", "Maximilian the Third")
PATIENCE = 800
"""Moves after which a scene is given up and begun anew."""
LAME = {"draw", "end", "wash", "pickup", "decline", "overload"}
"""Moves that seldom make a table lively, by what they do."""


@dataclass(frozen=True)
class Scene:
    """What to see: a game come to where Ann's view is as `wanted`, and what is done `then`.

    That is on her page or, if it is `watched`, on the other's. None leaves all as it came, what is announced too.
    """

    game: str
    seats: int
    wanted: Callable[[View], bool]
    then: Callable[[Person], Awaitable[None]] | None
    options: dict[str, str] = field(default_factory=dict)
    watched: bool = False


class Table:
    """Ann's page, that of somebody who watches, and a socket for every seat, hers too, to play by."""

    def __init__(self, server: Server, ann: Person, watcher: Person, seed: int) -> None:
        self.server = server
        self.ann = ann
        self.watcher = watcher
        self.rng = Random(seed)
        self.players: list[Viewer] = []
        self.open = AsyncExitStack()

    async def reach(self, scene: Scene) -> bool:
        """Play by chance until Ann's view is as wanted."""
        link, watch = await self.ann.open_room(self.server.url, "Ann", scene.game, **scene.options)
        await self.ann.page.wait_for_selector("#seats .here")
        await self.watcher.page.goto(watch)
        cookies = await self.ann.context.cookies(self.ann.page.url)
        own = {"Cookie": "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)}
        socket = self.ann.page.url.removeprefix(self.server.url) + "/socket"
        self.players.append(await self.open.enter_async_context(self.server.viewer(socket, headers=own)))
        for name in OTHERS[: scene.seats - 1]:
            seat = self.server.post("/api/join", join=link.rsplit("/", 1)[1], name=name)
            self.players.append(await self.open.enter_async_context(self.server.seated(seat)))
        await self.ann.page.locator("#start:enabled").click()
        for v in range(PATIENCE):
            for player in self.players:
                await player.reach(partial(is_at, v))
            view = self.players[0].seen["view"]
            has_ended = scene.wanted(view) or view["result"]
            if has_ended or v % 20 == 0:  # the pages need longer than the sockets
                for person in (self.ann, self.watcher):
                    await person.page.locator(f'#table[data-shown="1.{v}"]').wait_for(timeout=60_000)
            if has_ended:
                return scene.wanted(view)
            player = self.players[self.rng.choice(view["acting"])]
            keen = [move for move in player.legal if move["do"] not in LAME]
            move = self.rng.choice(keen if keen and self.rng.random() < 0.85 else player.legal)
            await player.move(move, str(v))
        return False


def is_at(v: int, seen: dict[str, Any]) -> bool:
    """Whether this update is of the game after so many moves."""
    return bool(seen["game"] and seen["v"] == v)


async def shoot(person: Person, name: str) -> None:
    """The page as it is, on a phone and on a wide screen, dark and light."""
    for screen, size in (("phone", PHONE), ("wide", WIDE)):
        await person.page.set_viewport_size(size)
        for scheme in ("dark", "light"):
            await person.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await person.page.wait_for_timeout(150)
            await person.page.screenshot(path=GALLERY / f"{name}-{screen}-{scheme}.png", animations="disabled")
    await person.page.emulate_media(color_scheme="dark", contrast="more")
    await person.page.screenshot(path=GALLERY / f"{name}-wide-contrast.png", animations="disabled")
    await person.page.emulate_media(contrast="no-preference")
    print(name, flush=True)


async def picture(server: Server, chromium: Browser, name: str, scene: Scene) -> None:
    """Reach a position, whatever it takes, do something there, and shoot it."""
    for seed in range(50):
        ann, watcher = [await Person.arrive(chromium, reduced_motion="reduce") for _ in range(2)]
        table = Table(server, ann, watcher, seed)
        async with table.open:
            reached = await table.reach(scene)
            if reached:
                person = watcher if scene.watched else ann
                if scene.then is not None:
                    await go_on(ann)
                    await scene.then(person)
                await shoot(person, name)
        await ann.context.close()
        await watcher.context.close()
        if reached:
            return
    raise SystemExit(f"{name}: not reached")


async def go_on(ann: Person) -> None:
    """Put the summary of the rounds that are over away."""
    if await ann.page.locator("#table dialog.summary").count():
        await ann.page.get_by_role("button", name="Go on").click()
    await ann.page.wait_for_timeout(2300)  # until nothing glows any more


async def look(person: Person) -> None:
    """Do nothing else."""


async def choose(ann: Person) -> None:
    await ann.choose()


async def advertise(ann: Person) -> None:
    """The picture for the README, small enough for one."""
    await ann.choose()
    await ann.page.set_viewport_size(WIDE)
    await ann.page.wait_for_timeout(300)
    await ann.page.screenshot(path=ARTEFACTS / "table.jpg", type="jpeg", quality=88)


async def refused(ann: Person) -> None:
    await ann.page.locator(".hand .card:not(.lit)").first.click(position=CORNER)
    await ann.page.locator(".dock:not(.lit)").first.click()
    await ann.page.locator(".refusal").wait_for()


async def drawer(ann: Person) -> None:
    await ann.page.locator(".pile.discard").click()
    await ann.page.locator("#table dialog[open]").wait_for()


async def enlarge(watcher: Person) -> None:
    await watcher.page.set_viewport_size(WIDE)  # a phone has no such button
    await watcher.page.locator("#big").click()


def is_lively(view: View) -> bool:
    """Ann's turn with a choice of cards, every dock in use, and all colours in sight."""
    hand, docks = view["hand"], view["docks"].values()
    playable = {move["card"] for move in view["legal"] if move["do"] == "play"}
    is_colourful = {"T", "P", "O", "G"} <= {card[0] for card in hand} and {"VOLT", "STASIS", "NULL"} & set(hand)
    return bool(is_colourful and 3 <= len(playable) < len(hand) <= 9 and all(docks) and max(map(len, docks)) > 2)


def is_slammed(view: View) -> bool:
    cards = view["docks"]
    return any("RED" in cards[dock] for dock in ("teal", "purple", "orange")) and 0 in view["acting"]


def is_asked(what: str) -> Callable[[View], bool]:
    return lambda view: any(move["do"] == what for move in view["legal"])


def is_burning(view: View) -> bool:
    """Ann's turn at a pile of some height, with rows that are still long and something seen by a spy."""
    is_grown = len(view["pile"]) > 3 and len(view["hand"]) < 7 and len(view["legal"]) > 3
    return bool(0 in view["acting"] and view["pending"] is None and is_grown and view["seen"])


def is_bare(view: View) -> bool:
    """Ann's hand is empty, the draw pile gone, and her face-up cards thin out."""
    return bool(0 in view["acting"] and not view["hand"] and 0 < len(view["up"][0]) < 4 and view["pile"])


def is_besieged(view: View) -> bool:
    """Ann's turn in a later round's trick, with deep stacks and a card that the Cap blocks."""
    depths = sorted(len(stack) for stack in view["stacks"].values())
    return bool(view["round"] > 1 and is_asked("play")(view) and len(view["hand"]) > 3 and depths[-1] > 2
                and depths[1] and view["blocked"] and len(view["trick"]) > 1)  # fmt: skip


def is_winner_of(deed: str) -> Callable[[View], bool]:
    return lambda view: view["round"] > 1 and len(view["played"]) > 3 and is_asked(deed)(view)


def is_wired(view: View) -> bool:
    """Ann's turn in a later round, with a trick under way."""
    return bool(view["round"] > 1 and is_asked("play")(view) and len(view["played"]) > 3 and view["trick"])


def is_dealt(view: View) -> bool:
    return bool(view["phase"] == "arrange")


def is_next(view: View) -> bool:
    """The first round is over, and Ann has not chosen yet."""
    return len(view["history"]) == 1 and 0 in view["acting"]


def is_over(view: View) -> bool:
    return view["result"] is not None


SCENES = {
    "wireburn": Scene("wireburn", 4, is_lively, advertise),
    "refused": Scene("wireburn", 3, lambda view: bool(view["legal"]), refused),
    "discard": Scene("wireburn", 2, lambda view: len(view["discard"]) > 12, drawer),
    "red-shift": Scene("wireburn", 6, is_slammed, choose, {"red_shift": "true"}),
    "target": Scene("wireburn", 3, is_asked("target"), look, {"red_shift": "true"}),
    "shield": Scene("wireburn", 3, is_asked("shield"), look, {"edition": "shield"}),
    "cleared": Scene("wireburn", 3, lambda view: 0 in view["counts"], None),
    "wireburn-over": Scene("wireburn", 3, is_over, None),
    "burn-arrange": Scene("burn", 3, is_dealt, look),
    "burn": Scene("burn", 4, is_burning, choose),
    "burn-swap": Scene("burn", 4, is_asked("swap"), look),
    "burn-last": Scene("burn", 3, is_bare, look),
    "burn-over": Scene("burn", 4, is_over, look),
    "firewall": Scene("firewall", 4, is_besieged, choose),
    "firewall-act": Scene("firewall", 4, is_winner_of("fortify"), look),
    "firewall-summary": Scene("firewall", 4, is_next, None),
    "firewall-over": Scene("firewall", 4, is_over, look),
    "livewire-keep": Scene("livewire", 4, is_asked("keep"), look),
    "livewire": Scene("livewire", 4, is_wired, choose),
    "livewire-flip": Scene("livewire", 3, is_winner_of("flip"), look),
    "livewire-summary": Scene("livewire", 4, is_next, None),
    "livewire-over": Scene("livewire", 4, is_over, look),
    "watching": Scene("firewall", 4, is_besieged, look, watched=True),
    "big-screen": Scene("wireburn", 4, is_lively, enlarge, watched=True),
}
PAGES = ("join", "watch", "room", "home", "error", "rules", "learn")


async def pages(server: Server, chromium: Browser, names: list[str]) -> None:
    """The pages around the table."""
    ann, bob = await Person.arrive(chromium), await Person.arrive(chromium)
    link, watch = await ann.open_room(server.url, "Ann")
    addresses = {"join": link, "watch": watch, "home": server.url, "error": f"{server.url}/nowhere"}
    addresses |= {"rules": f"{server.url}/rules/livewire", "learn": f"{server.url}/learn/burn"}
    for name in names:
        if name in addresses:
            await bob.page.goto(addresses[name])
        await shoot(bob if name in addresses else ann, name)
    for person in (ann, bob):
        await person.context.close()


async def main(wanted: set[str]) -> None:
    readme = "--readme" in wanted
    names = wanted - {"--readme"} or {*PAGES, *SCENES}
    if unknown := names - {*PAGES, *SCENES}:
        raise SystemExit(f"no such scene: {', '.join(unknown)}; there are {', '.join((*PAGES, *SCENES))}")
    server = Server(Path(tempfile.mkdtemp()))
    try:
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=find_chromium(), args=flags())
            await pages(server, chromium, [name for name in PAGES if name in names])
            for name in [name for name in SCENES if name in names]:
                await picture(server, chromium, name, SCENES[name])
            await chromium.close()
    finally:
        server.stop()
    if readme:
        shutil.copy(ARTEFACTS / "table.jpg", ROOT / "docs")


if __name__ == "__main__":
    asyncio.run(main(set(sys.argv[1:])))
