"""Doing what the people at a table want, or saying why not."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app import hosting, saying, seating, undo, wire
from app.crowd import Socket
from app.refusal import Refusal
from app.room import Room
from app.store import Conflict
from engine.core import IllegalMove

log = logging.getLogger(__name__)


async def do(room: Room, socket: Socket, order: wire.Order) -> wire.Done | wire.Refused:
    """Do what the person at this socket wants, while nothing else is done in the room."""
    async with room.lock:
        try:
            await room.refresh()
            try:
                return await _do(room, socket, order)
            except Conflict:
                await room.refresh()
                room.publish()
                return await _do(room, socket, order)
        except Refusal as no:
            rule, message = no.rule, no.message
        except IllegalMove as no:
            rule, message = no.rule, no.message
        except Exception:
            log.exception("A command failed in a room.")
            rule, message = "ROOM-FAULT", "The server could not do that. Nothing has changed; please try again."
        return wire.Refused(order.id, rule, message, room.v)


async def _do(room: Room, socket: Socket, order: wire.Order) -> wire.Done:
    seat = socket.viewer
    if socket.code is not None:
        raise Refusal("ROOM-WATCH", "You do not sit here any more.")
    if seat is not None and room.absence.is_stirred:
        room.welcome(seat)
    if isinstance(order, wire.Say):
        await saying.say(room, socket, order)
        return wire.Done(order.id, room.v)
    if seat is None:
        raise Refusal("ROOM-WATCH", "Who watches cannot play.")
    if room.closed is not None:
        raise Refusal("ROOM-CLOSED", room.closed)
    if room.play and (seat, order.id) in room.play.done:
        return wire.Done(order.id, room.play.done[seat, order.id])
    await DEEDS[type(order)](room, seat, order)
    return wire.Done(order.id, room.v)


async def _move(room: Room, seat: int, order: wire.Move) -> None:
    """Make a move in the game."""
    play = room.play
    if play is None:
        raise Refusal("ROOM-STATUS", "No game is on yet.")
    if order.game != play.number or not play.asked[seat] <= order.v <= play.v:
        raise Refusal("ROOM-STALE", "The table has changed since. Please choose again.")
    await room.make(play.step(seat, order.move, client_id=order.id))


async def _vote(room: Room, seat: int, order: wire.Vote) -> None:
    """Vote on what happens for an absent seat."""
    room.absence.vote(seat, order.seat, order.what)
    room.publish()


DEEDS: Mapping[type[wire.Message], Callable[[Room, int, Any], Awaitable[None]]] = {
    wire.Move: _move,
    wire.Start: hosting.start,
    wire.Leave: seating.leave,
    wire.Set: hosting.set_house,
    wire.Undo: undo.undo,
    wire.Agree: undo.agree,
    wire.Vote: _vote,
    wire.Mute: hosting.mute,
    wire.Kick: seating.kick,
    wire.HandOver: hosting.hand_over,
    wire.Arrange: seating.arrange,
    wire.Gather: hosting.gather,
    wire.End: hosting.end,
}
"""What does which order of a player, talk apart; each raises Refusal."""
