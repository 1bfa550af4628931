"""Lists of games: what a benchmark consists of, frozen under a name.

A list is a file of JSON. It names games of the library, or `.lud` files beside it, and says of each what its rules and
its encoding were when the list was made: a game that has changed since is refused, so that scores of one list can be
compared for ever. What changes gets a new list, with a new name.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ludens import library
from ludens.formats import Format, OtherVersion
from ludens.game import Game
from ludens.language import parse

_LISTS = Path(__file__).parent / "published"
_FORMAT = Format("a list of games")
#: the version of the scoring rule: another one where scores of the same games would be others
SCORING = 2


class SuiteError(ValueError):
    """A list that there is not, that cannot be read, or whose games have changed; the message says which."""


@dataclass(frozen=True)
class Measured:
    """What random games and the opponents' games among each other told of a game.

    `branching` legal moves and `length` plies a random game; `lowest` and `highest` are the shares of points that the
    first and the last opponent get against all of them.
    """

    branching: float
    length: float
    lowest: float
    highest: float


@dataclass(frozen=True)
class Entry:
    """A game of a list: its name or file, its options, and what it was when the list was made.

    `kind` is that of its game's folder, `difficulty` easy, medium or hard: the size of the game tree that random games
    see is below 10^20, below 10^80, or more. `rules` identifies the rules, `encoding` is the encoding's version.
    `split` says what the game is for: train, validation, held-out; `traits` are those of `Game.traits`, which say that
    it is not for two players in turn who see all: chance, hidden information, moves at once, one player, many players.
    A list of all games has no difficulties, versions or measures.
    """

    game: str
    options: tuple[str, ...]
    kind: str
    difficulty: str
    rules: str
    encoding: str
    measured: Measured
    folder: Path | None = field(default=None, compare=False)
    split: str = ""
    traits: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The game's name and its options."""
        return f"{self.game} ({', '.join(self.options)})" if self.options else self.game

    def text(self) -> str:
        """The description. Raises SuiteError where it is no longer there."""
        try:
            if not self.game.endswith(".lud"):
                return library.read(self.game)
            return ((self.folder or Path()) / self.game).read_text(encoding="utf-8")
        except (OSError, library.UnknownGame) as error:
            raise SuiteError(f"{self.game} of the list is not there: {error}") from None

    def load(self, *, encoding: bool = True) -> Game:
        """The game. Raises SuiteError where it is not what it was when the list was made.

        Without `encoding` the version of the encoding is not looked at.
        """
        text = self.text()
        if rules_of(text, self.options) != self.rules:
            raise SuiteError(f"the rules of {self.title} are not those that the list was made with")
        game = library.load(text, options=list(self.options))
        if encoding and self.encoding and game.encoding.version != self.encoding:
            now = game.encoding.version
            raise SuiteError(f"the encoding of {self.title} is {now}, and was {self.encoding} when the list was made")
        return game


@dataclass(frozen=True)
class Suite:
    """A list of games and how they are played.

    An agent plays `games` games against each of the `opponents`, the weakest first, half of them in each seat; after
    `plies` plies a game is broken off as a draw.
    """

    name: str
    about: str
    opponents: tuple[str, ...]
    games: int
    plies: int
    entries: tuple[Entry, ...]

    @property
    def protocol(self) -> str:
        """What identifies how this list is played and scored: two results may be compared where it is the same."""
        played = [self.name, self.opponents, self.games, self.plies, SCORING, [_identity(one) for one in self.entries]]
        return f"{self.name}-{hashlib.sha256(repr(played).encode()).hexdigest()[:8]}"

    def chosen(
        self,
        games: Collection[str] = (),
        kinds: Collection[str] = (),
        difficulties: Collection[str] = (),
        splits: Collection[str] = (),
    ) -> list[Entry]:
        """The entries of these games, kinds, difficulties and splits; all where none are given. Raises SuiteError."""
        criteria = (("game", games), ("kind", kinds), ("difficulty", difficulties), ("split", splits))
        for criterion, allowed in criteria:
            values = {getattr(entry, criterion) for entry in self.entries}
            for one in allowed:
                if one not in values:
                    raise SuiteError(f"{self.name} has no {criterion} {one!r}; it has {', '.join(sorted(values))}")
        return [
            entry
            for entry in self.entries
            if all(not allowed or getattr(entry, criterion) in allowed for criterion, allowed in criteria)
        ]

    def to_dict(self) -> dict[str, Any]:
        """The list as its file holds it."""
        entries = [_plain(entry) for entry in self.entries]
        return {"format": _FORMAT.version, **asdict(self), "entries": entries}


def _plain(entry: Entry) -> dict[str, Any]:
    """An entry as the list's file holds it."""
    facts = {name: value for name, value in asdict(entry).items() if name != "folder"}
    return {name: value for name, value in facts.items() if value or name not in ("split", "traits")}


def _identity(entry: Entry) -> tuple[str, ...]:
    return (entry.game, *entry.options, entry.rules, repr(asdict(entry.measured)))


def names() -> list[str]:
    """The names of the lists that ship with ludens.

    >>> "v1" in names()
    True
    """
    return sorted(path.stem for path in _LISTS.glob("*.json"))


def load(name: str) -> Suite:
    """A list by its name, or from a file. Raises SuiteError.

    >>> load("v1").opponents[0]
    'random'
    """
    path = Path(name) if name.endswith(".json") else _LISTS / f"{name}.json"
    if not path.is_file():
        raise SuiteError(f"there is no list {name!r}; there are {', '.join(names())}, and files that end in .json")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        _FORMAT.check(data["format"], path)
        return _suite(data, path.parent)
    except OtherVersion as error:
        raise SuiteError(str(error)) from None
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, SuiteError):
            raise
        raise SuiteError(f"{path} is no list of games: {type(error).__name__}: {error}") from None


def _suite(data: dict[str, Any], folder: Path) -> Suite:
    entries = tuple(_entry(facts, folder) for facts in data["entries"])
    opponents, games, plies = tuple(data["opponents"]), int(data["games"]), int(data["plies"])
    return Suite(data["name"], data["about"], opponents, games, plies, entries)


def _entry(facts: dict[str, Any], folder: Path) -> Entry:
    sequences = {"options": tuple(facts["options"]), "traits": tuple(facts.get("traits", ()))}
    return Entry(**facts | sequences | {"measured": Measured(**facts["measured"]), "folder": folder})


def rules_of(text: str, options: Sequence[str]) -> str:
    """What identifies the rules of a description: all that decides the game, comments and pictures left out."""
    expanded = parse(text, options=list(options)).expanded
    return hashlib.sha256(expanded.encode()).hexdigest()[:16]
