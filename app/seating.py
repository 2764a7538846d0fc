"""Getting up from the table, and who sits where."""

from __future__ import annotations

from random import SystemRandom

from app import models, store, wire
from app.crowd import KICKED, LEFT
from app.keys import hashed, new_secret
from app.refusal import Refusal, host_alone
from app.room import Room


async def leave(room: Room, seat: int, _command: wire.Leave) -> None:
    """Give one's seat up."""
    await vacate(room, seat, LEFT)


async def kick(room: Room, seat: int, command: wire.Kick) -> None:
    """Send a player away, who cannot sit down here again by the way they came."""
    host_alone(room, seat, "sends people away")
    kicked = whom(room, command.player)
    if kicked.number == seat:
        raise Refusal("ROOM-PLAYER", "You can leave, but not send yourself away.")
    if kicked.origin is not None:
        await room.block(kicked.origin)
    await vacate(room, kicked.number, KICKED)


async def vacate(room: Room, seat: int, code: int) -> None:
    """Take a seat from its player, whose sockets are closed with this code. While a game is on the table the seat
    stays there, and what it owes is done for it; the last to go clears the table."""
    host = room.host if seat != room.host else room.successor
    if room.play is not None and room.staying == [seat]:
        await room.put_away([])
    elif room.play is None:
        order = [other.number for other in room.seats if other.number != seat]
        await room.reseat(order, host, code)
    else:
        nobodys = hashed(new_secret())
        await room.write(store.vacate, room.id, store.key(room.seats[seat]), nobodys, host)
        if room.asking is not None and room.asking.seat == seat:
            room.asking = None
        room.dismiss(seat, code)
        room.publish()


async def arrange(room: Room, seat: int, command: wire.Arrange) -> None:
    """Have everybody sit in another order, or in any."""
    host_alone(room, seat, "says who sits where")
    if room.play is not None:
        raise Refusal("ROOM-STATUS", "Seats change once the table is cleared of its game.")
    players = [store.key(other) for other in room.seats]
    wanted = command.players
    if wanted is None:
        wanted = SystemRandom().sample(players, len(players))
    if sorted(wanted) != sorted(players):
        raise Refusal("ROOM-PLAYER", "That is not everybody who sits here, each once.")
    await room.reseat([players.index(player) for player in wanted], room.host)


def whom(room: Room, player: int) -> models.Seat:
    """The seat of this player. Raises Refusal."""
    for seat in room.seats:
        if seat.id == player and not seat.vacant:
            return seat
    raise Refusal("ROOM-PLAYER", "That player does not sit here any more.")
