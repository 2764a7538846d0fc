"""What lies where: a game's whole position as labelled places, for the pictures of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.telling import player
from app.words import say

Position = Mapping[str, Any]
MOST_SHOWN = 8
"""Of a longer pile only those cards are drawn that come next or came last."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card at a place: its code, or None where a card has gone; whose it is; whether it has just come."""

    code: str | None
    of: str = ""
    is_fresh: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Cards that lie together, in order, with what there is to say about them.

    `shape` is how they lie: `stack` (the last on top), `row`, `line` (the next one first), `trick`, `face-down`,
    `grid` (five rows of five tokens) or `note` (only words). `more` cards of it are not shown.
    """

    key: str
    label: str
    shape: str
    cards: tuple[Lying, ...] = ()
    note: str = ""
    more: int = 0
    is_seat: bool = False


def places(position: Position, acting: tuple[int, ...] = ()) -> list[Place]:
    """Everything on the table and in hands, the table's own places first; who is to move is marked if given."""
    return list(_GAMES[position["game"]](position, acting))


def changed(before: list[Place], after: list[Place]) -> list[Place]:
    """The places that are not as they were, their new cards marked."""
    old = {place.key: place for place in before}
    return [_marked(old.get(place.key), place) for place in after if place != old.get(place.key)]


def _marked(before: Place | None, after: Place) -> Place:
    if after.shape == "grid" and before:
        pairs = zip(after.cards, before.cards, strict=True)
        return replace(after, cards=tuple(replace(new, is_fresh=new != old) for new, old in pairs))
    left = Counter(card.code for card in before.cards) if before else Counter[str | None]()
    cards = []
    for card in after.cards:
        cards.append(replace(card, is_fresh=card.code is not None and left[card.code] <= 0))
        left[card.code] -= 1
    return replace(after, cards=tuple(cards))


def _stack(key: str, label: str, cards: list[str], note: str = "") -> Place:
    shown = cards[-MOST_SHOWN:]
    return Place(key, label, "stack", tuple(map(Lying, shown)), note, len(cards) - len(shown))


def _line(key: str, label: str, cards: list[str]) -> Place:
    shown = cards[:MOST_SHOWN]
    return Place(key, label, "line", tuple(map(Lying, shown)), "", len(cards) - len(shown))


def _hand(position: Position, seat: int, acting: tuple[int, ...], *notes: str) -> Place:
    said = [say("rules.to-move")] * (seat in acting) + [note for note in notes if note]
    cards = tuple(map(Lying, position["hands"][seat]))
    return Place(f"hand{seat}", player(seat), "row", cards, " · ".join(said), is_seat=True)


def _note(key: str, text: str) -> Iterator[Place]:
    if text:
        yield Place(key, text, "note")


def _wireburn(position: Position, acting: tuple[int, ...]) -> Iterator[Place]:
    for name, cards in position["docks"].items():
        yield _stack(name, say(f"wireburn.zone.{name}"), cards)
    yield _line("draw", say("rules.draw"), position["draw"])
    yield _stack("discard", say("rules.discard"), position["discard"])
    if position["damage"]:
        yield from _note("damage", say("rules.wireburn.damage", n=position["damage"]))
    for seat, hand in enumerate(position["hands"]):
        clear = "" if hand else say("wireburn.clear")
        skips = say("wireburn.skips") if seat in position["skips"] else ""
        yield _hand(position, seat, acting, clear, skips)


def _burn(position: Position, acting: tuple[int, ...]) -> Iterator[Place]:
    yield _stack("pile", say("rules.burn.pile"), position["pile"])
    yield _line("draw", say("rules.draw"), position["draw"])
    if position["burned"]:
        yield _stack("burned", say("rules.burn.burned"), position["burned"])
    for seat, down in enumerate(position["down"]):
        yield _hand(position, seat, acting)
        if dealt := (position.get("dealt") or {seat: None})[seat]:
            yield _own("dealt", seat, "row", dealt)
        yield _own("up", seat, "row", position["up"][seat])
        yield _own("down", seat, "face-down", down if any(down) else ())


def _own(what: str, seat: int, shape: str, cards: Iterable[str | None], game: str = "burn") -> Place:
    """Cards that lie before a player."""
    label = say(f"rules.{game}.{what}", seat=player(seat))
    return Place(f"{what}{seat}", label, shape, tuple(map(Lying, cards)), is_seat=True)


def _trick(position: Position) -> Place:
    cards = tuple(Lying(code, player(seat)) for seat, code in position["trick"])
    return Place("trick", say("rules.trick"), "trick", cards)


def _firewall(position: Position, acting: tuple[int, ...]) -> Iterator[Place]:
    for suit, cards in position["stacks"].items():
        yield _stack(suit, say(f"firewall.zone.{suit}"), cards)
    yield _trick(position)
    sides = ("blue", "red") if position["blue"] == 0 else ("red", "blue")
    for team, side in enumerate(sides):
        won = {key: position[key][team] for key in ("points", "ports", "tricks")}
        if any(won.values()):
            yield from _note(f"won-{team}", say(f"rules.firewall.won.{side}", **won))
    for seat in range(4):
        yield _hand(position, seat, acting, say(f"rules.firewall.{sides[seat % 2]}"))
        if boot := position["boot"][seat]:
            yield _own("boot", seat, "face-down", [boot], "firewall")


def _livewire(position: Position, acting: tuple[int, ...]) -> Iterator[Place]:
    yield Place("grid", say("rules.livewire.grid"), "grid", tuple(map(Lying, position["grid"])))
    yield _trick(position)
    for seat, score in enumerate(position["scores"]):
        yield _hand(position, seat, acting, say("rules.livewire.score", n=score) if score else "")
        offered = (position.get("offered") or {seat: None})[seat]
        if goal := position["goals"][seat]:
            yield _own("goal", seat, "face-down", [goal], "livewire")
        elif offered:
            yield _own("goals", seat, "face-down", offered, "livewire")


_GAMES: Mapping[str, Callable[[Position, tuple[int, ...]], Iterator[Place]]] = {
    "wireburn": _wireburn,
    "burn": _burn,
    "firewall": _firewall,
    "livewire": _livewire,
}
