"""A position in which rules are watched, again and again, with some clauses lifted."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from ludens.explain.recorder import Frame, Query, Recorder
from ludens.explain.texts import Edit
from ludens.game.builder import Rulebook, build
from ludens.game.compiler import Compiler
from ludens.game.direct import Workbench
from ludens.rules.base import Ludeme
from ludens.rules.generation.candidates import Candidate, Sink, describe
from ludens.rules.generation.records import passes_tests
from ludens.rules.state.constants import members_of
from ludens.rules.state.context import Context
from ludens.stage.direct import Place

if TYPE_CHECKING:
    from ludens.game.game import Game


#: rounds of loops of one look
_ROUNDS: Final = 2_000_000


@dataclass
class Derivation:
    """The move asked about, as a generator pushed it: the frames around it, the sites passed over, trial format."""

    query: Query
    chain: Sequence[Frame]
    passed: tuple[int, ...]
    text: str


@dataclass
class Seen:
    """What was seen while the moves of a position were looked for.

    `derivations` are those of the move asked about, where it is legal; `led` where the generators led from the origin
    asked about, by ludeme; `rounds` how many rounds of loops that took, which is a measure of time.
    """

    frames: Sequence[Frame]
    derivations: list[Derivation] = field(default_factory=list)
    led: dict[Ludeme, list[int]] = field(default_factory=dict)
    rounds: int = 0


class Liftable(Protocol):
    """A clause that can be kept from refusing a move."""

    def lifted(self, scene: Scene) -> AbstractContextManager[None]:
        """A context in which it does not."""


class Scene:
    """The rules of a game, bound anew, at work on a copy of a position."""

    def __init__(self, game: Game, block: bytes) -> None:
        self.game, self.block = game, block
        self.book: Rulebook = build(game.description)
        self.bench = Workbench()
        #: the clause that each ludeme stands in
        self.owners: dict[Ludeme, Ludeme] = {}
        #: conditions that the language has where a description names none, and how they would be written otherwise
        self.implied: dict[Ludeme, Edit] = {}
        for ludeme in self.ludemes():
            self.owners.update((child, ludeme) for child in ludeme.children())

    def ludemes(self) -> Sequence[Ludeme]:
        game, rules = self.book.game, self.book.rules
        return [*game.walk(), *([] if game.rules else rules.walk())]

    def owned(self, ludeme: Ludeme) -> list[Ludeme]:
        """The clauses around one, the innermost first."""
        clauses = []
        while ludeme in self.owners:
            ludeme = self.owners[ludeme]
            clauses.append(ludeme)
        return clauses

    def look(self, query: Query, lifted: Sequence[Liftable] = ()) -> Seen:
        """Look for a move, as if the lifted clauses did not refuse it. Raises LudError where that takes too long."""
        with ExitStack() as undone:
            for cause in lifted:
                undone.enter_context(cause.lifted(self))
            with ExitStack() as emits:
                emits.callback(self._restore, {x: vars(x).get("emit") for x in self.ludemes()})
                return self._looked(query)

    def _restore(self, emits: dict[Ludeme, Any]) -> None:
        for ludeme, emit in emits.items():
            vars(ludeme).pop("_holds_after", None)
            vars(ludeme).pop("emit", None)
            if emit is not None:
                vars(ludeme)["emit"] = emit

    def _looked(self, query: Query) -> Seen:
        recorder = Recorder(self.ludemes(), query)
        run = self.bench.opened(self.book, bytearray(self.block), rounds=_ROUNDS)
        sink = _Focus(run.compiler, run.context, recorder, query, run.logged)
        if not run.context.state.over.get():
            run.compiler.listed(run.context, cast(Any, sink))
        sink.seen.rounds = run.stage.rounds
        return sink.seen


class _Focus(Sink):
    """Tests the moves asked about, where they are found, and drops all others."""

    def __init__(self, compiler: Compiler, c: Context, recorder: Recorder, query: Query, logged: Any) -> None:
        self.c, self.recorder, self.query, self.logged = c, recorder, query, logged
        self.seen = Seen(recorder.frames)
        #: how many moves were pushed, as lists count them
        self.count = c.s.var(0)

    @property
    def defers(self) -> bool:
        return True

    def push(self, move: Candidate) -> None:
        self.count.set(self.count.get() + 1)
        top = self.recorder.top
        if move.from_ == self.query.origin and top is not None:
            self.seen.led.setdefault(top.ludeme, []).append(int(cast(int, move.to)))
        if self.query.is_pushed(move) and passes_tests(replace(move, c=move.c.bind(applying=1))):
            chain = top.chain() if top is not None else []
            self.seen.derivations.append(Derivation(self.query, chain, self._passed(move), self._text(move)))

    def _passed(self, move: Candidate) -> tuple[int, ...]:
        with self.recorder.silent():
            return members_of(move.between(move.c)) if move.between is not None else ()

    def _text(self, move: Candidate) -> str:
        """The move in trial format; what telling of it draws at random is drawn again when it is made."""
        if move.c.tracer is None:
            return ""
        place = self.c.state.address
        assert isinstance(place, Place)
        before = bytes(place.data)
        with self.recorder.silent():
            describe(move)
        place.data[:] = before
        return str(self.logged())
