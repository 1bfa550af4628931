"""A question about rules, and its exact answer."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

#: what the levels are
LEVELS = {
    1: "near the start, one move ahead",
    2: "anywhere in a game, two moves ahead",
    3: "late in a game, three moves ahead",
}
YES, NO = "yes", "no"


class QuestionError(ValueError):
    """A game that such questions cannot be asked of; the message says why."""


@dataclass(frozen=True)
class Question:
    """A question: its `kind` and `level`, all that is asked in `prompt`, the exact `answer`, and where it comes from.

    `moves` lead from the start of that `seed` to the position. `choices` are the answers that there may be, none where
    it is a number.
    """

    kind: str
    level: int
    game: str
    options: tuple[str, ...]
    prompt: str
    answer: str
    seed: int
    moves: tuple[str, ...]
    choices: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What identifies a question: a digest of all that is asked."""
        return hashlib.sha256(self.prompt.encode()).hexdigest()[:16]

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {"id": self.id, **asdict(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Question:
        """The question that `to_dict` gave. Raises ValueError for what is none."""
        try:
            sequences = {name: tuple(data.get(name, ())) for name in ("options", "moves", "choices")}
            texts = {name: str(data[name]) for name in ("kind", "game", "prompt", "answer")}
            return cls(level=int(data["level"]), seed=int(data["seed"]), **texts, **sequences)  # type: ignore[arg-type]
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"that is no question: {type(error).__name__}: {error}") from None
