"""The house rules of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import engine


def whole(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules with their defaults filled in, as the game has them. ValueError says what is wrong."""
    most = engine.GAMES[game].seats[-1]
    rules: dict[str, Any] = engine.start(game, seats=most, options=options, seed="").view(None)["options"]
    return rules
