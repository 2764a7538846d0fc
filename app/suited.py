"""Playing cards with suits on pale paper, and the Goals of a grid on dark, in the style `paper` of a deck."""

from __future__ import annotations

from collections.abc import Mapping

from app.strokes import set_middle, set_text, shape, width_of

Card = Mapping[str, str]
Suits = Mapping[str, Card]

SIZE = 5
"""Tokens in a row of the grid."""
LINES = {f"row{n + 1}": [SIZE * n + at for at in range(SIZE)] for n in range(SIZE)}
LINES |= {f"col{n + 1}": [SIZE * at + n for at in range(SIZE)] for n in range(SIZE)}
LINES |= {"diag1": [6 * at for at in range(SIZE)], "diag2": [4 * at + 4 for at in range(SIZE)]}
"""The tokens of a row, a column or a diagonal of the grid, counted from the top left."""


def face(card: Card, suits: Suits) -> str:
    """The symbol of one card: a suit's, or a Goal."""
    return _symbol(card["code"], 140, _suit_face(card, suits[card["colour"]]) if "rank" in card else _goal(card))


def chip(card: Card, suits: Suits) -> str:
    """The symbol `small-CODE`: a card where there is little room."""
    if "rank" in card:
        rank, mark = card["rank"], suits[card["colour"]]["shape"]
        width = min(width_of(rank) * 5.2, 56)
        figure = set_text(rank, 50 - width / 2, 9, 50, 11, room=56) + shape(mark, 33, 64, 30)
        drawing = '<rect width="100" height="100" rx="14" fill="var(--paper)"/>' + _ink(
            f"{card['colour']}-ink", figure
        )
    else:
        drawing = '<rect width="100" height="100" rx="14" fill="var(--card-back)"/>' + _wanted(card, 20)
    return _symbol(f"small-{card['code']}", 100, drawing)


def _symbol(name: str, height: int, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 100 {height}">{drawing}</symbol>'


def _ink(colour: str, drawing: str) -> str:
    return (
        f'<g color="var(--{colour})" stroke="var(--{colour})" fill="none" stroke-linecap="round" '
        f'stroke-linejoin="round">{drawing}</g>'
    )


def _suit_face(card: Card, suit: Card) -> str:
    """Paper with rank, shape and letter in a corner, and again upside down unless the card stands for a Wire."""
    rank, letter, ink = card["rank"], suit["letter"], f"{card['colour']}-ink"
    width = min(width_of(rank) * 2.5, 22)
    corner = set_text(rank, 19 - width / 2, 9, 25, 5.5, room=22)
    corner += shape(suit["shape"], 10, 40, 18)
    corner += set_text(letter, 19 - width_of(letter) * 0.45, 62, 9, 2.4)
    rest = (
        _wire(card, suit) if "line" in card else f"{_turned(corner)}{_middle(card.get('figure'), suit['shape'])}"
    )
    return (
        '<rect width="100" height="140" rx="11" fill="var(--paper)"/>'
        '<path d="M98 5.5L3 135A11 11 0 0 0 11 140H89A11 11 0 0 0 100 129V11A11 11 0 0 0 98 5.5Z" '
        'fill="#000" fill-opacity=".045"/>'
        '<rect x="2" y="2" width="96" height="136" rx="9" fill="none" stroke="var(--accent)" '
        f'stroke-opacity=".55" stroke-width="1.5"/>{_ink(ink, corner + rest)}'
    )


def _turned(drawing: str) -> str:
    return f'<g transform="rotate(180 50 70)">{drawing}</g>'


def _middle(figure: str | None, suit: str) -> str:
    """The suit, large and in a ring or with an Ace's rays, or a court's figure looking out of its frame twice."""
    if figure is None:
        return f'<circle cx="50" cy="70" r="26" stroke-width="1.4" stroke-opacity=".3"/>{shape(suit, 29, 49, 42)}'
    if figure == "rays":
        rays = "".join(
            f'<path transform="rotate({turn} 50 70)" d="M50 {high}V38"/>'
            for turn, high in ((0, 14), (24, 22), (-24, 22), (180, 14), (204, 22), (156, 22))
        )
        return f'<g stroke-opacity=".35" stroke-width="2.200">{rays}</g>{shape(suit, 25, 45, 50)}'
    half = shape(figure, 27.5, 24, 45)
    frame = '<rect x="33" y="13" width="34" height="114" rx="5" stroke-width="1.4" stroke-opacity=".45"/>'
    return f"{frame}{half}{_turned(half)}"


def _token(state: str, size: float, fill: str, stroke: str = "none") -> str:
    """A token around the origin: a circle for hot, a square for cold."""
    line = f'fill="{fill}" stroke="{stroke}" stroke-width="{size / 5:g}"'
    if state == "hot":
        return f'<circle r="{size / 2:g}" {line}/>'
    half = size * 0.46
    return (
        f'<rect x="{-half:g}" y="{-half:g}" width="{2 * half:g}" height="{2 * half:g}" rx="{half / 3:g}" {line}/>'
    )


def _at(x: float, y: float, drawing: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{drawing}</g>'


def _grid(tokens: list[int], x: float, y: float, step: float, on: str, colour: str) -> str:
    """The whole grid with its first token at (x, y): `on` where one of the `tokens` is, a dot elsewhere."""
    places = [(x + at % SIZE * step, y + at // SIZE * step) for at in range(SIZE**2)]
    dots = "".join(f"M{left:g} {top:g}h.01" for at, (left, top) in enumerate(places) if at not in tokens)
    return (
        f'<path d="{dots}" stroke="{colour}" stroke-opacity=".5" stroke-width="{step * 0.3:g}" fill="none" '
        f'stroke-linecap="round"/>{"".join(_at(*places[at], on) for at in tokens)}'
    )


def _wire(card: Card, suit: Card) -> str:
    """The suit, what it turns into what, and the Wire that the card stands for, numbered, on a small grid."""
    x, y, step, ink = 45.0, 82.0, 10.5, "currentColor"
    reach, around = SIZE * step + 1, step / 2 + 0.5
    tokens = LINES[card["line"]]
    number = str(list(LINES).index(card["line"]) + 1)
    if card["line"].startswith("row"):
        left, top, wide, high = x - around, y + (tokens[0] // SIZE - 0.5) * step, reach, step
        label = set_text(number, left - 3 - width_of(number) * 0.9, top + 0.8, 9, 2.4)
    else:
        left, top, wide, high = x + (tokens[0] - 0.5) * step, y - around, step, reach
        label = set_text(number, left + step / 2 - width_of(number) * 0.45, top - 12, 9, 2.4)
    lane = (
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="4" fill="{ink}" '
        'fill-opacity=".15" stroke="none"/>'
    )
    becomes = "cold" if card["turns"] == "hot" else "hot"
    turn = _at(59, 54, _token(card["turns"], 9, ink)) + _at(83, 54, _token(becomes, 8, "none", ink))
    turn += '<path d="M67 54H75M72 51L75 54L72 57" stroke-width="1.800"/>'
    grid = _grid(tokens, x, y, step, _token(card["turns"], 8.2, ink), ink)
    return shape(suit["shape"], 54, 11, 34) + turn + lane + label + grid


def _goal(card: Card) -> str:
    """A Goal: its name, its line on the grid, and the state that is wanted."""
    title = set_middle(card["name"], 13, 12, 3, room=82)
    state = (
        _ink(card["state"], set_middle(card["state"].upper(), 116, 12, 3.4, room=70)) if "state" in card else ""
    )
    return (
        '<rect width="100" height="140" rx="11" fill="var(--card-back)"/>'
        '<rect x="3" y="3" width="94" height="134" rx="8.5" fill="none" stroke="var(--accent)" '
        f'stroke-width="2.5"/>{_ink("paper", title)}{_wanted(card, 41)}{state}'
    )


def _wanted(card: Card, y: float) -> str:
    """The grid with a Goal's line on it, or the mark of the Goal that wants none."""
    if "line" not in card:
        return (
            _grid([], 20, y, 15, "", "var(--soft)")
            + f'<g color="var(--spark)">{shape(card["mark"], 22, y + 2, 56)}</g>'
        )
    state = card["state"]
    return _grid(LINES[card["line"]], 20, y, 15, _token(state, 12.6, f"var(--{state})"), "var(--soft)")
