"""What people may call themselves, and what is shown of any text of theirs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import regex

LONGEST = 24
LONGEST_LETTER = 11
"""How many code points the longest emoji has; joiners and some alphabets would make a letter without end."""
_HIDDEN = regex.compile(
    r"""
    (?<!\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*) \u200D   # a joiner stays inside an emoji alone,
    | \u200D (?!\p{Extended_Pictographic})
    | (?<![\p{Extended_Pictographic}0-9\#*]) \uFE0F                    # and so does what asks for its colours
    | (?![\u200D\uFE0F]) [\p{Default_Ignorable_Code_Point}\p{C}\u2800] # this one is a letter that draws nothing
    """,
    regex.VERBOSE,
)
_PILE = regex.compile(r"(\p{M}{4})\p{M}+")
_BLANK = regex.compile(r"[\p{M}\s]*")


def shown(text: str) -> str:
    """What this text shows on one line: composed, without characters that control, redirect or hide, without
    towers of marks, spaces tidied; "" if nothing is left."""
    text = regex.sub(r"\s", " ", unicodedata.normalize("NFC", text))
    before = None
    while text != before:  # what stood around something hidden may be hidden now
        before, text = text, _HIDDEN.sub("", text)
    text = " ".join(_PILE.sub(r"\1", unicodedata.normalize("NFC", text)).split())
    return "" if _BLANK.fullmatch(text) else text


def letters(text: str) -> list[str]:
    """The text in pieces that people take for one character each."""
    pieces = regex.findall(r"\X", text)
    return [letter for piece in pieces for letter in ([piece] if len(piece) <= LONGEST_LETTER else piece)]


def clean(text: str) -> str:
    """The name in this text. Raises ValueError if nothing is left, or more than 24 characters."""
    name = shown(text)
    if not 1 <= len(letters(name)) <= LONGEST:
        raise ValueError(f"A name has 1 to {LONGEST} characters.")
    return name


def unlike(name: str, others: Iterable[str]) -> str:
    """The name, with a number behind it if one of the others looks the same."""
    taken = {looks(other) for other in others}
    n, result = 1, name
    while looks(result) in taken:
        n += 1
        result = f"{''.join(letters(name)[: LONGEST - 4])} ({n})"
    return result


def looks(name: str) -> str:
    """The same text for names that a person would take for the same."""
    return unicodedata.normalize("NFKC", name).casefold()
