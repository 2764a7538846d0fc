"""Doing what is due for those who are not there, so that nobody waits."""

from __future__ import annotations

import logging

import msgspec

import engine
from app import store, undo, wire
from app.room import Room
from bots import simple

log = logging.getLogger(__name__)

REST = 5.0
"""Seconds after which to try again what failed."""


async def tend(room: Room) -> None:
    """Do what is due for who is not there, and say who that is."""
    async with room.lock:
        try:
            await room.refresh()
            room.absence.note_late()
            host = room.absence.new_host()
            if host is not None:
                await room.write(store.set_host, room.id, host)
            due = room.absence.due()
            if room.absence.is_agreed:  # who still had to answer is not there any more
                await undo.take_back(room)
            elif due is None:
                room.publish()
            else:
                await _move_for(room, *due)
        except Exception:
            log.exception("A move could not be made for who is not there.")
            room.caretaker.set_alarm_in(REST)


async def _move_for(room: Room, seat: int, how: wire.By) -> None:
    """Make a move for a seat, chosen from its own view alone."""
    play = room.play
    assert play is not None
    view = msgspec.json.decode(play.position.view(seat))
    move = engine.default(view) if how == "default" else simple.choose(view)
    await room.make(play.step(seat, move, how))
