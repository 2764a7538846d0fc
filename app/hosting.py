"""What the host alone may do with the room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

import engine
from app import models, store, wire
from app.crowd import NO_WATCHING
from app.keys import new_seed
from app.options import whole
from app.refusal import Refusal, host_alone
from app.room import Room
from app.seating import whom


async def set_house(room: Room, seat: int, command: wire.Set) -> None:
    """Change how the room is run."""
    host_alone(room, seat, "sets how the room is run")
    try:
        changed = room.house.with_(command.house)
    except ValueError as error:
        raise Refusal("ROOM-HOUSE", f"The room cannot be run so: {error}.") from None
    was = room.house
    await room.write(store.set_house, room.id, msgspec.to_builtins(changed))
    if not room.house.watching:
        room.crowd.dismiss(None, NO_WATCHING)
    if "absent" in command.house:
        room.absence.overrule()
    if room.house.undo == "off":
        room.asking = None
    if room.house.clock != was.clock:
        play = room.play
        room.absence.excuse()
        room.caretaker.restart(room.caretaker.fresh(play.asked) if play is not None else None)
    room.publish()


async def mute(room: Room, seat: int, command: wire.Mute) -> None:
    """Let nobody hear a player, or let them be heard again."""
    host_alone(room, seat, "mutes people")
    await room.write(store.set_muted, store.key(whom(room, command.player)), command.muted)
    room.publish()


async def hand_over(room: Room, seat: int, command: wire.HandOver) -> None:
    """Make somebody else the host."""
    host_alone(room, seat, "makes somebody else the host")
    heir = whom(room, command.player).number
    if room.absence.presence(heir) == "gone":
        raise Refusal("ROOM-PLAYER", "That player is not there.")
    await room.write(store.set_host, room.id, heir)
    room.publish()


async def gather(room: Room, seat: int, _command: wire.Gather) -> None:
    """Clear the table of a game that is over."""
    host_alone(room, seat, "clears the table")
    if room.status != "over":
        raise Refusal("ROOM-STATUS", "No game is over.")
    await room.put_away(room.staying)


async def end(room: Room, seat: int, _command: wire.End) -> None:
    """Call off the game under way."""
    host_alone(room, seat, "ends the game")
    if room.status != "playing":
        raise Refusal("ROOM-STATUS", "No game is on.")
    await room.put_away(room.staying)


def _wished(room: Room, options: Mapping[str, Any]) -> dict[str, Any]:
    """These house rules in full, with what the server's host has settled. Raises ValueError."""
    settings, game = room.settings, room.info.name
    free = {option.name for option in room.info.options}
    for name, value in options.items():
        if name not in free and value != room.options.get(name):
            raise ValueError(f"options: {name}: no player chooses this")
    options = whole(game, {**options, **settings.settled.get(game, {})})
    if settings.locks(options) and not settings.locks(room.options):
        raise Refusal("ROOM-LOCKED", "Red Shift is locked on this server. Open a new table with its code.")
    return options


async def start(room: Room, seat: int, command: wire.Start) -> None:
    """Start a game with all who sit here."""
    host_alone(room, seat, "starts the game")
    if room.status == "playing":
        raise Refusal("ROOM-STATUS", "A game is on already.")
    order = room.staying
    if command.turn:
        order = order[1:] + order[:1]
    info, seats = room.info, len(order)
    if seats not in info.seats:
        raise Refusal("ROOM-SEATS", f"{info.title} needs {info.seats[0]} to {info.seats[-1]} players.")
    seed = new_seed()
    try:
        options = room.options if command.options is None else _wished(room, command.options)
        state = engine.start(info.name, seats=seats, options=options, seed=seed)
    except ValueError as error:
        raise Refusal("ROOM-OPTIONS", f"With these house rules the game cannot begin: {error}") from None
    clocks = room.caretaker.fresh([0] * seats)
    game = models.Game(
        room_id=room.id,
        number=room.games + 1,
        game=info.name,
        rules=info.rules,
        options=options,
        seats=seats,
        players=[store.key(room.seats[number]) for number in order],
        seed=seed,
        starter=order.index(seat),
        client_id=command.id,
        clock=msgspec.to_builtins(clocks),
    )
    await room.begin(order, game, state, clocks)
