"""How well a model writes descriptions: rules in prose of games that it does not see, and games that judge it.

The prose is what the library's games say of themselves in words. A description that a model writes of it is *exact* if
no line of play tells it from the library's own: all short lines and random games are compared, move by move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from ludens import library
from ludens.drafting import prompts
from ludens.drafting.draft import ROUNDS, Draft, draft
from ludens.game import LimitExceeded
from ludens.lab.difference import Searching, differ
from ludens.native import Stopped
from ludens.suite.answers import Chat

#: how many games there are, and how their descriptions are compared
GAMES: Final = 40
_HOW: Final = Searching(depth=4, positions=5_000, seconds=10.0, games=50)
#: prose of fewer characters leaves too much open
_LEAST: Final = 120


@dataclass(frozen=True)
class Judged:
    """A game of the benchmark: whether the model's description compiles, and plays exactly as the one it never saw."""

    game: str
    compiles: bool
    is_exact: bool
    rounds: int
    tokens: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def tasks() -> list[str]:
    """The games, spread evenly over those of the library that have two players, no traits, and rules in words."""
    names = sorted(path.stem for path in library.shipped().values())
    plain = [name for name in names if len(prompts.prose(name)) >= _LEAST and not library.traits(name)]
    step = max(1, len(plain) // GAMES)
    return plain[::step][:GAMES]


def judge(name: str, chat: Chat, *, rounds: int = ROUNDS) -> tuple[Judged, Draft]:
    """Let a model describe a game of the library by its prose, and compare. Raises SpeakerFailed."""
    made = draft(prompts.prose(name), chat, rounds=rounds, without=[name])
    exact = made.compiles and _plays_alike(name, made.text)
    tokens = sum(one.tokens_in + one.tokens_out for one in made.rounds)
    return Judged(name, made.compiles, exact, len(made.rounds), tokens), made


def _plays_alike(name: str, text: str) -> bool:
    try:
        return differ(library.load(name), library.load(text), _HOW).line is None
    except (LimitExceeded, Stopped):
        return False


def run(
    chat: Chat,
    names: Sequence[str],
    *,
    rounds: int = ROUNDS,
    heard: Callable[[Judged, Draft], object] = lambda one, made: None,
) -> list[Judged]:
    """All tasks, one after the other; `heard` is told of each."""
    results = list[Judged]()
    for name in names:
        one, made = judge(name, chat, rounds=rounds)
        results.append(one)
        heard(one, made)
    return results


def summary(results: Sequence[Judged]) -> dict[str, float]:
    """The shares that compile and that are exact, and the mean number of rounds."""
    count = max(len(results), 1)
    return {
        "games": len(results),
        "compiled": sum(one.compiles for one in results) / count,
        "exact": sum(one.is_exact for one in results) / count,
        "rounds": sum(one.rounds for one in results) / count,
    }
