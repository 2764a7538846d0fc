"""Seats left in a game, games put away, and who played them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one version up."""
    op.add_column("game", sa.Column("players", sa.JSON(), nullable=True))
    for table, column in (
        ("seat", sa.Column("vacant", sa.Boolean(), nullable=False, server_default=sa.false())),
        ("room", sa.Column("put_away", sa.Integer(), nullable=False, server_default="0")),
    ):
        with op.batch_alter_table(table) as changed:
            changed.add_column(column)
        with op.batch_alter_table(table) as changed:
            changed.alter_column(column.name, server_default=None)


def downgrade() -> None:
    """Go one version down."""
    with op.batch_alter_table("room") as room:
        room.drop_column("put_away")
    with op.batch_alter_table("seat") as seat:
        seat.drop_column("vacant")
    op.drop_column("game", "players")
