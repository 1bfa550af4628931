"""Random games on a graphics card elsewhere: a folder that `gpu.py --pack` wrote is all that has to travel.

    python3 gpu_away.py FOLDER [--games Hex ...] [--batches 1 1024 1048576] [--seconds 3] [--minutes 8]

Nothing is wanted but Python and NVIDIA's driver. For each game the card plays those games first of which the folder
has the host's results: the run ends where one differs. Then it is measured, in batches: moves really made a second,
with all results read, the best of the rounds that fit into the seconds. After the minutes no further batch is begun.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import time
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

BATCHES = (1, 32, 1024, 32_768, 262_144, 1_048_576)
BLOCK = 128
#: the driver's numbers of what it tells of a card
PROCESSORS, MAJOR, MINOR = 16, 75, 76
#: the driver's number of the limit for what functions that call themselves need of a thread's memory
STACK_SIZE = 0
TYPES = {"ptr": ctypes.c_uint64, "i32": ctypes.c_uint32, "i64": ctypes.c_uint64}


class Driver:
    """NVIDIA's driver, as its library has it; raises RuntimeError where a call fails."""

    def __init__(self, library: Any) -> None:
        self._library = library
        card, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuInit", 0)
        self.call("cuDeviceGet", ctypes.byref(card), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), card)
        self.call("cuCtxSetCurrent", context)
        self._card = card
        self.processors = self.told(PROCESSORS)
        self.capability = 10 * self.told(MAJOR) + self.told(MINOR)

    def call(self, name: str, *arguments: Any) -> None:
        error = getattr(self._library, name)(*arguments)
        if error:
            raise RuntimeError(f"{name}: error {error}")

    def told(self, number: int) -> int:
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), number, self._card)
        return value.value

    def take(self, size: int) -> ctypes.c_uint64:
        place = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(size))
        return place

    def room(self) -> int:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value


class Table:
    """A game on a card, with room for batches of so many games."""

    def __init__(self, driver: Driver, text: bytes, told: dict[str, Any], most: int) -> None:
        self.driver, self.told, self.most = driver, told, most
        module, self._kernel, blocks = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int()
        if told["stack"]:  # functions call themselves
            driver.call("cuCtxSetLimit", STACK_SIZE, ctypes.c_size_t(told["stack"]))
        driver.call("cuModuleLoadData", ctypes.byref(module), text + b"\0")
        driver.call("cuModuleGetFunction", ctypes.byref(self._kernel), module, told["kernel"].encode())
        occupancy = "cuOccupancyMaxActiveBlocksPerMultiprocessor"
        driver.call(occupancy, ctypes.byref(blocks), self._kernel, BLOCK, ctypes.c_size_t(0))
        self._results = [driver.take(4 * most) for _ in range(3)]
        fitting = driver.room() * 3 // 4 // (BLOCK * told["thread_bytes"])
        self.blocks = min(max(blocks.value, 1) * driver.processors, fitting, -(-most // BLOCK))
        self._queue, self._memory = driver.take(4), driver.take(self.blocks * BLOCK * told["thread_bytes"])

    def play(self, first: int, count: int) -> None:
        """Play games of the series."""
        told, blocks = self.told, min(self.blocks, -(-count // BLOCK))
        values = {
            "memory": self._memory.value, "thread_bytes": told["thread_bytes"], "queue": self._queue.value,
            "first": first, "count": count, "seed": told["seed"], "work": told["work"], "states": 0,
            **{name: place.value for name, place in zip(("winners", "lengths", "errors"), self._results, strict=True)},
        }  # fmt: skip
        handed = [TYPES[one["type"]](values[one["name"]]) for one in told["arguments"]]
        places = (ctypes.c_void_p * len(handed))(*(ctypes.addressof(one) for one in handed))
        self.driver.call("cuMemsetD8_v2", self._queue, ctypes.c_ubyte(0), ctypes.c_size_t(4))
        self.driver.call("cuLaunchKernel", self._kernel, blocks, 1, 1, BLOCK, 1, 1, 0, None, places, None)
        self.driver.call("cuCtxSynchronize")

    def results(self, count: int) -> list[array[int]]:
        """The winners, lengths and errors of the games that were played last."""
        read = []
        for place in self._results:
            there = array("i", bytes(4 * count))
            self.driver.call(
                "cuMemcpyDtoH_v2", ctypes.c_void_p(there.buffer_info()[0]), place, ctypes.c_size_t(4 * count)
            )
            read.append(there)
        return read

    def close(self) -> None:
        for place in (*self._results, self._queue, self._memory):
            self.driver.call("cuMemFree_v2", place)


def compare(table: Table) -> int:
    """How many games the card left to the host. Raises SystemExit where it plays another game than the host."""
    told = table.told
    wanted = list(zip(told["winners"], told["lengths"], strict=True))
    table.play(0, len(wanted))
    winners, lengths, errors = table.results(len(wanted))
    for number, (winner, length, error) in enumerate(zip(winners, lengths, errors, strict=True)):
        if not error and (winner, length) != tuple(wanted[number]):
            raise SystemExit(f"{told['game']}: game {number} is another one than the host's")
    return sum(error != 0 for error in errors)


def measure(table: Table, batch: int, seconds: float) -> tuple[float, float]:
    """The most moves a second of a round of so many games, and the share of games that the card left to the host."""
    best, left, first, spent = 0.0, 0.0, 0, 0.0
    table.play(0, batch)  # warms up
    while not best or spent < seconds:
        began = time.perf_counter()
        table.play(first, batch)
        _, lengths, errors = table.results(batch)
        took = time.perf_counter() - began
        made = sum(length for length, error in zip(lengths, errors, strict=True) if not error)
        best, left = max(best, made / took), max(left, sum(error != 0 for error in errors) / batch)
        first, spent = (first + batch) % (1 << 30), spent + took + 1e-4
    return best, left


def main(words: Sequence[str] | None = None, library: Any = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", nargs="+", metavar="GAME")
    parser.add_argument("--batches", nargs="+", type=int, default=BATCHES, metavar="N")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--minutes", type=float, default=8.0)
    arguments = parser.parse_args(words)
    ends = time.monotonic() + 60 * arguments.minutes
    driver = Driver(library or ctypes.CDLL("libcuda.so.1"))
    print("game\tbatch\tmoves/s\tleft to the host\tpeer's peak", flush=True)
    for file in sorted(arguments.folder.glob("*.json")):
        told = json.loads(file.read_text(encoding="utf-8"))
        if arguments.games and told["game"] not in arguments.games:
            continue
        known = [name for name in told["code"] if int(name.removeprefix("sm_")) <= driver.capability]
        if not known:
            raise SystemExit(
                f"the card is of sm_{driver.capability}: the folder has code for {', '.join(told['code'])}"
            )
        text = (arguments.folder / told["code"][known[-1]]).read_bytes()
        table = Table(driver, text, told, max(*arguments.batches, len(told["winners"])))
        compare(table)
        for batch in arguments.batches:
            if time.monotonic() < ends:
                speed, left = measure(table, batch, arguments.seconds)
                print(f"{told['game']}\t{batch}\t{speed:,.0f}\t{left:.2%}\t{told['peer']}", flush=True)
        table.close()


if __name__ == "__main__":
    main()
