"""How a room is run, as its host wants it: what the rules of the game leave open."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

SLOWEST = 7 * 24 * 3600


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player may think: as long as they like, `seconds` for each move, or `seconds` for the whole game
    and `increment` more after each move."""

    kind: Literal["off", "per_move", "bank"] = "off"
    seconds: Annotated[int, msgspec.Meta(ge=5, le=SLOWEST)] = 60
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0


Meanwhile = Literal["default", "stand_in", "wait"]
"""What happens for a player who is gone or out of time: a move that gives nothing away, a stand-in, or nothing."""


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a room; docs/protocol.md tells each."""

    clock: Clock = Clock()
    absent: Meanwhile = "stand_in"
    undo: Literal["off", "ask", "free"] = "ask"
    watching: bool = True
    newcomers: bool = True
    talk: Literal["open", "phrases", "none"] = "open"
    watchers_talk: bool = True

    def with_(self, changes: dict[str, Any]) -> House:
        """The same with these changes. ValueError says what is wrong with them."""
        return house({**msgspec.to_builtins(self), **changes})


def house(settings: Any) -> House:
    """The house with these settings (JSON-ready; the rest is as usual). ValueError says what is wrong."""
    return msgspec.convert(settings, House)
