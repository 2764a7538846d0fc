"""The pages that people see. All but the table itself work without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, Request
from fastapi.templating import Jinja2Templates
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

import engine
from app import faces
from app.api import TheLobby
from app.keys import Cookies
from app.lobby import Lobby, LobbyError, Seated
from app.replies import address_of
from app.room import Room
from app.settings import ROOT, Settings
from app.words import knows, say
from engine.core import GameInfo, Option

router = APIRouter(default_response_class=Response)
templates = Jinja2Templates(directory=ROOT / "templates")
templates.env.trim_blocks = templates.env.lstrip_blocks = True


def cookies_of(request: Request) -> Cookies:
    cookies: Cookies = request.app.state.cookies
    return cookies


TheCookies = Annotated[Cookies, Depends(cookies_of)]


@router.get("/")
async def home(request: Request, lobby: TheLobby) -> Response:
    """What this is, a room to open, a code to type, and the rooms that are listed."""
    return await _home(request, lobby)


def _is_unlocked(request: Request) -> bool:
    """Whether this browser may open a Red Shift room without being asked for the code."""
    settings: Settings = request.app.state.settings
    code, cookies = settings.red_shift_code, cookies_of(request)
    return code is None or cookies.is_unlocked(request, code)


@router.post("/rooms")
async def create(request: Request, lobby: TheLobby, cookies: TheCookies) -> Response:
    """Open a room as its host."""
    form = _texts(await request.form())
    browser = cookies.browser(request)
    info = engine.GAMES.get(form.get("game", ""))
    options = {o.name: _value(o, form[o.name]) for o in info.options if o.name in form} if info else {}
    try:
        seated = await lobby.create(
            form.get("game", ""),
            options,
            form.get("name", ""),
            listed="listed" in form,
            address=address_of(request.scope),
            unlock=form.get("unlock"),
            is_unlocked=_is_unlocked(request),
            origin=cookies.origin(f"browser {browser}"),
            token=cookies.token_for(form.get("form", ""), f"{browser} {sorted(form.items())}"),
        )
    except LobbyError as error:
        return await _home(request, lobby, error, form)
    response = known_again(request, to_the_table(request, cookies, seated), browser)
    settings: Settings = request.app.state.settings
    if settings.locks(options) and settings.red_shift_code is not None:
        cookies.put_unlocked(response, code=settings.red_shift_code, secure=_is_safe(request))
    return response


@router.post("/find")
async def find(request: Request, lobby: TheLobby) -> Response:
    """Go to the room whose code was typed."""
    form = _texts(await request.form())
    try:
        room = await lobby.find(form.get("code", ""), address_of(request.scope))
    except LobbyError as error:
        return await _home(request, lobby, error, form)
    return RedirectResponse(f"/room/{room.code}", 303)


@router.get("/join/{secret}")
async def invited(secret: str, request: Request, lobby: TheLobby) -> Response:
    """Follow a join link."""
    try:
        room = await lobby.invited(secret)
    except LobbyError as error:
        return failure(request, error.status, error.message)
    return RedirectResponse(f"/room/{room.code}", 303)


@router.get("/room/{code}")
async def room(code: str, request: Request, lobby: TheLobby, cookies: TheCookies) -> Response:
    """The table for who sits at it, and the way to a seat for everybody else."""
    try:
        found = await _found(lobby, code, request, cookies)
    except LobbyError as error:
        return failure(request, error.status, error.message)
    if code != found.code:
        return RedirectResponse(f"/room/{found.code}", 303)
    if found.seat_of(cookies.token(request) or "") is None:
        return _join_page(request, found)
    base = str(request.base_url).rstrip("/")
    link = base + found.join_link
    return page(
        request,
        "room.html",
        found.info.name,
        room=found,
        rules=house_rules(found),
        link=link,
        watch=base + found.watch_link,
        qr=qr(link),
        socket=f"/room/{found.code}/socket",
    )


@router.post("/room/{code}")
async def sit(code: str, request: Request, lobby: TheLobby, cookies: TheCookies) -> Response:
    """Take a seat; who has one already keeps it."""
    form = _texts(await request.form())
    try:
        found = await _found(lobby, code, request, cookies)
    except LobbyError as error:
        return failure(request, error.status, error.message)
    if found.seat_of(cookies.token(request) or "") is not None:
        return RedirectResponse(f"/room/{found.code}", 303)
    browser = cookies.browser(request)
    try:
        seated = await lobby.join(
            found,
            form.get("name", ""),
            origin=cookies.origin(f"browser {browser}"),
            token=cookies.token_for(form.get("form", ""), f"{browser} {found.code}"),
        )
    except LobbyError as error:
        return _join_page(request, found, error, form)
    return known_again(request, to_the_table(request, cookies, seated), browser)


@router.get("/watch/{secret}")
async def watch(secret: str, request: Request, lobby: TheLobby) -> Response:
    """The table for those who only watch. Nothing on this page leads to a seat."""
    try:
        found = await lobby.watched(secret)
    except LobbyError as error:
        return failure(request, error.status, error.message)
    return page(request, "watch.html", found.info.name, rules=house_rules(found), socket=f"/watch/{secret}/socket")


@router.get("/cards/{game}.svg")
async def cards(game: str, request: Request) -> Response:
    """A game's card faces. The address that pages use changes with the drawing, so it may be kept for ever."""
    if game not in engine.GAMES:
        return failure(request, 404, say("error.page"))
    sprite = faces.sprite(game)
    lasting = request.query_params.get("v") == sprite.tag
    headers = {
        "ETag": f'"{sprite.tag}"',
        "Cache-Control": "public, max-age=31536000, immutable" if lasting else "no-cache",
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(sprite.packed, media_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})
    return Response(sprite.svg, media_type="image/svg+xml", headers=headers)


def failure(request: Request, status: int, message: str) -> Response:
    """The page for something that cannot be had."""
    return page(request, "error.html", next(iter(engine.GAMES)), status=status, message=message)


def wants_page(request: Request) -> bool:
    """Whether whoever asks would rather have a page than JSON."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


async def _found(lobby: Lobby, code: str, request: Request, cookies: Cookies) -> Room:
    """The room of this code. Who sits there is let in even where somebody else has guessed too often."""
    try:
        return (await lobby.seated(code, cookies.token(request)))[0]
    except LobbyError:
        return await lobby.find(code, address_of(request.scope))


def house_rules(room: Room) -> list[str]:
    """A room's options in words, with what the host of the server has settled."""
    return [_option_words(room.info.name, name, value) for name, value in room.options.items()]


def _option_words(game: str, option: str, value: Any) -> str:
    name = f"{game}.{option}"
    if isinstance(value, Mapping):
        return say(name, n=sum(value.values()))
    own = f"{name}.{str(value).lower()}"
    words = say(own) if knows(own) else say("seat", n=value + 1)
    return words if isinstance(value, bool) else f"{say(name)}: {words}"


def _value(option: Option, text: str) -> str | bool | int:
    """The option's value that a form's text stands for; what stands for none is left for the game to refuse."""
    for value in option.values:
        if str(value).lower() == text:
            return value
    return int(text) if option.seat and text.isdecimal() and len(text) < 3 else text


def _texts(form: Mapping[str, Any]) -> dict[str, str]:
    return {name: text for name, text in form.items() if isinstance(text, str)}


async def _home(
    request: Request, lobby: TheLobby, error: LobbyError | None = None, form: Mapping[str, str] | None = None
) -> Response:
    cookies = cookies_of(request)
    context = {
        "games": list(engine.GAMES.values()),
        "rooms": await lobby.listed(),
        "error": error,
        "form": form or {},
        "is_unlocked": _is_unlocked(request),
        "mark": cookies.form(),
    }
    shown = page(request, "home.html", next(iter(engine.GAMES)), status=error.status if error else 200, **context)
    return known_again(request, shown, cookies.browser(request))


def _join_page(
    request: Request, room: Room, error: LobbyError | None = None, form: Mapping[str, str] | None = None
) -> Response:
    cookies = cookies_of(request)
    browser = cookies.browser(request)
    no_seat = room.no_seat(cookies.origin(f"browser {browser}"))
    context = {
        "room": room,
        "rules": house_rules(room),
        "error": error,
        "form": form or {},
        "mark": cookies.form(),
        "no_seat": no_seat,
        "watch": room.watch_link if no_seat and no_seat.code != "sent-away" and room.house.watching else None,
    }
    shown = page(request, "join.html", room.info.name, status=error.status if error else 200, **context)
    return known_again(request, shown, browser)


def known_again(request: Request, response: Response, browser: str) -> Response:
    """The response, with a cookie by which a form that is sent twice is known, and so is whoever is sent away."""
    cookies_of(request).put_browser(response, browser, secure=_is_safe(request))
    return response


def page(request: Request, name: str, game: str, *, status: int = 200, **context: Any) -> Response:
    """A page in the colours of a game."""
    return templates.TemplateResponse(request, name, {"game": game, **context}, status_code=status)


def to_the_table(request: Request, cookies: Cookies, seated: Seated) -> Response:
    """Go on by GET, so that neither reload nor back button sits down twice."""
    response = RedirectResponse(f"/room/{seated.code}", 303)
    cookies.put(response, code=seated.code, token=seated.token, secure=_is_safe(request))
    return response


def _is_safe(request: Request) -> bool:
    return request.url.scheme == "https"


def qr(link: str) -> Markup:
    code = segno.make(link, micro=False)
    return Markup(code.svg_inline(omitsize=True, border=0))


@cache
def _inscription(text: str) -> Markup:
    return Markup(faces.inscription(text))


def _sprite(game: str) -> str:
    return f"/cards/{game}.svg?v={faces.sprite(game).tag}"


def _hint(game: GameInfo, option: Option) -> str:
    key = f"{game.name}.{option.name}.hint"
    return say(key) if knows(key) else ""


templates.env.globals.update(t=say, knows=knows, inscription=_inscription, sprite=_sprite, hint=_hint)
