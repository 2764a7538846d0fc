"""People in front of a browser: they look at the page, click and drag, and never talk to the server otherwise."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Locator, Page, Position, ViewportSize, WebSocket, expect

PHONE: ViewportSize = {"width": 360, "height": 740}
WIDE: ViewportSize = {"width": 1280, "height": 800}
ARTEFACTS = Path(__file__).parents[2] / "artefacts"
CORNER: Position = {"x": 7, "y": 20}
"""The part of a card that its neighbour in the hand leaves free."""
STRIKING = re.compile(r"[TPO]10?|VOLT|STASIS")


class Person:
    """Somebody with a browser of their own. `frames` is what their sockets heard, `faults` what must not be."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context = context
        self.page = page
        self.frames: list[str] = []
        self.faults: list[str] = []
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("websocket", self._listen)

    @classmethod
    async def arrive(cls, chromium: Browser, **screen: Any) -> Person:
        """A newcomer; `screen` as Playwright's contexts take it, a phone if left out."""
        screen = {"viewport": PHONE, "color_scheme": "dark", **screen}
        context = await chromium.new_context(**screen)
        context.set_default_timeout(30_000)
        return cls(context, await context.new_page())

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    async def open_room(self, url: str, name: str, game: str = "wireburn", **options: str) -> tuple[str, str]:
        """Open a room on the home page; the links to a seat and to watch."""
        await self.page.goto(url)
        panel = self.page.locator(f".panel[data-game={game}]")
        await panel.get_by_label("Your name").fill(name)
        await panel.get_by_text("House rules").click()
        for option, value in options.items():
            await panel.locator(f"[name={option}][value={value}]").check()
        await panel.get_by_role("button", name="Open the room").click()
        await self.page.wait_for_url("**/room/*")
        return await self.page.input_value("#link"), await self.page.input_value("#watch")

    async def sit_down(self, link: str, name: str) -> None:
        """Follow the link to a seat."""
        await self.page.goto(link)
        await self.page.get_by_label("Your name").fill(name)
        await self.page.get_by_role("button", name="Sit down").click()
        await expect(self.page.locator("#seats .who", has_text=name)).to_be_visible()

    async def picture(self, name: str) -> None:
        """Keep what the page looks like."""
        ARTEFACTS.mkdir(exist_ok=True)
        await self.page.screenshot(path=ARTEFACTS / f"{name}.png", animations="disabled")

    @property
    def seen(self) -> dict[str, Any]:
        """The update that their socket heard last."""
        messages = (json.loads(frame) for frame in reversed(self.frames))
        update: dict[str, Any] = next(message for message in messages if message["type"] == "update")
        return update

    @property
    def view(self) -> dict[str, Any]:
        """The view in it."""
        view: dict[str, Any] = self.seen["view"]
        return view

    @property
    def table(self) -> Locator:
        return self.page.locator("#table > .table")

    async def is_asked(self) -> bool:
        """Whether the page says that it is their turn."""
        return bool(await self.page.locator("#table > .table.mine[aria-busy=false]").count())

    async def is_over(self) -> bool:
        """Whether the page says how the game ended."""
        return bool(await self.page.locator(".says.result").count())

    async def hand(self) -> list[str]:
        """The codes of the cards in their hand, as shown."""
        codes: list[str] = await self.page.locator(".hand .card").evaluate_all(
            "all => all.map(c => c.dataset.code)"
        )
        return codes

    async def cards_seen(self) -> set[str]:
        """The codes of all the faces anywhere on the page."""
        faces: list[str] = await self.page.locator("use").evaluate_all(
            "all => all.map(use => use.getAttribute('href').split('#')[1])"
        )
        return set(faces)

    async def choose(self) -> Locator | None:
        """Pick a lit card up: a quiet one before one that strikes, which is best kept for last."""
        lit = self.page.locator(".hand .card.lit")
        codes: list[str] = await lit.evaluate_all("all => all.map(card => card.dataset.code)")
        if not codes:
            return None
        card = lit.nth(min(range(len(codes)), key=lambda n: bool(STRIKING.fullmatch(codes[n]))))
        if await card.get_attribute("aria-pressed") != "true":
            await card.click(position=CORNER)
        return self.page.locator(".hand .card.chosen")

    async def drag(self, card: Locator, place: Locator) -> None:
        """Drag a card somewhere."""
        start, goal = await card.bounding_box(), await place.bounding_box()
        assert start is not None
        assert goal is not None
        mouse = self.page.mouse
        await mouse.move(start["x"] + CORNER["x"], start["y"] + CORNER["y"])
        await mouse.down()
        await mouse.move(start["x"] + 30, start["y"] - 30, steps=3)
        await mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
        await mouse.up()

    async def move(self, how: str = "tap") -> None:
        """Make a move: play if possible, by "tap", "drag" or "button"; else dig, wash or end."""
        card = await self.choose()
        if card is None:
            for button in ("draw", "wash", "end"):
                choice = self.page.locator(f".actions button.{button}")
                if await choice.count():
                    await choice.click()
                    break
        elif how == "drag":
            await self.drag(card, self.page.locator(".dock.lit").first)
        elif how == "button":
            await self.page.locator(".actions button.play").first.click()
        else:
            await self.page.locator(".dock.lit").first.click()
        await self.page.locator("#table > .table[aria-busy=false]").wait_for()


async def asked(*people: Person) -> Person | None:
    """Whose turn it is, as soon as a page says so."""
    for person in people:
        if await person.is_asked():
            return person
    await asyncio.sleep(0.02)
    return None


class Wire:
    """A stretch of network between a browser and the server that can be cut and mended."""

    def __init__(self, url: str) -> None:
        self._goal = url.rsplit(":", 1)[1]
        self._lines: set[asyncio.StreamWriter] = set()
        self._dead: set[asyncio.StreamWriter] = set()
        self._is_cut = False

    async def lay(self) -> str:
        """Start to carry; the address of this end."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", int(self._goal))
        self._lines |= {writer, there_writer}
        await asyncio.gather(self._pump(reader, there_writer), self._pump(there_reader, writer))
        self._lines -= {writer, there_writer}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                if writer not in self._dead:
                    writer.write(data)
                    await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    def cut(self) -> None:
        """Break every connection, and let none through."""
        self._is_cut = True
        for line in self._lines:
            line.transport.abort()

    def hush(self) -> None:
        """Lose all that goes over the connections there are, and tell neither end; new ones get through."""
        self._dead |= self._lines

    def mend(self) -> None:
        """Let connections through again."""
        self._is_cut = False

    async def take_up(self) -> None:
        """Stop for good."""
        self.cut()
        self._server.close()
        await asyncio.sleep(0)
