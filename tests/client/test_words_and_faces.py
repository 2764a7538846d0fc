"""Every card has a face, and everything that can happen has its words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Literal, get_args, get_origin
from xml.etree import ElementTree

import msgspec
import pytest

import engine
from app import faces
from app.crowd import KICKED, MOVED, NO_WATCHING
from app.house import House, Meanwhile
from app.settings import ROOT
from app.wire import Presence
from engine.burn.deck import DECK
from engine.firewall.ports import DECK as PORT_DECK
from engine.livewire.circuit import DECK as WIRE_DECK
from engine.livewire.circuit import GOALS
from engine.wireburn.deck import RED_SHIFT_DECK

WORDS = json.loads((ROOT / "static/lang/en.json").read_text())
DECKS: dict[str, Iterable[str]] = {
    "wireburn": RED_SHIFT_DECK,
    "burn": DECK,
    "firewall": PORT_DECK,
    "livewire": [*WIRE_DECK, *GOALS],
}
UNTOLD = {"began_turn", "ended_turn", "asked"}
"""Events that the table shows better than words."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("game", "deck"), DECKS.items())
def test_every_card_has_one_face_and_a_small_one(game: str, deck: Iterable[str]) -> None:
    symbols = [symbol.get("id", "") for symbol in ElementTree.fromstring(faces.sprite(game).svg)]
    assert {name for name, n in Counter(symbols).items() if n > 1} == set()
    drawn = {name for name in symbols if not name.startswith("shape-")}
    assert drawn == {"back", *deck, *(f"small-{card}" for card in deck)}


@pytest.mark.parametrize("game", DECKS)
def test_every_face_can_be_cloned_from_outside(game: str) -> None:
    """A clone reaches no gradient, filter or style of its file, so that all must stand in the marks themselves."""
    drawn = ElementTree.fromstring(faces.sprite(game).svg)
    for node in drawn.iter():
        assert node.tag.removeprefix(SVG) in {"svg", "symbol", "g", "path", "rect", "circle"}
        assert "url(" not in "".join(node.attrib.values())
        assert not {"style", "class"} & set(node.attrib)


@pytest.mark.parametrize("game", DECKS)
def test_every_colour_of_a_face_is_one_of_the_product(game: str) -> None:
    tokens = (ROOT / "static/css/tokens.css").read_text()
    for name in set(re.findall(r"var\(--([\w-]+)\)", faces.sprite(game).svg)):
        assert f"--{name}:" in tokens


def test_every_event_and_move_has_its_words() -> None:
    for edition, pace, red_shift, seats in product(("current", "shield"), ("chain", "one"), (False, True), (2, 4)):
        if edition == "shield" and red_shift:
            continue
        options = {"edition": edition, "pace": pace, "red_shift": red_shift}
        state = engine.start("wireburn", seats=seats, options=options, seed="words")
        rng = Random(1)
        for _ in range(300):
            if not state.acting:
                break
            legal = state.legal(state.acting[0])
            assert {f"wireburn.do.{move['do']}" for move in legal} <= set(WORDS)
            for event in state.apply(state.acting[0], rng.choice(legal)):
                telling = event.seen_by(None)
                assert telling
                if telling["event"] not in UNTOLD:
                    stem = f"wireburn.{telling['event']}"
                    assert stem in WORDS or f"{stem}.{telling.get('reason')}" in WORDS


def test_every_event_move_and_card_of_burn_has_its_words() -> None:
    told, rng = set(), Random(3)
    for n in range(4):
        state = engine.start("burn", seats=2 + n, seed=f"words {n}")
        while state.acting:
            seat = rng.choice(state.acting)
            legal = state.legal(seat)
            assert {f"burn.do.{move['do']}" for move in legal} <= set(WORDS)
            plays = [move for move in legal if move["do"] != "pickup"]
            for event in state.apply(seat, rng.choice(plays or legal)):
                telling = event.seen_by(None)
                assert telling
                told.add(telling["event"])
                if telling["event"] not in UNTOLD:
                    stem = f"burn.{telling['event']}"
                    assert {stem, f"{stem}.{telling.get('reason')}"} & set(WORDS)
    assert {"flipped", "swapped", "spied", "burned", "picked_up", "ended"} <= told
    assert {f"burn.result.{reason}" for reason in ("out", "out.you", "deadlock")} <= set(WORDS)
    assert {f"burn.card.{card}" for card in DECK} <= set(WORDS)


@pytest.mark.parametrize(("game", "seats"), [("firewall", 4), ("livewire", 3), ("livewire", 4)])
def test_every_event_and_move_of_the_trick_games_has_its_words(game: str, seats: int) -> None:
    told, rng = set(), Random(7)
    state = engine.start(game, seats=seats, seed="words")
    while state.acting:
        seat = rng.choice(state.acting)
        legal = state.legal(seat)
        assert {f"{game}.do.{move['do']}" for move in legal} <= set(WORDS)
        for event in state.apply(seat, rng.choice(legal)):
            telling = event.seen_by(None)
            assert telling
            told.add(telling["event"])
            if telling["event"] == "ended":
                assert {f"{game}.{end}.{telling['reason']}" for end in ("ended", "result")} <= set(WORDS)
                assert f"{game}.result.{telling['reason']}.you" in WORDS or not telling["winners"]
            else:
                assert f"{game}.{telling['event']}" in WORDS or telling["event"] == "dealt"
    assert len(told) > 7


def test_every_card_and_goal_of_the_trick_games_has_its_words() -> None:
    for game in ("firewall", "livewire"):
        for card in DECKS[game]:
            assert f"{game}.card.{card}" in WORDS or f"{game}.card.{card[-1]}" in WORDS


def test_every_card_position_and_colour_has_its_words() -> None:
    for card in RED_SHIFT_DECK:
        assert f"wireburn.card.{card}" in WORDS or f"wireburn.card.{card[0]}" in WORDS
    for position in ("teal", "purple", "orange", "red1", "red2", "red3"):
        assert f"wireburn.dock.{position}" in WORDS
        assert f"wireburn.zone.{position}" in WORDS


def test_every_word_a_page_or_script_names_is_there() -> None:
    """Names that are put together while running are left to the tests above."""
    templates = "".join(path.read_text() for path in (ROOT / "templates").glob("*.html"))
    scripts = "".join(path.read_text() for path in (ROOT / "static/js").rglob("*.js"))
    named = set(re.findall(r'\bt\("([\w.-]+)"\s*[,)]', templates)) | set(
        re.findall(r'\bsay\("([\w.-]+)"', scripts)
    )
    assert len(named) > 60
    assert named - set(WORDS) == set()


def test_no_script_puts_text_in_as_markup() -> None:
    for path in (ROOT / "static/js").rglob("*.js"):
        text = path.read_text()
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        ), path
        assert len(text.splitlines()) <= 200, path


def test_every_setting_and_presence_has_its_words() -> None:
    for setting in msgspec.structs.fields(House):
        assert f"house.{setting.name}" in WORDS
        if get_origin(setting.type) is Literal:
            assert {f"house.{setting.name}.{value}" for value in get_args(setting.type)} <= set(WORDS)
    assert {f"presence.{state}" for state in get_args(Presence)} <= set(WORDS)
    for what in get_args(Meanwhile):
        assert {f"meanwhile.{what}", f"absent.do.{what}"} <= set(WORDS)
    for close in (KICKED, MOVED, NO_WATCHING):
        assert f"gone.{close}" in WORDS
