"""A long run of the contract's random games on all cores: `python -m tests.engine.soak --games 20000`.

Prints a line per combination of house rules, and one for every game that ran long, with what was done at its end.
"""

from __future__ import annotations

import argparse
import itertools
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from multiprocessing import Pool

import engine
from tests.engine.playouts import Record, play
from tests.engine.tables import Options, Setting, combinations, name

LONG = 2_000
"""Games of more moves than this are told one by one."""


def play_one(job: tuple[Setting, int]) -> Record:
    setting, number = job
    return play(setting, f"{setting.seats} seats, game {number}")


def jobs(game: str, options: Options, games: int) -> Iterator[tuple[Setting, int]]:
    """So many games, spread evenly over the numbers of seats."""
    seats = itertools.cycle(engine.GAMES[game].seats)
    return ((Setting(game, options, next(seats)), number) for number in range(games))


def summary(records: list[Record]) -> str:
    moves = sorted(record.moves for record in records)
    reasons = Counter(record.reason for record in records)
    ended = ", ".join(f"{reason} {share}" for reason, share in reasons.most_common())
    return f"{len(moves)} games, median {moves[len(moves) // 2]} moves, longest {moves[-1]}; {ended}"


def long_ones(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        if record.moves > LONG:
            last = ", ".join(f"{done} {times}" for done, times in record.last.most_common())
            game = f"{record.setting}, seed {record.seed!r}: {record.moves} moves, {record.reason}"
            yield f"  {game}; the last 1000: {last}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games per combination of house rules")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    with Pool(arguments.processes) as pool:
        for game in engine.GAMES:
            for options in combinations(game):
                records = list(pool.imap(play_one, jobs(game, options, arguments.games), chunksize=20))
                print(f"{name(game, options)}: {summary(records)}", *long_ones(records), sep="\n", flush=True)


if __name__ == "__main__":
    main()
