"""The tables: rooms, the seats in them, the games played there and every game's log of moves."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.db import Utc, now

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Room(SQLModel, table=True):
    """A table that people sit down at. `host` is the number of the host's seat, `house` how the room is run,
    `put_away` the number of the last game that was cleared from the table, `touched_at` when somebody was there
    last.
    """

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(unique=True, max_length=5)
    join_secret: str = Field(unique=True, repr=False)
    watch_secret: str = Field(unique=True, repr=False)
    game: str
    options: dict[str, Any] = Field(sa_type=JSON)
    listed: bool = Field(default=False, index=True)
    host: int = 0
    put_away: int = 0
    house: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    created_at: datetime = Field(default_factory=now, sa_type=Utc)
    touched_at: datetime = Field(default_factory=now, sa_type=Utc, index=True)


class Seat(SQLModel, table=True):
    """A place at a room's table and who sits there, `muted` if nobody is to hear them, `vacant` if they have left
    for good while a game was on; `origin` tells whence they came, see `Cookies.origin`. The seat's token, and the
    one that moves it to another device until a moment, are kept as their SHA-256 alone."""

    __table_args__ = (
        UniqueConstraint("room_id", "number"),
        {"sqlite_autoincrement": True},  # a key is its player's own number, also after they have left
    )

    id: int | None = Field(default=None, primary_key=True)
    room_id: int = Field(foreign_key="room.id")
    number: int
    name: str
    token_hash: str = Field(unique=True, repr=False)
    muted: bool = False
    vacant: bool = False
    origin: str | None = None
    ticket_hash: str | None = Field(default=None, unique=True, repr=False)
    ticket_until: datetime | None = Field(default=None, sa_type=Utc)
    created_at: datetime = Field(default_factory=now, sa_type=Utc)


class Game(SQLModel, table=True):
    """One play-through, the room's `number`th. With its moves it replays to the same position anywhere.

    `players` are the keys of the seats, as they sat; `starter` is the seat that started it, `client_id` the id of
    the message it did so with; `clock` is what `app.clock.Clocks` knew after the latest move.
    """

    __table_args__ = (UniqueConstraint("room_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    room_id: int = Field(foreign_key="room.id")
    number: int
    game: str
    rules: int
    options: dict[str, Any] = Field(sa_type=JSON)
    seats: int
    players: list[int] | None = Field(default=None, sa_type=JSON)
    seed: str = Field(repr=False)
    starter: int
    client_id: str
    started_at: datetime = Field(default_factory=now, sa_type=Utc)
    ended_at: datetime | None = Field(default=None, sa_type=Utc)
    result: dict[str, Any] | None = Field(default=None, sa_type=JSON)
    clock: dict[str, Any] | None = Field(default=None, sa_type=JSON)


class Move(SQLModel, table=True):
    """A game's `number`th move. `client_id` is the id its sender gave it, so that a resend is known again; a move
    that was made for a player, as `by` tells, has none. One whose `by` is `undo` takes the move before it back.
    """

    __table_args__ = (UniqueConstraint("game_id", "number"), UniqueConstraint("game_id", "seat", "client_id"))

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    number: int
    seat: int
    move: dict[str, Any] = Field(sa_type=JSON)
    by: str = "player"
    client_id: str | None
    at: datetime = Field(default_factory=now, sa_type=Utc)


class Pulse(SQLModel, table=True):
    """When the server was last known to run, written while time runs for somebody."""

    id: int = Field(default=1, primary_key=True)
    at: datetime = Field(sa_type=Utc)


class Block(SQLModel, table=True):
    """Whence nobody may sit down in a room any more, as `Seat.origin`."""

    __table_args__ = (UniqueConstraint("room_id", "origin"),)

    id: int | None = Field(default=None, primary_key=True)
    room_id: int = Field(foreign_key="room.id")
    origin: str


class Remark(SQLModel, table=True):
    """Something that a player, or watcher number `watcher`, said: the `number`th remark of a circle (`players` or
    `watchers`). `player` is the key of the speaker's seat, `name` what they were called then; `text` is the key of
    words for all kinds but `text`.
    """

    __table_args__ = (UniqueConstraint("room_id", "circle", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    room_id: int = Field(foreign_key="room.id")
    circle: str
    number: int
    player: int | None = None
    name: str = ""
    watcher: int | None = None
    kind: str
    text: str
    client_id: str
    at: datetime = Field(sa_type=Utc)
