"""What everybody in a room is told about it."""

from __future__ import annotations

from datetime import timedelta

from app import models, store, wire
from app.absence import Absence
from app.table import Table


def room_seen(table: Table, absence: Absence) -> wire.Room:
    """What everybody may know of a table."""
    keep_days = table.settings.keep_days
    asking = table.asking if table.play is not None and table.asking and table.asking.v == table.play.v else None
    return wire.Room(
        game=table.info.name,
        options=table.options,
        capacity=(table.info.seats[0], table.info.seats[-1]),
        status=table.status,
        host=table.host,
        played=table.score.played,
        house=table.house,
        seats=[_seat(table, absence, seat) for seat in table.seats],
        watchers=table.crowd.watchers,
        asking=wire.Asking(asking.seat, sorted(asking.agreed)) if asking is not None else None,
        ballots=[
            wire.Ballot(seat, what, sorted(voter for voter, wanted in votes.items() if wanted == what))
            for seat, votes in sorted(absence.votes.items())
            for what in sorted(set(votes.values()))
        ],
        deleted_on=str((table.touched_at + timedelta(days=keep_days)).date()) if keep_days else None,
    )


def clock(table: Table, now: float) -> wire.Clock | None:
    """The seats' time in a game under way, if it has a clock."""
    clocks = table.clocks
    if clocks is None or table.status != "playing":
        return None
    left = [round(1000 * clocks.left_to(seat, now)) for seat in range(len(clocks.left))]
    return wire.Clock(round(1000 * now), left, list(clocks.runs))


def made(table: Table) -> wire.Made | None:
    """Who made the last move."""
    last = table.play.last if table.play is not None else None
    return wire.Made(last.seat, last.by) if last is not None else None


def _seat(table: Table, absence: Absence, seat: models.Seat) -> wire.Seat:
    number = seat.number
    return wire.Seat(
        seat=number,
        player=store.key(seat),
        name=seat.name,
        here=table.crowd.is_here(number),
        presence=absence.presence(number),
        meanwhile=absence.meanwhile(number),
        muted=seat.muted,
        vacant=seat.vacant,
        wins=table.score.wins[store.key(seat)],
    )
