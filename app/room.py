"""One table in memory: who sits there, the game under way, and the only place where a move is made.

One command at a time changes a room: check, apply to a copy, commit, and only then let everybody know.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Concatenate, ParamSpec

import msgspec
from sqlmodel import Session

import engine
from app import models, store, wire
from app.crowd import Crowd, Socket
from app.deeds import DEEDS
from app.hosting import host_alone
from app.house import house
from app.keys import hashed, new_secret
from app.names import unlike
from app.play import Play, Position, Unplayable, moved, replay
from app.refusal import Refusal
from app.store import Conflict, MoveRow, Store
from engine.core import IllegalMove, Viewer

Args = ParamSpec("Args")

log = logging.getLogger(__name__)

PRESENCE_DELAY = 0.1
"""Seconds within which those who come and go are told of in one update."""


class CannotSit(Exception):
    """There is no seat to be had: `code` is `room-full`, `room-playing` or `room-closed`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Room:
    """A room that is open. `seats` are its players in seating order, `play` is its latest game, if any.

    What is on disk is the truth: when a write ends otherwise than expected, the room reads it all again.
    """

    def __init__(self, row: models.Room, database: Store) -> None:
        self.id = store.key(row)
        self.code = row.code
        self.join_link = f"/join/{row.join_secret}"
        self.watch_link = f"/watch/{row.watch_secret}"
        self.info = engine.GAMES[row.game]
        self.options = row.options
        self.host = row.host
        self.house = house(row.house)
        self.seats: list[models.Seat] = []
        self.play: Play | None = None
        self.closed: str | None = None
        self.crowd = Crowd()
        self._store = database
        self._lock = asyncio.Lock()
        self._is_fresh = False
        self._shared: bytes | None = None
        self._presence: asyncio.TimerHandle | None = None

    @property
    def status(self) -> wire.Status:
        """Whether people are still sitting down, a game is on, it is over, or the room cannot go on at all."""
        if self.closed is not None:
            return "closed"
        if self.play is None:
            return "gathering"
        return "playing" if self.play.state.result is None else "over"

    def seat_of(self, token: str) -> int | None:
        """The number of the seat that this token opens, if any."""
        known = hashed(token)
        return next((seat.number for seat in self.seats if seat.token_hash == known), None)

    async def sit(self, name: str) -> tuple[int, str]:
        """Take the next free seat; its number and its token. Raises CannotSit."""
        async with self._lock:
            await self.refresh()
            if self.status == "closed":
                raise CannotSit("room-closed", "This table is closed: its game was begun under other rules.")
            if self.status != "gathering":
                raise CannotSit("room-playing", "A game is on at this table. You can ask for its watch link.")
            if len(self.seats) >= self.info.seats[-1]:
                raise CannotSit("room-full", "Every seat at this table is taken.")
            token = new_secret()
            name = unlike(name, (seat.name for seat in self.seats))
            seat = models.Seat(room_id=self.id, number=len(self.seats), name=name, token_hash=hashed(token))
            await self.write(store.add, seat)
            self.publish()
            return seat.number, token

    def connect(self, socket: Socket) -> None:
        """Let a socket hear what its viewer is told, beginning with how everything stands."""
        self.crowd.add(socket)
        self._shared = None
        socket.put(self._update(socket.viewer))
        self._announce_presence()

    def disconnect(self, socket: Socket) -> None:
        """Forget a socket that was closed."""
        self.crowd.remove(socket)
        self._shared = None
        self._announce_presence()

    async def do(self, socket: Socket, command: wire.Order) -> wire.Done | wire.Refused:
        """Do what the player at this socket wants, or say why not."""
        async with self._lock:
            try:
                await self.refresh()
                try:
                    return await self._do(socket, command)
                except Conflict:
                    await self.refresh()
                    self.publish()
                    return await self._do(socket, command)
            except Refusal as no:
                rule, message = no.rule, no.message
            except IllegalMove as no:
                rule, message = no.rule, no.message
            except Exception:
                log.exception("A command failed in a room.")
                rule, message = (
                    "ROOM-FAULT",
                    "The server could not do that. Nothing has changed; please try again.",
                )
            return wire.Refused(command.id, rule, message, self.play.v if self.play else 0)

    async def refresh(self) -> None:
        """Read everything from disk, unless what is known is known to be right."""
        if self._is_fresh:
            return
        row, seats, played = await self._store.call(store.room_whole, self.id)
        self._seat(row, seats)
        self.closed = None
        if played is not None:
            try:
                self.play = await asyncio.to_thread(replay, played)
            except Unplayable as error:
                log.warning("A game was closed: %s", error)
                self.play = None
                self.closed = str(error)
        self._is_fresh = True

    def _seat(self, row: models.Room, seats: list[models.Seat]) -> None:
        self.host, self.house, self.seats = row.host, house(row.house), seats

    async def write(
        self, work: Callable[Concatenate[Session, Args], object], *args: Args.args, **kwargs: Args.kwargs
    ) -> None:
        """Have the store change the room or its seats, and know it. Raises Conflict."""
        self._is_fresh = False
        await self._store.call(work, *args, **kwargs)
        self._seat(*await self._store.call(store.room_and_seats, self.id))
        self._is_fresh = True

    async def _do(self, socket: Socket, command: wire.Order) -> wire.Done:
        seat = socket.viewer
        if seat is None:
            raise Refusal("ROOM-WATCH", "Who watches cannot play.")
        if self.closed is not None:
            raise Refusal("ROOM-CLOSED", self.closed)
        if self.play and (seat, command.id) in self.play.done:
            return wire.Done(command.id, self.play.done[seat, command.id])
        if isinstance(command, wire.Move):
            await self._move(seat, command)
        elif isinstance(command, wire.Start):
            await self._start(seat, command)
        elif isinstance(command, wire.Leave):
            await self._leave(seat)
        else:
            await DEEDS[type(command)](self, seat, command)
        return wire.Done(command.id, self.play.v if self.play else 0)

    async def _move(self, seat: int, command: wire.Move) -> None:
        play = self.play
        if play is None:
            raise Refusal("ROOM-STATUS", "No game is on yet.")
        if command.game != play.number or not play.asked[seat] <= command.v <= play.v:
            raise Refusal("ROOM-STALE", "The table has changed since. Please choose again.")
        position = moved(play.state, seat, command.move)
        for viewer in self.crowd.viewers:  # before the commit, so that a fault here changes nothing
            position.view(viewer)
            position.told(viewer)
        row = MoveRow(play.game_id, play.v + 1, seat, command.move, command.id, position.state.result)
        self._is_fresh = False
        await self._store.append(row, partial(self._moved, play, seat, command.id, position))

    def _moved(self, play: Play, seat: int, client_id: str, position: Position) -> None:
        play.advance(seat, client_id, position)
        self._is_fresh = True
        self.publish(told=True)

    async def _start(self, seat: int, command: wire.Start) -> None:
        host_alone(self, seat, "starts the game")
        if self.status == "playing":
            raise Refusal("ROOM-STATUS", "A game is on already.")
        if len(self.seats) not in self.info.seats:
            raise Refusal(
                "ROOM-SEATS", f"{self.info.title} needs {self.info.seats[0]} to {self.info.seats[-1]} players."
            )
        seed = secrets.token_hex(16)
        try:
            state = engine.start(self.info.name, seats=len(self.seats), options=self.options, seed=seed)
        except ValueError as error:
            raise Refusal("ROOM-OPTIONS", f"With these house rules the game cannot begin: {error}") from None
        game = models.Game(
            room_id=self.id,
            number=self.play.number + 1 if self.play else 1,
            game=self.info.name,
            rules=self.info.rules,
            options=self.options,
            seats=len(self.seats),
            seed=seed,
            starter=seat,
            client_id=command.id,
        )
        self._is_fresh = False
        await self._store.call(store.add, game)
        self.play = Play(game, state)
        self._is_fresh = True
        self.publish()

    async def _leave(self, seat: int) -> None:
        if self.play is not None:
            raise Refusal("ROOM-STATUS", "Seats are given up before the first game only.")
        await self.write(store.vacate, self.id, seat)
        self.crowd.vacate(seat)
        self.publish()

    def _announce_presence(self) -> None:
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self.publish)

    def publish(self, told: bool = False) -> None:
        """Send everybody an update; `told`, with the events of the last move."""
        if self._presence is not None:
            self._presence.cancel()
            self._presence = None
        if not told or self.status == "over":
            self._shared = None
        for viewer in self.crowd.viewers:
            try:
                self.crowd.send(viewer, self._update(viewer, told))
            except Exception:
                log.exception("An update could not be made for one viewer.")

    def _update(self, viewer: Viewer, told: bool = False) -> str:
        if self._shared is None:
            self._shared = wire.encode(self._seen())
        room = wire.room_for(self._shared, viewer)
        if self.play is None:
            return wire.text(wire.Update(0, 0, room, [], wire.NOTHING))
        position = self.play.position
        events = position.told(viewer) if told else []
        view = msgspec.Raw(position.view(viewer))
        return wire.text(wire.Update(self.play.number, self.play.v, room, events, view))

    def _seen(self) -> wire.Room:
        return wire.Room(
            game=self.info.name,
            options=self.options,
            capacity=(self.info.seats[0], self.info.seats[-1]),
            status=self.status,
            host=self.host,
            house=self.house,
            seats=[wire.Seat(s.number, s.name, self.crowd.is_here(s.number)) for s in self.seats],
            watchers=self.crowd.watchers,
        )
