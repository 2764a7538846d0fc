"""The clocks of a game: how long each seat may still think.

A seat's time runs while the seat is asked for a move and anybody sits at the table.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from app.house import Clock

AFTER_RETURN = 15
"""Seconds that a player whose time was out has, at least, on coming back."""


class Clocks(msgspec.Struct, frozen=True):
    """What was left to each seat, in seconds, at the moment `at`; it has run since for the seats in `runs`.

    `asked` is the version at which each seat was asked what its time is for, and `before` what was left when the
    last move was made, in case it is taken back.
    """

    left: tuple[float, ...]
    asked: tuple[int, ...]
    before: tuple[float, ...]
    runs: tuple[int, ...]
    at: float

    def left_to(self, seat: int, now: float) -> float:
        """The seconds that this seat has left; 0 when its time is out."""
        return max(0.0, self.left[seat] - (now - self.at)) if seat in self.runs else self.left[seat]

    def running(self, seats: Sequence[int], now: float) -> Clocks:
        """The same, with time running for these seats alone from now on."""
        return msgspec.structs.replace(self, left=self._all_left(now), runs=tuple(seats), at=now)

    def moved(self, setting: Clock, by: int, asked: Sequence[int], now: float) -> Clocks:
        """The same after a move of this seat; `asked` are the versions at which each seat is asked then."""
        left = self._all_left(now)
        after = list(left)
        if setting.kind == "bank":
            after[by] += setting.increment
        return self._renewed(setting, after, asked, before=left, now=now)

    def taken_back(self, asked: Sequence[int], now: float) -> Clocks:
        """The same after the last move was taken back: nobody has more time than when it was made."""
        left = tuple(min(pair) for pair in zip(self.before, self._all_left(now), strict=True))
        return Clocks(left, tuple(asked), left, self.runs, now)

    def returned(self, setting: Clock, seat: int, now: float) -> Clocks:
        """The same with a little time for a player who has come back to this seat."""
        left = list(self._all_left(now))
        left[seat] = max(left[seat], min(setting.seconds, AFTER_RETURN))
        return msgspec.structs.replace(self, left=tuple(left), at=now)

    def _renewed(
        self, setting: Clock, left: list[float], asked: Sequence[int], before: tuple[float, ...], now: float
    ) -> Clocks:
        if setting.kind == "per_move":
            left = [
                setting.seconds if was != new else rest
                for rest, was, new in zip(left, self.asked, asked, strict=True)
            ]
        return Clocks(tuple(left), tuple(asked), before, self.runs, now)

    def _all_left(self, now: float) -> tuple[float, ...]:
        return tuple(self.left_to(seat, now) for seat in range(len(self.left)))


def begin(setting: Clock, asked: Sequence[int], now: float) -> Clocks | None:
    """Full clocks for a game's seats, not yet running; None where the house has no clock."""
    if setting.kind == "off":
        return None
    left = (float(setting.seconds),) * len(asked)
    return Clocks(left, tuple(asked), left, (), now)
