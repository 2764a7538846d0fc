"""The engine on one core: random play-outs, views and copies, beside python-chess doing the same.

Seconds here are the process's own, so that whatever else the machine is doing counts less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice, product
from random import Random
from time import process_time
from typing import Any

import chess

import engine
from engine.core import GameInfo, State

MOVES = 2000
"""A play-out that is longer than this counts as a game."""


def variants(info: GameInfo) -> Iterator[dict[str, Any]]:
    """Every combination of a game's house rules that the game accepts, the defaults first."""
    names = [option.name for option in info.options if not option.seat]
    for values in product(*(option.values for option in info.options if not option.seat)):
        options = dict(zip(names, values, strict=True))
        try:
            engine.start(info.name, seats=info.seats[0], options=options, seed="bench")
        except ValueError:
            continue
        yield options


def positions(name: str, seats: int, options: dict[str, Any], seed: str) -> Iterator[State]:
    """One game played at random, seen after every move; the very same object each time."""
    chance = Random(seed)
    state = engine.start(name, seats=seats, options=options, seed=seed)
    for _ in range(MOVES):
        if not state.acting:
            break
        seat = state.acting[0]
        state.apply(seat, chance.choice(state.legal(seat)))
        yield state


def play_outs(name: str, seats: int, options: dict[str, Any], seconds: float) -> dict[str, float]:
    """Whole games for this long: games and steps a second. A step is `legal`, a random choice and `apply`."""
    games = steps = 0
    began = process_time()
    while (took := process_time() - began) < seconds:
        steps += sum(1 for _ in positions(name, seats, options, f"bench {games}"))
        games += 1
    return {"games_per_second": games / took, "steps_per_second": steps / took}


def microseconds(calls: Sequence[Callable[[], Any]], seconds: float) -> float:
    """The mean time of one of these calls, all of them made over and over for this long."""
    made = 0
    began = process_time()
    while (took := process_time() - began) < seconds:
        for call in calls:
            call()
        made += len(calls)
    return took / made * 1e6


def measure(info: GameInfo, options: dict[str, Any], seconds: float) -> dict[str, Any]:
    """One row of the table: this game with these house rules, four seats where it takes four."""
    seats = min(max(4, info.seats[0]), info.seats[-1])
    sample = [
        state.copy()
        for game in range(8)
        for state in islice(positions(info.name, seats, options, f"sample {game}"), 0, None, 7)
    ][:200]
    views = [partial(state.view, viewer) for state in sample for viewer in (None, *range(seats))]
    return {
        "game": info.name,
        "options": options,
        "seats": seats,
        **play_outs(info.name, seats, options, seconds),
        "view_us": microseconds(views, seconds / 4),
        "copy_us": microseconds([state.copy for state in sample], seconds / 4),
    }


def chess_steps(seconds: float, plies: int = 200) -> float:
    """The yardstick: random chess to mate, stalemate or `plies`; a step is `legal_moves`, a choice and `push`."""
    chance = Random("bench")
    steps = 0
    began = process_time()
    while (took := process_time() - began) < seconds:
        board = chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            steps += 1
    return steps / took
