"""The language file: every word on a page comes from there, in the browser as on the server."""

from __future__ import annotations

import json
from functools import cache

from app.settings import ROOT

LANGUAGES = ROOT / "static" / "lang"


@cache
def _language(name: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((LANGUAGES / f"{name}.json").read_text(encoding="utf-8"))
    return words


def say(key: str, **values: object) -> str:
    """The words of `key` with its values put in; where `n` is 1, those of `key.one` if there are any."""
    language = _language("en")
    one = f"{key}.one"
    return language[one if values.get("n") == 1 and one in language else key].format(**values)


def knows(key: str) -> bool:
    """Whether there are words for this."""
    return key in _language("en")
