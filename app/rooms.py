"""The rooms in memory: loaded when somebody asks for one, and let go when nobody has been there for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from weakref import WeakValueDictionary

from app import models
from app.room import Room
from app.settings import Settings
from app.store import Store
from app.tending import tend
from app.timer import Timer


class Rooms:
    """Rooms by their codes, each there once at most. `down_at` is when the server last ran before it started."""

    def __init__(self, settings: Settings, database: Store, timer: Timer, down_at: float) -> None:
        self._settings = settings
        self._store = database
        self._timer = timer
        self._down_at = down_at
        self._kept: set[Room] = set()
        # A room that was let go is still the one that this finds, as long as anybody holds it.
        self._known: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Room]] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._kept))

    def __len__(self) -> int:
        return len(self._known)

    def get(self, code: str) -> Room | None:
        """The room with this code, if it is in memory."""
        room = self._known.get(code)
        if room is not None:
            self._keep(room)
        return room

    async def load(self, row: models.Room) -> Room:
        """This room, loaded only once however many ask."""
        room = self.get(row.code)
        if room is None:
            if row.code not in self._loading:
                self._loading[row.code] = asyncio.create_task(self._load(row))
            room = await asyncio.shield(self._loading[row.code])
            self._keep(room)
        return room

    def let_go(self) -> None:
        """Let the rooms go in which nobody has been for as long as the settings say."""
        for room in list(self._kept):
            if room.is_idle(60 * self._settings.idle_minutes):
                room.rest()
                self._kept.discard(room)

    def forget(self, deleted: Collection[int]) -> None:
        """Know nothing any more of rooms that were deleted, by their keys."""
        for code, room in list(self._known.items()):
            if room.id in deleted:
                del self._known[code]

    async def _load(self, row: models.Room) -> Room:
        try:
            room = Room(row, self._store, self._settings, self._timer, self._down_at, tend)
            await room.refresh()
            self._known[row.code] = room
            return room
        finally:
            del self._loading[row.code]

    def _keep(self, room: Room) -> None:
        room.use()
        self._kept.add(room)
