"""How recorded games and the census are made, written and read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import engine
from engine.core import numbers
from tests.engine.tables import combinations, name, plays_cards

FOLDER = Path(__file__).parent
CENSUS = FOLDER / "census.json"
DEPTH = 4
MOST = 20_000
Opening = dict[str, Any]
"""How a recorded game begins: `{"game", "options", "seats", "seed"}`."""


def openings() -> Iterator[tuple[str, Opening]]:
    """The games to record, by file name: every combination of house rules, at changing numbers of seats."""
    for game, info in engine.GAMES.items():
        for number, options in enumerate(combinations(game)):
            seats = info.seats[number % len(info.seats)]
            yield (
                name(game, options),
                {"game": game, "options": dict(options), "seats": seats, "seed": f"golden {number}"},
            )


def start(opening: Opening) -> engine.State:
    return engine.start(opening["game"], seats=opening["seats"], options=opening["options"], seed=opening["seed"])


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def told(state: engine.State, number: int, seat: int, move: engine.Move) -> str:
    """Make the move, and its line of the record."""
    events = [event.seen_by(None) for event in state.apply(seat, move)]
    view = hashlib.sha256(line(state.view(None)).encode()).hexdigest()[:12]
    return f"{number}\t{seat}\t{line(move)}\t{line(events)}\t{view}"


def recorded(opening: Opening) -> Iterator[str]:
    """The lines of a game that chance plays: the stream -1 of the seed says who moves, whether a card is to be
    played if one can be (three times in four), and which of the moves is made."""
    state = start(opening)
    choices = numbers(opening["seed"], -1)
    yield line(opening)
    number = 0
    while state.acting:
        number += 1
        seat = state.acting[next(choices) % len(state.acting)]
        moves = state.legal(seat)
        if next(choices) % 4:
            moves = [move for move in moves if plays_cards(move)] or moves
        yield told(state, number, seat, moves[next(choices) % len(moves)])
    yield line(state.result)


def replayed(lines: list[str]) -> Iterator[str]:
    """The lines that the moves of a record give today."""
    opening = json.loads(lines[0])
    state = start(opening)
    yield line(opening)
    for number, text in enumerate(lines[1:-1], 1):
        _, seat, move, *_ = text.split("\t")
        yield told(state, number, int(seat), json.loads(move))
    yield line(state.result)


def census(lines: list[str]) -> dict[str, list[int]]:
    """How many lines of up to four moves there are from a record's start, its middle and just before its end."""
    moves = [(int(text.split("\t")[1]), json.loads(text.split("\t")[2])) for text in lines[1:-1]]
    counts = {}
    for done in (0, len(moves) // 2, len(moves) - 4):
        state = start(json.loads(lines[0]))
        for seat, move in moves[:done]:
            state.apply(seat, move)
        counts[f"after {done} moves"] = ahead(state)
    return counts


def ahead(state: engine.State) -> list[int]:
    """How many lines of one move, two moves … there are from here, as far as they are hardly more than MOST."""
    counts = [1, count(state, 1)]
    while len(counts) <= DEPTH and counts[-1] ** 2 <= MOST * counts[-2]:
        counts.append(count(state, len(counts)))
    return counts[1:]


def count(state: engine.State, depth: int) -> int:
    """The number of lines of `depth` moves from here; a game that is over is the end of its line."""
    if depth == 0 or not state.acting:
        return 1
    total = 0
    for seat in state.acting:
        for move in state.legal(seat):
            after = state.copy()
            after.apply(seat, move)
            total += count(after, depth - 1)
    return total
