"""What a room says no with."""

from __future__ import annotations

from app.table import Table


class Refusal(Exception):
    """A command that the room does not do: the id of the rule, and a sentence for the player."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message


def host_alone(table: Table, seat: int, does: str) -> None:
    """Refuse what this seat wants unless it is the host's."""
    if seat != table.host:
        raise Refusal("ROOM-HOST", f"Only the host {does}.")
