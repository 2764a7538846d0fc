"""All work on the database. One thread owns it, and moves that wait share a commit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from queue import SimpleQueue
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, cast

from sqlalchemy import Connection, Engine, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel, col, select

from app.db import now
from app.models import Block, Game, Move, Pulse, Remark, Room, Seat
from app.wire import By
from engine.core import Result

Args = ParamSpec("Args")
Answer = TypeVar("Answer")

Key = Literal["code", "join_secret", "watch_secret"]
"""What a room is found by."""
MOST_JOBS = 256
"""How many moves share a commit at most."""


CALLED_OFF: dict[str, Any] = {"winners": [], "reason": "called_off", "scores": None}
"""The result of a game that was not played to its end."""


class Conflict(Exception):
    """Somebody else was first: a row with this key is already there."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move to be logged, as in `models.Move`; `result` if it ended the game, `clock` if the game has one."""

    game_id: int
    number: int
    seat: int
    move: dict[str, Any]
    by: str
    client_id: str | None
    result: Result | None
    clock: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class _Append:
    row: MoveRow
    then: Callable[[], None]
    done: asyncio.Future[None]

    def settle(self, outcome: Any) -> None:
        if outcome is None:
            try:
                self.then()
            except Exception as error:  # whoever waits must hear of it, and so must those whose moves come next
                outcome = error
        _set(self.done, outcome)


@dataclass(frozen=True, slots=True)
class _Call:
    run: Callable[[Session], Any]
    done: asyncio.Future[Any]

    def settle(self, outcome: Any) -> None:
        _set(self.done, outcome)


def _set(done: asyncio.Future[Any], outcome: Any) -> None:
    if done.cancelled():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


class Store:
    """The one way to the database. Belongs to the event loop that opened it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None  # kept by the thread, since taking one costs half an insert
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Append | _Call | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Finish what is waiting, then let the database go."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    async def call(
        self, work: Callable[Concatenate[Session, Args], Answer], *args: Args.args, **kwargs: Args.kwargs
    ) -> Answer:
        """Run `work(session, …)` in a transaction of its own. Raises Conflict for a row that is already there."""
        done: asyncio.Future[Answer] = self._loop.create_future()
        self._jobs.put(_Call(lambda session: work(session, *args, **kwargs), done))
        return await done

    async def append(self, row: MoveRow, then: Callable[[], None]) -> None:
        """Log a move; returns when it is on disk. Raises Conflict if the game has a move of that number, or one of
        that seat with that client id. `then` is called right after the commit, even if nobody waits any more.
        """
        done: asyncio.Future[None] = self._loop.create_future()
        self._jobs.put(_Append(row, then, done))
        await done

    def _work(self) -> None:
        while self._work_off():
            pass
        if self._connection is not None:
            self._connection.close()

    def _work_off(self) -> bool:
        """Do what waits, and hold on to none of it; whether there will be more."""
        jobs = [self._jobs.get()]
        while len(jobs) < MOST_JOBS and not self._jobs.empty():
            jobs.append(self._jobs.get())
        moves: list[_Append] = []
        for job in jobs:
            if isinstance(job, _Append):
                moves.append(job)
                continue
            self._log(moves)
            moves = []
            if job is not None:
                self._settle([(job, self._attempt(partial(self._run, job)))])
        self._log(moves)
        return None not in jobs

    def _log(self, moves: list[_Append]) -> None:
        """Commit these moves together; if one of them will not go in, each by itself, so that no other suffers."""
        if not moves:
            return
        outcome = self._attempt(lambda: self._insert([job.row for job in moves]))
        if isinstance(outcome, Exception) and len(moves) > 1:
            for job in moves:
                self._log([job])
        else:
            self._settle([(job, outcome) for job in moves])

    def _insert(self, rows: Sequence[MoveRow]) -> None:
        at = now()
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            connection.execute(_INSERT, [_values(row, at) for row in rows])
            for row in rows:
                if row.result is not None:
                    ended = update(Game).where(col(Game.id) == row.game_id)
                    connection.execute(ended.values(ended_at=at, result=row.result))
                if row.clock is not None:
                    connection.execute(update(Game).where(col(Game.id) == row.game_id).values(clock=row.clock))

    def _run(self, job: _Call) -> Any:
        with Session(self._engine, expire_on_commit=False) as session, session.begin():
            return job.run(session)

    def _attempt(self, work: Callable[[], Any]) -> Any:
        """What `work` returns or, as a value, raises."""
        try:
            return work()
        except IntegrityError:
            return Conflict()
        except Exception as error:
            return error

    def _settle(self, outcomes: list[tuple[_Append | _Call, Any]]) -> None:
        def settle() -> None:
            for job, outcome in outcomes:
                job.settle(outcome)

        self._loop.call_soon_threadsafe(settle)


_INSERT = insert(SQLModel.metadata.tables["move"])  # a mapped class here would cost a third more


def _values(row: MoveRow, at: datetime) -> dict[str, Any]:
    return {
        "game_id": row.game_id,
        "number": row.number,
        "seat": row.seat,
        "move": row.move,
        "by": row.by,
        "client_id": row.client_id,
        "at": at,
    }


@dataclass(frozen=True, slots=True)
class Log:
    """A game and its rows in order, as `(seat, move, by, client_id)`."""

    game: Game
    steps: list[tuple[int, dict[str, Any], By, str | None]]

    @property
    def moves(self) -> list[tuple[int, dict[str, Any]]]:
        """The moves that stand, as `(seat, move)`."""
        standing: list[tuple[int, dict[str, Any]]] = []
        for seat, move, by, _ in self.steps:
            if by == "undo":
                standing.pop()
            else:
                standing.append((seat, move))
        return standing


def open_room(session: Session, room: Room, seat: Seat) -> Room:
    """Add a room and its host's seat."""
    session.add(room)
    session.flush()
    seat.room_id = key(room)
    session.add(seat)
    return room


def room_by(session: Session, column: Key, value: str) -> Room | None:
    """The room with this code or secret."""
    return session.exec(select(Room).where(getattr(Room, column) == value)).one_or_none()


def room_with(session: Session, code: str | None, token_hash: str) -> Room | None:
    """The room with this code in which this token opens a seat."""
    room = room_of(session, token_hash)
    return room if room is not None and room.code == code else None


def room_of(session: Session, token_hash: str) -> Room | None:
    """The room in which a seat has this token."""
    return session.exec(select(Room).join(Seat).where(Seat.token_hash == token_hash)).one_or_none()


def room_whole(session: Session, room: int) -> tuple[Room, list[Seat], Log | None]:
    """A room, its seats and its latest game."""
    return *room_and_seats(session, room), log_of(session, room)


def room_and_seats(session: Session, room: int) -> tuple[Room, list[Seat]]:
    """A room and its seats."""
    return session.get_one(Room, room), seats_of(session, room)


def room_after(session: Session, room: int, work: Callable[[Session], object]) -> tuple[Room, list[Seat]]:
    """A room and its seats as they are once this work is done."""
    work(session)
    return room_and_seats(session, room)


def seats_of(session: Session, room: int) -> list[Seat]:
    """A room's seats, in seating order."""
    return list(session.exec(select(Seat).where(Seat.room_id == room).order_by(col(Seat.number))))


def log_of(session: Session, room: int, number: int | None = None) -> Log | None:
    """The room's latest game, or the one with this number."""
    games = select(Game).where(Game.room_id == room).order_by(col(Game.number).desc())
    if number is not None:
        games = games.where(Game.number == number)
    game = session.exec(games).first()
    if game is None:
        return None
    steps = session.exec(
        select(Move.seat, Move.move, Move.by, Move.client_id)
        .where(Move.game_id == game.id)
        .order_by(col(Move.number))
    )
    return Log(game, [(seat, dict(move), cast(By, by), client_id) for seat, move, by, client_id in steps])


def add(session: Session, row: Seat | Game) -> int:
    """Add a seat or a game, and return its key."""
    session.add(row)
    session.flush()
    return key(row)


def set_clock(session: Session, game: int, clock: dict[str, Any] | None) -> None:
    """Write down a game's clock."""
    session.get_one(Game, game).clock = clock


def touch(session: Session, room: int, at: datetime) -> None:
    """Write down that somebody was there."""
    session.get_one(Room, room).touched_at = at


def beat(session: Session, at: datetime) -> None:
    """Write down that the server runs."""
    session.merge(Pulse(at=at))


def last_beat(session: Session) -> datetime | None:
    """When the server was last known to run."""
    pulse = session.get(Pulse, 1)
    return pulse.at if pulse is not None else None


def untouched(session: Session, since: datetime, most: int) -> list[int]:
    """The keys of some rooms in which nobody has been since."""
    rooms = select(Room.id).where(Room.touched_at < since).order_by(col(Room.touched_at)).limit(most)
    return [room for room in session.exec(rooms) if room is not None]


def delete_rooms(session: Session, rooms: Sequence[int]) -> None:
    """Delete rooms and all that was played there."""
    games = select(Game.id).where(col(Game.room_id).in_(rooms))
    session.execute(delete(Move).where(col(Move.game_id).in_(games)))
    session.execute(delete(Game).where(col(Game.room_id).in_(rooms)))
    session.execute(delete(Block).where(col(Block.room_id).in_(rooms)))
    session.execute(delete(Remark).where(col(Remark.room_id).in_(rooms)))
    session.execute(delete(Seat).where(col(Seat.room_id).in_(rooms)))
    session.execute(delete(Room).where(col(Room.id).in_(rooms)))


def set_house(session: Session, room: int, house: dict[str, Any]) -> None:
    """Write down how a room is run."""
    session.get_one(Room, room).house = house


def set_muted(session: Session, seat: int, muted: bool) -> None:
    """Write down whether the seat with this key is heard."""
    session.get_one(Seat, seat).muted = muted


def vacate(session: Session, room: int, seat: int, token_hash: str, host: int) -> None:
    """Leave the seat with this key without a player, and give it a token that nobody has."""
    row = session.get_one(Seat, seat)
    row.vacant, row.token_hash, row.ticket_hash = True, token_hash, None
    set_host(session, room, host)


def block(session: Session, room: int, origin: str) -> None:
    """Let nobody from there sit down in a room any more."""
    if origin not in blocked(session, room):
        session.add(Block(room_id=room, origin=origin))
        session.flush()


def blocked(session: Session, room: int) -> set[str]:
    """Whence nobody may sit down in a room."""
    return set(session.exec(select(Block.origin).where(Block.room_id == room)))


def set_ticket(session: Session, seat: int, ticket_hash: str, until: datetime) -> None:
    """Let whoever has this ticket take the seat with this key to another device, until then."""
    row = session.get_one(Seat, seat)
    row.ticket_hash, row.ticket_until = ticket_hash, until


def move_seat(session: Session, seat: int, token_hash: str, origin: str | None) -> None:
    """Give the seat with this key another token, in exchange for its ticket."""
    row = session.get_one(Seat, seat)
    row.token_hash, row.origin = token_hash, origin
    row.ticket_hash = row.ticket_until = None


def set_host(session: Session, room: int, host: int) -> None:
    """Write down whose seat the host's is."""
    session.get_one(Room, room).host = host


def reseat(session: Session, room: int, order: Sequence[int], host: int) -> None:
    """Have seat `order[n]` be seat n from now on, take the others away, and make seat `host` the host's."""
    seats = seats_of(session, room)
    for seat in seats:
        if seat.number not in order:
            session.delete(seat)
    for shift in (len(seats), 0):  # first out of each other's way
        for number, before in enumerate(order):
            seats[before].number = number + shift
        session.flush()
    session.get_one(Room, room).host = host


def put_away(session: Session, room: int, order: Sequence[int], host: int) -> None:
    """Clear the table of its latest game, which is called off if it is not over, and reseat."""
    reseat(session, room, order, host)
    game = session.exec(select(Game).where(Game.room_id == room).order_by(col(Game.number).desc())).first()
    if game is not None:
        session.get_one(Room, room).put_away = game.number
        if game.ended_at is None:
            game.ended_at, game.result = now(), CALLED_OFF


def begin(session: Session, room: int, order: Sequence[int], host: int, game: Game) -> None:
    """Reseat, and begin this game with its house rules."""
    reseat(session, room, order, host)
    session.get_one(Room, room).options = game.options
    session.add(game)
    session.flush()


def results_of(session: Session, room: int) -> list[tuple[list[int], dict[str, Any]]]:
    """The players and the results of a room's finished games."""
    games = select(Game.players, Game.result).where(Game.room_id == room, col(Game.ended_at).is_not(None))
    return [(list(players), dict(result)) for players, result in session.exec(games) if players and result]


def listed(session: Session, most: int) -> list[tuple[Room, list[str], bool]]:
    """The newest rooms that are listed, not over and not empty; who sits there, and whether they play."""
    games = select(Game.id).where(Game.room_id == Room.id, Game.number > Room.put_away)
    plays = games.where(col(Game.ended_at).is_(None)).exists()
    rooms = session.exec(
        select(Room, plays)
        .where(col(Room.listed), plays | ~games.exists(), select(Seat.id).where(Seat.room_id == Room.id).exists())
        .order_by(col(Room.id).desc())
        .limit(most)
    ).all()
    seats = select(Seat.room_id, Seat.name).where(col(Seat.room_id).in_([room.id for room, _ in rooms]))
    names: dict[int, list[str]] = {key(room): [] for room, _ in rooms}
    for room_id, name in session.exec(seats.where(~col(Seat.vacant)).order_by(col(Seat.number))):
        names[room_id].append(name)
    return [(room, names[key(room)], is_playing) for room, is_playing in rooms]


def key(row: Room | Seat | Game) -> int:
    """The primary key of a row that has been written."""
    assert row.id is not None
    return row.id
