"""Taking one's seat to another device, with a ticket that works once and not for long."""

from __future__ import annotations

from datetime import timedelta

from app import models, store
from app.crowd import MOVED
from app.keys import hashed, new_secret
from app.lobby import LobbyError, no_room
from app.room import Room

LASTS = timedelta(minutes=10)


async def ticket(room: Room, seat: models.Seat) -> str:
    """A new ticket for a seat, instead of any it had. LobbyError: `no-room`, if its player has just lost it."""
    secret = new_secret()
    async with room.lock:
        await room.refresh()
        if seat.token_hash not in {each.token_hash for each in room.seats}:
            raise no_room()
        await room.write(store.set_ticket, store.key(seat), hashed(secret), room.now + LASTS)
    return secret


def seat_for(room: Room, secret: str, origin: str | None) -> models.Seat:
    """The seat that this ticket is for. LobbyError: `no-ticket`, or `sent-away` for who comes from there."""
    no_seat = room.no_seat(origin)
    if no_seat is not None and no_seat.code == "sent-away":
        raise LobbyError(no_seat.code, no_seat.message, 409)
    known = hashed(secret)
    for seat in room.seats:
        if seat.ticket_hash == known and seat.ticket_until is not None and room.now < seat.ticket_until:
            return seat
    message = "This link was used, or its time is over. Ask for a new one on the device that has the seat."
    raise LobbyError("no-ticket", message, 404)


async def redeem(room: Room, secret: str, origin: str | None) -> tuple[int, str]:
    """Take the seat that this ticket is for; its number and its new token. Its old device has it no more.
    LobbyError: `no-ticket`, `sent-away`."""
    async with room.lock:
        await room.refresh()
        seat = seat_for(room, secret, origin)
        token = new_secret()
        await room.write(store.move_seat, store.key(seat), hashed(token), origin)
        room.dismiss(seat.number, MOVED)
        room.publish()
        return seat.number, token
