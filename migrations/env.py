"""Runs migrations, on the server's own connection or, from Alembic's command line, on the database that is set."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection
from sqlmodel import SQLModel

from app import db, models  # noqa: F401 - the models register their tables
from app.settings import Settings


def run(connection: Connection) -> None:
    """Bring this connection's database to the version asked for."""
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        user_module_prefix="db.",
    )
    with context.begin_transaction():
        context.run_migrations()


if context.config.attributes.get("connection") is not None:
    run(context.config.attributes["connection"])
else:
    with db.connect(Settings().database).begin() as own:
        run(own)
