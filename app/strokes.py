"""Letters and shapes as strokes, from which everything drawn is put together: alike on every machine."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

DRAWINGS = Path(__file__).parents[1] / "seeds" / "cards"
WIDTH = 100
"""How wide a card is drawn."""


def read(name: str) -> Any:
    """The data of a drawing or a deck."""
    return json.loads((DRAWINGS / f"{name}.json").read_text(encoding="utf-8"))


@cache
def letters() -> dict[str, tuple[float, str]]:
    """Width and strokes of every letter that cards and headings are set in; all are 10 high."""
    return {letter: (width, strokes) for letter, (width, strokes) in read("letters").items()}


@cache
def shapes() -> dict[str, str]:
    """The suits' and special cards' marks as SVG in a 100 × 100 box, in the current colour."""
    return dict(read("shapes"))


def lettered(text: str, *, gap: float = 3) -> tuple[float, str]:
    """`text` in stroke letters 10 high: its width, and the strokes as `<path>`s without a colour."""
    x, paths = 0.0, []
    for letter in text:
        width, strokes = letters()[letter]
        if strokes:
            paths.append(f'<path d="{strokes}" transform="translate({x:.1f} 0)"/>')
        x += width + gap
    return max(0.0, x - gap), "".join(paths)


def width_of(text: str) -> float:
    """How wide `text` is in letters 10 high."""
    return lettered(text)[0]


def set_text(text: str, x: float, y: float, height: float, weight: float, *, room: float = 99.0) -> str:
    """`text` with its top left corner at (x, y), narrowed until it is at most `room` wide."""
    width, paths = lettered(text)
    tall = height / 10
    wide = min(tall, room / width) if width else tall
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({wide:.3f} {tall:.3f})" '
        f'stroke-width="{weight / ((tall + wide) / 2):.2f}">{paths}</g>'
    )


def set_middle(text: str, y: float, height: float, weight: float, *, room: float = 84.0) -> str:
    """`text` centred on the card with its top at y."""
    width = min(lettered(text)[0] * height / 10, room)
    return set_text(text, (WIDTH - width) / 2, y, height, weight, room=room)


def shape(name: str, x: float, y: float, size: float) -> str:
    """A mark with its top left corner at (x, y)."""
    return f'<g transform="translate({x:g} {y:g}) scale({size / 100:g})">{shapes()[name]}</g>'
