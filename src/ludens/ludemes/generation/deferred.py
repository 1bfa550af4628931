"""Actions that are built late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludens.ludemes.actions.base import Act, combined_kind
from ludens.ludemes.actions.kinds import Acted
from ludens.ludemes.generation.candidates import Build
from ludens.ludemes.runtime.context import Context


@dataclass
class DeferredAct(Act):
    """Actions that are built only when the ones before them have been performed."""

    build: Build
    built: Sequence[Act] = ()

    def static_kind(self) -> Acted:
        return combined_kind(self.built)

    def perform(self, c: Context) -> None:
        self.built = self.build(c)
        for act in self.built:
            act.perform(c)

    def describe(self, c: Context) -> None:
        for act in self.build(c):
            act.describe(c)
