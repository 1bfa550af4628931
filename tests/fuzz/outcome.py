"""What became of an input."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

#: what may become of an input: it was played, an error named its place, or a limit was named
GOOD: Final = ("played", "refused", "limited")


@dataclass(frozen=True)
class Outcome:
    """`kind` is one of `GOOD` or what must not happen: crash, hang, memory, access (out of
    bounds, as the checking mode reports it), exception, broken.

    `at` is the step that was under way, `where` the innermost function of ludens that was; `detail` is for people.
    """

    kind: str
    at: str = ""
    where: str = ""
    detail: str = ""
    #: plies of the game that was looked at, and the forms of the language that were reached (`exercise.reached`)
    plies: int = 0
    reached: tuple[str, ...] = ()

    @property
    def is_finding(self) -> bool:
        return self.kind not in GOOD

    @property
    def signature(self) -> tuple[str, str, str]:
        """Equal for findings that probably have one cause."""
        return self.kind, self.at, self.where

    def __str__(self) -> str:
        return f"{self.kind} at {self.at or '?'} in {self.where or '?'}: {self.detail}"

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)
