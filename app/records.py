"""The records of finished games, for those who played or watched. A game under way has none to give."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Request

from app.api import TheLobby
from app.keys import Cookies
from app.lobby import Lobby, LobbyError
from app.room import Room
from app.store import Log
from engine.replay import Record

router = APIRouter()
Number = Annotated[int | None, Query(ge=1, lt=2**31)]
"""A game's number in its room, no larger than a database takes."""


def _cookies(request: Request) -> Cookies:
    cookies: Cookies = request.app.state.cookies
    return cookies


@router.get("/room/{code}/record")
async def played(
    code: str,
    request: Request,
    lobby: TheLobby,
    cookies: Annotated[Cookies, Depends(_cookies)],
    game: Number = None,
) -> dict[str, Any]:
    """The record of a game of a player's room, by default of the latest."""
    room, _ = await lobby.seated(code, cookies.token(request))
    return await _record(lobby, room, game)


@router.get("/watch/{secret}/record")
async def watched(secret: str, lobby: TheLobby, game: Number = None) -> dict[str, Any]:
    """The same for those who watch."""
    return await _record(lobby, await lobby.watched(secret), game)


async def _record(lobby: Lobby, room: Room, number: int | None) -> dict[str, Any]:
    log = await lobby.log(room, number)
    if log is None or log.game.ended_at is None:
        raise LobbyError("no-record", "A game's record may be read once it is over.", 404)
    record: dict[str, Any] = msgspec.to_builtins(_written(log))
    return record


def _written(log: Log) -> Record:
    game = log.game
    return Record(
        game=game.game, rules=game.rules, seats=game.seats, options=game.options, seed=game.seed, moves=log.moves
    )
