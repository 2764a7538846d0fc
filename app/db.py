"""The database: one engine for SQLite and Postgres, and how a time is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import DateTime, Dialect, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.types import TypeDecorator

from app.settings import ROOT


class Utc(TypeDecorator[datetime]):
    """A moment, always aware and always UTC; SQLite forgets the zone and Postgres does not."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is not None and value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def connect(url: str) -> Engine:
    """An engine for this address. Statements' values are kept out of its errors, since some are secrets."""
    engine = create_engine(
        url,
        hide_parameters=True,
        json_serializer=lambda value: msgspec.json.encode(value).decode(),
        json_deserializer=msgspec.json.decode,
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver would begin too late, see _begin_sqlite
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 10000")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # a move that was acknowledged survives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # a transaction that reads first and writes later loses updates


def migrate(url: str, to: str = "head") -> None:
    """Bring the database at this address up to date, or to a version, making it if need be."""
    config = Config(str(ROOT / "alembic.ini"))
    engine = connect(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _leave_references)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)
    engine.dispose()


def _leave_references(connection: Any, _record: ConnectionPoolEntry) -> None:
    """Let a table be exchanged for its changed copy while rows of others refer to it."""
    connection.execute("PRAGMA foreign_keys = OFF")
