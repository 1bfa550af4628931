"""The sites that show why a condition holds, in a position where rules are evaluated at once: those of a row, or those
that the condition asked about."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.ludemes.arguments import last_to
from ludens.ludemes.booleans.comparisons import Equal
from ludens.ludemes.booleans.line import IsLine, Match
from ludens.ludemes.booleans.logic import And, AndAll, Not, Or, OrAny
from ludens.ludemes.booleans.quantifiers import AllSites
from ludens.ludemes.directions import Radial, each_radial
from ludens.ludemes.integers.sites_values import What, Who
from ludens.ludemes.regions.occupied import OccupiedSites
from ludens.rules.categories import BooleanLudeme
from ludens.rules.state.context import Context
from ludens.stage import IntLike
from ludens.stage.direct import plain_value


def parts(condition: BooleanLudeme) -> tuple[BooleanLudeme, ...]:
    """The conditions that one is made of by `and` or `or`."""
    match condition:
        case And() | Or():
            return (condition.first, condition.second)
        case AndAll() | OrAny():
            return tuple(condition.conditions)
    return ()


def row(c: Context, line: IsLine) -> tuple[int, ...]:
    """The longest line of pieces for which `is Line` holds, along the directions of the board that it means.

    Empty where there is none. Lines over the levels of stacks are not looked for.
    """
    if line.by_level is not None:
        return ()
    pivots: list[int] = []
    if line.through_any is not None:
        line.through_any.emit(c).each(lambda site: pivots.append(plain_value(site)))
    else:
        pivots.append(plain_value(last_to(c, line.through)))
    on_board = [pivot for pivot in pivots if 0 <= pivot < c.model.count(c.state.site_type(line.kind))]
    return max((_through(c, line, pivot) for pivot in on_board), key=len, default=())


def _through(c: Context, line: IsLine, pivot: int) -> tuple[int, ...]:
    """The longest line through a site that is long enough, and no longer where it must not be."""
    at = c.bind(to=pivot)
    length = plain_value(line.length.emit(at))
    exact = line.exact is not None and bool(line.exact.emit(at))
    match = line.matcher(c, c.state.what(line.kind, pivot))
    if not _fits(c, line, match, pivot):
        return ()
    rows: list[list[int]] = []

    def look(radial: Radial) -> None:
        ahead = _run(c, line, match, radial)
        behind: list[int] = []
        radial.opposites_each(lambda opposite: behind.extend(_run(c, line, match, opposite)))
        rows.append([*behind[::-1], pivot, *ahead])

    each_radial(c, line.direction, line.kind, pivot, look, distinct=True)
    long = [one for one in rows if (len(one) == length if exact else len(one) >= length)]
    return tuple(sorted(max(long, key=len, default=())))


def _run(c: Context, line: IsLine, match: Match, radial: Radial) -> list[int]:
    """The sites of a radial up to the first that does not fit."""
    sites: list[int] = []
    for step in range(1, plain_value(radial.length) + 1):
        site = plain_value(radial.at(step))
        if not _fits(c, line, match, site):
            break
        sites.append(site)
    return sites


def _fits(c: Context, line: IsLine, match: Match, site: IntLike) -> bool:
    if c.model.stacking:
        return bool(line.stack_matches(c, match, site)) and bool(line.holds(c, site))
    return bool(match(c.state.what(line.kind, site))) and bool(line.holds(c, site))


def evidence_for(c: Context, condition: BooleanLudeme) -> tuple[int, ...]:
    """The sites at which a condition that holds asked whose piece is there, or which, and found one.

    Of alternatives the first that holds counts. Where it is said of pieces that not all of them fail, the first that
    does not is shown too.
    """
    return tuple(sorted(set(_evidence(c, condition))))


def _evidence(c: Context, condition: BooleanLudeme) -> Iterable[int]:
    match condition:
        case And() | AndAll():
            return [site for part in parts(condition) for site in _evidence(c, part)]
        case Or() | OrAny():
            first = next((part for part in parts(condition) if part.emit(c)), None)
            return () if first is None else _evidence(c, first)
        case Not(condition=Not(condition=inner)):
            return _evidence(c, inner)
        case Not(condition=AllSites(if_=Not(condition=failing)) as every):
            return _at_first(c, every, failing)
        case AllSites():
            return [site for at in _each(c, condition) for site in _evidence(at, condition.if_)]
        case Equal():
            return _compared(c, condition)
    return ()


def _at_first(c: Context, every: AllSites, failing: BooleanLudeme) -> Iterable[int]:
    """The first site of a region where a condition holds, and what was asked there."""
    at = next((one for one in _each(c, every) if failing.emit(one)), None)
    if at is None:
        return ()
    own = [plain_value(at.get("site"))] if isinstance(every.region, OccupiedSites) and every.region.on is None else []
    return [*own, *_evidence(at, failing)]


def _each(c: Context, every: AllSites) -> list[Context]:
    """A context for each site that is asked about."""
    bound: list[Context] = []
    every.region.emit(c).each(lambda site: bound.append(c.bind(site=site)))
    return bound


def _compared(c: Context, equal: Equal) -> Iterable[int]:
    for side in (equal.first, equal.second):
        if isinstance(side, Who | What) and plain_value(side.emit(c)) > 0:
            yield plain_value(side.at.emit(c))
