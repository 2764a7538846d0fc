"""Sees to it that nobody waits: winds a room's clocks, and has moves made for who is not there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

import engine
from app import clock, models, store, wire
from app.clock import Clocks
from app.play import Step
from app.store import Store
from app.timer import Alarm, Timer
from bots import simple

if TYPE_CHECKING:
    from app.room import Room

log = logging.getLogger(__name__)

REST = 5.0
"""Seconds after which to try again what failed."""


class Caretaker:
    """The clocks, tasks and the one alarm of a room. `clocks` are those of the game under way, if it has any."""

    def __init__(self, room: Room, database: Store, timer: Timer) -> None:
        self.clocks: Clocks | None = None
        self._room = room
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
        return self.clocks is not None and bool(self.clocks.runs)

    def take_up(self, game: models.Game, down_at: float) -> None:
        """Take the clocks of a game from disk; time in which no server ran, after `down_at`, is nobody's."""
        self.clocks = None
        if game.clock is not None:
            clocks = msgspec.convert(game.clock, Clocks)
            is_of_now = clocks.at >= self._timer.started
            self.clocks = clocks.running((), self._timer.now() if is_of_now else max(clocks.at, down_at))
            self.wind()

    def fresh(self, asked: list[int]) -> Clocks | None:
        """Full clocks for seats that were asked at these versions, by what the house has now."""
        return clock.begin(self._room.house.clock, asked, self._timer.now())

    def restart(self, clocks: Clocks | None) -> None:
        """Have these clocks from now on."""
        self.clocks = clocks
        self.wind()

    def after(self, step: Step) -> Clocks | None:
        """The clocks after this step."""
        if self.clocks is None:
            return None
        now = self._timer.now()
        if step.by == "undo":
            clocks = self.clocks.taken_back(step.asked, now)
        else:
            clocks = self.clocks.moved(self._room.house.clock, step.seat, step.asked, now)
        return clocks.running(step.position.state.acting, now)

    def wind(self) -> None:
        """Let time run for those who are asked, while anybody sits at the table."""
        play = self._room.play
        if self.clocks is None or play is None:
            return
        runs = play.state.acting if self._room.absence.is_attended else ()
        if runs != self.clocks.runs:
            self.clocks = self.clocks.running(runs, self._timer.now())
            self.spawn(self._write_clocks())

    def welcome(self, seat: int) -> None:
        """Give a seat back to its player."""
        if self._room.absence.returned(seat) and self.clocks is not None:
            self.clocks = self.clocks.returned(self._room.house.clock, seat, self._timer.now())

    def set_alarm(self, at: float | None) -> None:
        """Wake up at this moment, and at no other."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if at is None else self._timer.after(max(0.0, at - self._timer.now()), self._ring)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside what is being done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _ring(self) -> None:
        self.spawn(self._tend())

    async def _tend(self) -> None:
        """Do what is due for who is not there, and say who that is."""
        room = self._room
        async with room.lock:
            try:
                await room.refresh()
                room.absence.note_late()
                host = room.absence.new_host()
                if host is not None:
                    await room.write(store.set_host, room.id, host)
                due = room.absence.due()
                if due is None:
                    room.publish()
                else:
                    await self._move_for(*due)
            except Exception:
                log.exception("A move could not be made for who is not there.")
                self.set_alarm(self._timer.now() + REST)

    async def _move_for(self, seat: int, how: wire.By) -> None:
        """Make a move for a seat, chosen from its own view alone."""
        play = self._room.play
        assert play is not None
        view = msgspec.json.decode(play.position.view(seat))
        move = engine.default(view) if how == "default" else simple.choose(view)
        await self._room.make(play.step(seat, move, how))

    async def _write_clocks(self) -> None:
        room = self._room
        async with room.lock:
            if room.play is not None:
                await self._store.call(store.set_clock, room.play.game_id, msgspec.to_builtins(self.clocks))
