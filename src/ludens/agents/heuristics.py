"""Evaluation by the terms of the language's heuristics, in native code of the game's own.

A description has them in its metadata (manual: metadata 4); for one that has none they are proposed
(`ludens.agents.proposing`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludens.game.programs import Extension
from ludens.game.single import SingleGame
from ludens.language import LudError, Source
from ludens.language.text import Text
from ludens.language.tokens import read_clause
from ludens.ludemes.metadata.heuristics import Heuristics, HeuristicTerm
from ludens.ludemes.metadata.reader import SectionReader
from ludens.native import WORKSPACE, Program
from ludens.rules.state import memory
from ludens.stage import Address, Function, Int, Memory, Real, RealLike

if TYPE_CHECKING:
    from ludens.game import Game, State
    from ludens.game.compiler import Compiler

_ROOM: Final = "agents"
#: of a won game, the most that "prospect" says of one that is not over
_SQUEEZED: Final = 0.99
_made: WeakKeyDictionary[Game, dict[str, Evaluation]] = WeakKeyDictionary()


def of_description(game: Game) -> Heuristics | None:
    """The heuristics of a game's metadata, those written by hand before those that were trained; None without any."""
    ai = game.metadata.ai
    section = None if ai is None else ai.heuristics or ai.trained_heuristics
    return section if section is not None and section.listed else None


def written(terms: Iterable[str]) -> str:
    """Terms as one text, which `read` understands."""
    return f"(heuristics {{{' '.join(terms)}}})"


def read(text: str) -> Heuristics:
    """Heuristics from their text, `(heuristics {...})`. Raises LudError for what is none."""
    node, _ = read_clause(Text.of(Source(text, "heuristics")), 0)
    reader = SectionReader()
    section = reader.read(node, Heuristics)
    for warning in reader.warnings:
        raise LudError(warning.message, warning.span, warning.hint)
    return section


class Evaluation:
    """What the terms of heuristics say of a game's positions.

    Their text is read where their code is not in the cache, which raises LudError for what is none.
    """

    def __init__(self, game: SingleGame, text: str) -> None:
        self.game, self.text = game, text
        variant = hashlib.sha256(text.encode()).hexdigest()
        self.program = Program(game.extended(Extension(_ROOM, self._emit, variant=variant, plays=False)))

    @cached_property
    def heuristics(self) -> Heuristics:
        """The heuristics."""
        return read(self.text)

    def _emit(self, compiler: Compiler) -> None:
        _emit(compiler, self.heuristics.listed)

    def value(self, state: State, player: int) -> float:
        """What a player's terms come to, less the mean of the others'."""
        value: float = self.program.run("evaluate", state, WORKSPACE, player)
        return value

    def terms(self, state: State) -> npt.NDArray[np.float64]:
        """What each term says of each player, weighed: an array of shape (terms, players)."""
        shape = (len(self.heuristics.listed), self.game.num_players)
        values = np.zeros(shape)
        self.program.run("terms", state, WORKSPACE, values)
        return values


def evaluation(game: SingleGame, text: str) -> Evaluation:
    """The evaluation of a game by heuristics, from their text; the same ones are compiled once."""
    compiled = _made.setdefault(game, {})
    if text not in compiled:
        compiled[text] = Evaluation(game, text)
    return compiled[text]


def _emit(compiler: Compiler, terms: Sequence[HeuristicTerm]) -> None:
    s, players = compiler.s, range(1, compiler.book.model.num_players + 1)
    places = compiler.places

    def evaluate(state: Address, env: Address, player: Int) -> RealLike:
        c = compiler.context(state, env)
        start = memory.mark(c)
        if len(players) == 2:
            lead = s.real(0) + _total([term.lead(c) for term in terms])
            memory.release(c, start)
            return s.select(player == 1, lead, -lead)
        of_players = [_total([term.value(c, p) for term in terms]) for p in players]
        memory.release(c, start)
        total, own = _total(of_players), of_players[-1]
        for p, value in zip(players, of_players, strict=True):
            own = s.select(player == p, value, own)
        others = max(len(of_players) - 1, 1)
        return own - (total - own) * (1.0 / others)

    def write(state: Address, env: Address, out: Address) -> None:
        c = compiler.context(state, env)
        start = memory.mark(c)
        for number, (term, p) in enumerate((term, p) for term in terms for p in players):
            s.store(out, number, "f64", s.real(0) + term.value(c, p))
        memory.release(c, start)

    def squeezed(state: Address, env: Address, player: Int) -> RealLike:
        value = s.call(evaluated, state, env, player)
        return _SQUEEZED - 2.0 * _SQUEEZED / (s.math("exp", value * 0.5) + 1.0)

    evaluated: Function[Real] = Function("evaluate", Real, (*places, Int))
    s.function("evaluate", [*places, Int], Real, evaluate, exported=True)
    s.function("prospect", [*places, Int], Real, squeezed, exported=True)
    size = 8 * max(1, len(terms) * len(players))
    s.function("terms", [*places, Memory("the values of terms", size)], None, write, exported=True)


def _total(values: Sequence[RealLike]) -> RealLike:
    total: RealLike = 0.0
    for value in values:
        total = value + total
    return total
