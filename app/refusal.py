"""What a room says no with."""

from __future__ import annotations


class Refusal(Exception):
    """A command that the room does not do: the id of the rule, and a sentence for the player."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
