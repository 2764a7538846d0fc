"""A deck list that the host of the server gives: a JSON object of card to copies, like those in seeds/decks/."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine.burn.deck import wrong_deck, wrong_entry
from engine.burn.position import SEATS

KEY = re.compile(r'"(?:[^"\\]|\\.)*"\s*:')


def read_deck(path: Path) -> dict[str, int]:
    """The list in this file. ValueError says in which line it is wrong, and why."""
    try:
        text = path.read_text(encoding="utf-8")
        entries = json.loads(text, object_pairs_hook=list)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}, line {error.lineno}: not JSON, {error.msg.lower()}") from None
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not UTF-8 text") from None
    if not text.lstrip().startswith("{"):
        raise ValueError(f"{path}, line 1: a list of card to copies is an object, {{…}}")
    deck: dict[str, int] = {}
    for (card, copies), key in zip(entries, KEY.finditer(text), strict=False):
        wrong = f"{card} is there twice" if card in deck else wrong_entry(card, copies)
        if wrong is not None:
            raise ValueError(f"{path}, line {text.count(chr(10), 0, key.start()) + 1}: {wrong}")
        deck[card] = copies
    if wrong := wrong_deck(deck, SEATS[-1]):
        raise ValueError(f"{path}, line {text.rstrip().count(chr(10)) + 1}: {wrong}")
    return deck
