"""What the server does from time to time: its pulse, and letting go of rooms that nobody is in any more."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, time, timedelta

from app import store
from app.rooms import Rooms
from app.settings import Settings
from app.store import Store
from app.timer import Alarm, Timer

log = logging.getLogger(__name__)

BEAT = 1.0
"""Seconds between two looks. A clock that a crash cuts off is right to within this."""
DELETE_EVERY = 600.0
"""Seconds between two looks for rooms to delete."""
DELETE_AT_ONCE = 100
"""The most rooms that are deleted in one transaction."""


class Keeper:
    """Looks after all rooms from `start` to `close`."""

    def __init__(self, rooms: Rooms, settings: Settings, database: Store, timer: Timer) -> None:
        self._rooms = rooms
        self._settings = settings
        self._store = database
        self._timer = timer
        self._delete_at = timer.now()
        self._alarm: Alarm | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look now, and then again and again."""
        self._task = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop; all time goes on from here when the server comes back."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._task is not None:
            await self._task
        if self._alarm is not None:
            self._alarm.cancel()
        await self._beat()

    async def _look(self) -> None:
        try:
            if any(room.caretaker.is_timed for room in self._rooms):
                await self._beat()
            self._rooms.let_go()
            if self._settings.keep_days and self._timer.now() >= self._delete_at:
                self._delete_at = self._timer.now() + DELETE_EVERY
                await self._delete()
        except Exception:
            log.exception("The server could not look after its rooms.")
        self._alarm = self._timer.after(BEAT, self.start)

    async def _beat(self) -> None:
        await self._store.call(store.beat, self._now())

    async def _delete(self) -> None:
        """Delete the rooms whose last day, which was announced in them, is over."""
        today = datetime.combine(self._now().date(), time(), UTC)
        since = today - timedelta(days=self._settings.keep_days)
        while rooms := await self._store.call(store.untouched, since, DELETE_AT_ONCE):
            in_use = {room.id for room in self._rooms}
            rooms = [room for room in rooms if room not in in_use]
            if not rooms:
                return
            await self._store.call(store.delete_rooms, rooms)
            self._rooms.forget(rooms)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._timer.now(), UTC)
