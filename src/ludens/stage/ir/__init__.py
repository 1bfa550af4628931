"""The intermediate representation: what ludemes say, as data. `docs/ir.md` specifies it."""

from ludens.stage.ir.nodes import (
    ELEMENTS,
    OPERATIONS,
    Block,
    Constant,
    Datum,
    Module,
    Node,
    Operation,
    Procedure,
    Words,
    walk,
)

__all__ = [
    "ELEMENTS", "OPERATIONS", "Block", "Constant", "Datum", "Module", "Node", "Operation", "Procedure", "Words", "walk",
]  # fmt: skip
