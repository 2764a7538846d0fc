"""The shapes of all messages on a socket; docs/protocol.md tells them to those who write clients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from app.house import House, Meanwhile

MOST_BYTES = 4096
"""The longest message that is read."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"\A[^\0]*\Z")]  # no database text holds \0


class Message(msgspec.Struct, tag_field="type", frozen=True):
    """One JSON text frame; `type` tells which."""


class Move(Message, tag="move", frozen=True):
    """Make this move, which was chosen on version `v` of the room's game number `game`."""

    id: Id
    game: int
    v: int
    move: Any


class Start(Message, tag="start", frozen=True):
    """Start a game with those who sit; with these house rules, and everybody one seat on, if wished."""

    id: Id
    options: dict[str, Any] | None = None
    turn: bool = False


class Leave(Message, tag="leave", frozen=True):
    """Get up from the table."""

    id: Id


class Set(Message, tag="set", frozen=True):
    """Run the room with these changes."""

    id: Id
    house: dict[str, Any]


class Undo(Message, tag="undo", frozen=True):
    """Take my last move back."""

    id: Id


class Agree(Message, tag="agree", frozen=True):
    """Let them take their last move back, or not."""

    id: Id
    yes: bool


class Vote(Message, tag="vote", frozen=True):
    """While the host is absent: let this happen for an absent seat."""

    id: Id
    seat: int
    what: Meanwhile


class Away(Message, tag="away", frozen=True):
    """I am not looking."""


class Back(Message, tag="back", frozen=True):
    """I am looking again."""


class Kick(Message, tag="kick", frozen=True):
    """Send this player away for good."""

    id: Id
    player: int


class HandOver(Message, tag="hand_over", frozen=True):
    """Make this player the host."""

    id: Id
    player: int


class Arrange(Message, tag="arrange", frozen=True):
    """Have these players sit in this order, or in any."""

    id: Id
    players: list[int] | None = None


class Gather(Message, tag="gather", frozen=True):
    """Clear the table of the game that is over, so that people can come and go."""

    id: Id


class End(Message, tag="end", frozen=True):
    """Call the game off."""

    id: Id


Kind = Literal["text", "phrase", "emote"]


class Say(Message, tag="say", frozen=True):
    """Let the others hear this; `text` is the key of a set phrase or emote, or free text."""

    id: Id
    kind: Kind
    text: str


class Mute(Message, tag="mute", frozen=True):
    """Let nobody hear this player any more, or let them be heard again."""

    id: Id
    player: int
    muted: bool


class Ping(Message, tag="ping", frozen=True):
    """Are you there?"""


Order = Move | Start | Leave | Set | Undo | Agree | Vote | Say | Mute | Kick | HandOver | Arrange | Gather | End
"""A command that the room answers."""
Command = Order | Away | Back | Ping


class Done(Message, tag="done", frozen=True):
    """The command with this id was done; the game stands at version `v`."""

    id: str
    v: int


class Refused(Message, tag="refused", frozen=True):
    """The command with this id was not done, because of `rule`; nothing has changed."""

    id: str
    rule: str
    message: str
    v: int


class Error(Message, tag="error", frozen=True):
    """A frame could not be read."""

    code: Literal["not-text", "too-long", "not-json", "unknown", "too-fast"]
    message: str


class Pong(Message, tag="pong", frozen=True):
    """The answer to a ping."""


class Said(Message, tag="said", frozen=True):
    """Somebody said something; `at` is the server's time, in milliseconds since 1970."""

    n: int
    player: int | None
    name: str
    watcher: int | None
    kind: str
    text: str
    at: int


class Talk(Message, tag="talk", frozen=True):
    """What was said last, oldest first."""

    said: list[Said]


By = Literal["player", "default", "stand_in", "undo"]
Presence = Literal["here", "away", "gone"]


class Seat(msgspec.Struct, frozen=True):
    """A place at the table and its player, who is `here` while connected, waited for in the `meanwhile`, `muted`
    by the host, or has left it `vacant`, and has won so many games."""

    seat: int
    player: int
    name: str
    here: bool
    presence: Presence
    meanwhile: Meanwhile | None
    muted: bool
    vacant: bool
    wins: int


class Asking(msgspec.Struct, frozen=True):
    """A seat asks to take its last move back; these have agreed."""

    seat: int
    agreed: list[int]


class Ballot(msgspec.Struct, frozen=True):
    """Who wants what for an absent seat."""

    seat: int
    what: Meanwhile
    by: list[int]


class Clock(msgspec.Struct, frozen=True):
    """The seats' time, in milliseconds: what each has left at the server's moment `now`, and whose runs."""

    now: int
    left: list[int]
    runs: list[int]


class Made(msgspec.Struct, frozen=True):
    """Whose move led to an update, and who made it."""

    seat: int
    by: By


Status = Literal["gathering", "playing", "over", "closed"]


class Room(msgspec.Struct, frozen=True):
    """What everybody in a room may know of it. `you`, the viewer's own seat, is added for each viewer."""

    game: str
    options: dict[str, Any]
    capacity: tuple[int, int]
    status: Status
    host: int
    played: int
    house: House
    seats: list[Seat]
    watchers: int
    asking: Asking | None
    ballots: list[Ballot]
    deleted_on: str | None


class Update(Message, tag="update", frozen=True):
    """How everything stands for one viewer, and what has just happened."""

    game: int
    v: int
    room: msgspec.Raw
    clock: Clock | None
    made: Made | None
    events: Sequence[dict[str, Any]]
    view: msgspec.Raw


Answer = Done | Refused | Error | Pong

encode = msgspec.json.Encoder().encode
NOTHING = msgspec.Raw(b"null")
_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def text(message: Message) -> str:
    """A message as a frame."""
    return encode(message).decode()


def read(frame: str | None) -> Command | Error:
    """The command in a text frame, or what is wrong with it. None stands for a frame of another kind."""
    if frame is None:
        return Error("not-text", "Frames are JSON text.")
    if len(frame.encode()) > MOST_BYTES:
        return Error("too-long", f"A message has at most {MOST_BYTES} bytes.")
    try:
        return _decoder.decode(frame)
    except msgspec.ValidationError as error:
        return Error("unknown", f"No message like that is known: {error}")
    except (ValueError, msgspec.DecodeError, RecursionError):
        return Error("not-json", "That is not JSON.")


def room_for(shared: bytes, viewer: int | None) -> msgspec.Raw:
    """An encoded Room with the viewer's own seat put in."""
    return msgspec.Raw(b'%b,"you":%b}' % (shared[:-1], encode(viewer)))
