"""Servers under load: the real one and the bare yardstick, each a process of its own on a free loopback port."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep

import httpx

from bench.load import BareTable, GameTable, Table, Tally

ROOT = Path(__file__).parent.parent
Seating = Callable[["Server", Tally, str, httpx.AsyncClient], Awaitable[Table]]
"""Fills a new room of that name with four connected players."""
UNLIMITED = {"FUSEBOX_ROOMS_PER_MINUTE": "0", "FUSEBOX_SOCKET_RATE": "0", "FUSEBOX_SOCKETS_PER_ADDRESS": "0"}
"""Rate limits that hundreds of rooms from one address do not meet."""


@dataclass
class Server:
    """A server process that answers on `port`."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def resident(self) -> int:
        """The process's memory in bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    @property
    def worked(self) -> float:
        """The processor time that the process has used, in seconds."""
        after_name = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(command: list[str], settings: Mapping[str, str], port: int) -> Iterator[Server]:
    """Start a server, wait until it answers `/healthz`, and stop it afterwards."""
    with TemporaryDirectory() as folder, open(Path(folder) / "log", "w+b") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "FUSEBOX_DATA": folder, **settings}, stdout=log, stderr=log
        )
        try:
            until = perf_counter() + 30
            while True:
                try:
                    httpx.get(f"http://127.0.0.1:{port}/healthz", trust_env=False)
                    break
                except httpx.TransportError:
                    if process.poll() is not None or perf_counter() > until:
                        log.seek(0)
                        raise RuntimeError(f"the server does not start:\n{log.read().decode()}") from None
                    sleep(0.05)
            yield Server(process, port)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def commit_ms(commits: int) -> float:
    """The median time of a commit of one row to this disk, which no acknowledged move can be faster than."""
    times = []
    with (
        TemporaryDirectory() as folder,
        closing(sqlite3.connect(Path(folder) / "x", isolation_level=None)) as database,
    ):
        database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (text)")
        for _ in range(commits):
            began = perf_counter()
            database.execute("INSERT INTO row VALUES (?)", ("x" * 200,))
            times.append(perf_counter() - began)
    return median(times) * 1e3


def free_port() -> int:
    """A loopback port that nobody listens on at this moment."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def real_server() -> Iterator[Server]:
    """Fusebox as `make run` starts it, but for the rate limits."""
    port = free_port()
    with running([sys.executable, "-m", "app"], {"FUSEBOX_PORT": str(port), **UNLIMITED}, port) as server:
        yield server


@contextmanager
def bare_server(size: int) -> Iterator[Server]:
    """The yardstick, with updates of `size` bytes and the real server's settings of uvicorn."""
    port = free_port()
    options = ["--port", str(port), "--loop", "uvloop", "--http", "httptools", "--ws", "websockets-sansio"]
    options += ["--ws-per-message-deflate", "false", "--no-access-log"]
    with running(
        [sys.executable, "-m", "uvicorn", "bench.bare:app", *options], {"BENCH_BYTES": str(size)}, port
    ) as server:
        yield server


async def real_table(server: Server, tally: Tally, name: str, http: httpx.AsyncClient) -> Table:
    """A new room with four players, connected."""
    room = (
        await http.post("/api/rooms", json={"game": "wireburn", "options": {}, "name": "Ann"})
    ).raise_for_status()
    seats = [room.json()]
    secret = seats[0]["join"].rpartition("/")[2]
    for player in ("Bob", "Cid", "Dot"):
        joined = await http.post("/api/join", json={"join": secret, "name": player})
        seats.append(joined.raise_for_status().json())
    table = GameTable(tally, name)
    await table.connect(
        server.port, [(seat["socket"], {"Authorization": f"Bearer {seat['token']}"}) for seat in seats]
    )
    return table


async def bare_table(server: Server, tally: Tally, name: str, http: httpx.AsyncClient) -> Table:  # noqa: ARG001
    """Four sockets at the yardstick."""
    table = BareTable(tally)
    await table.connect(server.port, [(f"/room/{name}/socket", {})] * 4)
    return table


async def load(server: Server, seat: Seating, rooms: int, seconds: float) -> dict[str, float]:
    """Play in so many rooms at once for so long, after a room and a moment of warm-up."""
    tally = Tally()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", trust_env=False, timeout=20) as http:
        first = await seat(server, tally, "warm-up", http)
        first.begin()
        await asyncio.sleep(min(seconds, 1))
        first.close()
        await asyncio.sleep(0.1)
        before = server.resident
        tables = [await seat(server, tally, f"room-{number}", http) for number in range(rooms)]
    seated = server.resident
    for table in tables:
        table.begin()
    await asyncio.sleep(min(seconds, 1))
    tally.clear()
    began, busy, worked = perf_counter(), process_time(), server.worked
    await asyncio.sleep(seconds)
    took, busy, worked = perf_counter() - began, process_time() - busy, server.worked - worked
    latencies, updates, octets = sorted(tally.latencies), tally.updates, tally.bytes
    after = server.resident
    for table in tables:
        table.close()
    if tally.failure or not latencies:
        raise RuntimeError(f"the load of {rooms} rooms broke off: {tally.failure or 'no move came back'}")
    return {
        "rooms": rooms,
        "moves_per_second": len(latencies) / took,
        "p50_ms": latencies[len(latencies) // 2] * 1e3,
        "p99_ms": latencies[len(latencies) * 99 // 100] * 1e3,
        "bytes_per_update": octets / updates,
        "memory_per_room": (seated - before) / rooms,
        "memory_per_room_after": (after - before) / rooms,
        "moves_per_cpu_second": len(latencies) / worked,
        "server_busy": worked / took,
        "generator_busy": busy / took,
    }
