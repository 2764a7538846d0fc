"""The lesson pages, and what they ask of the server with every move."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

import engine
from app import wire
from app.lessons import Track, attempt, tracks
from app.pages import failure, templates
from app.rulebook import EVERY_GAME, Rule, book
from app.words import say

router = APIRouter(default_response_class=Response)
MOST_MOVES = 50


class Attempt(BaseModel):
    """The moves of whoever learns, from the beginning of a step."""

    model_config = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)

    moves: Annotated[list[Any], Field(max_length=MOST_MOVES)]


@router.get("/learn/{game}")
def first_track(game: str, request: Request) -> Response:
    """Go to a game's first track."""
    for name in _tracks(game):
        return RedirectResponse(f"/learn/{game}/{name}", 303)
    return failure(request, 404, say("error.page"))


@router.get("/learn/{game}/{track}")
def lesson(game: str, track: str, request: Request) -> Response:
    """A track's steps, one of them open."""
    if track not in _tracks(game):
        return failure(request, 404, say("error.page"))
    context = {"game": game, "track": _tracks(game)[track], "tracks": _tracks(game).values(), "rule": _rule}
    return templates.TemplateResponse(request, "learn.html", context)


@router.post("/api/lessons/{game}/{track}/{step}")
def made(game: str, track: str, step: str, body: Attempt) -> Response:
    """What comes of the moves made so far in a step."""
    found = _tracks(game).get(track)
    here = next((each for each in found.steps if each.id == step), None) if found else None
    if here is None:
        raise HTTPException(404)
    return Response(wire.text(attempt(game, here, body.moves)), media_type="application/json")


def _tracks(game: str) -> dict[str, Track]:
    return tracks(game) if game in engine.GAMES else {}


def _rule(game: str, rule: str) -> Rule:
    """A rule of this game, or of every game."""
    return book(game).rules.get(rule) or book(EVERY_GAME).rules[rule]


templates.env.globals.update(taught=_tracks)
