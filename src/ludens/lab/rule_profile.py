"""Which clauses of a description take the time of random games, and how often each is entered.

A module of the game is compiled once more, with marks in it (`ludens.stage.ir.marks`): a word that says which clause is
at work, and a count for each. While games are played, another thread looks at the word again and again.
"""

from __future__ import annotations

import re
import threading
import time
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Any, Final

from ludens.game.compiler import Compiler
from ludens.game.places import located
from ludens.game.single import SingleGame
from ludens.language import to_text
from ludens.native import FastProgram, Package, signatures_of
from ludens.rules.base import Ludeme, Place
from ludens.rules.categories import BooleanLudeme, MovesLudeme, SitesLudeme, StartRuleLudeme
from ludens.rules.structure import End, Play, Start
from ludens.stage import Address, Stage
from ludens.stage.engine import compile_ir
from ludens.stage.ir import marks
from ludens.stage.ir.llvm import assembly

#: the kinds of ludemes whose clauses are told apart; what others do counts for the clause around them
_CLAUSES: Final = (Play, End, Start, MovesLudeme, BooleanLudeme, SitesLudeme, StartRuleLudeme)
#: of clauses as many characters are told
_SHOWN: Final = 60
_LABEL: Final = re.compile(r"^\w+:")
#: seconds between two looks
_LOOK: Final = 0.0005
#: what no clause takes: turns, drawing moves, counting plies
ELSEWHERE: Final = "outside the rules"


@dataclass(frozen=True)
class Clause:
    """A clause that was watched: its text and where it begins, and the number of the clause around it (0: none).

    `own` is the share of the looks that met it itself, `whole` that of it and the clauses in it; `calls` is how often
    it was entered.
    """

    number: int
    text: str
    line: int
    column: int
    above: int
    own: float
    whole: float
    calls: int


@dataclass(frozen=True)
class RuleProfile:
    """What a game's clauses took: `clauses` by number, the first being what is outside the rules."""

    game: str
    games: int
    moves: int
    seconds: float
    looks: int
    clauses: Sequence[Clause]

    def chain(self, number: int) -> list[Clause]:
        """A clause and those around it, the outermost first."""
        clause = self.clauses[number]
        return [*(self.chain(clause.above) if clause.above else ()), clause]

    def to_dict(self) -> dict[str, Any]:
        """All of it, as JSON has it; clauses that were neither met nor entered are left out."""
        listed = [vars(clause) for clause in self.clauses if clause.whole or clause.calls]
        head = {name: getattr(self, name) for name in ("game", "games", "moves", "seconds", "looks")}
        return {**head, "clauses": listed}


def profile(game: SingleGame, *, n: int | None = None, seconds: float = 2.0, seed: int = 1) -> RuleProfile:
    """Play random games for so many seconds, or `n` of them, and see which clauses take the time.

    Raises ValueError for a match.
    """
    if not isinstance(game, SingleGame):
        raise ValueError(f"{game.name} is a match of several games: profile one of them")
    watched = _Watched(game)
    with watched.looking():
        watched.play(n, seconds, seed)
    return watched.result()


@dataclass
class _Watched:
    """A game's code with marks, at work."""

    game: SingleGame
    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    looks: list[int] = field(default_factory=list)
    #: whether native code is at work
    playing: bool = False

    def __post_init__(self) -> None:
        self.ludemes, self.above = _clauses(self.game)
        self.numbers: Mapping[Hashable, int] = self._numbers()
        book, stage = self.game.rulebook, Stage(checked=False)
        with located(book.game.node.span):
            compiler = Compiler(book, stage)
            compiler.start()
            compiler.legal_and_play()
            compiler.playouts()
            compiler.finish()
        words = stage.own_words(marks.WORDS.removeprefix("@"), len(self.ludemes) + 2)
        stage.function(marks.PLACE, [], Address, lambda: words, exported=True)
        module = marks.marked(stage.module, lambda place: self.numbers.get(place, 0), self.above)
        extra = {"longest": compiler.longest, "size": book.layout.size}
        self.program = FastProgram(Package(compile_ir(assembly(module)), signatures_of(stage), extra))
        self.words = self.program.words(marks.PLACE, len(self.ludemes) + 2)

    def _numbers(self) -> dict[Hashable, int]:
        """The clause that each place belongs to."""
        numbers: dict[Hashable, int] = {}
        own = {ludeme: number for number, ludeme in enumerate(self.ludemes, 1)}
        for root in _roots(self.game):
            todo = [(root, 0)]
            while todo:
                ludeme, around = todo.pop()
                number = own.get(ludeme, around)
                if "node" in ludeme.__dict__:
                    numbers.setdefault(ludeme.place, number)
                todo += [(child, number) for child in ludeme.children()]
        return numbers

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Look at the mark until this is left."""
        self.looks, stop = [0] * (len(self.ludemes) + 1), threading.Event()

        def look() -> None:
            while not stop.wait(_LOOK):
                if self.playing:
                    self.looks[self.words[0]] += 1

        watcher = threading.Thread(target=look, name="ludens profile", daemon=True)
        watcher.start()
        try:
            yield
        finally:
            stop.set()
            watcher.join()

    def play(self, n: int | None, seconds: float, seed: int) -> None:
        """Play `n` games, or for so long."""
        block, at_once, began = bytearray(self.game.rulebook.layout.size), 1, time.perf_counter()
        while self.games < n if n is not None else self.seconds < seconds:
            many = at_once if n is None else min(at_once, n - self.games)
            won, lasted = (array("i", bytes(4 * many)) for _ in range(2))
            self.playing = True
            self.program.playouts(block, self.games, seed, memoryview(won), memoryview(lasted))
            self.playing = False
            self.games, self.moves = self.games + many, self.moves + sum(lasted)
            self.seconds = time.perf_counter() - began
            at_once *= 2 if self.seconds < seconds / 4 else 1

    def result(self) -> RuleProfile:
        total = sum(self.looks) or 1
        whole = list(self.looks)
        for number in range(len(whole) - 1, 0, -1):  # what is inside comes behind
            if number in self.above:
                whole[self.above[number]] += whole[number]
        clauses = [Clause(0, ELSEWHERE, 0, 0, 0, self.looks[0] / total, self.looks[0] / total, 0)]
        for number, ludeme in enumerate(self.ludemes, 1):
            span, calls = ludeme.node.span, self.words[number + 1]
            text = shorten(_LABEL.sub("", to_text(ludeme.node)), _SHOWN, placeholder=" ...")
            shares = self.looks[number] / total, whole[number] / total
            above = self.above.get(number, 0)
            clauses.append(Clause(number, text, span.line, span.column, above, *shares, calls))
        return RuleProfile(self.game.name, self.games, self.moves, self.seconds, sum(self.looks), clauses)


def _roots(game: SingleGame) -> list[Ludeme]:
    """Where the ludemes of a game begin: those that it names, and its rules where the language supplies them."""
    book = game.rulebook
    return [book.game] if book.game.rules is not None else [book.game, book.rules]


def _clauses(game: SingleGame) -> tuple[list[Ludeme], dict[int, int]]:
    """The clauses of a game, from 1 on, each behind those around it; and which one is around each.

    Of clauses at the same place, which come of one text that is used several times, there is the first.
    """
    clauses: list[Ludeme] = []
    above: dict[int, int] = {}
    seen: set[Place] = set()

    def look(ludeme: Ludeme, around: int) -> None:
        if isinstance(ludeme, _CLAUSES) and "node" in ludeme.__dict__ and ludeme.place not in seen:
            seen.add(ludeme.place)
            clauses.append(ludeme)
            if around:
                above[len(clauses)] = around
            around = len(clauses)
        for child in ludeme.children():
            look(child, around)

    for root in _roots(game):
        look(root, 0)
    return clauses, above
