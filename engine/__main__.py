"""Play any game in a terminal: `python -m engine wireburn --seats 3 --option pace=one --auto 1,2`."""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
from typing import Any

import engine
from engine.core import Event, IllegalMove, Option, State, Viewer


def main(arguments: list[str] | None = None) -> int:
    """Play one game; the exit status is 0 when it has been played to its end or left by hand."""
    parser = _parser()
    given = parser.parse_args(arguments)
    info = engine.GAMES[given.game]
    seats = given.seats if given.seats is not None else info.seats.start
    try:
        options = dict(_option(info.options, text) for text in given.option)
        state = engine.start(given.game, seats=seats, options=options, seed=given.seed)
        auto = {int(seat) for seat in given.auto.split(",") if seat}
    except ValueError as error:
        parser.error(str(error))
    print(f"{info.title}, seed {given.seed}")
    try:
        _play(state, auto, random.Random(given.seed))
    except (EOFError, KeyboardInterrupt):
        print("\nLeft.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Play a game in the terminal.")
    parser.add_argument("game", choices=sorted(engine.GAMES))
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (default: as few as can)")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="the text that all chance comes from")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    parser.add_argument("--auto", default="", metavar="SEATS", help="seats that move at random, as in 1,2")
    return parser


def _option(options: tuple[Option, ...], text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"--option takes NAME=VALUE, not {text!r}")
    known = {str(known).lower(): known for option in options if option.name == name for known in option.values}
    return name, int(value) if value.isdecimal() else known.get(value.lower(), value)


def _play(state: State, auto: set[int], rng: random.Random) -> None:
    told: dict[Viewer, list[Event]] = {seat: [] for seat in (None, *range(state.seats))}
    while state.acting:
        seat = next((seat for seat in state.acting if seat not in auto), state.acting[0])
        if seat in auto:
            events = state.apply(seat, rng.choice(state.legal(seat)))
        else:
            _show(state, seat, told[seat])
            told[seat] = []
            events = _asked(state, seat)
        for heard in told.values():
            heard.extend(events)
    _show(state, None, told[None][-5:])
    print(f"Over: {json.dumps(state.result)}")


def _asked(state: State, seat: int) -> list[Event]:
    """Ask until the seat has made a move."""
    moves = state.legal(seat)
    for number, move in enumerate(moves, 1):
        print(f"  {number:3}  {json.dumps(move, ensure_ascii=False)}")
    while True:
        line = input(f"seat {seat}, number or move as JSON> ").strip()
        try:
            if not line.isdecimal():
                return state.apply(seat, json.loads(line))
            if 0 < int(line) <= len(moves):
                return state.apply(seat, moves[int(line) - 1])
            print(f"There are moves 1 to {len(moves)}.")
        except json.JSONDecodeError as error:
            print(f"Neither a number nor JSON: {error}.")
        except IllegalMove as refused:
            print(f"{refused.rule}: {refused.message}")


def _show(state: State, viewer: Viewer, events: list[Event]) -> None:
    print()
    for event in events:
        telling = event.seen_by(viewer)
        if telling is not None:
            print("  *", " ".join(f"{value}" for value in telling.values()))
    for key, value in state.view(viewer).items():
        if key in ("game", "options", "seats", "viewer", "legal"):
            continue
        if isinstance(value, dict) and value:
            print(f"{key}:")
            for name, part in value.items():
                print(f"    {name:8} {_line(part)}")
        else:
            print(f"{key}: {_line(value)}")


def _line(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return " ".join(value) or "-"
    if isinstance(value, dict):
        return "  ".join(f"{key} {_line(part)}" for key, part in value.items())
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
