"""Every lesson is played as it is told: the engine refuses none of its moves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import engine
from app.lessons import LESSONS, Astray, Refused, Step, Task, Told, Track, attempt, begin, tracks
from app.rulebook import EVERY_GAME, book
from engine.core import IllegalMove, Move, State
from tests.app.live import Server

GAMES = sorted(path.stem for path in LESSONS.glob("*.json"))
EVERY = [(game, track, step) for game in GAMES for track in tracks(game).values() for step in track.steps]
MOST_WORDS = 340
"""Letters that a phone shows above the table without pushing it away."""


def named(case: Any) -> str | None:
    return case.id if isinstance(case, Step) else case.name if isinstance(case, Track) else None


every_step = pytest.mark.parametrize(("game", "track", "step"), EVERY, ids=named)


def view_of(told: Told) -> Any:
    return json.loads(bytes(told.updates[-1].view))


def reached(game: str, step: Step, moves: list[Move]) -> State:
    """The position after these moves, and after all that others answer."""
    state = begin(game, step)
    for seat, move in step.first:
        state.apply(seat, move)
    for move, task in zip(moves, step.tasks, strict=False):
        state.apply(step.seat, move)
        for seat, answer in task.then:
            state.apply(seat, answer)
    return state


def ways(game: str, step: Step, moves: list[Move]) -> Iterator[list[Move]]:
    """Every way through the tasks of a step; after a choice of very many, the first and the last of them."""
    if len(moves) == len(step.tasks):
        yield moves
        return
    task = step.tasks[len(moves)]
    choices = [move for move in reached(game, step, moves).legal(step.seat) if task.wants(move)]
    assert choices, f"task {len(moves) + 1}: nothing that it asks for is legal"
    for pattern in task.moves:
        assert any(pattern.items() <= move.items() for move in choices), f"{pattern} is not legal"
    for move in choices if len(choices) < 12 else (choices[0], choices[-1]):
        yield from ways(game, step, [*moves, move])


@every_step
def test_a_step_can_be_played_in_every_way_it_allows(game: str, track: Track, step: Step) -> None:  # noqa: ARG001
    for moves in ways(game, step, []):
        v = 0
        for n, then in enumerate([step.first, *(task.then for task in step.tasks)]):
            told = attempt(game, step, moves[:n])
            assert isinstance(told, Told)
            assert [told.done, len(told.updates)] == [n, 1 + len(then)]
            v += len(told.updates)
            assert told.updates[-1].v == v - 1
            assert view_of(told) == json.loads(json.dumps(reached(game, step, moves[:n]).view(step.seat)))


@every_step
def test_what_else_is_done_is_explained(game: str, track: Track, step: Step) -> None:  # noqa: ARG001
    """Legal moves that are not asked for get the hint, illegal ones a rule that can be looked up."""
    moves = next(ways(game, step, []))
    for n, task in enumerate(step.tasks):
        state = reached(game, step, moves[:n])
        for move in state.legal(step.seat)[:40]:
            answer = attempt(game, step, [*moves[:n], move])
            assert isinstance(answer, Told) if task.wants(move) else answer == Astray(task.hint)
        for move in wrong_moves(state.view(step.seat)):
            answer = attempt(game, step, [*moves[:n], move])
            try:
                state.copy().apply(step.seat, move)
            except IllegalMove as illegal:
                said = (illegal.rule, illegal.message)
                assert isinstance(answer, Refused), move
                assert (answer.rule, answer.message) == said
                assert answer.rule in {**book(game).rules, **book(EVERY_GAME).rules}
            else:
                assert not isinstance(answer, Refused), move


def wrong_moves(view: dict[str, Any]) -> Iterator[Any]:
    """What somebody may try with the cards in hand."""
    yield from ({"do": "draw"}, {"do": "end"}, {"do": "nonsense"}, [], None, {"do": "pickup"}, {"do": "decline"})
    for card in view["hand"] or ():
        yield {"do": "play", "card": card}
        yield {"do": "play", "cards": [card]}
        for dock in view.get("docks", ()):
            yield {"do": "play", "card": card, "dock": dock}


def test_every_game_has_lessons() -> None:
    assert set(GAMES) == set(engine.GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_lessons_are_whole(game: str) -> None:
    assert list(tracks(game)) == ["simple", "advanced"]
    steps = [step for track in tracks(game).values() for step in track.steps]
    assert len({step.id for step in steps}) == len(steps)
    for step in steps:
        assert step.rules
        assert set(step.rules) <= {*book(game).rules, *book(EVERY_GAME).rules}
        assert all((step.title, step.look, step.why))
        assert len(step.look) <= MOST_WORDS
        assert all(len(task.say) + len(task.hint) <= MOST_WORDS for task in step.tasks)


@pytest.mark.parametrize("game", GAMES)
def test_a_track_takes_the_minutes_that_it_says(game: str) -> None:
    """At 200 words a minute, with five seconds for each task and three to go on."""
    for track in tracks(game).values():
        words = " ".join(f"{s.look} {s.why} {' '.join(task.say for task in s.tasks)}" for s in track.steps).split()
        tasks = sum(len(step.tasks) for step in track.steps)
        assert len(words) / 200 + tasks * 5 / 60 + len(track.steps) * 3 / 60 <= track.minutes


def test_lessons_are_read_strictly() -> None:
    task = Task(say="", moves=[{"do": "play", "cards": ["8", "8"]}, {"do": "end"}], hint="")
    assert task.wants({"do": "play", "cards": ["8", "8"]})
    assert task.wants({"do": "end", "more": [1]})
    assert not task.wants({"do": "play", "cards": ["8"]})


def test_the_server_teaches_and_remembers_nothing(shared: Server) -> None:
    path = "/api/lessons/wireburn/simple/open"
    good, other, bad = ({"do": "play", "card": card, "dock": "teal"} for card in ("T4", "T9", "P6"))
    begun = shared.client.post(path, json={"moves": []}).json()
    assert begun["type"] == "told"
    update = begun["updates"][0]
    assert update["type"] == "update"
    assert update["view"]["hand"] == ["T4", "T9", "P6", "G3", "STASIS"]
    assert update["room"]["you"] == 0
    assert update["room"]["host"] == 1
    for _ in range(2):
        told = shared.client.post(path, json={"moves": [good]}).json()
        assert [told["done"], len(told["updates"])] == [1, 1]
        assert told["updates"][0]["view"]["docks"]["teal"] == ["T4"]
        assert told["updates"][0]["events"][0]["event"] == "played"
    refused = shared.client.post(path, json={"moves": [bad]}).json()
    assert [refused["type"], refused["rule"], refused["v"]] == ["refused", "WB-OPEN-1", 0]
    assert shared.client.post(path, json={"moves": [other]}).json()["type"] == "astray"
    assert shared.client.post(path, json={"moves": [good, good]}).json()["rule"] == "MOVE-CARD"
    assert shared.client.post(path, json={"moves": [good, {"do": "end"}]}).json()["type"] == "astray"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/lessons/wireburn/simple/nowhere", {"moves": []}, 404),
        ("/api/lessons/wireburn/nothing/open", {"moves": []}, 404),
        ("/api/lessons/chess/simple/open", {"moves": []}, 404),
        ("/api/lessons/..%2Fcards%2Fwireburn/simple/open", {"moves": []}, 404),
        ("/api/lessons/wireburn/simple/open", {}, 422),
        ("/api/lessons/wireburn/simple/open", {"moves": "draw"}, 422),
        ("/api/lessons/wireburn/simple/open", {"moves": [None] * 51}, 422),
        ("/api/lessons/wireburn/simple/open", {"moves": [], "more": 1}, 422),
    ],
)
def test_what_is_no_lesson(shared: Server, path: str, body: Any, status: int) -> None:
    assert shared.client.post(path, json=body).status_code == status


def test_pages(shared: Server) -> None:
    home = shared.client.get("/").text
    for game in GAMES:
        assert f'href="/learn/{game}"' in home
        assert f'href="/learn/{game}"' in shared.client.get(f"/rules/{game}").text
        first = shared.client.get(f"/learn/{game}", follow_redirects=True)
        assert first.url.path == f"/learn/{game}/simple"
        for track in tracks(game).values():
            page = shared.client.get(f"/learn/{game}/{track.name}").raise_for_status().text
            assert page.count("<article data-step=") == len(track.steps)
            assert re.search(r"<noscript>.*need JavaScript.*</noscript>", page)
    for path in ("/learn/chess", "/learn/wireburn/expert"):
        assert shared.client.get(path).status_code == 404
