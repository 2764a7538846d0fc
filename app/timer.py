"""What time it is, and how to be called later. Tests put one of their own in its place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Call it off."""


class Timer:
    """The time in seconds since 1970. It never goes back while the server runs; `started` is when that began."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()
        self.started = self.now()

    def now(self) -> float:
        """This moment."""
        return self._offset + time.monotonic()

    def after(self, seconds: float, call: Callable[[], None]) -> Alarm:
        """Have something called on the event loop once so many seconds have gone by."""
        return asyncio.get_running_loop().call_later(seconds, call)
