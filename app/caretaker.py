"""Sees to it that nobody waits: winds a table's clocks, and wakes up when something is due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from app import clock, models, store
from app.absence import Absence
from app.clock import Clocks
from app.play import Step
from app.store import Store
from app.table import Table
from app.timer import Alarm, Timer


class Caretaker:
    """Keeps the clocks, the tasks and the one alarm of a table; `tend` is what is done when that rings."""

    def __init__(
        self,
        table: Table,
        absence: Absence,
        database: Store,
        timer: Timer,
        tend: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        self._table = table
        self._absence = absence
        self._tend = tend
        self._store = database
        self._timer = timer
        self._alarm: Alarm | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether a task is under way."""
        return bool(self._tasks)

    @property
    def is_timed(self) -> bool:
        """Whether time runs for anybody."""
        return self._table.clocks is not None and bool(self._table.clocks.runs)

    def take_up(self, game: models.Game, down_at: float) -> None:
        """Take the clocks of a game from disk; time in which no server ran, after `down_at`, is nobody's."""
        self._table.clocks = None
        if game.clock is not None and self._table.house.clock.kind != "off":
            clocks = msgspec.convert(game.clock, Clocks)
            is_of_now = clocks.at >= self._timer.started
            self._table.clocks = clocks.running((), self._timer.now() if is_of_now else max(clocks.at, down_at))
            self.wind()

    def fresh(self, asked: list[int]) -> Clocks | None:
        """Full clocks for seats that were asked at these versions, by what the house has now."""
        return clock.begin(self._table.house.clock, asked, self._timer.now())

    def restart(self, clocks: Clocks | None) -> None:
        """Have these clocks from now on."""
        self._table.clocks = clocks
        self.wind()

    def after(self, step: Step) -> Clocks | None:
        """The clocks after this step."""
        if self._table.clocks is None:
            return None
        now = self._timer.now()
        if step.by == "undo":
            clocks = self._table.clocks.taken_back(step.asked, now)
        else:
            clocks = self._table.clocks.moved(self._table.house.clock, step.seat, step.asked, now)
        return clocks.running(step.position.state.acting, now)

    def wind(self) -> None:
        """Let time run for those who are asked, while anybody sits at the table."""
        play = self._table.play
        if self._table.clocks is None or play is None:
            return
        runs = play.state.acting if self._absence.is_attended else ()
        if runs != self._table.clocks.runs:
            self._table.clocks = self._table.clocks.running(runs, self._timer.now())
            self.spawn(self._write_clocks())

    def welcome(self, seat: int) -> None:
        """Give a seat back to its player."""
        if self._absence.returned(seat) and self._table.clocks is not None:
            self._table.clocks = self._table.clocks.returned(self._table.house.clock, seat, self._timer.now())

    def set_alarm(self, at: float | None) -> None:
        """Wake up at this moment, and at no other."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if at is None else self._timer.after(max(0.0, at - self._timer.now()), self._ring)

    def set_alarm_in(self, seconds: float) -> None:
        """Wake up after so many seconds, and at no other moment."""
        self.set_alarm(self._timer.now() + seconds)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside what is being done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _ring(self) -> None:
        self.spawn(self._tend())

    async def _write_clocks(self) -> None:
        table = self._table
        async with table.lock:
            if table.play is not None:
                await self._store.call(store.set_clock, table.play.game_id, msgspec.to_builtins(table.clocks))
