"""Players' numbers that are never given out again, so that nobody takes over the wins and words of who left."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go one version up."""
    _rebuild(lasting=True)


def downgrade() -> None:
    """Go one version down."""
    _rebuild(lasting=False)


def _rebuild(*, lasting: bool) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return  # others never give a key out twice
    with op.batch_alter_table("seat", recreate="always", table_kwargs={"sqlite_autoincrement": lasting}):
        pass
