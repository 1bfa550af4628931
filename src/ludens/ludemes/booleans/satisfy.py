"""The rule of a deduction puzzle: its moves, and whether it is solved (manual: puzzles 3; puzzles)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ludens.ludemes.booleans.puzzles import Constraint, ForAll
from ludens.ludemes.searches import outlined
from ludens.rules.actions import variables
from ludens.rules.actions.base import Act
from ludens.rules.base import ANY
from ludens.rules.categories import BooleanLudeme, MovesLudeme
from ludens.rules.generation import candidates
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.execution import execute
from ludens.rules.state import deduction, scratch
from ludens.rules.state.context import Context
from ludens.rules.turns import phases
from ludens.stage import BoolLike, IntLike

SITE, VALUE = "variable.site", "variable.value"


class Satisfy(MovesLudeme):
    """Sets variables to values that violate no constraint, or marks values as possible or impossible."""

    spellings = ("satisfy",)
    says = "fill in the board so that {constraints:and}"
    needs = deduction.NEEDS
    reads = ANY
    writes = ANY
    constraints: BooleanLudeme | tuple[BooleanLudeme, ...]

    @property
    def listed(self) -> Sequence[BooleanLudeme]:
        return self.constraints if isinstance(self.constraints, tuple) else (self.constraints,)

    def emit(self, c: Context, sink: Sink) -> None:
        low, high = deduction.value_range(c, c.model.default_site)
        fixed = c.model.puzzle.given
        variables = c.s.rows([[site for site in constraint_variables(c) if site not in fixed]])

        def each_value(site: IntLike) -> None:
            c.s.for_range(low, high + 1, lambda value: self._moves(c, sink, site, value))

        variables.each(0, each_value)

    def _moves(self, c: Context, sink: Sink, site: IntLike, value: IntLike) -> None:
        at, kind = c.bind(**{SITE: site, VALUE: value}), c.model.default_site
        fixed = Candidate(at, _build_set, from_=site, to=site, mover=1)
        c.s.if_(holds_after(fixed), lambda: sink.push(fixed))
        same = deduction.domain(c, kind, site) == deduction.only(c, value)
        toggled = Candidate(at, _build_toggle, from_=site, to=site, mover=1)
        c.s.if_(c.s.not_(same), lambda: sink.push(toggled))


class IsSolved(BooleanLudeme):
    """Whether all constraints hold when what is open counts as 0."""

    spellings = ("is Solved",)
    says = "the puzzle <is> solved"
    needs = deduction.NEEDS
    reads = ANY

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "solved", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        def on_copy(c: Context) -> BoolLike:
            kind = c.model.default_site
            rows = c.s.rows([constraint_variables(c)])

            def close(site: IntLike) -> None:
                is_open = c.s.not_(deduction.is_resolved(c, kind, site))
                c.s.if_(is_open, lambda: deduction.set_domain(c, kind, site, deduction.only(c, 0)))

            rows.each(0, close)
            return all_hold(c)

        return cast(BoolLike, scratch.with_copy(c, on_copy))


def _build_set(c: Context) -> list[Act]:
    return [variables.SetVariable(c.model.default_site, c.get(SITE), c.get(VALUE), decision=True)]


def _build_toggle(c: Context) -> list[Act]:
    return [variables.ToggleVariable(c.model.default_site, c.get(SITE), c.get(VALUE), decision=True)]


def holds_after(move: Candidate) -> BoolLike:
    """Whether all constraints hold after a move. What ends the game changes nothing that a constraint reads."""

    def test(m: Candidate) -> BoolLike:
        def on_copy(c: Context) -> BoolLike:
            execute(m.seen_from(c), store=True)
            return all_hold(c)

        return cast(BoolLike, scratch.with_copy(m.c, on_copy))

    return candidates.outline_move(move, "holds_after", test)


def constraints(c: Context) -> Sequence[BooleanLudeme]:
    """The constraints of the puzzle's rule."""
    rules = (x for x in phases.phases(c)[0].play.walk() if isinstance(x, Satisfy))
    return next((x.listed for x in rules), ())


def constraint_variables(c: Context) -> list[int]:
    """The variables that the moves are about, in order (manual: puzzles 3)."""
    variables: list[int] = []
    for constraint in constraints(c):
        if isinstance(constraint, Constraint):
            variables += constraint.variables(c)
        if isinstance(constraint, ForAll):
            break
    return list(dict.fromkeys(variables))


def all_hold(c: Context) -> BoolLike:
    """Whether all constraints hold, looked at in order up to the first that does not."""
    inner = c.unbound()
    return c.s.all_of(*(lambda x=x: x.emit(inner) for x in constraints(c)))
