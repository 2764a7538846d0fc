"""Taking a slip back: one's own last move, while it has shown nobody anything new."""

from __future__ import annotations

import engine
from app import wire
from app.play import Play
from app.refusal import Refusal
from app.room import Room
from app.table import Asking


def refusal(play: Play, seat: int) -> str | None:
    """Why this seat cannot take the last move back, in a sentence; None where it can."""
    last = play.last
    if last is None or last.by == "undo":
        return "There is no move to take back."
    if last.seat != seat:
        return "Somebody else has moved since."
    if last.by != "player":
        return "That move was made for you while you were not there."
    if play.state.result is not None:
        return "The game is over."
    names = {telling["event"] for telling in play.position.told(None)}
    if not names <= engine.GAMES[play.state.game].slips:
        return "That move drew or showed something that was hidden."
    return None


async def undo(room: Room, seat: int, command: wire.Undo) -> None:
    """Take the last move back, or ask the others whether one may."""
    play = _playing(room)
    if room.house.undo == "off":
        raise Refusal("ROOM-UNDO", "At this table no move is taken back.")
    reason = refusal(play, seat)
    if reason is not None:
        raise Refusal("ROOM-UNDO", reason)
    if room.asking is None or room.asking.v != play.v:
        room.asking = Asking(seat, command.id, play.v)
    await _settle(room)


async def agree(room: Room, seat: int, command: wire.Agree) -> None:
    """Say whether the seat that asks may take its move back; it may once all who are there agree."""
    play = _playing(room)
    asking = room.asking
    if asking is None or asking.v != play.v or asking.seat == seat:
        raise Refusal("ROOM-UNDO", "Nobody asks you to agree to anything.")
    if command.yes:
        asking.agreed.add(seat)
        await _settle(room)
    else:
        room.asking = None
        room.publish()


async def take_back(room: Room) -> None:
    """Take back the move that a seat asks to take back."""
    assert room.play is not None
    assert room.asking is not None
    await room.make(room.play.step_back(room.asking.seat, room.asking.client_id))


async def _settle(room: Room) -> None:
    """Take the move back if all who are there agree to it, and else let them know that they are asked."""
    if room.absence.is_agreed:
        await take_back(room)
    else:
        room.publish()


def _playing(room: Room) -> Play:
    if room.play is None or room.status != "playing":
        raise Refusal("ROOM-STATUS", "No game is on.")
    return room.play
