"""Who is not there, and what is done for them until they return.

A player is gone once no socket of theirs has been open for the grace time, late once their time has run out, and
asleep, where there is no clock, once they were asked for something with their page out of sight for too long.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from app import wire
from app.house import Meanwhile
from app.refusal import Refusal
from app.table import Table
from app.timer import Timer

PAUSE = 1.5
"""Seconds after which a move is made for who is not there: always the same, so that it tells nothing."""
PATIENCE = 120.0
"""Seconds in which to look at a page that is out of sight and asks for something."""
BLINK = 0.001
"""Seconds that are nothing, so that an alarm does not ring too early by a rounding."""


class Absence:
    """The absent seats of a table. It plans; the caretaker has the moves made."""

    def __init__(self, table: Table, timer: Timer, grace: float, host_grace: float) -> None:
        self.votes: dict[int, dict[int, Meanwhile]] = {}
        self._table = table
        self._timer = timer
        self._grace = grace
        self._host_grace = host_grace
        self._since = timer.now()
        self._left: dict[int | None, float] = {}  # by the seat's key, since its number can change
        self._late: dict[int, int] = {}  # the version at which the seat was asked what it was late for
        self._excused: dict[int, int] = {}  # the same of what it was given a little more time for
        self._unseen: dict[
            int, tuple[int, float]
        ] = {}  # the version at which it was asked, and out of sight since
        self._asleep: set[int] = set()
        self._voted: dict[int, Meanwhile] = {}
        self._due: dict[int, tuple[int, float]] = {}  # the version at which it was asked, and when to move for it

    @property
    def is_attended(self) -> bool:
        """Whether anybody sits at the table, in sight or not; else all time stands still."""
        return any(self._table.crowd.is_here(seat.number) for seat in self._table.seats)

    @property
    def is_stirred(self) -> bool:
        """Whether a move or a command may change what is shown of who is absent."""
        return bool(self._late or self._asleep or self.votes)

    def presence(self, seat: int) -> wire.Presence:
        """Whether the player is here, away (the page is out of sight, or was just closed) or gone."""
        crowd = self._table.crowd
        if crowd.is_here(seat):
            return "here" if crowd.is_looking(seat) else "away"
        return "gone" if self._gone_at(seat) <= self._timer.now() + BLINK else "away"

    def is_absent(self, seat: int) -> bool:
        """Whether this seat is gone, late or asleep, so that the table should not wait for it."""
        return self.presence(seat) == "gone" or self._is_late(seat) or self._is_asleep(seat)

    def is_present(self, seat: int) -> bool:
        """Whether this seat's player looks at the table and is not late."""
        return self.presence(seat) == "here" and not self._is_late(seat)

    @property
    def is_agreed(self) -> bool:
        """Whether a seat asks to take its move back, and all others who are there agree."""
        asking, play = self._table.asking, self._table.play
        if asking is None or play is None or asking.v != play.v:
            return False
        others = (seat.number for seat in self._table.seats if seat.number != asking.seat)
        return self._table.house.undo == "free" or all(
            other in asking.agreed or not self.is_present(other) for other in others
        )

    def meanwhile(self, seat: int) -> Meanwhile | None:
        """What happens for this seat in the game under way; None where its player is there."""
        if self._table.status != "playing" or not self.is_absent(seat):
            return None
        return self._planned(seat)

    def left(self, seat: int) -> None:
        """The last socket of this seat was closed, or somebody has just sat down."""
        self._left[self._table.seats[seat].id] = self._timer.now()

    def returned(self, seat: int) -> bool:
        """The player has this seat back at once; whether it was late, and is to have a little time for that. It is
        excused once for each thing it is asked, or nobody would ever have to move."""
        self._asleep.discard(seat)
        self._unseen.pop(seat, None)
        play = self._table.play
        if play is not None and seat in self._late:
            if self._excused.get(seat) == play.asked[seat]:
                return False
            self._excused[seat] = play.asked[seat]
        self._voted.pop(seat, None)
        self.votes.pop(seat, None)
        self._due.pop(seat, None)
        if seat == self._table.host:
            self.votes.clear()
        return self._late.pop(seat, None) is not None

    def forget(self) -> None:
        """Forget what belongs to a game or to who has left, because another game begins or seats have changed."""
        staying = {seat.id for seat in self._table.seats}
        self._left = {key: at for key, at in self._left.items() if key in staying}
        self.overrule()
        self.excuse()
        self._asleep.clear()
        self._unseen.clear()
        self._due.clear()

    def overrule(self) -> None:
        """The host is there and decides, so that no vote holds any more."""
        self._voted.clear()
        self.votes.clear()

    def excuse(self) -> None:
        """Nobody is late any more, since all clocks were set anew."""
        self._late.clear()
        self._excused.clear()

    def vote(self, voter: int, seat: int, what: Meanwhile) -> None:
        """Note a vote of a present player; once most of them agree, it is so."""
        host = self._table.host
        if not (0 <= seat < len(self._table.seats) and self.meanwhile(seat)):
            raise Refusal("ROOM-VOTE", "Nobody waits for that player.")
        if not self.is_absent(host):
            raise Refusal("ROOM-VOTE", "The host is there and decides this.")
        if not self.is_present(voter):
            raise Refusal("ROOM-VOTE", "Only who is there votes.")
        votes = self.votes.setdefault(seat, {})
        votes[voter] = what
        present = [s.number for s in self._table.seats if self.is_present(s.number)]
        if 2 * sum(votes.get(other) == what for other in present) > len(present):
            self._voted[seat] = what
            self._due.pop(seat, None)
            del self.votes[seat]

    def note_late(self) -> None:
        """Note the seats whose time has run out, once for each thing they are asked, and those that sleep."""
        now = self._timer.now() + BLINK
        self._late.update({seat: asked for seat, asked, at in self._deadlines() if at <= now})
        self._asleep.update(seat for seat, at in self._sleepers() if at <= now)

    def next(self) -> float | None:
        """When something is to be done or told; None while there is nothing to wait for."""
        times = [at for _, at in self._plan().values()]
        times += [at for _, _, at in self._deadlines()]
        times += [at for _, at in self._sleepers()]
        heir = self.heir()
        if heir is not None:
            times.append(heir[1])
        if self.is_agreed:
            times.append(self._timer.now())
        for seat in self._table.seats:
            if not self._table.crowd.is_here(seat.number) and self.presence(seat.number) != "gone":
                times.append(self._gone_at(seat.number))
        return min(times, default=None) if self._table.crowd.viewers else None

    def heir(self) -> tuple[int, float] | None:
        """Which seat becomes the host's, and when, unless the host comes back; None while nothing is to change."""
        table = self._table
        if not table.seats or table.crowd.is_here(table.host):
            return None
        at = self._gone_at(table.host) - self._grace + self._host_grace
        return (table.successor, at) if table.crowd.is_here(table.successor) else None

    def new_host(self) -> int | None:
        """The seat that is to become the host's now."""
        heir = self.heir()
        return heir[0] if heir is not None and heir[1] <= self._timer.now() + BLINK else None

    def due(self) -> tuple[int, Literal["default", "stand_in"]] | None:
        """A seat to move for now, and how."""
        for seat, (_, at) in self._plan().items():
            if at <= self._timer.now() + BLINK:
                return seat, "default" if self._planned(seat) == "default" else "stand_in"
        return None

    def _plan(self) -> dict[int, tuple[int, float]]:
        """When to move for which acting seats. What was planned for a seat holds while it is asked the same."""
        play = self._table.play
        plan: dict[int, tuple[int, float]] = {}
        if play is not None and self.is_attended:
            for seat in play.state.acting:
                what, asked = self.meanwhile(seat), play.asked[seat]
                if what in (None, "wait"):
                    continue
                known = self._due.get(seat)
                out = what == "default" and self._is_late(seat)  # then it has had all its time
                soon = self._timer.now() + (0 if out else PAUSE)
                plan[seat] = known if known is not None and known[0] == asked else (asked, soon)
        self._due = plan
        return plan

    def _deadlines(self) -> Iterator[tuple[int, int, float]]:
        """The running seats that are not late yet: seat, version at which it was asked, when its time is out."""
        play, clocks = self._table.play, self._table.clocks
        if play is None or clocks is None:
            return
        for seat in clocks.runs:
            if self._late.get(seat) != play.asked[seat]:
                yield seat, play.asked[seat], clocks.at + clocks.left[seat]

    def _sleepers(self) -> list[tuple[int, float]]:
        """The acting seats whose pages are out of sight, and when they are asleep unless somebody looks."""
        play, crowd, before = self._table.play, self._table.crowd, self._unseen
        self._unseen = {}
        if play is None or self._table.clocks is not None or not self._is_awaited:
            return []
        for seat in play.state.acting:
            if crowd.is_here(seat) and not crowd.is_looking(seat):
                known = before.get(seat, (-1, 0.0))
                asked = play.asked[seat]
                self._unseen[seat] = known if known[0] == asked else (asked, self._timer.now())
        return [(seat, at + PATIENCE) for seat, (_, at) in self._unseen.items() if seat not in self._asleep]

    @property
    def _is_awaited(self) -> bool:
        """Whether anybody looks at the table, and so may be waiting; else sleepers would play it out."""
        return any(self._table.crowd.is_looking(seat.number) for seat in self._table.seats)

    def _is_asleep(self, seat: int) -> bool:
        return seat in self._asleep and self._is_awaited

    def _is_late(self, seat: int) -> bool:
        """Late for what it is asked; with a stand-in until its player returns."""
        if seat not in self._late or self._table.play is None:
            return False
        return self._planned(seat) == "stand_in" or self._late[seat] == self._table.play.asked[seat]

    def _planned(self, seat: int) -> Meanwhile:
        planned = self._voted.get(seat, self._table.house.absent)
        return "stand_in" if planned == "wait" and self._table.seats[seat].vacant else planned

    def _gone_at(self, seat: int) -> float:
        if self._table.seats[seat].vacant:
            return 0.0
        return self._left.get(self._table.seats[seat].id, self._since) + self._grace
