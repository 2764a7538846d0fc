"""What the host alone may do with the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from app import store, wire
from app.refusal import Refusal

if TYPE_CHECKING:
    from app.room import Room


def host_alone(room: Room, seat: int, does: str) -> None:
    """Refuse what this seat wants unless it is the host's."""
    if seat != room.host:
        raise Refusal("ROOM-HOST", f"Only the host {does}.")


async def set_house(room: Room, seat: int, command: wire.Set) -> None:
    """Change how the room is run."""
    host_alone(room, seat, "sets how the room is run")
    try:
        changed = room.house.with_(command.house)
    except ValueError as error:
        raise Refusal("ROOM-HOUSE", f"The room cannot be run so: {error}.") from None
    was = room.house
    await room.write(store.set_house, room.id, msgspec.to_builtins(changed))
    if room.house.clock != was.clock:
        play = room.play
        room.caretaker.restart(room.caretaker.fresh(play.asked) if play is not None else None)
    room.publish()


async def mute(room: Room, seat: int, command: wire.Mute) -> None:
    """Let nobody hear a seat, or let it be heard again."""
    host_alone(room, seat, "mutes people")
    await room.write(store.set_muted, room.id, whom(room, command.seat), command.muted)
    room.publish()


def whom(room: Room, seat: int) -> int:
    """The seat with this number. Raises Refusal."""
    if not 0 <= seat < len(room.seats):
        raise Refusal("ROOM-SEAT", "Nobody has that seat.")
    return seat
