"""Clocks, moves made for absent players, moves taken back, and when somebody was last in a room."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app import db

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one version up."""
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", db.Utc(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )
    op.add_column("game", sa.Column("clock", sa.JSON(), nullable=True))
    with op.batch_alter_table("move") as move:
        move.add_column(sa.Column("by", sa.String(), nullable=False, server_default="player"))
        move.alter_column("client_id", existing_type=sa.String(), nullable=True)
    with op.batch_alter_table("move") as move:
        move.alter_column("by", server_default=None)
    op.add_column("room", sa.Column("touched_at", db.Utc(timezone=True), nullable=True))
    op.execute("UPDATE room SET touched_at = created_at")
    with op.batch_alter_table("room") as room:
        room.alter_column("touched_at", existing_type=db.Utc(timezone=True), nullable=False)
    op.create_index("ix_room_touched_at", "room", ["touched_at"])


def downgrade() -> None:
    """Go one version down; moves that were taken back are lost to it."""
    op.drop_index("ix_room_touched_at", "room")
    with op.batch_alter_table("room") as room:
        room.drop_column("touched_at")
    with op.batch_alter_table("move") as move:
        move.drop_column("by")
    op.drop_column("game", "clock")
    op.drop_table("pulse")
