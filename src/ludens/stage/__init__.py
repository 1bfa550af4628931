"""The staging layer: typed handles, structured control flow, LLVM, the object cache. Knows no game."""

from ludens.stage.handles import (
    Address,
    Bool,
    BoolLike,
    Emitter,
    Environment,
    Handle,
    Int,
    IntLike,
    Long,
    LongLike,
    Memory,
    Parameter,
    Real,
    RealLike,
)
from ludens.stage.instructions import Variable
from ludens.stage.memory import Rows, Table
from ludens.stage.program import Function, Scope
from ludens.stage.ranges import FULL, Narrow, Range, narrowest
from ludens.stage.stage import Stage

__all__ = [
    "FULL", "Address", "Bool", "BoolLike", "Emitter", "Environment", "Function", "Handle", "Int", "IntLike", "Long",
    "LongLike", "Memory", "Narrow", "Parameter", "Range", "Real", "RealLike", "Rows", "Scope", "Stage", "Table",
    "Variable", "narrowest",
]  # fmt: skip
