"""The HTTP interface for programs; docs/protocol.md describes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field, model_validator

import engine
from app.keys import Cookies
from app.limits import network
from app.lobby import Lobby, Seated
from app.replies import address_of

router = APIRouter(prefix="/api")


def lobby_of(request: Request) -> Lobby:
    """The lobby of the server that got this request."""
    lobby: Lobby = request.app.state.lobby
    return lobby


TheLobby = Annotated[Lobby, Depends(lobby_of)]
Text = Annotated[str, Field(max_length=300)]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)


class NewRoom(_Body):
    """A room to open, and the name of who opens it."""

    game: Text
    name: Text
    options: dict[Text, str | bool | int] = {}
    house: dict[Text, Any] = {}
    listed: bool = False
    unlock: Text | None = None


class Joining(_Body):
    """Who wants to sit down, and the code or the join secret they were given."""

    name: Text
    code: Text | None = None
    join: Text | None = None

    @model_validator(mode="after")
    def _one_way_in(self) -> Joining:
        if (self.code is None) == (self.join is None):
            raise ValueError("either a code or a join secret is needed")
        return self


@router.get("/games")
def games() -> dict[str, Any]:
    """The games and their house rules."""
    return {
        "games": [
            {
                "name": info.name,
                "title": info.title,
                "seats": [info.seats[0], info.seats[-1]],
                "options": [{"name": o.name, "values": o.values, "seat": o.seat} for o in info.options],
            }
            for info in engine.GAMES.values()
        ]
    }


@router.get("/rooms")
async def rooms(lobby: TheLobby) -> dict[str, Any]:
    """The rooms that are listed."""
    return {"rooms": [asdict(listing) for listing in await lobby.listed()]}


@router.post("/rooms", status_code=201)
async def create(body: NewRoom, request: Request, lobby: TheLobby) -> dict[str, Any]:
    """Open a room and take its first seat."""
    return told(
        await lobby.create(
            body.game,
            body.options,
            body.name,
            house=body.house,
            listed=body.listed,
            address=address_of(request.scope),
            unlock=body.unlock,
            origin=network_of(request),
        )
    )


@router.post("/join", status_code=201)
async def join(body: Joining, request: Request, lobby: TheLobby) -> dict[str, Any]:
    """Take a seat in a room."""
    if body.join is not None:
        room = await lobby.invited(body.join)
    else:
        room = await lobby.find(body.code or "", address_of(request.scope))
    return told(await lobby.join(room, body.name, origin=network_of(request)))


def network_of(request: Request) -> str:
    """Whence a program came: its network address, since it has no cookies."""
    cookies: Cookies = request.app.state.cookies
    return cookies.origin(f"network {network(address_of(request.scope))}")


def told(seated: Seated) -> dict[str, Any]:
    """What a program is told of its seat."""
    return {**asdict(seated), "socket": f"/room/{seated.code}/socket"}
