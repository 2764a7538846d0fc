"""First tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app import db

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one version up."""
    op.create_table(
        "room",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(5), nullable=False),
        sa.Column("join_secret", sa.String(), nullable=False),
        sa.Column("watch_secret", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("host", sa.Integer(), nullable=False),
        sa.Column("created_at", db.Utc(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_room"),
        sa.UniqueConstraint("code", name="uq_room_code"),
        sa.UniqueConstraint("join_secret", name="uq_room_join_secret"),
        sa.UniqueConstraint("watch_secret", name="uq_room_watch_secret"),
    )
    op.create_index("ix_room_listed", "room", ["listed"])
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("room_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("starter", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.String(), nullable=False),
        sa.Column("started_at", db.Utc(timezone=True), nullable=False),
        sa.Column("ended_at", db.Utc(timezone=True), nullable=True),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["room_id"], ["room.id"], name="fk_game_room_id_room"),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("room_id", "number", name="uq_game_room_id_number"),
    )
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("room_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("created_at", db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["room.id"], name="fk_seat_room_id_room"),
        sa.PrimaryKeyConstraint("id", name="pk_seat"),
        sa.UniqueConstraint("room_id", "number", name="uq_seat_room_id_number"),
        sa.UniqueConstraint("token_hash", name="uq_seat_token_hash"),
    )
    op.create_table(
        "move",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.JSON(), nullable=False),
        sa.Column("client_id", sa.String(), nullable=False),
        sa.Column("at", db.Utc(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_move_game_id_game"),
        sa.PrimaryKeyConstraint("id", name="pk_move"),
        sa.UniqueConstraint("game_id", "number", name="uq_move_game_id_number"),
        sa.UniqueConstraint("game_id", "seat", "client_id", name="uq_move_game_id_seat_client_id"),
    )


def downgrade() -> None:
    """Go one version down."""
    op.drop_table("move")
    op.drop_table("seat")
    op.drop_table("game")
    op.drop_table("room")
