"""Recorded games play as they did, and every position has as many moves as it had."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.golden.records import CENSUS, FOLDER, census, openings, replayed

RECORDS = sorted(FOLDER.glob("*.tsv"))


def test_every_game_has_a_record_with_each_of_its_house_rules() -> None:
    recorded = {record.stem: json.loads(record.read_text().split("\n", 1)[0]) for record in RECORDS}
    assert recorded == dict(openings()), "make golden"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_recorded_game_plays_as_it_did(record: Path) -> None:
    lines = record.read_text().splitlines()
    assert list(replayed(lines)) == lines


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_there_are_as_many_lines_of_moves_as_there_were(record: Path) -> None:
    assert census(record.read_text().splitlines()) == json.loads(CENSUS.read_text())[record.stem]
