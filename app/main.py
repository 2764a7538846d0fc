"""The server, put together."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app import api, db, learn_pages, move_pages, pages, records, rules_pages, store
from app.guard import Guard
from app.hub import Hub
from app.keeper import Keeper
from app.keys import Cookies, server_key
from app.lobby import Lobby, LobbyError
from app.replies import failed
from app.rooms import Rooms
from app.settings import ROOT, Settings
from app.store import Store
from app.timer import Timer
from app.words import say

CODES = {404: "not-found", 405: "not-allowed"}


def create_app(settings: Settings, timer: Timer | None = None) -> FastAPI:
    """The whole server as an ASGI application. The database must be there and up to date, see `app.db.migrate`."""
    timer = timer or Timer()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        database = Store(db.connect(settings.database))
        beat = await database.call(store.last_beat)
        rooms = Rooms(settings, database, timer, beat.timestamp() if beat else 0.0)
        app.state.lobby = Lobby(settings, database, rooms)
        keeper = Keeper(rooms, settings, database, timer)
        keeper.start()
        yield
        await keeper.close()
        await database.close()

    app = FastAPI(title="Fusebox", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.settings = settings
    app.state.cookies = Cookies(settings.secret or server_key(settings.data))
    app.add_middleware(Hub, cookies=app.state.cookies, settings=settings)
    app.add_middleware(Guard, origins=settings.origins)
    app.add_exception_handler(LobbyError, _lobby_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _fault)
    app.include_router(api.router)
    app.include_router(records.router)
    app.include_router(move_pages.router)
    app.include_router(pages.router)
    app.include_router(rules_pages.router)
    app.include_router(learn_pages.router)
    app.add_api_route("/healthz", healthz)
    for ending, kind in {".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}.items():
        mimetypes.add_type(kind, ending)  # a machine's own table may have these wrong
    mimetypes.add_type("application/manifest+json", ".webmanifest")
    app.mount("/static", StaticFiles(directory=ROOT / "static", check_dir=False), name="static")
    return app


def healthz() -> dict[str, str]:
    """Whether the server is ready."""
    return {"status": "ready"}


async def _lobby_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, LobbyError)
    return failed(error.status, error.code, error.message, error.watch)


async def _invalid(_request: Request, error: Exception) -> Response:
    """Say which part of a body is wrong; never what was in it."""
    assert isinstance(error, RequestValidationError)
    wrong = error.errors()[0]
    where = ".".join(str(part) for part in wrong["loc"][1:]) if wrong["type"] != "json_invalid" else ""
    return failed(422, "bad-request", f"{where}: {wrong['msg']}" if where else str(wrong["msg"]))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and pages.wants_page(request):
        return pages.failure(request, 404, say("error.page"))
    response = failed(error.status_code, CODES.get(error.status_code, "bad-request"), f"{error.detail}.")
    response.headers.update(error.headers or {})
    return response


async def _fault(_request: Request, _error: Exception) -> Response:
    return failed(500, "fault", "The server could not do that.")
