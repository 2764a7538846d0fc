"""The benchmark measures: a short run has a figure of its own for everything that a long one has."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import engine


def test_a_quick_run_has_all_figures(tmp_path: Path) -> None:
    stored = tmp_path / "bench.json"
    run = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--store", str(stored)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    figures = json.loads(stored.read_text())
    assert figures["engine"]["chess_steps_per_second"] > 0
    games = figures["engine"]["games"]
    assert {row["game"] for row in games} == set(engine.GAMES)
    for row in games:
        assert row["steps_per_second"] > row["games_per_second"] > 0
        assert row["copy_us"] > 0
        assert row["view_us"] > 0
    for name in ("fusebox", "bare"):
        for row in figures["server"][name]:
            assert row["moves_per_second"] > 0
            assert row["p99_ms"] >= row["p50_ms"] > 0
    for row, bare in zip(figures["server"]["fusebox"], figures["server"]["bare"], strict=True):
        assert row["bytes_per_update"] > 500
        assert abs(row["bytes_per_update"] - bare["bytes_per_update"]) < 2
    assert "wireburn" in run.stdout
    assert "fusebox" in run.stdout
