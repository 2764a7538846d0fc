"""What people say, and who may not."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app import db

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one version up."""
    with op.batch_alter_table("seat") as seat:
        seat.add_column(sa.Column("muted", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seat") as seat:
        seat.alter_column("muted", server_default=None)
    op.create_table(
        "remark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("room_id", sa.Integer(), nullable=False),
        sa.Column("circle", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("watcher", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("client_id", sa.String(), nullable=False),
        sa.Column("at", db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["room.id"], name="fk_remark_room_id_room"),
        sa.PrimaryKeyConstraint("id", name="pk_remark"),
        sa.UniqueConstraint("room_id", "circle", "number", name="uq_remark_room_id_circle_number"),
    )


def downgrade() -> None:
    """Go one version down."""
    op.drop_table("remark")
    with op.batch_alter_table("seat") as seat:
        seat.drop_column("muted")
