"""A variant that was tried: what it came from, what was changed, and how it was judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ludens.lab.report import Report
from ludens.lab.variation import Change
from ludens.lab.variation_fitness import Fitness
from ludens.language import Clause, parse, to_text


@dataclass(frozen=True)
class VariantResult:
    """A variant that was tried; `number` 0 and below are the games it began with. `why` tells why it was refused."""

    number: int
    parents: tuple[int, ...]
    changes: tuple[Change, ...]
    tree: Clause
    generation: int = 0
    why: str = ""
    fitness: Fitness | None = None
    fingerprint: str = ""
    report: Report | None = None
    #: of the agent's games
    searched: Report | None = None

    @property
    def is_kept(self) -> bool:
        return not self.why and self.fitness is not None

    @property
    def value(self) -> float:
        return self.fitness.value if self.fitness is not None else 0.0

    def to_dict(self) -> dict[str, Any]:
        """The variant, ready for JSON."""
        return {
            "number": self.number,
            "parents": list(self.parents),
            "generation": self.generation,
            "changes": [asdict(change) for change in self.changes],
            "why": self.why,
            "fitness": None if self.fitness is None else asdict(self.fitness),
            "fingerprint": self.fingerprint,
            "report": None if self.report is None else self.report.to_dict(),
            "searched": None if self.searched is None else self.searched.to_dict(),
            "text": to_text(self.tree),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> VariantResult:
        """What `to_dict` gave. Raises LudError, KeyError, TypeError or ValueError for other data."""
        return cls(
            int(data["number"]),
            tuple(data["parents"]),
            tuple(Change(**change) for change in data["changes"]),
            parse(data["text"]).game,
            data["generation"],
            data["why"],
            None if data["fitness"] is None else Fitness(**data["fitness"]),
            data["fingerprint"],
            None if data["report"] is None else Report.from_dict(data["report"]),
            None if data["searched"] is None else Report.from_dict(data["searched"]),
        )
