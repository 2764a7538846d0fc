"""The server's yardstick: a bare ASGI application that answers each message with four ready-made ones.

It does what no table server can do without: four sockets to a room, and to each of them a message of the size that
a real update has. It knows no game, no database and no session.
"""

from __future__ import annotations

import os
from typing import Any

UPDATE = '{"type":"update","filler":"' + "x" * (int(os.environ.get("BENCH_BYTES", "1500")) - 29) + '"}'
rooms: dict[str, list[Any]] = {}


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Every socket on `/room/NAME/socket` hears an update whenever anybody there sends something."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})
    else:
        await receive()
        await send({"type": "websocket.accept"})
        here = rooms.setdefault(scope["path"], [])
        here.append(send)
        try:
            while (await receive())["type"] == "websocket.receive":
                for each in here:
                    await each({"type": "websocket.send", "text": UPDATE})
        finally:
            here.remove(send)
