"""The rooms that everybody is shown: those that their hosts have listed, as long as there is something to see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.inside import Inside, Person

pytestmark = pytest.mark.anyio


async def test_what_is_listed(tmp_path: Path) -> None:
    inside = await Inside(tmp_path).open()

    async def shown() -> list[tuple[list[str], str, bool]]:
        return [(room.players, room.status, room.watching) for room in await inside.lobby.listed()]

    async def open_room(name: str, *, listed: bool = True) -> Person:
        seated = await inside.lobby.create("wireburn", {}, name, listed=listed, address="here")
        host = Person(inside, seated.code, seated.token)
        await host.come()
        return host

    await open_room("Unseen", listed=False)
    ann, bob = await open_room("Ann"), await open_room("Bob")
    assert await shown() == [(["Bob"], "gathering", True), (["Ann"], "gathering", True)]
    await bob.do(type="set", house={"newcomers": False, "watching": False})
    assert await shown() == [(["Ann"], "gathering", True)]
    await bob.do(type="set", house={"newcomers": True})
    guests = [await inside.lobby.join(bob.room, name) for name in ("Carl", "Dan")]
    assert await shown() == [(["Bob", "Carl", "Dan"], "gathering", False), (["Ann"], "gathering", True)]
    await bob.do(type="start")
    carl = Person(inside, bob.code, guests[0].token)
    await carl.come()
    await carl.do(type="leave")
    assert await shown() == [(["Bob", "Dan"], "playing", False), (["Ann"], "gathering", True)]
    await ann.do(type="leave")
    assert await shown() == [(["Bob", "Dan"], "playing", False)]
    await inside.close()
