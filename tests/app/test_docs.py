"""The docs say what the server does."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import engine
from app import wire
from app.house import House
from app.main import CODES
from app.settings import ROOT, Settings
from tests.app.live import Server
from tests.engine.seeds import scenarios
from tests.engine.test_scenarios import run

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text()
ENGINE = (ROOT / "docs" / "engine.md").read_text()
SENT = (wire.Update, wire.Done, wire.Refused, wire.Said, wire.Talk, wire.Error, wire.Pong)
TAKEN = get_args(wire.Command)


def chapter(title: str, page: str = PROTOCOL) -> str:
    """The text from this heading to the next of its rank."""
    return next(part for part in re.split(r"^## ", page, flags=re.M) if part.startswith(f"{title}\n"))


def sections(text: str) -> dict[str, str]:
    """The sections of a chapter, by heading."""
    return dict(re.findall(r"^### (.+)\n((?:(?!^### ).*\n?)*)", text, flags=re.M))


def rows(text: str) -> list[list[str]]:
    """The cells of all tables' rows, without their heads."""
    tables = re.findall(r"(?:^\|.*\n?)+", text, flags=re.M)
    lines = [line for table in tables for line in table.splitlines()[2:]]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def examples(text: str) -> list[Any]:
    return [json.loads(example) for example in re.findall(r"```json\n(.*?)```", text, flags=re.S)]


def fields(shape: type[msgspec.Struct]) -> list[str]:
    return list(shape.__struct_fields__)


def tag(shape: type[msgspec.Struct]) -> str:
    return str(shape.__struct_config__.tag)


@pytest.mark.parametrize(("title", "shapes"), [("What the server sends", SENT), ("What the server takes", TAKEN)])
def test_every_message_is_documented(title: str, shapes: tuple[type[msgspec.Struct], ...]) -> None:
    told = sections(chapter(title))
    assert [named(heading)[0] for heading in told if named(heading)] == [tag(shape) for shape in shapes]
    for shape in shapes:
        section = told[f"`{tag(shape)}`"]
        table = re.findall(r"^\| field .*\n(?:^\|.*\n?)+", section, flags=re.M)
        assert [name for row in rows("".join(table)) for name in named(row[0])] == fields(shape)
        for example in examples(section):
            assert list(example) == ["type", *fields(shape)]
            assert msgspec.json.decode(json.dumps(example), type=shape)


def test_the_room_is_documented() -> None:
    told = sections(chapter("What the server sends"))
    assert [name for row in rows(told["*room*"]) for name in named(row[0])] == [*fields(wire.Room), "you"]
    assert [name for row in rows(told["*seat of the room*"]) for name in named(row[0])] == fields(wire.Seat)
    update = examples(told["`update`"])[0]
    assert list(update["room"]) == [*fields(wire.Room), "you"]
    assert [list(seat) for seat in update["room"]["seats"]] == [fields(wire.Seat)] * 2
    assert [name for row in rows(told["*house*"]) for name in named(row[0])] == fields(House)
    assert update["room"]["house"] == msgspec.to_builtins(House())
    status = next(row[1] for row in rows(told["*room*"]) if row[0] == "`status`")
    assert tuple(named(status)) == get_args(wire.Status)


def test_every_phrase_is_documented() -> None:
    told = {named(row[0])[0]: named(row[1]) for row in rows(sections(chapter("What the server takes"))["`say`"])}
    words = json.loads((ROOT / "static" / "lang" / "en.json").read_text())
    for kind in ("phrase", "emote"):
        assert told[kind] == [key.split(".")[2] for key in words if key.startswith(f"talk.{kind}.")]


def test_every_error_of_a_socket_is_documented() -> None:
    section = sections(chapter("What the server sends"))["`error`"]
    code = next(row[1] for row in rows(section) if row[0] == "`code`")
    assert tuple(named(code)) == get_args(get_type_hints(wire.Error)["code"])


def test_every_refusal_of_a_room_is_documented() -> None:
    section = sections(chapter("What the server sends"))["`refused`"]
    documented = {name for row in rows(section) for name in named(row[0]) if "-" in name}
    room = {
        rule for path in (ROOT / "app").glob("*.py") for rule in re.findall(r'"(ROOM-[A-Z]+)"', path.read_text())
    }
    assert documented == room | {"MOVE-SHAPE", "MOVE-TURN", "MOVE-ASK", "MOVE-CARD"}


def test_every_failure_of_http_is_documented() -> None:
    documented = {name for row in rows(chapter("HTTP")) if len(row) == 3 for name in named(row[0])}
    documented = {name for name in documented if re.fullmatch(r"[a-z-]+", name)}
    assert documented == set(CODES.values()).union(*(codes(path) for path in (ROOT / "app").glob("*.py")))


def codes(path: Path) -> set[str]:
    """The codes that a module answers failures with."""
    makers = {"LobbyError": 0, "CannotSit": 0, "failed": 1, "deny": 2}
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
            for value in ast.walk(node.args[makers[node.func.id]]):
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found.add(value.value)
    return found


DOCUMENTED: dict[str, list[dict[str, Any]]] = {
    "wireburn": [{"edition": "shield"}, {"red_shift": True}, {"pace": "one"}],
    "burn": [{}, {"open_deal": False}],
    "firewall": [{}],
    "livewire": [{}],
}
"""Game to the house rules under which everything in it comes up."""


def positions(game: str) -> Iterator[tuple[engine.State, dict[str, Any], list[engine.Event]]]:
    """Random games: each position, the move that was then made in it (already made), and what that led to."""
    sizes, ways = engine.GAMES[game].seats, DOCUMENTED[game]
    for n in range(45):
        chance = Random(n)
        state = engine.start(game, seats=sizes[n % len(sizes)], options=ways[n % len(ways)], seed=str(n))
        while state.acting:
            seat = chance.choice(state.acting)
            move = chance.choice(state.legal(seat))
            yield state, move, state.apply(seat, move)


@pytest.mark.parametrize("game", engine.GAMES)
def test_every_key_move_and_event_of_a_game_is_documented(game: str) -> None:
    text = chapter(engine.GAMES[game].title)
    keys = {name for row in rows(chapter("Every game") + text) if len(row) == 2 for name in named(row[0])}
    keys = {name for name in keys if "{" not in name}
    events = {name: set(named(row[1])) for row in rows(text) if len(row) == 3 for name in named(row[0])}
    described = {json.loads(name)["do"] for row in rows(text) for name in named(row[0]) if "{" in name}
    seen: dict[str, set[str]] = {}
    known: set[str] = set()
    moves: set[str] = set()
    for state, move, told in positions(game):
        moves.add(move["do"])
        for viewer in (None, *range(state.seats)):
            known |= state.view(viewer).keys()
            for event in told:
                telling = event.seen_by(viewer)
                assert telling is not None
                seen.setdefault(telling["event"], set()).update(telling.keys() - {"event"})
    assert (keys, events, described) == (known, seen, moves)


@pytest.mark.parametrize("game", engine.GAMES)
def test_every_key_of_a_position_that_views_have_otherwise_is_documented(game: str) -> None:
    otherwise = set()
    for state, _, _ in positions(game):
        position = state.dump()
        for viewer in (None, *range(state.seats)):
            view = state.view(viewer)
            otherwise |= {key for key, value in position.items() if key not in view or view[key] != value}
    text = chapter(engine.GAMES[game].title, ENGINE)
    assert {name for row in rows(text) for name in named(row[0])} == otherwise


def test_the_form_of_a_scenario_is_documented() -> None:
    text = chapter("A scenario", ENGINE)
    (example,) = examples(text)
    run(example)
    asked = {key for scenario in scenarios() for says in (scenario, *scenario.get("steps", [])) for key in says}
    asked -= {"id", "rules", "title", "position", "steps", "seat", "move", "reject"}
    assert {name for row in rows(text) for name in named(row[0])} == asked


def test_the_settings_are_documented() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    table = hosting.partition("<!-- settings")[2].partition("<!-- /settings -->")[0]
    assert rows(table) == [
        [f"`FUSEBOX_{name.upper()}`", f"`{f.default}`" if f.default not in (None, ()) else "", f.description]
        for name, f in Settings.model_fields.items()
    ]


def test_the_session_runs_as_it_stands(server: Server) -> None:
    session = re.findall(r"```python\n(.*?)```", chapter("A session"), flags=re.S)[0]
    assert session.count("http://127.0.0.1:8000") == 1
    script = session.replace("http://127.0.0.1:8000", server.url)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 0, done.stderr
    printed = [ast.literal_eval(line)["type"] for line in done.stdout.splitlines()]
    assert {"update", "done", "refused"} == set(printed)
