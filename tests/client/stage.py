"""A page of a room that is shown positions instead of a game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.async_api import WebSocketRoute

import engine
from app.settings import ROOT
from engine.core import State
from tests.app.live import Server
from tests.client.people import Person

COUNT_FLIGHTS = """() => {
  window.flown = [];
  new MutationObserver((changes) => changes.flatMap((change) => [...change.addedNodes]).forEach((node) => {
    if (!node.classList?.contains("ghost")) return;
    flown.push(node.querySelector("use").getAttribute("href").split("#")[1]);
  })).observe(document.getElementById("table"), { childList: true, subtree: true });
}"""
"""Note the face of every card that crosses the table by itself."""


class Stage:
    """A room's page whose socket brings the positions that a test sets up; `sent` is what the page sends."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.sent: list[dict[str, Any]] = []
        self.game = self.v = 0

    async def open(self, server: Server, game: str) -> None:
        connected = asyncio.Event()

        def connect(socket: WebSocketRoute) -> None:
            self.socket = socket
            socket.on_message(lambda frame: self.sent.append(json.loads(frame)))
            connected.set()

        await self.person.page.route_web_socket(lambda url: url.endswith("/socket"), connect)
        await self.person.open_room(server.url, "Ann", game)
        await connected.wait()

    async def show(
        self, state: State, viewer: int | None, *, follows: bool = False, events: Sequence[Any] = ()
    ) -> None:
        """Let the page be told of this position: as a new game, or as what `follows` on the one before."""
        self.game, self.v = (self.game, self.v + 1) if follows else (self.game + 1, 1)
        self.sent.clear()
        view = state.view(viewer)
        seats = [{"seat": seat, "name": f"Player {seat}", "here": True} for seat in range(state.seats)]
        room = {
            "game": state.game,
            "options": view["options"],
            "capacity": [2, 6],
            "status": "over" if state.result else "playing",
            "host": 0,
            "seats": seats,
            "watchers": 0,
            "you": viewer,
        }
        self.socket.send(
            json.dumps(
                {"type": "update", "game": self.game, "v": self.v, "room": room, "events": events, "view": view}
            )
        )
        await self.person.page.locator(f'#table[data-shown="{self.game}.{self.v}"]').wait_for()

    async def moves(self) -> list[dict[str, Any]]:
        """The moves that the page has sent."""
        await asyncio.sleep(0.1)
        return [message["move"] for message in self.sent if message["type"] == "move"]


def examples(game: str) -> Iterator[tuple[str, State]]:
    """Every position that a worked example begins or ends with, and its name."""
    for path in sorted((ROOT / "seeds" / "scenarios" / game).rglob("*.json")):
        for example in json.loads(path.read_text()):
            state = engine.load(example["position"])
            yield example["id"], state.copy()
            for step in example.get("steps", ()):
                if "reject" not in step:
                    state.apply(step["seat"], step["move"])
            yield example["id"], state
