"""What people may call themselves."""

from __future__ import annotations

import unicodedata

LONGEST = 24
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that draw nothing


def clean(text: str) -> str:
    """The name in this text: composed, without characters that control, redirect or hide, spaces tidied.

    Raises ValueError if nothing is left, or more than 24 characters.
    """
    shown = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", text)
        if character.isspace() or (unicodedata.category(character)[0] != "C" and character not in _BLANK)
    )
    name = " ".join(shown.split())
    if not 1 <= len(name) <= LONGEST or all(unicodedata.category(c)[0] == "M" for c in name):
        raise ValueError(f"A name has 1 to {LONGEST} characters.")
    return name


def looks(name: str) -> str:
    """The same text for names that a person would take for the same."""
    return unicodedata.normalize("NFKC", name).casefold()
