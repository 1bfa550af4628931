"""The PTX of a game, kept in the cache of compiled games."""

from __future__ import annotations

import hashlib
from typing import Final

from ludens.gpu.errors import DeviceError
from ludens.gpu.kernel import Kernel
from ludens.stage.cache import read_cache, write_cache
from ludens.stage.engine import level_of, machine_key
from ludens.stage.targets.cuda import ARCHITECTURES, MOST_OWN, card, nested, own_bytes, ptx

#: the most that the assembler adds to what a thread needs, by far
ADDED: Final = 16 << 10
#: code that LLVM 22 makes without any optimisation is wrong on cards: rows of Tic-Tac-Toe differed on an H100
_LEAST_LEVEL: Final = 1


def ptx_of(kernel: Kernel, architecture: str) -> str:
    """The PTX of a game's kernel for an architecture, as in `sm_90`.

    Raises DeviceError for an unknown architecture, where the rules compute with what no card has, and where a
    thread would need more memory of its own than a card gives.
    """
    if architecture not in ARCHITECTURES:
        raise DeviceError(f"{architecture!r} is none of {', '.join(ARCHITECTURES)}")
    level = max(level_of(2), _LEAST_LEVEL)
    content = "\0".join((kernel.ir, *kernel.entries, machine_key(), architecture, str(level)))
    key = hashlib.sha256(content.encode(errors="surrogatepass")).hexdigest()
    cached = read_cache(key)
    if cached is not None:
        return _check_memory(kernel, cached.decode())
    try:
        text = ptx(kernel.ir, [*kernel.entries], card(architecture), level)
    except ValueError as error:
        raise DeviceError(
            f"{kernel.game.name} computes with {error}, which no card has as this machine does: its games would differ"
        ) from None
    write_cache(key, text.encode())
    return _check_memory(kernel, text)


def stack_of(text: str) -> int:
    """The bytes of stack that a driver must be asked for before a module of PTX runs, by `CU_LIMIT_STACK_SIZE`.

    0 where nothing calls itself: a driver knows then what threads need.
    """
    return max(own_bytes(text).values()) + ADDED if nested(text) else 0


def _check_memory(kernel: Kernel, text: str) -> str:
    """The PTX, if a card can run it. The assembler adds some for want of registers: it is left some room."""
    own = own_bytes(text)
    most = max(own[name] for name in kernel.entries)
    if most > MOST_OWN - ADDED:
        raise DeviceError(
            f"{kernel.game.name} needs {most / 1024:,.0f} KB of a thread's own memory, for its state and scratch "
            f"copies: a card gives {MOST_OWN >> 10} KB at most. Options with a smaller board may fit"
        )
    return text
