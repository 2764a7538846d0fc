"""Letting others hear something."""

from __future__ import annotations

from app import store, wire
from app.crowd import Socket
from app.models import Remark
from app.names import letters, shown
from app.refusal import Refusal
from app.room import Room
from app.talk import circle_of, remember, told
from app.words import knows

LONGEST = 200
"""The longest remark, in what people take for characters."""


async def say(room: Room, socket: Socket, command: wire.Say) -> None:
    """Let everybody in the speaker's circle hear this. The same id of a player is said once."""
    remark = Remark(
        room_id=room.id,
        circle=circle_of(socket),
        number=room.talk.latest(circle_of(socket)) + 1,
        kind=command.kind,
        text=_text(command),
        client_id=command.id,
        at=room.now,
    )
    if socket.viewer is None:
        if not room.house.watchers_talk:
            raise Refusal("ROOM-TALK", "The host has switched the watchers' talk off.")
        remark.watcher = speaker = socket.number
    else:
        seat = room.seats[socket.viewer]
        if room.talk.knows(store.key(seat), command.id):
            return
        if seat.muted:
            raise Refusal("ROOM-TALK", "The host has muted you.")
        if room.house.talk == "none":
            raise Refusal("ROOM-TALK", "At this table nobody talks.")
        if room.house.talk == "phrases" and command.kind == "text":
            raise Refusal("ROOM-TALK", "At this table only set phrases are used.")
        remark.player = speaker = store.key(seat)
        remark.name = seat.name
    if not room.talk.takes(remark.circle, speaker):
        raise Refusal("ROOM-TALK", "That is a lot of talk. Please wait a moment.")
    await room.note(remember, remark)
    room.talk.keep(remark)
    frame = wire.text(told(remark))
    for viewer in room.crowd.viewers:
        if (viewer is None) == (socket.viewer is None):
            room.crowd.send(viewer, frame)


def _text(command: wire.Say) -> str:
    """What is said, as it is shown. Raises Refusal."""
    if command.kind != "text":
        if not knows(f"talk.{command.kind}.{command.text}"):
            raise Refusal("ROOM-TALK", "There is no such phrase.")
        return command.text
    text = shown(command.text)
    if not 1 <= len(letters(text)) <= LONGEST:
        raise Refusal("ROOM-TALK", f"A remark has 1 to {LONGEST} characters.")
    return text
