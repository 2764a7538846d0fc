"""What everybody in a room is told about it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app import models, store, wire

if TYPE_CHECKING:
    from app.room import Room


def room_seen(room: Room) -> wire.Room:
    """What everybody may know of a room."""
    keep_days = room.settings.keep_days
    asking = room.asking if room.play is not None and room.asking and room.asking.v == room.play.v else None
    return wire.Room(
        game=room.info.name,
        options=room.options,
        capacity=(room.info.seats[0], room.info.seats[-1]),
        status=room.status,
        host=room.host,
        played=room.score.played,
        house=room.house,
        seats=[_seat(room, seat) for seat in room.seats],
        watchers=room.crowd.watchers,
        asking=wire.Asking(asking.seat, sorted(asking.agreed)) if asking is not None else None,
        ballots=[
            wire.Ballot(seat, what, sorted(voter for voter, wanted in votes.items() if wanted == what))
            for seat, votes in sorted(room.absence.votes.items())
            for what in sorted(set(votes.values()))
        ],
        deleted_on=str((room.touched_at + timedelta(days=keep_days)).date()) if keep_days else None,
    )


def clock(room: Room, now: float) -> wire.Clock | None:
    """The seats' time in a game under way, if it has a clock."""
    clocks = room.caretaker.clocks
    if clocks is None or room.status != "playing":
        return None
    left = [round(1000 * clocks.left_to(seat, now)) for seat in range(len(clocks.left))]
    return wire.Clock(round(1000 * now), left, list(clocks.runs))


def made(room: Room) -> wire.Made | None:
    """Who made the last move."""
    last = room.play.last if room.play is not None else None
    return wire.Made(last.seat, last.by) if last is not None else None


def _seat(room: Room, seat: models.Seat) -> wire.Seat:
    number = seat.number
    return wire.Seat(
        seat=number,
        player=store.key(seat),
        name=seat.name,
        here=room.crowd.is_here(number),
        presence=room.absence.presence(number),
        meanwhile=room.absence.meanwhile(number),
        muted=seat.muted,
        vacant=seat.vacant,
        wins=room.score.wins[store.key(seat)],
    )
