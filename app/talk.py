"""Talk at the table. Players hear players and watchers hear watchers; neither disturbs the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import delete
from sqlmodel import Session, col, select

from app import store, wire
from app.crowd import Socket
from app.limits import Buckets
from app.models import Remark
from app.names import letters, shown
from app.refusal import Refusal
from app.words import knows

if TYPE_CHECKING:
    from app.room import Room

KEPT = 50
"""How many remarks of each circle are kept."""
LONGEST = 200
"""The longest remark, in what people take for characters."""
RATE, BURST = 0.5, 6
"""How many remarks somebody may make in a second, and how many at once."""


class Talk:
    """What was said last in a room, oldest first, by circle, and how fast everybody talks."""

    def __init__(self) -> None:
        self._paces = Buckets(RATE, BURST)
        self.recall([])

    def recall(self, remarks: Iterable[Remark]) -> None:
        """Know these remarks and no others."""
        self._said: dict[str, deque[Remark]] = {circle: deque(maxlen=KEPT) for circle in ("players", "watchers")}
        for remark in remarks:
            self.keep(remark)

    def keep(self, remark: Remark) -> None:
        """Know this remark too."""
        self._said[remark.circle].append(remark)

    def greet(self, socket: Socket) -> None:
        """Tell a socket what was said last, if anything was."""
        said = self._said[_circle(socket)]
        if said:
            socket.put(wire.text(wire.Talk([_told(remark) for remark in said])))

    def latest(self, circle: str) -> int:
        """The number of the circle's latest remark; 0 before the first."""
        said = self._said[circle]
        return said[-1].number if said else 0

    def knows(self, player: int, client_id: str) -> bool:
        """Whether this remark of a player was made already."""
        return any((each.player, each.client_id) == (player, client_id) for each in self._said["players"])

    def takes(self, who: str) -> bool:
        """Whether this person may make a remark now."""
        return self._paces.take(who)


async def say(room: Room, socket: Socket, command: wire.Say) -> None:
    """Let everybody in the speaker's circle hear this. The same id of a player is said once."""
    remark = Remark(
        room_id=room.id,
        circle=_circle(socket),
        number=room.talk.latest(_circle(socket)) + 1,
        kind=command.kind,
        text=_text(command),
        client_id=command.id,
        at=room.now,
    )
    if socket.viewer is None:
        if not room.house.watchers_talk:
            raise Refusal("ROOM-TALK", "The host has switched the watchers' talk off.")
        remark.watcher = socket.number
        speaker = f"watcher {socket.number}"
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
        remark.player, remark.name = store.key(seat), seat.name
        speaker = f"player {remark.player}"
    if not room.talk.takes(speaker):
        raise Refusal("ROOM-TALK", "That is a lot of talk. Please wait a moment.")
    await room.note(remember, remark)
    room.talk.keep(remark)
    frame = wire.text(_told(remark))
    for viewer in room.crowd.viewers:
        if (viewer is None) == (socket.viewer is None):
            room.crowd.send(viewer, frame)


def remember(session: Session, remark: Remark) -> None:
    """Write a remark down, and forget one that is too long ago."""
    session.add(remark)
    session.execute(
        delete(Remark).where(
            col(Remark.room_id) == remark.room_id,
            col(Remark.circle) == remark.circle,
            col(Remark.number) <= remark.number - KEPT,
        )
    )


def remarks_of(session: Session, room: int) -> list[Remark]:
    """What was said last in a room, oldest first."""
    return list(session.exec(select(Remark).where(Remark.room_id == room).order_by(col(Remark.number))))


def _circle(socket: Socket) -> str:
    return "watchers" if socket.viewer is None else "players"


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


def _told(remark: Remark) -> wire.Said:
    at = round(remark.at.timestamp() * 1000)
    return wire.Said(remark.number, remark.player, remark.name, remark.watcher, remark.kind, remark.text, at)
