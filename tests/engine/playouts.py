"""Random games that are held to the laws of the contract at every step.

An AssertionError names the setting, the seed and the move, so that `play(setting, seed)` shows it again.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any
from zlib import crc32

import msgspec

import engine
from bots import simple
from tests.engine.seeds import SHARED_IDS, rulebooks
from tests.engine.tables import GAMES, Dump, Setting, Table, Telling, plays_cards

LONGEST = 20_000
"""A game that runs past so many moves does not end."""
CLOSE_LOOKS = 0.02
"""The share of moves before which every law is looked at, not only the quick ones."""
LEAK_LOOKS = 0.2
"""The share of moves whose bytes are searched for hidden cards."""
NEW_WORLDS = 0.15
"""The share of moves before which another world is imagined, where none is under way."""
SAMPLE = 5
"""How many moves of a kind such a look tries."""
STANDING = {"game", "options", "seats", "viewer", "acting", "legal", "result"}
RULES = {rule for rules in rulebooks().values() for rule in rules} | SHARED_IDS

encode = msgspec.json.encode


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played to its end."""

    setting: Setting
    seed: str
    moves: int
    course: int
    """A number that follows from all its moves."""
    reason: str
    last: Counter[str]
    """What was done in its last thousand moves."""


def play(setting: Setting, seed: str) -> Record:
    """Play one random game, dealt by a seed that could not stand in a view by chance. An error says which law was
    broken, and where."""
    playout = Playout(setting, seed)
    try:
        return playout.run()
    except Exception as error:
        error.add_note(f"{setting}, seed {seed!r}, after {len(playout.log)} moves")
        raise


class Twin:
    """Another world that one viewer cannot tell from the real one."""

    def __init__(self, state: engine.State, viewer: engine.Viewer, rng: Random) -> None:
        self.viewer = viewer
        view = state.view(viewer)
        self.state = engine.imagine(json.loads(encode(view)), rng)
        assert encode(self.state.view(viewer)) == encode(view), f"imagine gives viewer {viewer} another view"

    def follows(self, told: list[Telling], seat: int, move: engine.Move, table: Table) -> bool:
        """Make in this world the move that told the viewer that in the other. False where the rules have shown
        the viewer a card in which the worlds differ; any other difference is a leak."""
        told_here = tellings(self.state.apply(seat, move), self.viewer)
        for here, there in itertools.zip_longest(told_here, told):
            if here != there:
                shown = [telling for telling in (here, there) if telling and table.reveals(self.viewer, telling)]
                assert shown, f"viewer {self.viewer} is told {there} or {here}, by nothing that was revealed"
                return False
        return True


class Playout:
    """One random game under way."""

    def __init__(self, setting: Setting, seed: str) -> None:
        self.setting, self.seed = setting, seed
        self.rng = Random(f"{setting} {seed}")
        self.viewers: list[engine.Viewer] = [None, *range(setting.seats)]
        self.table = GAMES[setting.game]
        self.state = setting.start(seed)
        self.dump: Dump = self.state.dump()
        self.deck = sorted(self.table.deck(self.dump["options"]).elements())
        self.log: list[tuple[int, engine.Move]] = []
        self.seen: dict[bytes, engine.Move] = {}
        self.twin: Twin | None = None
        self.zeal = self.rng.choice((0.0, 0.5, 0.9))

    def run(self) -> Record:
        """Play to the end."""
        while self.state.acting:
            self.quick_look()
            if self.rng.random() < CLOSE_LOOKS:
                self.close_look()
            assert len(self.log) < LONGEST, "the game does not end"
            self.step(*self.choice())
        self.quick_look()
        self.close_look()
        self.replay()
        result = self.state.result
        assert result is not None
        assert set(result["winners"]) <= set(range(self.setting.seats))
        last = Counter(move["do"] for _, move in self.log[-1000:])
        return Record(self.setting, self.seed, len(self.log), crc32(encode(self.log)), result["reason"], last)

    def choice(self) -> tuple[int, engine.Move]:
        """A random move, sooner one that plays a card and one that the twin knows too, so that games come to
        their end and the two worlds stay together."""
        seat = self.rng.choice(self.state.acting)
        moves = self.state.legal(seat)
        if self.rng.random() < self.zeal:
            moves = [move for move in moves if plays_cards(move)] or moves
        if self.twin is not None and self.rng.random() < 0.7:
            known = self.twin.state.legal(seat)
            moves = [move for move in moves if move in known] or moves
        return seat, self.rng.choice(moves)

    def step(self, seat: int, move: engine.Move) -> None:
        """Make the move in the real world and, where it is legal there too, in the twin."""
        before = self.dump
        events = self.state.apply(seat, json.loads(encode(move)))
        self.log.append((seat, move))
        self.dump = self.state.dump()
        if {telling["event"] for telling in tellings(events, None)} <= engine.GAMES[self.setting.game].slips:
            self.look_at_slip(before, seat, events)
        assert sorted(self.table.cards(self.dump)) == self.deck, "cards came or went"
        if self.rng.random() < LEAK_LOOKS:
            self.look_for_leaks(before, move, events)
        self.follow(seat, move, events)

    def look_for_leaks(self, before: Dump, move: engine.Move, events: list[engine.Event]) -> None:
        """No card that stayed hidden from a viewer stands in what they are told, or in their view."""
        viewer = self.rng.choice(self.viewers)
        hidden = self.hidden_from(viewer, self.dump)
        assert_without(hidden, encode(self.state.view(viewer)), viewer)
        hidden = (hidden & self.hidden_from(viewer, before)) - {move.get("card")}
        told = [telling for telling in tellings(events, viewer) if not self.table.reveals(viewer, telling)]
        assert_without(hidden, encode(told), viewer)

    def look_at_slip(self, before: Dump, seat: int, events: list[engine.Event]) -> None:
        """A move that may be taken back has shown nobody anything but the mover's own cards, and drew no lot."""
        assert self.dump["shuffles"] == before["shuffles"], "chance was drawn by what may be taken back"
        own = set(before["hands"][seat])
        for viewer in self.viewers:
            told = tellings(events, viewer)
            assert not [telling for telling in told if self.table.reveals(viewer, telling)], "a slip reveals"
            shown = self.hidden_from(viewer, before) - self.hidden_from(viewer, self.dump)
            assert shown <= own, f"{shown} was shown by what may be taken back"

    def follow(self, seat: int, move: engine.Move, events: list[engine.Event]) -> None:
        """The two-world law, move by move: the same move in both worlds, the same tellings, the same view."""
        twin = self.twin
        if twin is None:
            return
        here, there = encode(self.state.view(twin.viewer)), twin.state
        if move not in there.legal(seat) or not twin.follows(
            tellings(events, twin.viewer), seat, move, self.table
        ):
            self.twin = None
            return
        assert encode(there.view(twin.viewer)) == here, f"viewer {twin.viewer} can tell two worlds apart"

    def quick_look(self) -> None:
        """The laws that cost little: who may move, and that the moves are a list without doubles."""
        state = self.state
        assert list(state.acting) == sorted(set(state.acting))
        assert (state.result is None) == bool(state.acting)
        for seat in {*state.acting, self.rng.randrange(state.seats)}:
            moves = state.legal(seat)
            lines = [encode(move) for move in moves]
            assert bool(moves) == (seat in state.acting), f"seat {seat} has a default exactly when it is to move"
            assert len(set(lines)) == len(lines), "a legal move is listed twice"
            self.seen.update(zip(lines, moves, strict=True))
        if self.twin is None and self.rng.random() < NEW_WORLDS:
            self.twin = Twin(state, self.rng.choice(self.viewers), self.rng)

    def close_look(self) -> None:
        """All the laws, with nothing changed by looking."""
        before = encode(self.dump)
        self.legal_moves_are_taken()
        self.other_moves_are_refused()
        self.default_is_taken()
        self.dump_is_the_state()
        self.views_hold()
        assert encode(self.state.dump()) == before, "looking at the game has changed it"

    def legal_moves_are_taken(self) -> None:
        """Every listed move (a sample) is accepted, on a copy that goes its own way."""
        for seat in self.state.acting:
            moves = self.state.legal(seat)
            for move in self.rng.sample(moves, min(SAMPLE, len(moves))):
                other = self.state.copy()
                other.apply(seat, move)
                assert encode(other.dump()) != encode(self.dump), f"{move} changes nothing"

    def default_is_taken(self) -> None:
        """Every decision has a default, chosen from that seat's view alone, which shows no card if it need not.
        A stand-in finds a move too."""
        for seat in self.state.acting:
            move = engine.default(json.loads(encode(self.state.view(seat))))
            self.state.copy().apply(seat, move)
            self.state.copy().apply(seat, simple.choose(json.loads(encode(self.state.view(seat)))))
            if not all(legal.keys() & {"card", "cards"} for legal in self.state.legal(seat)):
                assert not move.keys() & {"card", "cards"}, f"{move} shows a card that could have been kept"

    def other_moves_are_refused(self) -> None:
        """Moves of another time or seat are refused by a rule that exists, in both worlds alike."""
        pool = list(self.seen.values())
        for move in self.rng.sample(pool, min(SAMPLE, len(pool))):
            for seat in (-1, *range(self.setting.seats), self.setting.seats):
                if move in self.state.legal(seat):
                    continue
                refused = refusal(self.state, seat, move)
                assert refused.rule in RULES - {"MOVE-SHAPE"}, refused.rule
                assert refused.message.endswith("."), refused.message
                assert seat in self.state.acting or refused.rule == "MOVE-TURN", refused.rule
                assert encode(self.state.dump()) == encode(self.dump), f"refused, but changed by {move}"
                if self.twin is not None and seat == self.twin.viewer:
                    there = refusal(self.twin.state, seat, move)
                    assert (there.rule, there.message) == (refused.rule, refused.message), "the refusal tells"

    def dump_is_the_state(self) -> None:
        """A dump can be loaded, and is the same game to everybody."""
        again = engine.load(json.loads(encode(self.dump)))
        for one, other in itertools.pairwise((self.state, again, self.state.copy())):
            assert encode(one.dump()) == encode(other.dump())
            assert encode([one.acting, one.result]) == encode([other.acting, other.result])
            for viewer in self.viewers:
                assert encode(one.view(viewer)) == encode(other.view(viewer))

    def views_hold(self) -> None:
        """Every view has its standing keys, and can be imagined back into a whole game."""
        for viewer in self.viewers:
            view = self.state.view(viewer)
            assert view.keys() >= STANDING
            assert view["viewer"] == viewer
            assert view["acting"] == list(self.state.acting)
            described = view.get("ask") is not None  # a choice too wide to list, as docs/engine.md tells it
            assert view["legal"] == ([] if viewer is None or described else self.state.legal(viewer))
            assert_without(self.hidden_from(viewer, self.dump), encode(view), viewer)
            assert self.seed.encode() not in encode(view), "the seed is in a view"
            twin = Twin(self.state, viewer, self.rng)
            assert sorted(self.table.cards(twin.state.dump())) == self.deck, "imagined cards came or went"

    def hidden_from(self, viewer: engine.Viewer, dump: Dump) -> set[str]:
        """The cards of which this viewer may see no copy."""
        return set(self.deck).difference(self.table.open_to(dump, viewer))

    def replay(self) -> None:
        """Setting, seed and moves alone give this game again."""
        again = self.setting.start(self.seed)
        for seat, move in self.log:
            again.apply(seat, json.loads(encode(move)))
        assert encode(again.dump()) == encode(self.dump), "a replay is another game"


def tellings(events: list[engine.Event], viewer: engine.Viewer) -> list[Telling]:
    """What this viewer learns of the events."""
    return [telling for event in events if (telling := event.seen_by(viewer)) is not None]


def assert_without(hidden: set[str], seen: bytes, viewer: engine.Viewer) -> None:
    """No hidden card stands in what a viewer sees."""
    found = [card for card in hidden if f'"{card}"'.encode() in seen]
    assert found == [], f"viewer {viewer} sees {found}"


def refusal(state: engine.State, seat: Any, move: Any) -> engine.IllegalMove:
    """Why the move is refused; AssertionError when it is not."""
    try:
        state.apply(seat, move)
    except engine.IllegalMove as refused:
        return refused
    raise AssertionError(f"seat {seat!r} could make {move!r}")
