"""Talk at the table. Players hear players and watchers hear watchers; neither disturbs the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sqlalchemy import delete
from sqlmodel import Session, col, select

from app import wire
from app.crowd import Socket
from app.limits import Buckets
from app.models import Remark

KEPT = 50
"""How many remarks of each circle are kept."""
RATE, BURST = 0.5, 6
"""How many remarks somebody may make in a second, and how many at once."""


class Talk:
    """What was said last in a room, oldest first, by circle, and how fast everybody talks."""

    def __init__(self) -> None:
        self._paces = {circle: Buckets(RATE, BURST) for circle in ("players", "watchers")}
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
        said = self._said[circle_of(socket)]
        if said:
            socket.put(wire.text(wire.Talk([told(remark) for remark in said])))

    def latest(self, circle: str) -> int:
        """The number of the circle's latest remark; 0 before the first."""
        said = self._said[circle]
        return said[-1].number if said else 0

    def knows(self, player: int, client_id: str) -> bool:
        """Whether this remark of a player was made already."""
        return any((each.player, each.client_id) == (player, client_id) for each in self._said["players"])

    def takes(self, circle: str, who: int) -> bool:
        """Whether this player or watcher may make a remark now."""
        return self._paces[circle].take(str(who))


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


def circle_of(socket: Socket) -> str:
    """Whom this socket hears, and is heard by."""
    return "watchers" if socket.viewer is None else "players"


def told(remark: Remark) -> wire.Said:
    """A remark as everybody in its circle is told it."""
    at = round(remark.at.timestamp() * 1000)
    return wire.Said(remark.number, remark.player, remark.name, remark.watcher, remark.kind, remark.text, at)
