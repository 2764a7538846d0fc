"""A seat's way to another device: the link and its QR code here, a page that asks first there."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from app import models, moving
from app.api import TheLobby, network_of, told
from app.lobby import LobbyError, seated_at
from app.pages import TheCookies, failure, known_again, page, qr, to_the_table, wants_page
from app.replies import address_of
from app.room import Room

router = APIRouter(default_response_class=Response)
SECONDS = round(moving.LASTS.total_seconds())


@router.post("/room/{code}/move")
async def begin(code: str, request: Request, lobby: TheLobby, cookies: TheCookies) -> Response:
    """A new link for the seat that this browser or program has."""
    room, seat = await lobby.seated(code, cookies.token(request))
    path = f"/room/{room.code}/move/{await moving.ticket(room, room.seats[seat])}"
    link = str(request.base_url).rstrip("/") + path
    if not wants_page(request):
        return JSONResponse({"move": path, "seconds": SECONDS, "qr": qr(link)}, 201)
    return page(
        request, "move.html", room.info.name, code=room.code, minutes=SECONDS // 60, link=link, qr=qr(link)
    )


@router.get("/room/{code}/move/{secret}")
async def ask(code: str, secret: str, request: Request, lobby: TheLobby, cookies: TheCookies) -> Response:
    """Ask before the link is used up, since programs look at links too."""
    try:
        room = await lobby.find(code, address_of(request.scope))
        origin = cookies.origin(f"browser {cookies.browser(request)}")
        seat = _seat(room, secret, origin, cookies.token(request))
    except LobbyError as error:
        return failure(request, error.status, error.message)
    return page(request, "moved.html", room.info.name, code=room.code, who=seat.name)


@router.post("/room/{code}/move/{secret}")
async def take(code: str, secret: str, request: Request, lobby: TheLobby, cookies: TheCookies) -> Response:
    """Take the seat to this browser or program."""
    browser = cookies.browser(request)
    is_page = wants_page(request)
    origin = cookies.origin(f"browser {browser}") if is_page else network_of(request)
    try:
        room = await lobby.find(code, address_of(request.scope))
        _seat(room, secret, origin, cookies.token(request))
        seated = seated_at(room, *await moving.redeem(room, secret, origin))
    except LobbyError as error:
        if not is_page:
            raise
        return failure(request, error.status, error.message)
    if not is_page:
        return JSONResponse(told(seated), 201)
    return known_again(request, to_the_table(request, cookies, seated), browser)


def _seat(room: Room, secret: str, origin: str, token: str | None) -> models.Seat:
    """The seat that this link leads to. LobbyError: `no-ticket`, `sent-away`, `has-seat` for who has another."""
    seat = moving.seat_for(room, secret, origin)
    if room.seat_of(token or "") not in (None, seat.number):
        raise LobbyError("has-seat", "This browser has another seat at that table. Give that one up first.", 409)
    return seat
