"""What was tested of a game, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from ludens.formats import Format, OtherVersion

#: what a certificate says that it is
FORMAT: Final = Format("ludens certificate")


@dataclass(frozen=True)
class Check:
    """A claim: how often it was tested, what it failed in, or why it was not tested at all."""

    name: str
    claim: str
    count: int = 0
    failures: tuple[str, ...] = ()
    skipped: str = ""

    @property
    def holds(self) -> bool:
        """Whether it was tested, and never failed."""
        return self.count > 0 and not self.failures

    @property
    def verdict(self) -> str:
        """`holds`, `fails`, or `not tested`."""
        if self.failures:
            return "fails"
        return "holds" if self.count else "not tested"

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "claim": self.claim,
            "verdict": self.verdict,
            "count": self.count,
            "failures": list(self.failures),
            "skipped": self.skipped,
        }


@dataclass(frozen=True)
class Certificate:
    """The tests of a game with these rules (`digest` identifies them), by this version, on that machine and day.

    `options` are all of the game, `chosen` those that are not the default. `source` identifies the text, options and
    recorded games that it was made from; `effort` says how much was tested.
    """

    game: str
    options: tuple[str, ...]
    chosen: tuple[str, ...]
    digest: str
    source: str
    version: str
    machine: str
    date: str
    effort: Mapping[str, int]
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing failed."""
        return not any(check.failures for check in self.checks)

    @property
    def tests(self) -> int:
        """How many tests it rests on."""
        return sum(check.count for check in self.checks)

    def to_dict(self) -> dict[str, Any]:
        """As it is written to JSON."""
        return {
            "format": FORMAT.words,
            "game": self.game,
            "options": list(self.options),
            "asked": list(self.chosen),
            "holds": self.holds,
            "digest": self.digest,
            "source": self.source,
            "version": self.version,
            "machine": self.machine,
            "date": self.date,
            "effort": dict(self.effort),
            "checks": [check.to_dict() for check in self.checks],
        }

    def to_json(self) -> str:
        """As text, a claim on each line."""
        data = self.to_dict()
        claims = ",\n".join("  " + json.dumps(check, ensure_ascii=False) for check in data.pop("checks"))
        head = ",\n".join(f" {json.dumps(name)}: {json.dumps(fact, ensure_ascii=False)}" for name, fact in data.items())
        return f'{{\n{head},\n "checks": [\n{claims}\n ]\n}}\n'

    def worse(self, earlier: Certificate) -> list[str]:
        """The claims that held in an earlier certificate, and do not now, in words."""
        held_before = {check.name: check for check in earlier.checks if check.holds}
        return [
            f"{check.name}: {check.verdict}, and held on {earlier.date}: {(*check.failures, check.skipped)[0]}"
            for check in self.checks
            if check.name in held_before and not check.holds
        ]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """What `to_dict` gave. Raises ValueError for what is no certificate, or one of another version."""
        try:
            if not FORMAT.check_words(data.get("format", FORMAT.words)):  # those of 1.0.0 do not say it
                raise ValueError(f"its format is {data['format']!r}")
            checks = tuple(
                Check(
                    str(one["name"]), str(one["claim"]), int(one["count"]), tuple(map(str, one["failures"])),
                    str(one["skipped"]),
                )
                for one in data["checks"]
            )  # fmt: skip
            return cls(
                game=str(data["game"]),
                options=tuple(map(str, data["options"])),
                chosen=tuple(map(str, data["asked"])),
                digest=str(data["digest"]),
                source=str(data["source"]),
                version=str(data["version"]),
                machine=str(data["machine"]),
                date=str(data["date"]),
                effort={str(name): int(number) for name, number in data["effort"].items()},
                checks=checks,
            )
        except OtherVersion:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"this is no certificate: {error!r}") from None
