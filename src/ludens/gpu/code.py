"""The PTX of a game, kept in the cache of compiled games."""

from __future__ import annotations

import hashlib

from ludens.gpu.errors import DeviceError
from ludens.gpu.kernel import KERNEL, Kernel
from ludens.stage.cache import read_cache, write_cache
from ludens.stage.engine import level_of, machine_key
from ludens.stage.targets.cuda import ARCHITECTURES, card, ptx


def ptx_of(kernel: Kernel, architecture: str) -> str:
    """The PTX of a game's kernel for an architecture, as in `sm_90`.

    Raises DeviceError for an architecture that is not known, and where the rules compute with what no card has.
    """
    if architecture not in ARCHITECTURES:
        raise DeviceError(f"{architecture!r} is none of {', '.join(ARCHITECTURES)}")
    level = level_of(2)
    told = "\0".join((kernel.ir, machine_key(), architecture, str(level)))
    key = hashlib.sha256(told.encode(errors="surrogatepass")).hexdigest()
    known = read_cache(key)
    if known is not None:
        return known.decode()
    try:
        made = ptx(kernel.ir, [KERNEL], card(architecture), level)
    except ValueError as error:
        raise DeviceError(
            f"{kernel.game.name} computes with {error}, which no card has as this machine does: its games would differ"
        ) from None
    write_cache(key, made.encode())
    return made
