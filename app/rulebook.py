"""The rulebooks in `seeds/rulebooks/`, read into sections, rules, paragraphs and tables; README.md there
has their shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property

from app import faces
from app.settings import ROOT

BOOKS = ROOT / "seeds" / "rulebooks"
EVERY_GAME = "Every-game"
"""The rulebook whose rules hold in all games."""
RULE_ID = re.compile(r"\b(?:[A-Z]{2}-[A-Z]+-\d+|MOVE-[A-Z]+|ROOM-[A-Z]+)\b")
_CODED = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text in one piece; what stands in backquotes is a code. A ruling is a reading of ours, with its reason."""

    text: str
    is_ruling: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts below a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Paragraph | Table


@dataclass(slots=True)
class Rule:
    """One numbered rule; `track` is that of its heading or of its section, "" where it always holds."""

    id: str
    title: str
    track: str
    blocks: list[Block] = field(default_factory=list)

    @property
    def rulings(self) -> list[Paragraph]:
        """Our readings of it."""
        return [block for block in self.blocks if isinstance(block, Paragraph) and block.is_ruling]


@dataclass(slots=True)
class Section:
    """Rules that belong together, below an introduction. `use` says what else its table is for."""

    title: str
    track: str = ""
    use: str = ""
    blocks: list[Block] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)

    @property
    def rulings(self) -> list[Paragraph]:
        """Our readings in its introduction."""
        return [block for block in self.blocks if isinstance(block, Paragraph) and block.is_ruling]

    @property
    def anchor(self) -> str:
        """Its place on a page."""
        return re.sub(r"[^a-z]+", "-", self.title.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Track:
    """A way to play: the rules without a track, and those of this one. It is chosen by `option` having `value`."""

    name: str
    title: str
    text: str
    option: str
    value: str


@dataclass(frozen=True, slots=True)
class CardEntry:
    """What one kind of card does, and the rules that speak of it."""

    codes: tuple[str, ...]
    text: str
    rules: tuple[str, ...]


@dataclass
class Rulebook:
    """A game's rules as they are read: `sections` in order, those with a `use` among them."""

    game: str
    title: str
    blocks: list[Block]
    sections: list[Section]

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its id, in order."""
        return {rule.id: rule for section in self.sections for rule in section.rules}

    def rows(self, use: str) -> Iterator[tuple[str, ...]]:
        """The rows of the tables that are there for this."""
        for section in self.sections:
            for block in section.blocks:
                if section.use == use and isinstance(block, Table):
                    yield from block.rows

    @cached_property
    def tracks(self) -> list[Track]:
        """The ways to play that the book tells apart; none where there is one only."""
        return [
            Track(codes(name)[0], title, text, *_option(option))
            for name, title, option, text in self.rows("tracks")
        ]

    @cached_property
    def words(self) -> dict[str, list[str]]:
        """By rule, the players' own words for what it is about."""
        found: dict[str, list[str]] = {}
        for words, rules in self.rows("words"):
            for rule in RULE_ID.findall(rules):
                found.setdefault(rule, []).append(words)
        return found

    @cached_property
    def cards(self) -> list[CardEntry]:
        """What the cards do, by kind."""
        return [self._entry(cards, text, rules) for cards, text, rules in self.rows("cards")]

    def _entry(self, cards: str, text: str, rules: str) -> CardEntry:
        found = expanded(self.game, cards)
        named = set(RULE_ID.findall(rules)) | {
            rule.id for rule in self.rules.values() if _names(self.game, rule, found)
        }
        return CardEntry(tuple(found), text, tuple(rule for rule in self.rules if rule in named))


def codes(text: str) -> list[str]:
    """What stands in backquotes."""
    return _CODED.findall(text)


def expanded(game: str, text: str) -> list[str]:
    """The card codes in backquotes; `T1`…`T10` stands for all from one to the other, in the deck's order."""
    order = [card["code"] for card in faces.deck(game)["cards"]]
    found: list[str] = []
    for first, last in re.findall(r"`([^`]+)`(?:…`([^`]+)`)?", text):
        between = order[order.index(first) : order.index(last) + 1] if {first, last} <= {*order} else [first, last]
        found += between if last else [first]
    return found


def _names(game: str, rule: Rule, cards: list[str]) -> bool:
    """Whether the rule speaks of one of these cards by its code or its name."""
    text = " ".join([rule.title, *(block.text for block in rule.blocks if isinstance(block, Paragraph))])
    drawn = {card["code"]: card.get("name", "") for card in faces.deck(game)["cards"] if card["code"] in cards}
    names = {name for printed in drawn.values() for name in (printed, printed.title()) if name}
    said = any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names)
    return said or any(code in cards for code in codes(text))


def _option(text: str) -> tuple[str, str]:
    option = codes(text)
    return (option[0], option[1]) if option else ("", "")


@cache
def book(name: str) -> Rulebook:
    """The rulebook of a game, or that of every game. FileNotFoundError if there is none."""
    return parse(name, (BOOKS / f"{name}.md").read_text(encoding="utf-8"))


def parse(name: str, text: str) -> Rulebook:
    """A rulebook's text as what it says."""
    read = Rulebook(name, "", [], [])
    blocks = read.blocks
    for part in _parts(text):
        if part.startswith("# "):
            read.title = part[2:]
        elif part.startswith("## "):
            read.sections.append(Section(part[3:]))
            blocks = read.sections[-1].blocks
        elif part.startswith("### "):
            rule_id, title = part[4:].split(" ", 1)
            read.sections[-1].rules.append(Rule(rule_id, title, read.sections[-1].track))
            blocks = read.sections[-1].rules[-1].blocks
        elif part.startswith("Track: "):
            section = read.sections[-1]
            headed = section.rules[-1] if section.rules else section
            headed.track = part[7:]
        elif part.startswith("Use: "):
            read.sections[-1].use = part[5:]
        else:
            blocks.append(_block(part))
    return read


def _parts(text: str) -> Iterator[str]:
    """Headings, paragraphs and tables, one by one; a heading needs no empty line after it."""
    for part in re.split(r"\n\s*\n", text.strip()):
        while part.startswith("#"):
            heading, _, part = part.partition("\n")
            yield heading
        if part:
            yield part


def _block(part: str) -> Block:
    if part.startswith("|"):
        head, _, *rows = (tuple(cell.strip() for cell in line.strip("|").split("|")) for line in part.splitlines())
        return Table(head, tuple(rows))
    text = " ".join(part.splitlines())
    return Paragraph(text.removeprefix("Ruling: "), text.startswith("Ruling: "))
