"""Everything a host can set, read from environment variables that begin with FUSEBOX_."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from app.decks import read_deck

ROOT = Path(__file__).resolve().parent.parent
"""The project's own folder, with static/, templates/ and migrations/."""

Names = Annotated[tuple[str, ...], NoDecode]


class Settings(BaseSettings):
    """What a host can set. docs/hosting.md has the same table, and a test keeps the two alike."""

    model_config = SettingsConfigDict(
        env_prefix="FUSEBOX_",
        env_ignore_empty=True,
        frozen=True,
        cli_prog_name="python -m app",
        cli_kebab_case=True,
    )

    host: str = Field(default="127.0.0.1", description="The address to listen on; `0.0.0.0` for every one.")
    port: int = Field(default=8000, ge=0, le=65535, description="The port to listen on; `0` for any free one.")
    data: Path = Field(default=Path("data"), description="The folder with the database and the server's key.")
    database_url: str | None = Field(
        default=None,
        description="An SQLAlchemy address of a SQLite database; left out, `fusebox.sqlite` in the data folder.",
    )
    secret: str | None = Field(
        default=None,
        min_length=16,
        repr=False,
        description="The key that signs cookies; left out, one is made and kept in the data folder.",
    )
    origins: Names = Field(
        default=(), description="Origins besides the server's own that pages may use it from, with commas between."
    )
    trusted_proxies: Names = Field(
        default=(),
        description="Addresses or networks of proxies whose `X-Forwarded-…` headers count, with commas between.",
    )
    red_shift_code: str | None = Field(
        default=None,
        pattern=r"^[0-9]{6}$",
        repr=False,
        description="Six digits that each browser must be told once before it can open a Red Shift room.",
    )
    guesses: int = Field(
        default=10, ge=1, description="Wrong codes that one address may try before it has to wait."
    )
    guesses_per_minute: float = Field(
        default=6, gt=0, description="How many of those tries come back in a minute."
    )
    rooms_per_minute: float = Field(
        default=30, ge=0, description="Rooms that one address may open in a minute; `0` for no limit."
    )
    socket_rate: float = Field(
        default=20, ge=0, description="Messages that one socket may send in a second; `0` for no limit."
    )
    socket_burst: int = Field(default=60, ge=1, description="Messages that one socket may send at once.")
    sockets_per_seat: int = Field(default=16, ge=1, description="Sockets that one seat may have open.")
    watchers_per_room: int = Field(default=200, ge=0, description="Sockets that one watch link may have open.")
    sockets_per_address: int = Field(
        default=512, ge=0, description="Sockets that one network address may have open; `0` for no limit."
    )
    socket_queue: int = Field(
        default=64, ge=4, description="Messages that may wait for a slow socket before it is closed."
    )
    grace: float = Field(
        default=30, ge=0, description="Seconds after a player's last connection is lost until they count as gone."
    )
    host_grace: float = Field(
        default=120,
        ge=0,
        description="Seconds after a host's last connection is lost until a player who is there becomes the host.",
    )
    idle_minutes: float = Field(
        default=10, gt=0, description="Minutes after which a room that nobody is in leaves memory."
    )
    keep_days: int = Field(
        default=30, ge=0, description="Days after which a room that nobody was in is deleted; `0` to keep all."
    )
    burn_deck: Annotated[dict[str, int], NoDecode] | None = Field(
        default=None,
        description="A file with the deck list that Burn is played with, like `seeds/decks/burn.json`.",
    )

    @field_validator("burn_deck", mode="before")
    @classmethod
    def _read(cls, value: object) -> object:
        return read_deck(Path(value)) if isinstance(value, str | Path) else value

    @field_validator("origins", "trusted_proxies", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())
        return value

    def locks(self, options: Mapping[str, Any]) -> bool:
        """Whether a room with these house rules takes the code for Red Shift."""
        return self.red_shift_code is not None and options.get("red_shift") is True

    @property
    def settled(self) -> Mapping[str, Mapping[str, Any]]:
        """What the host has settled for every room of a game, by the game's name."""
        return {"burn": {"deck": self.burn_deck}} if self.burn_deck else {}

    @property
    def database(self) -> str:
        """The database's address."""
        return self.database_url or f"sqlite:///{(self.data / 'fusebox.sqlite').resolve()}"


def complaint(error: ValidationError) -> str:
    """What is wrong with the settings, in one line, without the values."""
    wrong = [(str(e["loc"][0]).upper(), e["msg"].removeprefix("Value error, ")) for e in error.errors()]
    return "; ".join(f"FUSEBOX_{name}: {why}" for name, why in wrong)
