"""The scenarios and rulebooks that the product is planted with, read for the tests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+\b")
SHARED_IDS = frozenset({"MOVE-SHAPE", "MOVE-TURN", "MOVE-ASK", "MOVE-CARD"})
"""The refusals that serve all games; docs/engine.md has them, no rulebook."""

Scenario = dict[str, Any]


def scenarios() -> list[Scenario]:
    """Every scenario, file by file."""
    files = sorted((ROOT / "seeds" / "scenarios").rglob("*.json"))
    return [scenario for file in files for scenario in json.loads(file.read_text())]


def rulebooks() -> dict[str, list[str]]:
    """The rule ids that head a rule, by game, in the order of its rulebook."""
    books = sorted((ROOT / "seeds" / "rulebooks").glob("[a-z]*.md"))
    return {book.stem: re.findall(r"^### (\S+)", book.read_text(), re.MULTILINE) for book in books}


def cited() -> set[str]:
    """The rule ids that stand in the engine's code."""
    sources = sorted((ROOT / "engine").rglob("*.py"))
    return {rule for source in sources for rule in RULE_ID.findall(source.read_text())}
