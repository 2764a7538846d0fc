"""Which function does what a player at the table asks for, moves and talk apart.

Each is called with the room, which does nothing else meanwhile, the seat and the command; it raises Refusal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from app import absence, hosting, seating, undo, wire

if TYPE_CHECKING:
    from app.room import Room

DEEDS: Mapping[type[wire.Message], Callable[[Room, int, Any], Awaitable[None]]] = {
    wire.Start: hosting.start,
    wire.Leave: seating.leave,
    wire.Set: hosting.set_house,
    wire.Undo: undo.undo,
    wire.Agree: undo.agree,
    wire.Vote: absence.vote,
    wire.Mute: hosting.mute,
    wire.Kick: seating.kick,
    wire.HandOver: hosting.hand_over,
    wire.Arrange: seating.arrange,
    wire.Gather: hosting.gather,
    wire.End: hosting.end,
}
