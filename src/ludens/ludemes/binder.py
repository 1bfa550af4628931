"""The binder: from a tree of nodes to ludemes, or to the errors that say why not (manual: text 5)."""

from __future__ import annotations

from typing import TypeVar, cast

from ludens.language import LudError, Node
from ludens.ludemes.diagnosis import misfits
from ludens.ludemes.matching import FAILED, Matcher
from ludens.rules.base import Ludeme

L = TypeVar("L", bound=Ludeme)


class Binder(Matcher):
    """Binds nodes to ludemes."""

    def bind(self, node: Node, cls: type[L]) -> L:
        """The ludeme of class `cls` that the node describes. Raises LudError with the deepest causes."""
        value = self.match(node, cls)
        if value is FAILED:
            first, *others = misfits(self, node, (cls,))
            raise LudError(first.message, first.span, first.hint, others, first.mends)
        return cast(L, value)
