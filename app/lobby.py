"""Who sits where: opening rooms, finding them by what somebody holds, and taking a seat."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

import msgspec
from sqlalchemy.exc import NoResultFound

import engine
from app import models, names, store
from app.house import house as read_house
from app.keys import hashed, new_code, new_secret, typed_code
from app.limits import Buckets
from app.options import whole
from app.room import CannotSit, Room
from app.rooms import Rooms
from app.settings import Settings
from app.store import Conflict, Log, Store

MOST_LISTED = 50


class LobbyError(Exception):
    """Something the lobby cannot do: a code for programs, a sentence for people, the HTTP status, and the link by
    which one can `watch` instead."""

    def __init__(self, code: str, message: str, status: int, watch: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.watch = watch


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that was just taken. `token` is its secret; `join` and `watch` are the links to hand on."""

    code: str
    seat: int
    token: str
    join: str
    watch: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A room as the lobby shows it to everybody."""

    code: str
    game: str
    options: dict[str, Any]
    players: list[str]
    seats: tuple[int, int]
    status: str
    watching: bool


class Lobby:
    """All rooms there are, in memory or not."""

    def __init__(self, settings: Settings, database: Store, rooms: Rooms) -> None:
        self._store = database
        self._rooms = rooms
        self._settings = settings
        self._unlockings = Buckets(settings.guesses_per_minute / 60, settings.guesses)
        self._guessing = asyncio.Lock()
        self._guesses = Buckets(settings.guesses_per_minute / 60, settings.guesses)
        self._openings = Buckets(settings.rooms_per_minute / 60, max(1, settings.rooms_per_minute))

    async def create(
        self,
        game: str,
        options: Mapping[str, Any],
        name: str,
        *,
        house: Mapping[str, Any] | None = None,
        listed: bool = False,
        address: str,
        unlock: str | None = None,
        is_unlocked: bool = False,
        origin: str | None = None,
        token: str | None = None,
    ) -> Seated:
        """Open a room and take its first seat, the host's; who has this token already keeps their seat. Where Red
        Shift is locked, it takes the code `unlock`, unless it is known to be unlocked for whoever asks.

        LobbyError: `bad-name`, `bad-game`, `bad-options`, `bad-house`, `locked`, `wrong-code`, `too-many`.
        """
        name = _clean(name)
        options = _checked(game, {**self._settings.settled.get(game, {}), **options})
        run = _run(house or {})
        if self._settings.locks(options) and not is_unlocked:
            self._unlock(unlock, address)
        token = token or new_secret()
        seated = await self._seated_by(token)
        if seated is None and not self._openings.take(address):
            raise LobbyError("too-many", "That is a lot of tables at once. Please wait a minute.", 429)
        while seated is None:
            row = models.Room(
                code=new_code(),
                join_secret=new_secret(),
                watch_secret=new_secret(),
                game=game,
                options=options,
                house=run,
                listed=listed,
            )
            seat = models.Seat(room_id=0, number=0, name=name, token_hash=hashed(token), origin=origin)
            with contextlib.suppress(Conflict):  # the code was taken, or this was asked twice at once
                await self._store.call(store.open_room, row, seat)
            seated = await self._seated_by(token)
        return seated

    async def _seated_by(self, token: str) -> Seated | None:
        row = await self._store.call(store.room_of, hashed(token))
        room = await self._loaded(row) if row is not None else None
        seat = room.seat_of(token) if room is not None else None
        return seated_at(room, seat, token) if room is not None and seat is not None else None

    async def join(self, room: Room, name: str, *, origin: str | None = None, token: str | None = None) -> Seated:
        """Take a seat in a room that `find` or `invited` gave; who has this token already keeps their seat.
        LobbyError: `bad-name`, or why there is no seat."""
        name = _clean(name)
        try:
            seat, token = await room.sit(name, origin, token)
        except CannotSit as no:
            watch = room.watch_link if room.house.watching and no.code != "sent-away" else None
            raise LobbyError(no.code, no.message, 409, watch) from None
        return seated_at(room, seat, token)

    async def find(self, code: str, address: str) -> Room:
        """The room with this code, as typed; wrong ones are counted by the network address they come from.

        LobbyError: `no-room`, `too-many`.
        """
        async with self._guessing:  # one after the other, or many at once would pass before the first is counted
            if not self._guesses.has_some(address):
                raise LobbyError("too-many", "Too many wrong codes came from here. Please wait a minute.", 429)
            row = await self._row("code", typed_code(code))
            if row is None:
                self._guesses.take(address)
                raise no_room()
        return await self._loaded(row)

    async def invited(self, secret: str) -> Room:
        """The room of this join link. LobbyError: `no-room`."""
        return await self._loaded(await self._row("join_secret", secret))

    async def watched(self, secret: str) -> Room:
        """The room of this watch link. LobbyError: `no-room`, `no-watching`."""
        room = await self._loaded(await self._row("watch_secret", secret))
        if not room.house.watching:
            raise LobbyError("no-watching", "The host has closed this table to those who watch.", 403)
        return room

    async def seated(self, code: str, token: str | None) -> tuple[Room, int]:
        """The room and the seat that this token opens there. LobbyError: `no-room`, for a wrong token too."""
        if token is None:
            raise no_room()
        room = self._rooms.get(code)
        seat = room.seat_of(token) if room is not None else None
        if room is None or seat is None:  # a wrong token costs the same whether there is such a room or not
            room = await self._loaded(await self._store.call(store.room_with, typed_code(code), hashed(token)))
            seat = room.seat_of(token)
        if seat is None:
            raise no_room()
        return room, seat

    async def log(self, room: Room, number: int | None) -> Log | None:
        """The log of a room's game, by default of the latest."""
        return await self._store.call(store.log_of, room.id, number)

    async def listed(self) -> list[Listing]:
        """The rooms that their hosts have listed, newest first."""
        rooms = await self._store.call(store.listed, MOST_LISTED)
        runs = [read_house(row.house) for row, _, _ in rooms]
        return [
            Listing(
                code=row.code,
                game=row.game,
                options=row.options,
                players=players,
                seats=(engine.GAMES[row.game].seats[0], engine.GAMES[row.game].seats[-1]),
                status="playing" if is_playing else "gathering",
                watching=run.watching,
            )
            for (row, players, is_playing), run in zip(rooms, runs, strict=True)
            if row.game in engine.GAMES and (is_playing or run.newcomers)
        ]

    def _unlock(self, typed: str | None, address: str) -> None:
        """Check the code for Red Shift."""
        if not typed:
            raise LobbyError("locked", "Red Shift is locked on this server. It takes the six-digit code.", 403)
        if not self._unlockings.has_some(address):
            raise LobbyError("too-many", "Too many wrong codes came from here. Please wait a minute.", 429)
        code = self._settings.red_shift_code or ""
        if not compare_digest(typed.strip().encode(), code.encode()):
            self._unlockings.take(address)
            raise LobbyError("wrong-code", "That is not the code that unlocks Red Shift.", 403)

    async def _row(self, column: store.Key, value: str | None) -> models.Room | None:
        return None if value is None else await self._store.call(store.room_by, column, value)

    async def _loaded(self, row: models.Room | None) -> Room:
        """This room in memory, loaded only once however many ask."""
        if row is None or row.game not in engine.GAMES:
            raise no_room()
        try:
            return await self._rooms.load(row)
        except NoResultFound:  # it was just deleted
            raise no_room() from None


def seated_at(room: Room, seat: int, token: str) -> Seated:
    """What somebody is told who has just got a seat."""
    return Seated(room.code, seat, token, room.join_link, room.watch_link)


def no_room() -> LobbyError:
    """The one answer for all that is not there, was never there, or is not the asker's."""
    return LobbyError("no-room", "No table answers to that code or link.", 404)


def _clean(name: str) -> str:
    try:
        return names.clean(name)
    except ValueError as error:
        raise LobbyError("bad-name", str(error), 422) from None


def _checked(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules with their defaults filled in, as the game itself understands them."""
    if game not in engine.GAMES:
        raise LobbyError("bad-game", f"The games here are: {', '.join(engine.GAMES)}.", 422)
    try:
        return whole(game, options)
    except ValueError as error:
        raise LobbyError("bad-options", f"These house rules do not work: {error}", 422) from None


def _run(house: Mapping[str, Any]) -> dict[str, Any]:
    """How a room is run, in full."""
    try:
        run: dict[str, Any] = msgspec.to_builtins(read_house(house))
    except ValueError as error:
        raise LobbyError("bad-house", f"The room cannot be run so: {error}.", 422) from None
    return run
