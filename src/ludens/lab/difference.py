"""The shortest game in which two descriptions differ, or to which depth they do not.

Both games are played in lockstep, by the texts of their moves: all lines, shortest first, as far as the limits go, then
random games beyond that, of which the one that differs first is made shorter.

>>> import ludens
>>> game = ludens.load("Tic-Tac-Toe")
>>> found = differ(game, ludens.load(game.description.source.text.replace("Line 3", "Line 2")))
>>> len(found.line), [finding.kind for finding in found.findings]
(3, ['end'])
"""

from __future__ import annotations

import hashlib
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.game import Game, Move, State
from ludens.game.match import Match, MatchState
from ludens.game.single import SingleGame
from ludens.lab.texts import TextChange, changes
from ludens.ludemes.runtime.layout import SIZES, Told

#: so many moves that only one of the games has are told
_TOLD = 6
#: random games end here, whatever their rules say
_LONGEST = 2000
#: a line is not made shorter any more when so many tries in a row have failed
_TRIES = 150
#: runs of so many turns are left out one after the other, and shorter ones from each turn on
_RUN = 8
#: bytes of positions that wait to be looked at
_MEMORY = 512 << 20


@dataclass(frozen=True)
class Finding:
    """Something that differs after a line: `kind` ("moves", "board", "end" ...), and what each of the games says."""

    kind: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.first} | {self.second}"


@dataclass(frozen=True)
class Searching:
    """How far is looked: plies, positions, seconds (None: no limit), and random games after that."""

    depth: int | None = None
    positions: int = 100_000
    seconds: float | None = 20.0
    games: int = 200
    seed: int = 1


@dataclass(frozen=True)
class Difference:
    """What was found: the line after which the games differ (None where they do not), and what differs then.

    `depth` is to how many plies no line differs; None where that is so for all lines there are. `games` random games
    were played beyond. `is_shortest` tells whether no line of fewer plies differs. `same_code`: the compiled games are
    the same. `texts` is what differs in the descriptions.
    """

    line: tuple[str, ...] | None
    findings: tuple[Finding, ...] = ()
    depth: int | None = 0
    positions: int = 0
    games: int = 0
    is_shortest: bool = False
    same_code: bool = False
    seed: int = 1
    #: whether Ctrl-C ended it
    stopped: bool = False
    texts: tuple[TextChange, ...] = field(default=())

    def line_names(self, game: Game) -> list[str]:
        """The moves of the line, as people call them in the first of the games."""
        state, named = game.start(seed=self.seed), list[str]()
        for text in self.line or ():
            turn = next(turn for told, turn in _turns(state) if told == text)
            named.append(state.notation(turn))
            state.play(turn)
        return named

    def to_dict(self) -> dict[str, Any]:
        """The difference, ready for JSON."""
        return {
            "differ": self.line is not None,
            "line": None if self.line is None else list(self.line),
            "findings": [{"kind": one.kind, "first": one.first, "second": one.second} for one in self.findings],
            "depth": self.depth,
            "positions": self.positions,
            "games": self.games,
            "shortest": self.is_shortest,
            "same_code": self.same_code,
            "stopped": self.stopped,
            "seed": self.seed,
            "texts": [change.to_dict() for change in self.texts],
        }


def differ(
    first: Game, second: Game, how: Searching | None = None, *, report: Callable[[str, float], object] | None = None
) -> Difference:
    """Find the shortest game in which two descriptions differ. `report` hears what is done, and which part of it.

    Games of chance are compared for one seed in all lines, and for others in the random games; matches from game to
    game. Where Ctrl-C stops it, what is told is to which depth no line differed till then. Raises LimitExceeded, as the
    games may.
    """
    how = how or Searching()
    texts = tuple(changes(first.description.game, second.description.game))
    if first.fingerprint == second.fingerprint:
        return Difference(None, depth=None, same_code=True, seed=how.seed, texts=texts)
    search = _Search(first, second, how, report or (lambda said, part: None))
    found = search.run()
    fields: dict[str, Any] = {"seed": how.seed, "texts": texts} | found
    return Difference(**fields)


@dataclass
class _Pair:
    """A position of both games after the same moves, and the line that led there."""

    first: State
    second: State
    before: _Link | None = None

    def line(self) -> list[str]:
        found, link = list[str](), self.before
        while link is not None:
            found.append(link.move)
            link = link.before
        return found[::-1]

    def digest(self) -> bytes:
        return hashlib.blake2b(key(self.first) + key(self.second), digest_size=12).digest()

    def choices(self) -> Iterator[tuple[str, Turn, Turn]]:
        """The turns that both games have: their text, and the moves in each."""
        ours, theirs = _turns(self.first), _turns(self.second)
        waiting: dict[str, list[Turn]] = {}
        for text, turn in theirs:
            waiting.setdefault(text, []).append(turn)
        for text, turn in ours:
            if listed := waiting.get(text):
                yield text, turn, listed.pop(0)

    def after(self, text: str, ours: Turn, theirs: Turn) -> _Pair:
        first, second = self.first.copy(), self.second.copy()
        first.play(ours)
        second.play(theirs)
        return _Pair(first, second, _Link(text, self.before))

    def play(self, text: str, ours: Turn, theirs: Turn) -> None:
        self.first.play(ours)
        self.second.play(theirs)
        self.before = _Link(text, self.before)


def key(state: State) -> bytes:
    """Equal for positions of a game that no rule tells apart: without what follows from the rest, such as the order in
    which pieces are listed, and without random numbers that are never drawn. The last move is part of it."""
    game = state.playing.game
    part = np.frombuffer(state.playing.tobytes(), np.uint8)[_seen(game)].tobytes()
    return part if state.playing is state else state.tobytes()[: -game.layout.size] + part


@lru_cache(maxsize=16)
def _seen(game: SingleGame) -> npt.NDArray[np.bool_]:
    """The bytes of a state that rules can look at."""
    hidden = {Told.DERIVED} if game.is_stochastic else {Told.DERIVED, Told.CHANCE}
    mask = np.ones(game.layout.size, np.bool_)
    for part in game.layout.fields.values():
        if part.tells in hidden:
            mask[part.offset : part.offset + SIZES[part.element] * part.length] = False
    return mask


@dataclass(frozen=True)
class _Link:
    move: str
    before: _Link | None


Turn = Move | list[Move]


def _turns(state: State) -> list[tuple[str, Turn]]:
    """What can be played: moves, or one of each player at once, with texts that mean the same in both games."""
    if state.is_over:
        return []
    moves = state.legal_moves()
    if not state.is_simultaneous:
        return [(_text(move), move) for move in moves]
    parts: dict[int, list[Move]] = {}
    for move in moves:
        parts.setdefault(move.mover, []).append(move)
    return [(" & ".join(map(_text, turn)), list(turn)) for turn in itertools.product(*parts.values())]


def _text(move: Move) -> str:
    return move.to_trial()


class _Search:
    """The search, with what it has seen."""

    def __init__(self, first: Game, second: Game, how: Searching, report: Callable[[str, float], object]) -> None:
        self.games, self.how, self.report = (first, second), how, report
        self.positions, self.depth = 0, 0
        self.until = None if how.seconds is None else time.monotonic() + how.seconds

    def run(self) -> dict[str, Any]:
        """What is found, as the fields of a Difference."""
        told = list(_of_games(*self.games))
        if told:
            return {"line": (), "findings": tuple(told), "is_shortest": True}
        pair = self._start(self.how.seed)
        try:
            found = self._all_lines(pair)
        except KeyboardInterrupt:
            return {"line": None, "depth": self.depth, "positions": self.positions, "stopped": True}
        if isinstance(found, _Pair):
            return self._told(found, games=0, shortest=True)
        if found:  # all lines have been looked at
            return {"line": None, "depth": None, "positions": self.positions}
        try:
            played, deep = self._random_games()
        except KeyboardInterrupt:
            return {"line": None, "depth": self.depth, "positions": self.positions, "stopped": True}
        if deep is None:
            return {"line": None, "depth": self.depth, "positions": self.positions, "games": played}
        return self._told(self._shorter(*deep), games=played, shortest=False) | {"seed": deep[0]}

    def _start(self, seed: int) -> _Pair:
        return _Pair(self.games[0].start(seed=seed), self.games[1].start(seed=seed))

    def _told(self, pair: _Pair, *, games: int, shortest: bool) -> dict[str, Any]:
        line = tuple(pair.line())
        return {
            "line": line,
            "findings": tuple(differences(pair.first, pair.second)),
            "depth": self.depth,
            "positions": self.positions,
            "games": games,
            "is_shortest": shortest or len(line) <= self.depth + 1,
        }

    def _all_lines(self, start: _Pair) -> _Pair | bool:
        """The first position that differs, by all lines, shortest first; else whether all there are were looked at."""
        level, seen = [start], {start.digest()}
        size = sum(len(state.tobytes()) for state in (start.first, start.second)) + 2000
        for depth in itertools.count():
            following: list[_Pair] = []
            for pair in level:
                self.positions += 1
                if _unequal(pair.first, pair.second):
                    self.depth = depth - 1
                    return pair
                if self.how.depth is not None and depth >= self.how.depth:
                    continue
                for text, ours, theirs in pair.choices():
                    after = pair.after(text, ours, theirs)
                    if (digest := after.digest()) not in seen:
                        seen.add(digest)
                        following.append(after)
                if self._is_enough(len(following) * size):
                    self.depth = max(depth - 1, 0)
                    return False
            self.depth = depth
            if not following:
                return self.how.depth is None or depth < self.how.depth
            level = following
        raise AssertionError

    def _is_enough(self, waiting: int) -> bool:
        self.report(f"all lines of {self.depth + 1} plies", min(1.0, self.positions / self.how.positions))
        if self.until is not None and time.monotonic() > self.until:
            return True
        return self.positions >= self.how.positions or waiting > _MEMORY

    def _random_games(self) -> tuple[int, tuple[int, list[str]] | None]:
        """How many games were played, and of those that differ the one that does so first: its seed and line."""
        chance, best = random.Random(self.how.seed), None
        for number in range(self.how.games):
            self.report("random games", number / max(self.how.games, 1))
            if self.until is not None and number and time.monotonic() > self.until + (self.how.seconds or 0.0):
                return number, best
            seed = self.how.seed + number
            pair = self._start(seed)
            longest = _LONGEST if best is None else len(best[1]) - 1
            for _ in range(longest + 1):
                if _unequal(pair.first, pair.second):
                    best = seed, pair.line()
                    break
                choices = list(pair.choices())
                if not choices:
                    break
                pair.play(*chance.choice(choices))
        return self.how.games, best

    def _shorter(self, seed: int, line: list[str]) -> _Pair:
        """The position after a line, less all turns that can be left out so that the games still differ."""
        best = self._replay(seed, line) or self._start(seed)
        ends = None if self.how.seconds is None else time.monotonic() + self.how.seconds
        chance, before, failed = random.Random(seed), len(line) + 1, 0
        while failed < _TRIES and not (ends is not None and time.monotonic() > ends):
            self.report("shortening", failed / _TRIES)
            if len(best.line()) < before:
                before = len(best.line())
                best, failed = self._thinned(seed, best, ends), 0
            found = self._otherwise(seed, best.line(), chance)
            best, failed = (found, 0) if found is not None else (best, failed + 1)
        return best

    def _thinned(self, seed: int, best: _Pair, ends: float | None) -> _Pair:
        """A line less runs of turns, as long as the games still differ."""
        size = max(1, len(best.line()) // 2)
        while size:
            at, tried = 0, best.line()
            while at < len(tried) and not (ends is not None and time.monotonic() > ends):
                found = self._replay(seed, tried[:at] + tried[at + size :])
                if found is not None and len(found.line()) < len(tried):
                    best, tried = found, found.line()
                else:
                    at += 1 if size < _RUN else size
            size //= 2
        return best

    def _otherwise(self, seed: int, line: list[str], chance: random.Random) -> _Pair | None:
        """A line that leaves this one somewhere, goes on at random, and differs earlier; None where it does not."""
        pair = self._start(seed)
        kept = chance.randrange(len(line)) if line else 0
        for text in line[:kept]:
            pair.play(*next(choice for choice in pair.choices() if choice[0] == text))
        for _ in range(len(line) - kept):
            if _unequal(pair.first, pair.second):
                return pair
            if not (choices := list(pair.choices())):
                return None
            pair.play(*chance.choice(choices))
        return None

    def _replay(self, seed: int, line: Sequence[str]) -> _Pair | None:
        """The first position along a line that differs; None where there is none, or a move is not there."""
        pair = self._start(seed)
        for text in line:
            if _unequal(pair.first, pair.second):
                return pair
            turn = next((choice for choice in pair.choices() if choice[0] == text), None)
            if turn is None:
                return None
            pair.play(*turn)
        return pair if _unequal(pair.first, pair.second) else None


def _of_games(first: Game, second: Game) -> Iterator[Finding]:
    """What differs before a move is made, that no position shows."""
    for kind, tell in _FACTS.items():
        ours, theirs = tell(first), tell(second)
        if ours != theirs:
            yield Finding(kind, ours, theirs)


_FACTS: dict[str, Callable[[Game], str]] = {
    "players": lambda game: str(game.num_players),
    "games": lambda game: str(len(game.games)) if isinstance(game, Match) else "no match",
    "sites": lambda game: ", ".join(
        f"{one.topology.count(one.model.default_site)} {one.model.default_site}" for one in game.games
    ),
}


def _unequal(first: State, second: State) -> bool:
    return next(differences(first, second), None) is not None


def differences(first: State, second: State) -> Iterator[Finding]:
    """What differs between two positions: what stands where, whose turn it is, scores, the end, the moves."""
    if (ours := _board(first)) != (theirs := _board(second)):
        yield Finding("board", _some(ours - theirs), _some(theirs - ours))
    for kind, tell in _TOLD_OF_STATES.items():
        over = first.is_over or second.is_over
        if not (over and kind == "mover") and (said := tell(first)) != (other := tell(second)):
            yield Finding(kind, said, other)
    if first.is_over or second.is_over:
        return
    ours, theirs = (Counter(text for text, _ in _turns(state)) for state in (first, second))
    if ours != theirs:
        yield Finding("moves", _named(first, ours - theirs), _named(second, theirs - ours))


def _outcome(state: State) -> str:
    if not state.is_over:
        return "goes on"
    return f"is over, with the ranks {', '.join(f'{rank:g}' for rank in state.ranking)}"


_TOLD_OF_STATES: dict[str, Callable[[State], str]] = {
    "end": _outcome,
    "mover": lambda state: str(state.mover),
    "scores": lambda state: ", ".join(map(str, state.scores)),
    "scores of the match": lambda state: (
        ", ".join(map(str, state.match_scores)) if isinstance(state, MatchState) else ""
    ),
    "dice": lambda state: str(state.dice),
}


def _board(state: State) -> Counter[str]:
    """What stands where, by the names of the pieces."""
    names = {component.index: component.name for component in state.playing.game.components}
    facts = ("owner", "count", "state", "rotation", "value")
    return Counter(
        f"{names.get(what, what)} on {kind}{site}"
        + (f" level {level}" if level else "")
        + "".join(f" {fact} {value}" for fact, value in zip(facts, told, strict=True) if value and fact != "owner")
        for kind, site, level, what, *told in state.sites()
    )


def _some(texts: Counter[str]) -> str:
    listed = sorted(texts.elements())
    more = f" and {len(listed) - _TOLD} more" if len(listed) > _TOLD else ""
    return ", ".join(listed[:_TOLD]) + more if listed else "nothing else"


def _named(state: State, texts: Counter[str]) -> str:
    """Moves that only one of the games has, as people call them."""
    if not texts:
        return "no other moves"
    if state.is_simultaneous:
        return "also " + _some(texts)
    named = (state.notation(move) for move in state.legal_moves() if texts[_text(move)])
    return "also " + _some(Counter(named))
