"""The rules pages: each game's rulebook with its worked examples, alike for everybody, without a script."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from markupsafe import Markup, escape
from starlette.responses import Response

import engine
from app import faces, telling
from app.examples import Example, examples
from app.pages import failure, templates
from app.rulebook import EVERY_GAME, RULE_ID, Block, CardEntry, Paragraph, Rule, Section, Table, book
from app.words import say

router = APIRouter(default_response_class=Response)


@router.get("/rules/{game}")
def rules(game: str, request: Request, track: str = "", q: str = "") -> Response:
    """A game's whole rulebook; that of one `track` of it, or what is found for `q`."""
    tracks = {each.name for each in book(game).tracks} if game in engine.GAMES else set()
    return _answer(request, game, _page, track if track in tracks else "", _asked(q))


@router.get("/rules/{game}/quick")
def quick(game: str, request: Request) -> Response:
    """The few lines to remember, to look at or to print."""
    return _answer(request, game, _quick)


@router.get("/rules/{game}/questions")
def questions(game: str, request: Request) -> Response:
    """Every ruling, with its reason."""
    return _answer(request, game, _questions)


@router.get("/rules/{game}/panel")
def panel(game: str, request: Request) -> Response:
    """The rulebook as a part of a page, its examples left out, to lie beside a game."""
    return _answer(request, game, _panel)


@router.get("/rules/{game}/examples/{rule}")
def worked(game: str, rule: str, request: Request) -> Response:
    """A rule's worked examples as a part of a page."""
    if game not in engine.GAMES or rule not in examples(game):
        return failure(request, 404, say("error.page"))
    return _answer(request, game, _examples, rule)


@router.get("/cards/{game}/{name}.svg")
def card_picture(game: str, name: str, request: Request) -> Response:
    """One card's face, for pages with very many of them."""
    picture = faces.pictures(game).get(name) if game in engine.GAMES else None
    if picture is None:
        return failure(request, 404, say("error.page"))
    lasting = request.query_params.get("v") == faces.sprite(game).tag
    headers = {"Cache-Control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
    return Response(picture, media_type="image/svg+xml", headers=headers)


def _answer(request: Request, game: str, make: Callable[..., bytes], *what: str) -> Response:
    """What was made before, if it is still what the browser has: only its tag."""
    if game not in engine.GAMES:
        return failure(request, 404, say("error.page"))
    packed = make(game, *what)
    headers = {
        "ETag": f'"{hashlib.sha256(packed).hexdigest()[:16]}"',
        "Cache-Control": "no-cache",
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="text/html", headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type="text/html", headers=headers)


def _page(game: str, track: str, asked: str) -> bytes:
    return _search(game, track, asked) if asked else _whole(game, track)


@cache
def _whole(game: str, track: str) -> bytes:
    return _packed("rules.html", game, sections=_shown(game, track), track=track, asked="", hits=None)


def _search(game: str, track: str, asked: str) -> bytes:
    sections = []
    for section in _shown(game, track):
        found = [rule for rule in section.rules if matches(findable(game, rule), asked)]
        if found:
            sections.append(Section(section.title, section.track, rules=found))
    hits = sum(len(section.rules) for section in sections)
    return _packed("rules.html", game, sections=sections, track=track, asked=asked, hits=hits)


@cache
def _quick(game: str) -> bytes:
    return _packed("rules_quick.html", game)


@cache
def _questions(game: str) -> bytes:
    return _packed("rules_questions.html", game, sections=_shown(game, ""))


@cache
def _panel(game: str) -> bytes:
    return _packed("rules_panel.html", game, sections=_shown(game, ""), track="", asked="", hits=None)


@cache
def _examples(game: str, rule: str) -> bytes:
    return _packed("rules_examples.html", game, examples=examples(game)[rule])


def _packed(template: str, game: str, **context: Any) -> bytes:
    page = templates.get_template(template).render(game=game, book=book(game), **context)
    return gzip.compress(page.encode(), 6, mtime=0)


@cache
def article(game: str, rule: str, track: str, in_section: str, *, with_examples: bool) -> Markup:
    """A rule as it stands on every page; kept, so that a search only puts rules together."""
    parts: Any = templates.get_template("rules_parts.html").module
    worked = _of_track(game, examples(game).get(rule, []), track) if with_examples else None
    found = (book(game).rules | book(EVERY_GAME).rules)[rule]
    return Markup(parts.one_rule(game, book(game), found, findable(game, found), worked, in_section))


def _shown(game: str, track: str) -> list[Section]:
    """The sections of a rulebook, or of one track of it, and after them those of every table."""
    shown = []
    for section in book(game).sections + book(EVERY_GAME).sections:
        if track and section.track not in ("", track):
            continue
        kept = [rule for rule in section.rules if not track or rule.track in ("", track)]
        shown.append(Section(section.title, section.track, section.use, section.blocks, kept))
    return shown


def _of_track(game: str, worked: list[Example], track: str) -> list[Example]:
    """The examples that this track plays: Core's own, and its own. All, if a rule has none of those."""
    if not track:
        return worked
    return [example for example in worked if set(tracks_of(game, example)) <= {track}] or worked


def tracks_of(game: str, example: Example) -> list[str]:
    """The tracks that an example's house rules have chosen."""
    return [
        track.name
        for track in book(game).tracks
        if track.option and str(example.options.get(track.option)).lower() == track.value
    ]


@cache
def _findable(game: str) -> dict[str, str]:
    found = {}
    for read in (book(game), book(EVERY_GAME)):
        words = read.words
        for section in read.sections:
            for rule in section.rules:
                said = [rule.id, *rule.id.split("-"), rule.title, section.title, *words.get(rule.id, [])]
                said += [block.text for block in rule.blocks if isinstance(block, Paragraph)]
                said += [card_title(game, code) for code in faces.pictures(game) if f"`{code}`" in " ".join(said)]
                found[rule.id] = _asked(" ".join(said))
    return found


def findable(game: str, rule: Rule) -> str:
    """All words that a rule is found by: id, title, text, the cards it names, and what players call it."""
    return _findable(game)[rule.id]


def matches(words: str, asked: str) -> bool:
    """Whether each word that was typed begins one of these words."""
    return all(f" {word}" in f" {words}" for word in asked.split())


def _asked(text: str) -> str:
    """Words as they are compared: small, without marks of speech."""
    return " ".join(re.sub(r"[^\w+\-]+", " ", text[:20_000].lower()).split())


def card_title(game: str, code: str) -> str:
    """A card's name, or "" for a drawing that is no card."""
    is_card = any(card["code"] == code for card in faces.deck(game)["cards"])
    return telling.card(game, code) if is_card else ""


def card_entries(game: str) -> dict[str, CardEntry]:
    """What the rulebook says of each card, in the deck's order."""
    entries = {code: entry for entry in book(game).cards for code in entry.codes}
    return {card["code"]: entries[card["code"]] for card in faces.deck(game)["cards"] if card["code"] in entries}


def inline(text: str) -> Markup:
    """Rulebook text as HTML: codes set apart, rule ids as links."""
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text)))
    return Markup(RULE_ID.sub(r'<a class="id" href="#\g<0>">\g<0></a>', html))


def picture(game: str, code: str) -> str:
    """Where a card's face is, or "" if it has none."""
    return f"/cards/{game}/{quote(code)}.svg?v={faces.sprite(game).tag}" if code in faces.pictures(game) else ""


def rulings(sections: list[Section]) -> list[tuple[str, str, str, list[Paragraph]]]:
    """Every ruling: where it stands (an anchor, an id and a title), and its words."""
    found = []
    for section in sections:
        if section.rulings:
            found.append((section.anchor, "", section.title, section.rulings))
        found += [(rule.id, rule.id, rule.title, rule.rulings) for rule in section.rules if rule.rulings]
    return found


def is_table(block: Block) -> bool:
    """Whether it is a table; a paragraph otherwise."""
    return isinstance(block, Table)


templates.env.filters.update(inline=inline)
templates.env.globals.update(
    article=article, card_name=telling.card, entries=card_entries, is_table=is_table, picture=picture,
    rulings=rulings, rule_ids=RULE_ID.findall, tracks_of=tracks_of,
)  # fmt: skip
