"""`python -m bench`: measure, print tables, store everything in artefacts/bench.json."""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvloop

import engine
from bench import games, served

ENGINE = ("game", "seats", "games/s", "steps/s", "x chess", "view µs", "copy µs", "house rules")
SERVER = (
    "server",
    "rooms",
    "moves/s",
    "x bare",
    "p50 ms",
    "p99 ms",
    "B/update",
    "kB/room",
    "moves/cpu s",
    "busy",
    "generator busy",
)


def measured_games(seconds: float) -> dict[str, Any]:
    """Every game with every combination of its house rules, and chess."""
    return {
        "chess_steps_per_second": games.chess_steps(seconds),
        "games": [
            games.measure(info, options, seconds)
            for info in engine.GAMES.values()
            for options in games.variants(info)
        ],
    }


def measured_servers(rooms: Sequence[int], seconds: float) -> dict[str, Any]:
    """Both servers with so many rooms, each time in a fresh process."""
    real, bare = [], []
    for number in rooms:
        with served.real_server() as server:
            real.append(uvloop.run(served.load(server, served.real_table, number, seconds)))
        with served.bare_server(round(real[-1]["bytes_per_update"])) as server:
            bare.append(uvloop.run(served.load(server, served.bare_table, number, seconds)))
    return {"fusebox": real, "bare": bare, "commit_ms": served.commit_ms(200)}


def engine_rows(figures: dict[str, Any]) -> Iterator[Sequence[str]]:
    """The engine's figures as lines of the table."""
    chess = figures["chess_steps_per_second"]
    yield "python-chess", "", "", f"{chess:,.0f}", "1.00", "", "", ""
    for row in figures["games"]:
        steps = row["steps_per_second"]
        figure = (f"{row['games_per_second']:,.0f}", f"{steps:,.0f}", f"{steps / chess:.2f}")
        times = (f"{row['view_us']:.1f}", f"{row['copy_us']:.1f}")
        rules = " ".join(f"{name}={value}" for name, value in row["options"].items())
        yield row["game"], str(row["seats"]), *figure, *times, rules


def server_rows(figures: dict[str, Any]) -> Iterator[Sequence[str]]:
    """The servers' figures as lines of the table."""
    for name in ("bare", "fusebox"):
        for row, bare in zip(figures[name], figures["bare"], strict=True):
            moves = row["moves_per_second"]
            times = (f"{row['p50_ms']:.2f}", f"{row['p99_ms']:.2f}")
            sizes = (f"{row['bytes_per_update']:,.0f}", f"{row['memory_per_room'] / 1000:,.0f}")
            share = f"{moves / bare['moves_per_second']:.2f}"
            busy = (
                f"{row['moves_per_cpu_second']:,.0f}",
                f"{row['server_busy']:.0%}",
                f"{row['generator_busy']:.0%}",
            )
            yield name, str(row["rooms"]), f"{moves:,.0f}", share, *times, *sizes, *busy


def table(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    """Columns as wide as what they hold."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "  ".join(cell.ljust(width) if at in (0, len(widths) - 1) else cell.rjust(width)
                  for at, (cell, width) in enumerate(zip(line, widths, strict=True))).rstrip()
        for line in lines
    )  # fmt: skip


def main() -> None:
    """Run it all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="How fast Fusebox is here.")
    parser.add_argument(
        "--quick", action="store_true", help="a few seconds, to see that it works; the figures mean little"
    )
    parser.add_argument("--store", type=Path, default=Path("artefacts/bench.json"), help="where the figures go")
    asked = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))

    figures: dict[str, Any] = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "engine": measured_games(0.05 if asked.quick else 2),
    }
    print("One core, random play-outs; a step is the list of legal moves, a random choice and the move.\n")
    print(table(ENGINE, engine_rows(figures["engine"])), flush=True)
    figures["server"] = measured_servers([1, 2] if asked.quick else [1, 50, 200], 0.3 if asked.quick else 8)
    print("\nFour seats a room, one move under way in each; times are from sending to the last of four updates.\n")
    print(table(SERVER, server_rows(figures["server"])), flush=True)
    print(f"\nA commit of one row to this disk takes {figures['server']['commit_ms']:.2f} ms; a move needs one.")
    asked.store.parent.mkdir(parents=True, exist_ok=True)
    asked.store.write_text(json.dumps(figures, indent=1))
    print(f"\nAll figures: {asked.store}")


if __name__ == "__main__":
    main()
