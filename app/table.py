"""One table as it is remembered: who sits there, how it is run, and the game that stands on it."""

from __future__ import annotations

import asyncio

import engine
from app import models, store, wire
from app.clock import Clocks
from app.crowd import Crowd
from app.house import house
from app.keys import hashed
from app.play import Play
from app.score import Score
from app.settings import Settings
from app.talk import Talk


class Asking:
    """A seat that asks the others whether it may take back the move that led to version `v`."""

    def __init__(self, seat: int, client_id: str, v: int) -> None:
        self.seat = seat
        self.client_id = client_id
        self.v = v
        self.agreed: set[int] = set()


class Table:
    """`seats` are the players in seating order, `play` is the latest game, unless there is none or it was put
    away, and `clocks` are its clocks, if it has any; `games` counts all games. Whoever changes a table has its
    `lock`.
    """

    def __init__(self, row: models.Room, settings: Settings) -> None:
        self.id = store.key(row)
        self.code = row.code
        self.join_link = f"/join/{row.join_secret}"
        self.watch_link = f"/watch/{row.watch_secret}"
        self.info = engine.GAMES[row.game]
        self.settings = settings
        self.seats: list[models.Seat] = []
        self.games = 0
        self.play: Play | None = None
        self.clocks: Clocks | None = None
        self.score = Score()
        self.blocked: set[str] = set()
        self.asking: Asking | None = None
        self.closed: str | None = None
        self.touched_at = row.touched_at
        self.crowd = Crowd()
        self.talk = Talk()
        self.lock = asyncio.Lock()
        self._read(row)

    def _read(self, row: models.Room) -> None:
        self.host, self.house, self.options = row.host, house(row.house), row.options

    @property
    def status(self) -> wire.Status:
        """Whether people are still sitting down, a game is on, it is over, or the room cannot go on at all."""
        if self.closed is not None:
            return "closed"
        if self.play is None:
            return "gathering"
        return "playing" if self.play.state.result is None else "over"

    @property
    def v(self) -> int:
        """The version at which the game stands; 0 where there is none."""
        return self.play.v if self.play is not None else 0

    @property
    def staying(self) -> list[int]:
        """The seats that are not vacant."""
        return [seat.number for seat in self.seats if not seat.vacant]

    @property
    def successor(self) -> int:
        """Who is host after the host: the next who is here, else the next who sits here, else nobody else."""
        after = [*self.seats[self.host + 1 :], *self.seats[: self.host]]
        seated = [seat.number for seat in after if not seat.vacant]
        here = [seat for seat in seated if self.crowd.is_here(seat)]
        return next(iter(here or seated), self.host)

    def seat_of(self, token: str) -> int | None:
        """The number of the seat that this token opens, if any."""
        known = hashed(token)
        return next((seat.number for seat in self.seats if seat.token_hash == known), None)
