"""The score of a room over all its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.store import CALLED_OFF


class Score:
    """How many games were played to their end, and how many of them each player, by the seat's key, has won."""

    def __init__(self, results: Iterable[tuple[Sequence[int], Mapping[str, Any]]] = ()) -> None:
        self.played = 0
        self.wins: Counter[int] = Counter()
        for players, result in results:
            self.count(players, result)

    def count(self, players: Sequence[int], result: Mapping[str, Any]) -> None:
        """Count a game whose seats these players had."""
        if result["reason"] != CALLED_OFF["reason"]:
            self.played += 1
            self.wins.update(players[seat] for seat in result["winners"])
