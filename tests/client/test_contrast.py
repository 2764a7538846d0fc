"""All text stands out from what it lies on, in every theme: worked out from the style sheets themselves.

The measure is that of WCAG 2: 4.5 to 1 for text. A rule that sets both colours is held to its own pair; one that
sets the text's alone, to each of the surfaces that text can lie on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from app.settings import ROOT

CSS = ROOT / "static" / "css"
LEAST = 4.5
SURFACES = ("ground", "table", "panel", "raised")
LIT = "color-mix(in srgb, var(--accent) 14%, var(--panel))"
"""What may be pressed, or is going on."""
THEMES = {
    "dark": (),
    "light": ("(prefers-color-scheme: light)",),
    "contrast": ("(prefers-contrast: more)",),
    "light contrast": (
        "(prefers-color-scheme: light)",
        "(prefers-contrast: more)",
        "(prefers-contrast: more) and (prefers-color-scheme: light)",
    ),
}
SCOPES = {
    "wireburn": ('[data-game="wireburn"]',),
    "red-shift": ('[data-game="wireburn"]', '[data-mood="red-shift"]'),
    "burn": ('[data-game="burn"]',),
    "firewall": ('[data-game="firewall"]',),
    "livewire": ('[data-game="livewire"]',),
}
STAND_FOR = {"side": ("blue-side", "red-side"), "suit": ("heart", "diamond", "club", "spade")}
"""What the properties may be that rules give to each side and suit."""
INHERITED = {
    ".seat.firewall .count": "color-mix(in srgb, var(--danger) 22%, var(--panel))",
    ".open-sheet .role": "color-mix(in srgb, var(--side) 13%, var(--panel))",
    ".sheet td.blue, .sheet td.red": "color-mix(in srgb, var(--accent) 10%, var(--panel))",
    ".ruling b": "color-mix(in srgb, var(--warn) 9%, var(--panel))",
    "#coach h2": "color-mix(in srgb, var(--accent) 9%, var(--panel))",
    "#coach .astray": "color-mix(in srgb, var(--accent) 9%, var(--panel))",
    ".played .refused::before": "color-mix(in srgb, var(--danger) 16%, var(--table))",
}
"""Text that lies on a surface of its parent's."""
DRAWN = re.compile(r"\.sign\b|\.socket|\.away::before")
"""Rules whose `color` is that of a drawing."""

Colour = tuple[float, float, float]
Names = dict[str, str]


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each rule of a style sheet that holds no others: its selector, and what it says."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return ((found[1].strip(), found[2]) for found in re.finditer(r"([^{}]+)\{([^{}]*)\}", text))


def names(theme: str, scope: str) -> Names:
    """The custom properties as they are in this theme on a page of this game."""
    found: Names = {}
    parts = re.split(r"@media (.+?) \{\n", (CSS / "tokens.css").read_text())
    for media, text in (("", parts[0]), *zip(parts[1::2], parts[2::2], strict=True)):
        if media and media not in THEMES[theme]:
            continue
        for wanted in (":root", *SCOPES[scope]):
            for selector, body in blocks(text):
                if wanted in selector.split(", "):
                    found |= dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))
    return found


def colour(value: str, known: Names, under: str = "var(--panel)") -> Colour:
    """A colour by its value; one that lets something through lies on `under`."""
    value = value.strip()
    if found := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return colour(known[found[1]], known, under)
    if found := re.fullmatch(r"#([0-9a-f]{3}|[0-9a-f]{6})", value):
        digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
        red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
        return red, green, blue
    found = re.fullmatch(r"color-mix\(in srgb, (.+?) (\d+)%, (.+)\)", value)
    assert found, f"no colour that this test can read: {value}"
    some = colour(found[1], known, under)
    rest = colour(under if found[3] == "transparent" else found[3], known, under)
    share = int(found[2]) / 100
    red, green, blue = (share * one + (1 - share) * other for one, other in zip(some, rest, strict=True))
    return red, green, blue


def luminance(given: Colour) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in given)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def texts() -> Iterator[tuple[str, str, list[str]]]:
    """Each rule that colours text: where it stands, the colour, and what it can lie on."""
    for path in sorted(CSS.rglob("*.css")):
        screen = path.read_text().partition("@media print")[0]
        for selector, body in blocks(screen):
            said = dict(re.findall(r"(?:^|;)\s*([\w-]+):\s*([^;]+)", body))
            text, ground = said.get("color", ""), said.get("background", "none")
            if not text or text in ("inherit", "transparent") or DRAWN.search(selector):
                continue
            where = f"{path.relative_to(CSS)}: {selector}"
            if ground not in ("none", "transparent"):
                yield where, text, [ground]
            elif selector in INHERITED:
                yield where, text, [INHERITED[selector]]
            else:
                lit = [LIT] if text in ("var(--text)", "var(--soft)") else []
                yield where, text, [f"var(--{surface})" for surface in SURFACES] + lit


def test_a_measure_that_is_known() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    assert contrast(colour("#777", {}), colour("#fff", {})) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("scope", SCOPES)
def test_all_text_stands_out(theme: str, scope: str) -> None:
    known = names(theme, scope)
    faint = []
    checked = 0
    for where, text, grounds in texts():
        if where.startswith("games/") and SCOPES[scope][0][12:-2] not in where:
            continue
        for ground in grounds:
            ratio = min(
                contrast(colour(text, meant), colour(ground, meant))
                for side, suit in product(*STAND_FOR.values())
                for meant in [known | {"side": known[side], "suit": known[suit]}]
            )
            checked += 1
            if ratio < LEAST:
                faint.append(f"{where}: {text} on {ground} {ratio:.2f}")
    assert checked > 100
    assert faint == []
