"""The worked examples of the rulebook: the scenarios in `seeds/scenarios/`, played and put into words.

A scenario's form is told in docs/engine.md. Nothing here decides anything: what is legal, refused and shown
afterwards comes from the engine as the page is made.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import engine
from app import telling
from app.places import Place, changed, places
from app.settings import ROOT
from app.words import knows, say

SCENARIOS = ROOT / "seeds" / "scenarios"
MANY_STEPS = 5
"""Examples with more of them come later."""
Scenario = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """One move of an example: who, what it was, what came of it, and the places that changed.

    A refused one has the `rule` and the engine's sentence, and has changed nothing.
    """

    text: str
    rule: str = ""
    places: list[Place] = field(default_factory=list)
    says: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Example:
    """A position, the moves made in it, and what is true in the end."""

    id: str
    title: str
    rules: list[str]
    options: dict[str, Any]
    places: list[Place]
    steps: list[Step]
    says: list[str]


@cache
def scenarios(game: str) -> list[Scenario]:
    """A game's scenarios, file by file."""
    files = sorted((SCENARIOS / game).glob("*.json"))
    return [scenario for file in files for scenario in json.loads(file.read_text(encoding="utf-8"))]


@cache
def examples(game: str) -> dict[str, list[Example]]:
    """By rule, the examples that name it: those that are named after it first, long ones last."""
    by_rule: dict[str, list[Example]] = {}
    for scenario in scenarios(game):
        example = play(scenario)
        for rule in example.rules:
            by_rule.setdefault(rule, []).append(example)
    for rule, found in by_rule.items():
        found.sort(key=lambda each: (not each.id.startswith(f"{rule}-"), len(each.steps) > MANY_STEPS))
    return by_rule


def play(scenario: Scenario) -> Example:
    """Play a scenario through."""
    state = engine.load(scenario["position"])
    dump = state.dump()
    start = places(dump, state.acting)
    shown = places(dump)
    steps = []
    for step in scenario.get("steps", []):
        text, rule = _made(state, step["seat"], step["move"])
        now = places(state.dump())
        steps.append(Step(text, rule, changed(shown, now), _says(state, step)))
        shown = now
    says = _says(state, scenario)
    if steps and state.acting:
        says.insert(0, say("turn.of", who=telling.players(state.acting)))
    return Example(scenario["id"], scenario["title"], scenario["rules"], dump["options"], start, steps, says)


def _made(state: engine.State, seat: int, move: Any) -> tuple[str, str]:
    """Make the move: what happened in words and "", or why it was refused and the rule."""
    game = state.game
    try:
        events = state.apply(seat, move)
    except engine.IllegalMove as refused:
        wanted = json.dumps(move) if refused.rule == "MOVE-SHAPE" else telling.move_words(game, move)
        values = {"seat": telling.player(seat), "move": wanted, "reason": refused.message}
        return say("rules.refused", **values), refused.rule
    told = [telling.tell(game, event, state.seats) for event in events]
    if knows(own := f"rules.{game}.do.{move['do']}"):
        told.insert(0, say(own, **{**telling.named(game, move), "player": telling.player(seat)}))
    return " ".join(filter(None, told)), ""


def _says(state: engine.State, says: Scenario) -> list[str]:
    """What the scenario claims here beside the picture: what may be done, and who sees what."""
    game = state.game
    told = []
    for key in ("legal", "not_legal"):
        for seat, moves in says.get(key, {}).items():
            listed = "; ".join(telling.move_words(game, move) for move in moves)
            told.append(say(f"rules.{key.replace('_', '-')}", seat=telling.player(int(seat)), moves=listed))
    for name, hidden in says.get("hidden", {}).items():
        told.append(say("rules.hidden", who=_viewer(name), cards=telling.cards(game, hidden)))
    for name, view in says.get("view", {}).items():
        if view.get("hand"):
            told.append(say("rules.sees", who=_viewer(name), cards=telling.cards(game, view["hand"])))
    return told


def _viewer(name: str) -> str:
    return say("rules.watcher") if name == "spectator" else telling.player(int(name))
