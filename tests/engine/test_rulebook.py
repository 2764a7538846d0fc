"""Rulebook, scenarios and engine name the same rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import engine
from tests.engine.seeds import ROOT, RULE_ID, SHARED_IDS, cited, rulebooks, scenarios

HEADED = [rule for rules in rulebooks().values() for rule in rules]
SHOWN = {rule for scenario in scenarios() for rule in scenario["rules"]}


def test_every_game_has_its_rulebook() -> None:
    assert set(rulebooks()) == set(engine.GAMES)


def test_ids_are_well_formed_and_head_one_rule_each() -> None:
    assert [rule for rule in HEADED if not RULE_ID.fullmatch(rule)] == []
    assert [rule for rule, times in Counter(HEADED).items() if times > 1] == []


def test_every_rule_has_a_title_and_a_text() -> None:
    for game in rulebooks():
        text = (ROOT / "seeds" / "rulebooks" / f"{game}.md").read_text()
        for rule in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
            heading, _, body = rule.partition("\n")
            says = [part for part in body.split("\n## ")[0].split("\n\n") if part.strip() and "Track:" not in part]
            assert " " in heading, f"{heading}: an id and a title"
            assert says, f"{heading}: no text"


def test_every_rule_has_a_scenario() -> None:
    assert sorted(set(HEADED) - SHOWN) == []


def test_scenarios_name_known_rules_only() -> None:
    assert sorted(SHOWN - set(HEADED) - SHARED_IDS) == []


def test_scenario_ids_are_unique() -> None:
    assert [name for name, times in Counter(s["id"] for s in scenarios()).items() if times > 1] == []


def test_the_engine_cites_every_rule_and_no_other() -> None:
    assert sorted(set(HEADED) - cited()) == [], "rules that no line of the engine cites"
    assert sorted(cited() - set(HEADED)) == [], "ids in the engine that no rulebook has"


TRACKS = {"one": ("pace", "one"), "shield": ("edition", "shield"), "red-shift": ("red_shift", True)}
"""The house rule that each track belongs to."""


def tracked(text: str) -> Iterator[tuple[str, str]]:
    """The rules of a rulebook that a track, their own or their section's, ties to a house rule."""
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        head, *rules = re.split(r"^### ", section, flags=re.MULTILINE)
        for rule in rules:
            track = re.search(r"^Track: (.+)$", rule, re.MULTILINE) or re.search(
                r"^Track: (.+)$", head, re.MULTILINE
            )
            if track:
                yield rule.split()[0], track[1]


def test_a_rule_of_a_track_is_shown_with_its_house_rule() -> None:
    for game in rulebooks():
        for rule, track in tracked((ROOT / "seeds" / "rulebooks" / f"{game}.md").read_text()):
            key, value = TRACKS[track]
            houses = [scenario["position"]["options"] for scenario in scenarios() if rule in scenario["rules"]]
            assert any(house[key] == value for house in houses), f"{rule}: no scenario with {key} {value}"
