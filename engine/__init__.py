"""The card games of Fusebox: pure rules. See docs/engine.md for the contract and a first session."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from engine.burn import BURN
from engine.core import Event, GameInfo, IllegalMove, Move, State, View, Viewer
from engine.firewall import FIREWALL
from engine.livewire import LIVEWIRE
from engine.wireburn import WIREBURN

__all__ = [
    "GAMES", "Event", "GameInfo", "IllegalMove", "Move", "State", "View", "Viewer",
    "default", "imagine", "load", "start",
]  # fmt: skip

GAMES: Mapping[str, GameInfo] = MappingProxyType(
    {info.name: info for info in (WIREBURN, BURN, FIREWALL, LIVEWIRE)}
)
"""The games there are, by name."""


def start(game: str, *, seats: int, options: Mapping[str, Any] | None = None, seed: str = "") -> State:
    """Deal a new game. ValueError says which argument is wrong."""
    _check_seed(seed)
    if not isinstance(options, Mapping | None):
        raise ValueError(f"options: an object, not {options!r}")
    return _info(game).start(seats, options or {}, seed)


def load(position: Mapping[str, Any]) -> State:
    """The state that `State.dump` gave. ValueError names the key that is wrong."""
    if not isinstance(position, Mapping):
        raise ValueError("game: a position is an object")
    _check_seed(position.get("seed", ""))
    return _info(position.get("game")).load(position)


def imagine(view: View, rng: Random) -> State:
    """A full state that the viewer could be in: its view for that viewer is `view` again."""
    return _info(view.get("game")).imagine(view, rng)


def default(view: View) -> Move:
    """What is done for an acting seat that does nothing itself, chosen from its own view: a legal move that gives
    nothing away or, where some card must be shown, the first one there is, whatever else the seat holds."""
    ask = view.get("ask")
    if ask is not None:
        return {"do": ask["do"], "cards": ask["from"][: ask["count"]]}
    legal: list[Move] = view["legal"]
    for do in _info(view.get("game")).quiet:
        for move in legal:
            if move["do"] == do:
                return move
    return legal[0]


def _check_seed(seed: Any) -> None:
    """Refuse what no shuffle can be made of: whatever is no text, or holds half a character."""
    if not isinstance(seed, str):
        raise ValueError(f"seed: a text, not {seed!r}")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise ValueError(f"seed: a text that UTF-8 can write, not {seed!r}") from None


def _info(game: Any) -> GameInfo:
    if not isinstance(game, str) or game not in GAMES:
        raise ValueError(f"game: {game!r} is not one of {', '.join(GAMES)}")
    return GAMES[game]
