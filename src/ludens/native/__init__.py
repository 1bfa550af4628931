"""Native calls: nothing outside this room handles addresses, C types or the memory that native code works in.

`compiled` gives the `Program` of what a stage emitted; `FastProgram` and `TracedProgram` are the modules of a game.
"""

from ludens.native.arrays import aligned
from ludens.native.checks import checks_to
from ludens.native.errors import LimitExceeded, OutOfBounds, Stopped
from ludens.native.game import PLAYED, FastProgram, Record, Records, State, TracedProgram, forms_to
from ludens.native.limits import Limits, stop_all, within
from ludens.native.package import Package
from ludens.native.program import (
    WORKSPACE,
    Block,
    Bound,
    HasBlock,
    Program,
    Quick,
    Words,
    cached_package,
    compiled,
    keep_package,
)
from ludens.native.signatures import Signature, Signatures, signatures_of
from ludens.native.sources import sources_key
from ludens.native.workspace import choices, own_choices, seed_choices

__all__ = [
    "PLAYED", "WORKSPACE", "Block", "Bound", "FastProgram", "HasBlock", "LimitExceeded", "Limits", "OutOfBounds",
    "Package", "Program", "Quick", "Record", "Records", "Signature", "Signatures", "State", "Stopped", "TracedProgram",
    "Words", "aligned", "cached_package", "checks_to", "choices", "compiled", "forms_to", "keep_package",
    "own_choices", "seed_choices", "signatures_of", "sources_key", "stop_all", "within",
]  # fmt: skip
