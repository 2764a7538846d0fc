"""A table in memory with all that happens there, and the only place where a move is made.

One command at a time changes a room: check, apply to a copy, commit, and only then let everybody know.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Concatenate, ParamSpec

import msgspec
from sqlmodel import Session

from app import announcing, models, store, talk, wire
from app.absence import Absence
from app.caretaker import Caretaker
from app.clock import Clocks
from app.crowd import LEFT, Socket
from app.keys import hashed, new_secret
from app.names import unlike
from app.play import Play, Step, Unplayable, replay
from app.score import Score
from app.settings import Settings
from app.store import MoveRow, Store
from app.table import Table
from app.timer import Alarm, Timer
from engine.core import State, Viewer

Args = ParamSpec("Args")

log = logging.getLogger(__name__)

PRESENCE_DELAY = 0.1
"""Seconds within which those who come and go are told of in one update."""
TOUCH = timedelta(hours=1)
"""How much later somebody must have been there for it to be written down."""


class CannotSit(Exception):
    """There is no seat to be had: `code` is one of the failures in docs/protocol.md."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Room(Table):
    """A table that people sit at. `tend` is called when something is due for who is not there.

    What is on disk is the truth: when a write ends otherwise than expected, the room reads it all again.
    """

    def __init__(
        self,
        row: models.Room,
        database: Store,
        settings: Settings,
        timer: Timer,
        down_at: float,
        tend: Callable[[Room], Coroutine[Any, Any, None]],
    ) -> None:
        super().__init__(row, settings)
        self.absence = Absence(self, timer, settings.grace, settings.host_grace)
        self.caretaker = Caretaker(self, self.absence, database, timer, partial(tend, self))
        self._store = database
        self._timer = timer
        self._down_at = down_at
        self._is_fresh = False
        self._shared: bytes | None = None
        self._presence: Alarm | None = None
        self._used_at = timer.now()

    @property
    def now(self) -> datetime:
        """This moment."""
        return datetime.fromtimestamp(self._timer.now(), UTC)

    def no_seat(self, origin: str | None = None) -> CannotSit | None:
        """Why somebody who comes from there cannot sit down now; None where they can."""
        if origin in self.blocked:
            return CannotSit("sent-away", "The host has sent you away from this table.")
        if self.status == "closed":
            return CannotSit("room-closed", "This table is closed: its game was begun under other rules.")
        if self.status != "gathering":
            return CannotSit("room-playing", "The game has begun, so no more seats are given out.")
        if len(self.seats) >= self.info.seats[-1]:
            return CannotSit("room-full", "Every seat at this table is taken.")
        if not self.house.newcomers:
            return CannotSit("no-newcomers", "The host lets nobody else sit down.")
        return None

    async def sit(self, name: str, origin: str | None = None, token: str | None = None) -> tuple[int, str]:
        """Take the next free seat; its number and its token. Who has this token already keeps their seat.
        Raises CannotSit."""
        async with self.lock:
            await self.refresh()
            token = token or new_secret()
            known = self.seat_of(token)
            if known is not None:
                return known, token
            no_seat = self.no_seat(origin)
            if no_seat is not None:
                raise no_seat
            seat = models.Seat(
                room_id=self.id,
                number=len(self.seats),
                name=unlike(name, (seat.name for seat in self.seats)),
                token_hash=hashed(token),
                origin=origin,
            )
            await self.write(store.add, seat)
            self.absence.left(seat.number)
            self.publish()
            return seat.number, token

    async def block(self, origin: str) -> None:
        """Let nobody from there sit down any more."""
        await self.note(store.block, self.id, origin)
        self.blocked.add(origin)

    def dismiss(self, seat: int, code: int) -> None:
        """Close the sockets of a seat with this code."""
        self.crowd.dismiss(seat, code)
        self.absence.left(seat)
        self.caretaker.wind()

    def connect(self, socket: Socket) -> None:
        """Let a socket hear what its viewer is told, beginning with how everything stands."""
        self.crowd.add(socket)
        self._shared = None
        if socket.viewer is not None:
            self.welcome(socket.viewer)
            self.caretaker.wind()
        socket.put(self._update(socket.viewer))
        self.talk.greet(socket)
        self._announce_presence()
        self._touch()

    def disconnect(self, socket: Socket) -> None:
        """Forget a socket that was closed."""
        self.crowd.remove(socket)
        self._shared = None
        if socket.viewer is not None and not self.crowd.is_here(socket.viewer):
            self.absence.left(socket.viewer)
            self.caretaker.wind()
        self._announce_presence()
        self._touch()

    def look(self, socket: Socket, is_looking: bool) -> None:
        """Note that a page went out of sight, or came back; a watcher's is nobody's concern."""
        if socket.viewer is None:
            return
        socket.is_looking = is_looking
        self._shared = None
        if is_looking:
            self.welcome(socket.viewer)
        self._announce_presence()

    def welcome(self, seat: int) -> None:
        """Give a seat back to its player, who is there."""
        self._shared = None
        self.caretaker.welcome(seat)
        self._announce_presence()

    def use(self) -> None:
        """Note that somebody has asked for this room."""
        self._used_at = self._timer.now()

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has been here for so long, and nothing is being done."""
        is_busy = self.crowd.viewers or self.caretaker.is_busy or self.lock.locked()
        return not is_busy and self._timer.now() - self._used_at >= seconds

    def rest(self) -> None:
        """Call off all that is to come, before the room leaves memory."""
        self.caretaker.set_alarm(None)
        if self._presence is not None:
            self._presence.cancel()
            self._presence = None

    async def refresh(self) -> None:
        """Read everything from disk, unless what is known is known to be right."""
        if self._is_fresh:
            return
        row, seats, played = await self._store.call(store.room_whole, self.id)
        remarks = await self._store.call(talk.remarks_of, self.id)
        results = await self._store.call(store.results_of, self.id)
        blocked = await self._store.call(store.blocked, self.id)
        games = played.game.number if played is not None else 0
        play = closed = None
        if played is not None and games > row.put_away:
            try:
                play = await asyncio.to_thread(replay, played)
            except Unplayable as error:
                log.warning("A game was closed: %s", error)
                closed = str(error)
        # All at once from here on, since others may be told how the room stands at any moment.
        self._seat(row, seats)
        self.talk.recall(remarks)
        self.score, self.blocked = Score(results), blocked
        self.games, self.play, self.closed, self.clocks = games, play, closed, None
        if played is not None and play is not None:
            self.caretaker.take_up(played.game, self._down_at)
        self._is_fresh = True

    def _seat(self, row: models.Room, seats: list[models.Seat]) -> None:
        if row.host != self.host:
            self.absence.votes.clear()
        self._read(row)
        self.seats, self.touched_at = seats, row.touched_at
        self._shared = None

    async def write(
        self, work: Callable[Concatenate[Session, Args], object], *args: Args.args, **kwargs: Args.kwargs
    ) -> None:
        """Have the store change the room or its seats, and know it. Raises Conflict."""
        self._is_fresh = False
        self._seat(
            *await self._store.call(store.room_after, self.id, lambda session: work(session, *args, **kwargs))
        )
        self._is_fresh = True

    async def note(
        self, work: Callable[Concatenate[Session, Args], object], *args: Args.args, **kwargs: Args.kwargs
    ) -> None:
        """Have the store write what is no part of how the room stands. Raises Conflict."""
        self._is_fresh = False
        await self._store.call(work, *args, **kwargs)
        self._is_fresh = True

    async def make(self, step: Step) -> None:
        """Take a step of the game: put it on disk, and then let everybody know. Raises Conflict."""
        play, position = self.play, step.position
        assert play is not None
        for viewer in self.crowd.viewers:  # before the commit, so that a fault here changes nothing
            position.view(viewer)
            position.told(viewer)
        row = MoveRow(
            game_id=play.game_id,
            number=play.v + 1,
            seat=step.seat,
            move=step.move,
            by=step.by,
            client_id=step.client_id,
            result=position.state.result,
            clock=msgspec.to_builtins(self.caretaker.after(step)),
        )
        self._is_fresh = False
        await self._store.append(row, partial(self._made, play, step))

    def _made(self, play: Play, step: Step) -> None:
        play.take(step)
        result = play.state.result
        are_all_here = all(self.crowd.is_here(seat.number) for seat in self.seats)
        if self.asking or self.absence.is_stirred or result or not are_all_here:
            self._shared = None  # who was away may be gone by now
        self.caretaker.restart(self.caretaker.after(step))
        self.asking = None
        if result is not None:
            self.score.count([store.key(seat) for seat in self.seats], msgspec.to_builtins(result))
        self._is_fresh = True
        self.publish(told=True)

    async def reseat(self, order: Sequence[int], host: int, code: int = LEFT) -> None:
        """Have seat `order[n]` be seat n from now on; the sockets of the others are closed with this code. `host`
        is the host's seat, by its number until now."""
        await self.write(store.reseat, self.id, order, _host_in(order, host))
        self._renumber(order, code)
        self.publish()

    async def put_away(self, order: Sequence[int]) -> None:
        """Clear the table of its game, and reseat."""
        await self.write(store.put_away, self.id, order, _host_in(order, self.host))
        self._renumber(order)
        self.play = None
        self.caretaker.restart(None)
        self.publish()

    async def begin(self, order: Sequence[int], game: models.Game, state: State, clocks: Clocks | None) -> None:
        """Reseat, and begin a game."""
        await self.write(store.begin, self.id, order, _host_in(order, self.host), game)
        self._renumber(order)
        self.games, self.play = game.number, Play(game, state)
        self.caretaker.restart(clocks)
        self.publish()

    def _renumber(self, order: Sequence[int], code: int = LEFT) -> None:
        self.crowd.renumber(order, code)
        self.absence.forget()
        self.asking = None

    def _touch(self) -> None:
        """Write down that somebody was here, now and then."""
        now = self.now
        self.use()
        if now - self.touched_at > TOUCH:
            self.touched_at = now
            self.caretaker.spawn(self._store.call(store.touch, self.id, now))

    def _announce_presence(self) -> None:
        if self._presence is None:
            self._presence = self._timer.after(PRESENCE_DELAY, self.publish)

    def publish(self, told: bool = False) -> None:
        """Send everybody an update; `told`, with the events of the last move."""
        if self._presence is not None:
            self._presence.cancel()
            self._presence = None
        if not told:
            self._shared = None  # a move alone changes little of the room, see _made
        for viewer in self.crowd.viewers:
            try:
                self.crowd.send(viewer, self._update(viewer, told))
            except Exception:
                log.exception("An update could not be made for one viewer.")
        self.caretaker.set_alarm(self.absence.next())

    def _update(self, viewer: Viewer, told: bool = False) -> str:
        if self._shared is None:
            self._shared = wire.encode(announcing.room_seen(self, self.absence))
        room = wire.room_for(self._shared, viewer)
        if self.play is None:
            return wire.text(wire.Update(0, 0, room, None, None, [], wire.NOTHING))
        position = self.play.position
        events = position.told(viewer) if told else []
        made = announcing.made(self) if told else None
        time = announcing.clock(self, self._timer.now())
        view = msgspec.Raw(position.view(viewer))
        return wire.text(wire.Update(self.play.number, self.play.v, room, time, made, events, view))


def _host_in(order: Sequence[int], host: int) -> int:
    """The number that the host's seat has in this order; the first if it is not in it."""
    return order.index(host) if host in order else 0
