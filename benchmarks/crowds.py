"""How much a server of people bears: tables at a pace, spectators of one table, malformed messages, an hour of it.

python benchmarks/crowds.py tables [--tables 200] [--seconds 30] [--pace 1] [--nodes 1] [--database URL]
python benchmarks/crowds.py spectators [--count 2000] [--moves 10]
python benchmarks/crowds.py malformed [--count 100000]
python benchmarks/crowds.py soak [--minutes 60] [--tables 50]

Servers run as processes of their own, each on a core of its own where there are so many; the load comes from this one.
What counts on a machine that has much else to do is processor time: seconds that a core has worked for the servers (and
for the database, where one is given by the id of its process) a move, a page, a minute. Times of answers are walls, and
tell of the whole machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

for place in ("tests", "tests/web"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / place))
from crowd import Pair, Tally  # noqa: E402

from fuzz.generators.frames import frame, request  # noqa: E402

_MANY = 1 << 20
_LIMITS = {
    "open_tables": 20_000, "pages": 40_000, "sockets": 40_000, "address_sockets": 40_000, "address_pages": 40_000,
    "address_tables": _MANY, "address_descriptions": 10_000, "stored_tables": _MANY, "onlookers": 20_000,
    "address_requests": 100_000, "address_requests_at_once": _MANY, "tournament_seconds": 0.1,
}  # fmt: skip


@dataclass
class Server:
    """A server that runs."""

    address: str
    process: int

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mib(self) -> float:
        text = Path(f"/proc/{self.process}/status").read_text(encoding="ascii")
        return int(next(line.split()[1] for line in text.splitlines() if line.startswith("VmRSS"))) / 1024


@contextlib.contextmanager
def serving(count: int, database: str = "") -> Iterator[list[Server]]:
    """So many servers, on one database where there are several."""
    with contextlib.ExitStack() as stack:
        servers = []
        for number in range(count):
            data = stack.enter_context(tempfile.TemporaryDirectory())
            limits = [word for name, value in _LIMITS.items() for word in ("--limit", f"{name}={value}")]
            command = [sys.executable, "-m", "ludens", "web", "--no-browser", "--port", "0", "--data", data, *limits]
            process = subprocess.Popen(
                command + (["--database", database] if database else []), stdout=subprocess.PIPE, text=True
            )
            stack.callback(process.wait, 30)
            stack.callback(process.terminate)
            if (os.cpu_count() or 1) > count:  # one is left for the load
                os.sched_setaffinity(process.pid, {number})
            assert process.stdout is not None
            address = next(word for word in process.stdout.readline().split() if word.startswith("http"))
            servers.append(Server(address.rstrip("/"), process.pid))
        yield servers


def share(times: Sequence[float], most: float) -> str:
    """Which share of answers came in time, and the slowest hundredth."""
    ordered = sorted(times)
    within = sum(one <= most for one in ordered) / max(1, len(ordered))
    late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))] if ordered else float("nan")
    middle = statistics.median(ordered) if ordered else float("nan")
    return f"{within:.1%} within {1000 * most:.0f} ms, median {1000 * middle:.1f} ms, 99 of 100 by {1000 * late:.0f} ms"


async def tables(asked: argparse.Namespace, servers: list[Server]) -> None:
    """Pairs at tables, where a move is made each `pace` seconds."""
    tally, addresses = Tally(), [one.address for one in servers]
    pairs = [Pair(addresses, number, tally, apart=asked.apart) for number in range(asked.tables)]
    before = [one.resident_mib() for one in servers]
    opening = [one.processor_seconds() for one in servers]
    for number in range(0, len(pairs), 20):
        await asyncio.gather(*(pair.open(asked.game) for pair in pairs[number : number + 20]))
    opened = [one.processor_seconds() for one in servers]
    work = sum(opened) - sum(opening)
    memory = sum(one.resident_mib() for one in servers) - sum(before)
    print(f"{len(pairs)} tables: {1000 * work / len(pairs):.1f} ms of a core and {memory / len(pairs):.2f} MiB each")
    base, own = _database_seconds(asked), time.process_time()
    began, tally.answers = time.perf_counter(), []
    playing = asyncio.gather(*(_rounds(pair, asked) for pair in pairs))
    await asyncio.wait([playing], timeout=asked.seconds)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    wall, count = time.perf_counter() - began, len(tally.answers)
    cores = [(one.processor_seconds() - start) for one, start in zip(servers, opened, strict=True)]
    print(f"{count} moves in {wall:.1f} s ({count / wall:.0f} a second): {share(tally.answers, 0.05)}")
    each = ", ".join(f"{one / wall:.2f}" for one in cores)
    print(f"a move: {1000 * sum(cores) / max(1, count):.2f} ms of a core at the servers ({each} cores)", end="")
    database = _database_seconds(asked) - base
    print(f", {1000 * database / max(1, count):.2f} ms at the database" if asked.database_process else "")
    print(f"the load itself took {(time.process_time() - own) / wall:.2f} of a core; cut: {len(tally.cuts)}")
    for error in set(tally.errors):
        print(f"error: {error}")
    await asyncio.gather(*(pair.leave() for pair in pairs))


async def _rounds(pair: Pair, asked: argparse.Namespace) -> None:
    await asyncio.sleep(random.random() * asked.pace)
    await pair.play(_MANY, asked.pace)


def _database_seconds(asked: argparse.Namespace) -> float:
    """What a PostgreSQL and its children have worked so far, by the id of its first process."""
    if not asked.database_process:
        return 0.0
    first, total = asked.database_process, 0.0
    for place in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, _, rest = place.read_text(encoding="ascii").partition(" ")
            fields = rest.rpartition(")")[2].split()
            if int(number) == first or int(fields[1]) == first:
                total += (int(fields[11]) + int(fields[12]) + int(fields[13]) + int(fields[14])) / os.sysconf(
                    "SC_CLK_TCK"
                )
    return total


async def spectators(asked: argparse.Namespace, servers: list[Server]) -> None:
    """Pages that look on at one table, all over the servers, while two people move."""
    tally, addresses = Tally(), [one.address for one in servers]
    pair = Pair(addresses, 0, tally)
    shared = {"name": "Ann", "seat": 1, "broadcast": True}
    pair.host.table = (await pair.host.post("/api/tables", {"game": asked.game, "shared": shared}))["table"]
    await pair.host.come()
    while not pair.host.people:
        await pair.host.hear()
    await pair.guest.sit(pair.host.table, pair.host.people["chairs"][1]["key"])
    came, heard = asyncio.Semaphore(50), list[float]()
    moved = [0.0]

    async def look_on(number: int) -> None:
        place = f"ws{addresses[number % len(addresses)][4:]}/ws/{pair.host.table}"
        async with came:
            socket = await connect(place, proxy=None, ping_interval=None, compression=None, max_size=None)
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                if '"type":"position"' in str(text[:60]):
                    heard.append(time.perf_counter() - moved[0])

    before = sum(one.processor_seconds() for one in servers)
    watching = [asyncio.create_task(look_on(number)) for number in range(asked.count)]
    while pair.host.people.get("crowd", 0) < asked.count:
        await pair.host.hear()
    came_for = sum(one.processor_seconds() for one in servers) - before
    print(f"{asked.count} spectators came: {1000 * came_for / asked.count:.2f} ms of a core each", flush=True)
    start = sum(one.processor_seconds() for one in servers)
    for ply in range(asked.moves):
        mover = (pair.host, pair.guest)[ply % 2]
        while not mover.position["moves"]:
            await mover.hear()
        moved[0] = time.perf_counter()
        await mover._move()
        while len(heard) < (ply + 1) * asked.count:
            await asyncio.sleep(0.01)
    work = sum(one.processor_seconds() for one in servers) - start
    memory = ", ".join(f"{one.resident_mib():.0f}" for one in servers)
    print(f"{asked.moves} moves, {len(heard)} positions heard: {share(heard, 0.5)}")
    print(f"a spectator and move: {1e6 * work / max(1, len(heard)):.0f} µs of a core; memory: {memory} MiB")
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    await pair.leave()


async def malformed(asked: argparse.Namespace, servers: list[Server]) -> None:
    """Wrong messages, with a wrong request each hundred; none is answered by a defect, and the server plays on."""
    draw, address, sent = random.Random(asked.seed), servers[0].address, 0
    codes: dict[str, int] = {}
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as client:
        opened = await client.post("/api/tables", json={"game": "Tic-Tac-Toe", "shared": {}})
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        place = f"ws{address[4:]}/ws/{opened.json()['table']}"
        while sent < asked.count:
            async with connect(place, additional_headers={"Cookie": cookie}, proxy=None, max_size=None) as socket:
                reading = asyncio.create_task(_codes(socket, codes))
                with contextlib.suppress(ConnectionClosed):
                    for _ in range(min(100, asked.count - sent)):
                        sent += 1
                        await socket.send(frame(draw))
                    await socket.send('{"type": "ping", "id": "last"}')
                await reading
            code = str(await asyncio.to_thread(_status, address, *request(draw)))
            codes[code] = codes.get(code, 0) + 1
        assert (await client.get("/health")).status_code == 200
    print(f"{sent} messages: {dict(sorted(codes.items()))}")
    assert "500" not in codes and "defect" not in codes


def _status(address: str, method: str, path: str, body: bytes, headers: dict[str, str]) -> int:
    """What a request is answered by; other clients would not send such."""
    line = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
    try:
        line.request(method, path, body, headers)
        return line.getresponse().status
    finally:
        line.close()


async def _codes(socket: ClientConnection, codes: dict[str, int]) -> None:
    """Count what answers say, up to the last one."""
    with contextlib.suppress(ConnectionClosed):
        async for text in socket:
            answer = json.loads(text)
            if answer.get("re") == "last":
                return
            code = "defect" if "something went wrong" in str(text) else answer.get("code", answer["type"])
            codes[code] = codes.get(code, 0) + 1


async def soak(asked: argparse.Namespace, servers: list[Server]) -> None:
    """Tables come, are played and go; each minute the memory of the server is told."""
    tally, end, number = Tally(), time.monotonic() + 60 * asked.minutes, 0
    next_look, addresses = time.monotonic(), [one.address for one in servers]

    async def keep_playing() -> None:
        nonlocal number
        while time.monotonic() < end:
            number += 1
            pair = Pair(addresses, number, tally)
            await pair.open(asked.game)
            await pair.play(60, asked.pace)
            await pair.leave()

    playing = [asyncio.create_task(keep_playing()) for _ in range(asked.tables)]
    while time.monotonic() < end:
        await asyncio.sleep(1)
        if time.monotonic() >= next_look:
            next_look += asked.every
            memory = ", ".join(f"{one.resident_mib():.0f}" for one in servers)
            files = ", ".join(str(len(os.listdir(f"/proc/{one.process}/fd"))) for one in servers)
            minutes = asked.minutes - (end - time.monotonic()) / 60
            print(f"{minutes:5.1f} min: {memory} MiB, {files} files, {len(tally.answers)} moves", flush=True)
    await asyncio.gather(*playing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("tables", "spectators", "malformed", "soak"))
    parser.add_argument("--game", default="Breakthrough")
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--database", default="", help="a PostgreSQL database, which several nodes need")
    parser.add_argument("--database-process", type=int, default=0, help="the id of its first process")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--apart", action="store_true", help="the two people of a table come to different nodes")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--moves", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--every", type=float, default=60, help="seconds between two looks at the memory")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    work = {"tables": tables, "spectators": spectators, "malformed": malformed, "soak": soak}[asked.what]
    with serving(asked.nodes, asked.database) as servers:
        asyncio.run(work(asked, servers))


if __name__ == "__main__":
    main()
