"""The page shows every worked example of the rules, and offers exactly the moves that are legal there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

import engine
from app.settings import ROOT
from engine.core import State
from tests.app.live import Server
from tests.client.people import Person

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

OFFERED = """() => {
  const moves = new Set();
  const take = () => {
    for (const button of document.querySelectorAll(".actions [data-move]")) moves.add(button.dataset.move);
  };
  take();
  for (const card of document.querySelectorAll(".hand .card.lit")) {
    card.click();
    take();
    card.click();
  }
  return [...moves];
}"""
"""Every move that can be had as a button: at once, or after a card was chosen."""
COUNT_FLIGHTS = """() => {
  window.flown = [];
  new MutationObserver((changes) => changes.flatMap((change) => [...change.addedNodes]).forEach((node) => {
    if (!node.classList?.contains("ghost")) return;
    flown.push(node.querySelector("use").getAttribute("href").split("#")[1]);
  })).observe(document.getElementById("table"), { childList: true, subtree: true });
}"""
"""Note the face of every card that crosses the table by itself."""
EVENTS = [{"event": "played", "seat": 1, "card": "O4", "dock": "orange"}]


class Stage:
    """A room's page whose socket brings the positions that a test sets up; `sent` is what the page sends."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.sent: list[dict[str, Any]] = []
        self.game = self.v = 0

    async def open(self, server: Server, game: str = "wireburn") -> None:
        connected = asyncio.Event()

        def connect(socket: WebSocketRoute) -> None:
            self.socket = socket
            socket.on_message(lambda frame: self.sent.append(json.loads(frame)))
            connected.set()

        await self.person.page.route_web_socket(lambda url: url.endswith("/socket"), connect)
        await self.person.open_room(server.url, "Ann", game)
        await connected.wait()

    async def show(
        self, state: State, viewer: int | None, *, follows: bool = False, events: Sequence[Any] = EVENTS
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


@pytest.fixture(scope="module")
async def stage(server: Server, chromium: Browser) -> Any:
    person = await Person.arrive(chromium, reduced_motion="reduce")
    stage = Stage(person)
    await stage.open(server)
    yield stage
    assert person.faults == []
    await person.context.close()


def examples() -> Iterator[tuple[str, State]]:
    """Every position that a worked example begins or ends with, and its name."""
    for path in sorted((ROOT / "seeds" / "scenarios" / "wireburn").rglob("*.json")):
        for example in json.loads(path.read_text()):
            state = engine.load(example["position"])
            yield example["id"], state.copy()
            for step in example.get("steps", ()):
                if "reject" not in step:
                    state.apply(step["seat"], step["move"])
            yield example["id"], state


async def test_every_worked_example_offers_exactly_its_legal_moves(stage: Stage) -> None:
    shown = 0
    for name, state in examples():
        for seat in state.acting or (0,):
            await stage.show(state, seat)
            offered = [json.loads(move) for move in await stage.person.page.evaluate(OFFERED)]
            key = json.dumps
            assert sorted(map(key, offered)) == sorted(map(key, state.legal(seat))), name
            shown += 1
    assert shown > 100


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
