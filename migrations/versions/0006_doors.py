"""Whence players came, who may not come back, and seats on their way to another device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app import db

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one version up."""
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("origin", sa.String(), nullable=True))
        seat.add_column(sa.Column("ticket_hash", sa.String(), nullable=True))
        seat.add_column(sa.Column("ticket_until", db.Utc(timezone=True), nullable=True))
        seat.create_unique_constraint("uq_seat_ticket_hash", ["ticket_hash"])
    op.create_table(
        "block",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("room_id", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["room.id"], name="fk_block_room_id_room"),
        sa.PrimaryKeyConstraint("id", name="pk_block"),
        sa.UniqueConstraint("room_id", "origin", name="uq_block_room_id_origin"),
    )


def downgrade() -> None:
    """Go one version down."""
    op.drop_table("block")
    with op.batch_alter_table("seat") as seat:
        seat.drop_constraint("uq_seat_ticket_hash", type_="unique")
        seat.drop_column("ticket_until")
        seat.drop_column("ticket_hash")
        seat.drop_column("origin")
