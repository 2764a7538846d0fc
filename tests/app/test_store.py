"""The database: what is acknowledged is there, once, and moves that wait share a commit."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import weakref
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, event
from sqlalchemy.exc import SQLAlchemyError, StatementError
from sqlmodel import Session, SQLModel, select

from app import db, models, store
from app.models import Game, Move, Room, Seat
from app.store import Conflict, MoveRow, Store

pytestmark = pytest.mark.anyio


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    url = f"sqlite:///{tmp_path / 'test.sqlite'}"
    db.migrate(url)
    return db.connect(url)


@pytest.fixture
async def opened(engine: Engine) -> AsyncIterator[Store]:
    opened = Store(engine)
    yield opened
    await opened.close()


def room(code: str) -> Room:
    return Room(code=code, join_secret=f"j{code}", watch_secret=f"w{code}", game="wireburn", options={})


async def game(opened: Store, code: str = "AAAAA") -> int:
    """The key of a new game in a new room."""
    row = await opened.call(store.open_room, room(code), Seat(room_id=0, number=0, name="Ann", token_hash=code))
    return await opened.call(
        store.add,
        Game(
            room_id=store.key(row),
            number=1,
            game="wireburn",
            rules=1,
            options={},
            seats=2,
            seed="s",
            starter=0,
            client_id="s",
        ),
    )


def move(game: int, number: int, seat: int, client_id: str | None, **more: Any) -> MoveRow:
    """A row of a game's log."""
    usual: dict[str, Any] = {"move": {}, "by": "player", "result": None, "clock": None}
    return MoveRow(game, number, seat, client_id=client_id, **{**usual, **more})


def moves(session: Session) -> list[tuple[int, int, str | None]]:
    return [(m.game_id, m.number, m.client_id) for m in session.exec(select(Move).order_by("game_id", "number"))]


async def test_moves_that_wait_share_a_commit(opened: Store, engine: Engine) -> None:
    games = [await game(opened, f"AAA{a}{b}") for a in "ABCDE" for b in "ABCDE"]
    commits: list[Any] = []
    event.listen(engine, "commit", commits.append)
    done: list[int] = []
    await asyncio.gather(
        *(
            opened.append(move(key, 1, 0, "id"), lambda key=key: done.append(key))  # type: ignore[misc]
            for key in games
        )
    )
    assert done == games
    assert 1 <= len(commits) <= 3
    assert await opened.call(moves) == [(key, 1, "id") for key in games]


async def test_a_conflict_fails_alone(opened: Store) -> None:
    first, second = await game(opened, "AAAAA"), await game(opened, "BBBBB")
    await opened.append(move(first, 1, 0, "a"), lambda: None)
    done: list[str] = []
    rows = [
        move(second, 1, 0, "b"),
        move(first, 1, 1, "same number"),
        move(second, 2, 0, "c"),
        move(second, 3, 0, "b"),
        move(first, 2, 1, "d", result={"winners": [1], "reason": "r", "scores": None}),
    ]
    answers = await asyncio.gather(
        *(opened.append(row, lambda row=row: done.append(row.client_id)) for row in rows),  # type: ignore[misc]
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), Conflict, type(None), Conflict, type(None)]
    assert done == ["b", "c", "d"]
    assert await opened.call(moves) == [(first, 1, "a"), (first, 2, "d"), (second, 1, "b"), (second, 2, "c")]
    ended = await opened.call(lambda session: session.get_one(Game, first))
    assert ended.result == {"winners": [1], "reason": "r", "scores": None}
    assert ended.ended_at is not None
    assert ended.ended_at.tzinfo is UTC


async def test_what_cannot_be_written_fails_alone(opened: Store) -> None:
    """Whatever one room's player sends that the database will not take, the moves of other rooms go in."""
    first, second = await game(opened, "AAAAA"), await game(opened, "BBBBB")
    rows = [move(first, 1, 0, "a"), move(second, 1, 0, "b", move={"x": object()}), move(first, 2, 0, "c")]
    answers = await asyncio.gather(*(opened.append(row, lambda: None) for row in rows), return_exceptions=True)
    assert [answer is None for answer in answers] == [True, False, True]
    assert await opened.call(moves) == [(first, 1, "a"), (first, 2, "c")]


async def test_the_commit_counts_even_if_nobody_waits(opened: Store) -> None:
    key = await game(opened)
    done: list[str] = []
    waiting = asyncio.create_task(opened.append(move(key, 1, 0, "a"), lambda: done.append("a")))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await opened.call(moves) == [(key, 1, "a")]
    assert done == ["a"]


async def test_what_fails_is_rolled_back_and_told(opened: Store) -> None:
    def half(session: Session) -> None:
        session.add(room("AAAAA"))
        session.flush()
        raise LookupError("in the middle")

    with pytest.raises(LookupError):
        await opened.call(half)
    assert await opened.call(store.room_by, "code", "AAAAA") is None
    await opened.call(store.add, room("AAAAA"))  # type: ignore[arg-type]
    with pytest.raises(Conflict):
        await opened.call(store.add, room("AAAAA"))  # type: ignore[arg-type]


async def test_errors_keep_secrets_to_themselves(engine: Engine) -> None:
    with Session(engine) as session:
        row = room("AAAAA")
        row.join_secret = "the-secret"
        session.add(row)
        session.commit()
        again = room("BBBBB")
        again.join_secret = "the-secret"
        session.add(again)
        with pytest.raises(SQLAlchemyError) as failed:
            session.commit()
    assert "the-secret" not in str(failed.value)
    assert "the-secret" not in repr(row)
    engine.dispose()


async def test_a_seat_given_up_renumbers_the_rest(opened: Store) -> None:
    row = await opened.call(store.open_room, room("AAAAA"), Seat(room_id=0, number=0, name="0", token_hash="0"))
    key = store.key(row)
    for n in range(1, 4):
        await opened.call(store.add, Seat(room_id=key, number=n, name=str(n), token_hash=str(n)))
    await opened.call(store.reseat, key, [2, 0, 3], 1)
    row, seats = await opened.call(store.room_and_seats, key)
    assert [(seat.number, seat.name) for seat in seats] == [(0, "2"), (1, "0"), (2, "3")]
    assert row.host == 1


async def test_no_update_is_lost_between_two_writers(engine: Engine) -> None:
    with Session(engine) as session:
        session.add(room("AAAAA"))
        session.commit()

    def count() -> None:
        for _ in range(40):
            with Session(engine) as session, session.begin():
                session.exec(select(Room)).one().host += 1

    await asyncio.gather(*(asyncio.to_thread(count) for _ in range(4)))
    with Session(engine) as session:
        assert session.exec(select(Room)).one().host == 160
    engine.dispose()


async def test_moments_are_utc_and_aware(engine: Engine) -> None:
    east = datetime(2024, 5, 1, 14, 0, tzinfo=timezone(timedelta(hours=2)))
    with Session(engine) as session:
        row = room("AAAAA")
        row.created_at = east
        session.add(row)
        session.commit()
        session.refresh(row)
        assert (row.created_at, row.created_at.tzinfo) == (east, UTC)
        row.created_at = datetime(2024, 5, 1)  # noqa: DTZ001
        with pytest.raises(StatementError):
            session.commit()
    engine.dispose()


async def test_the_migrations_make_what_the_models_say(engine: Engine) -> None:
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, SQLModel.metadata) == []
    engine.dispose()


async def test_migrating_again_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.sqlite'}"
    db.migrate(url)
    with sqlite3.connect(tmp_path / "test.sqlite") as connection:
        schema = connection.execute("select sql from sqlite_master order by name").fetchall()
    db.migrate(url)
    with sqlite3.connect(tmp_path / "test.sqlite") as again:
        assert again.execute("select sql from sqlite_master order by name").fetchall() == schema
        assert again.execute("pragma journal_mode").fetchone() == ("wal",)
    connection.close()
    again.close()
    assert models.Room.__tablename__ == "room"


async def test_an_upgrade_keeps_what_is_there(tmp_path: Path) -> None:
    """Rooms with people in them, from the first version on, whose rows refer to each other."""
    url = f"sqlite:///{tmp_path / 'test.sqlite'}"
    db.migrate(url, "0001")
    moment = "2026-01-01 12:00:00"
    with sqlite3.connect(tmp_path / "test.sqlite") as old:
        old.execute(
            "insert into room (id, code, join_secret, watch_secret, game, options, listed, host, created_at)"
            f" values (7, 'KFTQR', 'join', 'watch', 'wireburn', '{{}}', 0, 0, '{moment}')"
        )
        old.execute(
            "insert into seat (room_id, number, name, token_hash, created_at)"
            f" values (7, 0, 'Ann', 'hash', '{moment}')"
        )
    old.close()
    db.migrate(url)
    engine = db.connect(url)
    with Session(engine) as session:
        assert session.exec(select(Room.code)).all() == ["KFTQR"]
        assert session.exec(select(Seat.name)).all() == ["Ann"]
        last = session.exec(select(Seat)).one()
        session.delete(last)
        session.flush()
        assert store.add(session, Seat(room_id=7, number=0, name="Bob", token_hash="2")) > store.key(last)
        assert session.connection().exec_driver_sql("pragma foreign_key_check").all() == []
        assert session.connection().exec_driver_sql("pragma foreign_keys").scalar() == 1
    engine.dispose()


async def test_what_was_done_is_let_go(opened: Store) -> None:
    class Holder:
        def noted(self) -> None:
            pass

    holder = Holder()
    known = weakref.ref(holder)
    await opened.append(move(await game(opened), 1, 0, "a"), holder.noted)
    del holder
    for _ in range(100):
        await asyncio.sleep(0.01)
        gc.collect()
        if known() is None:
            break
    assert known() is None


async def test_a_fault_in_what_follows_a_commit_is_told_and_stays_small(opened: Store) -> None:
    def fault() -> None:
        raise LookupError("after the commit")

    keys = [await game(opened, code) for code in ("AAAAA", "BBBBB")]
    done: list[str] = []
    waiting = asyncio.gather(
        opened.append(move(keys[0], 1, 0, "a"), fault),
        opened.append(move(keys[1], 1, 0, "b"), lambda: done.append("b")),
        return_exceptions=True,
    )
    answers = await asyncio.wait_for(waiting, 30)
    assert [type(answer) for answer in answers] == [LookupError, type(None)]
    assert done == ["b"]
