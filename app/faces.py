"""Card faces: one SVG sprite per game, drawn from the data in `seeds/cards/`.

A sprite is a set of `<symbol>`s that pages point at with `<use href="/cards/wireburn.svg#T7">`. What is cloned
that way cannot reach gradients or style sheets of its own, so every colour is a custom property of the page
(`fill="var(--teal)"`), and rank, letter and name are drawn as strokes, alike on every machine.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from app import suited
from app.strokes import DRAWINGS, WIDTH, lettered, read, set_middle, set_text, shape, shapes

HEIGHT = 140
INK = "var(--card-ink)"


@dataclass(frozen=True, slots=True)
class Sprite:
    """All faces of one game as an SVG document, the same gzipped, and the tag that changes with it."""

    svg: str
    packed: bytes
    tag: str


def _corner(card: dict[str, str]) -> str:
    """The large figure of a corner; "1/10" stands one above the other, and a card without a rank has its mark."""
    rank = card.get("rank")
    if rank is None:
        return shape(card["mark"], 9, 9.5, 28)
    if "/" not in rank:
        return set_text(rank, 10, 10.5, 27, 6, room=26)
    low, high = rank.split("/")
    return (
        set_text(low, 14, 9.5, 13, 4) + '<path d="M10 27H26" stroke-width="2"/>' + set_text(high, 9.5, 31.5, 13, 4)
    )


def _body(colour: str, corner: str, under: str, middle: str) -> str:
    """A card's ground with its figure in two corners, what stands `under` the upper one, and its middle."""
    wires = (
        f'<g stroke="{INK}" stroke-opacity=".32" fill="none" stroke-linecap="round">'
        '<path stroke-width="1.6" d="M66 50L82 34V18M74 58L92 40V28M58 44L68 34V12"/>'
        '<path stroke-width="6" d="M82 15h.01M92 25h.01M68 9h.01"/></g>'
    )
    ink = f'color="{INK}" stroke="{INK}" fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="11" fill="{colour}"/>'
        '<path d="M98 5.5L3 135A11 11 0 0 0 11 140H89A11 11 0 0 0 100 129V11A11 11 0 0 0 98 5.5Z" '
        'fill="#000" fill-opacity=".09"/>'
        '<rect x="2.5" y="2.5" width="95" height="135" rx="8.5" fill="none" stroke="#fff" stroke-opacity=".3"/>'
        f'{wires}<g transform="rotate(180 50 70)">{wires}<g {ink}>{corner}</g></g>'
        f"<g {ink}>{corner}{under}</g>{middle}"
    )


def face(card: dict[str, str], suits: dict[str, dict[str, str]]) -> str:
    """The symbol of one card: a line of the deck's data drawn out."""
    suit = suits[card["colour"]]
    colour = f"var(--{card['colour']})"
    letter, suit_shape = suit["letter"], suit["shape"]
    under = set_text(letter, 10, 46, 12, 3) if letter else shape(suit_shape, 9, 47, 15)
    middle = (
        f'<circle cx="50" cy="70" r="33.5" fill="none" stroke="{INK}" stroke-opacity=".32" stroke-width="1.6"/>'
        f'<circle cx="50" cy="70" r="30" fill="{INK}"/>'
    )
    if name := card.get("name"):
        middle += (
            f'<path d="M0 84H100V98.5H0Z" fill="{INK}"/>'
            f'<g color="{colour}">{shape(card.get("mark", suit_shape), 33, 47, 34)}</g>'
            f'<g fill="none" stroke="{colour}" stroke-linecap="round" stroke-linejoin="round">'
            f"{set_middle(name, 87.2, 8, 2.2)}</g>"
        )
    else:
        middle += f'<g color="{colour}">{shape(suit_shape, 30, 50, 40)}</g>'
    body = _body(colour, _corner(card), under, middle)
    return f'<symbol id="{card["code"]}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>'


def chip(card: dict[str, str], suits: dict[str, dict[str, str]]) -> str:
    """The symbol `small-CODE`: a card where there is little room, its figure over its suit's shape."""
    suit = suits[card["colour"]]
    if rank := card.get("rank"):
        width = min(lettered(rank)[0] * 5.6, 76)
        figure = set_text(rank, (WIDTH - width) / 2, 12, 56, 11, room=76)
        figure += shape(suit["shape"], 38, 75, 19) if not suit["letter"] else set_middle(suit["letter"], 76, 16, 5)
    else:
        figure = shape(card["mark"], 14, 14, 72)
    return (
        f'<symbol id="small-{card["code"]}" viewBox="0 0 {WIDTH} {WIDTH}">'
        f'<rect width="{WIDTH}" height="{WIDTH}" rx="14" fill="var(--{card["colour"]})"/>'
        f'<g color="{INK}" stroke="{INK}" fill="none" stroke-linecap="round" stroke-linejoin="round">{figure}</g>'
        "</symbol>"
    )


def back(mark: str) -> str:
    """The symbol `back`, with the game's mark in its accent."""
    quarter = (
        '<path d="M14 56V32L30 16H50"/><path d="M24 52V36L36 24H50"/><path d="M34 46V40L42 32H50"/>'
        '<circle cx="14" cy="60" r="2.600"/><circle cx="24" cy="56" r="2.600"/><circle cx="34" cy="50" r="2.600"/>'
    )
    quarters = "".join(
        f'<g transform="translate({50 - 50 * sx} {70 - 70 * sy}) scale({sx} {sy})">{quarter}</g>'
        for sx, sy in ((1, 1), (-1, 1), (1, -1), (-1, -1))
    )
    return (
        f'<symbol id="back" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="11" fill="var(--card-back)"/>'
        f'<rect x="4" y="4" width="92" height="132" rx="8" fill="none" stroke="var(--accent)" stroke-width="2"/>'
        f'<g fill="none" stroke="var(--accent)" stroke-opacity=".5" stroke-width="1.800">{quarters}</g>'
        f'<g color="var(--accent)">{shape(mark, 24, 44, 52)}</g></symbol>'
    )


@cache
def deck(game: str) -> dict[str, Any]:
    """The data that a game's cards are drawn from: `back`, `suits`, `cards`, maybe `style`; none if not drawn."""
    drawn = (DRAWINGS / f"{game}.json").exists()
    data: dict[str, Any] = read(game) if drawn else {"back": "fuse", "suits": {}, "cards": []}
    return data


@cache
def sprite(game: str) -> Sprite:
    """A game's faces: the symbols CODE and `small-CODE` per card, `back`, and `shape-NAME` for every shape."""
    data = deck(game)
    styles = (suited.face, suited.chip) if data.get("style") == "paper" else (face, chip)
    drawn = [draw(card, data["suits"]) for draw in styles for card in data["cards"]]
    drawn.append(back(data["back"]))
    drawn += [
        f'<symbol id="shape-{name}" viewBox="0 0 100 100">{drawing}</symbol>' for name, drawing in shapes().items()
    ]
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(drawn)}</svg>\n'
    return Sprite(svg, gzip.compress(svg.encode(), mtime=0), hashlib.sha256(svg.encode()).hexdigest()[:16])


@cache
def _colours(game: str) -> dict[str, str]:
    """The custom properties of a page of this game, as the dark theme has them."""
    tokens = (DRAWINGS.parents[1] / "static" / "css" / "tokens.css").read_text(encoding="utf-8").split("@media")[0]
    found = re.findall(rf'(?:^:root|^\[data-game="{game}"\]) {{(.*?)}}', tokens, re.DOTALL | re.MULTILINE)
    return {name: value for block in found for name, value in re.findall(r"(--[\w-]+): ([^;]+);", block)}


@cache
def pictures(game: str) -> dict[str, bytes]:
    """Every drawing of a game's sprite as a document of its own, colours filled in, by its name.

    A page with thousands of cards shows these as `<img>`: a `<use>` costs the browser a copy of the whole drawing.
    """
    drawn = {}
    for name, box, body in re.findall(r'<symbol id="(.*?)" viewBox="(.*?)">(.*?)</symbol>', sprite(game).svg):
        filled = re.sub(r"var\((--[\w-]+)\)", lambda found: _colours(game)[found[1]], body)
        drawn[name] = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{filled}</svg>'.encode()
    return drawn


def inscription(text: str) -> str:
    """`text` as an SVG element in the cards' letters and the current colour, for headings."""
    width, paths = lettered(text.upper(), gap=3.4)
    return (
        f'<svg class="inscription" role="img" aria-label="{text}" viewBox="-1.5 -1.5 {width + 3:.1f} 13" '
        f'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
        f"{paths}</svg>"
    )
