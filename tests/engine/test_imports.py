"""The directions of the imports: app to engine, bots to engine, never back, and never in a circle."""

from __future__ import annotations

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.engine.seeds import ROOT

ALLOWED = {"engine": {"engine", "msgspec", *sys.stdlib_module_names}, "bots": {"bots", "engine"}}
NOT_PURE = {"asyncio", "logging", "os", "socket", "sqlite3", "threading", "time", "datetime"}


def imported(folder: str) -> set[tuple[str, str]]:
    found = set()
    for source in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(source.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [folder if node.level else node.module or ""]
            found |= {(str(source.relative_to(ROOT)), name.split(".")[0]) for name in names}
    return found


def modules_imported(source: Path) -> set[str]:
    """What a file takes from the house, types included, as names of modules."""
    found = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("folder", ["engine", "bots", "app", "bench", "tests"])
def test_no_imports_go_in_a_circle(folder: str) -> None:
    house = {
        str(source.relative_to(ROOT).with_suffix("")).replace("/", "."): source
        for source in (ROOT / folder).rglob("*.py")
        if source.name != "__init__.py"
    }
    TopologicalSorter({name: modules_imported(house[name]) & set(house) for name in house}).prepare()


@pytest.mark.parametrize("folder", sorted(ALLOWED))
def test_imports_go_one_way(folder: str) -> None:
    allowed = ALLOWED[folder] | set(sys.stdlib_module_names)
    assert {(source, name) for source, name in imported(folder) if name not in allowed} == set()


def test_the_engine_is_pure() -> None:
    outside = {"engine/__main__.py"}  # the terminal, which is no part of the games
    assert {
        (source, name) for source, name in imported("engine") if name in NOT_PURE and source not in outside
    } == set()
