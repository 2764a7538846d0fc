"""How each room is run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one version up."""
    with op.batch_alter_table("room") as room:
        room.add_column(sa.Column("house", sa.JSON(), nullable=False, server_default="{}"))
    with op.batch_alter_table("room") as room:
        room.alter_column("house", server_default=None)


def downgrade() -> None:
    """Go one version down."""
    with op.batch_alter_table("room") as room:
        room.drop_column("house")
