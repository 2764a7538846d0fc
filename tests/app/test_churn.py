"""Tables that were played at and dropped leave nothing behind; `make churn` tries thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.churn import churn

pytestmark = pytest.mark.anyio


async def test_dropped_tables_leave_nothing_behind(tmp_path: Path) -> None:
    figures = await churn(24, tmp_path)
    start, end = figures.start, figures.end
    assert (end.rooms, end.games, end.sockets) == (start.rooms, start.games, start.sockets) == (0, 0, 0)
    assert end.blocks < 1.1 * start.blocks
    assert end.tasks == start.tasks
    assert end.files <= start.files
    assert end.timers <= start.timers + 2, "one of the server's own may be just being set"
    assert figures.rows_left == 0
