"""The moves of many pieces at once, as shifted sets of sites.

Where every piece of a kind moves alike, and conditions on single sites decide whether a move is possible, then the
origins of all moves in one direction are a set: the sites of the kind, among those of the possible destinations moved
back by a step. Such sets are counted, and a move is drawn from them, without going from piece to piece.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce

from ludens.rules.base import Need
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.state.context import Context
from ludens.rules.state.model import Model
from ludens.rules.state.regions import Region
from ludens.rules.state.sets import WordSet, constant_set, where, words_of
from ludens.stage import BoolLike, Emitter, Int, IntLike, Long, LongLike
from ludens.stage.lanes import Lane, Mask, NotUniform, Wide

#: moves that are alike: how far the other sites are from the origin, and the origins
Span = tuple[tuple[int, ...], WordSet]
#: the origins of a case, None for all of them, and the sites for which a test holds then
Case = tuple[WordSet | None, WordSet]
#: a test that asks about the origin in more cases is left to loops
MOST_CASES = 4
#: more words of origins are left to loops
MOST_WORDS = 64
#: what makes more of a site's content than the component that stands there
_MORE_CONTENT = frozenset({Need.LARGE_PIECE, Need.DOMINOES, Need.HIDDEN, Need.DEDUCTION, Need.CARD})


def can_spread(model: Model) -> bool:
    """Whether the owned lists of a game say no more than which component stands on each site."""
    piles = model.counts and model.moves_piles
    return not (model.stacking or piles or model.boardless or model.needs & _MORE_CONTENT)


class ProbeSink(Sink):
    """Takes everything and does nothing; `words` is how long the sets are together that it was given."""

    def __init__(self) -> None:
        self.words = 0

    def push(self, move: Candidate) -> None:
        """Nothing."""

    def push_each(self, region: Region, make: Callable[[IntLike], Candidate]) -> None:
        self.words += len(region.bits) if isinstance(region, WordSet) else 0


class _Elsewhere(Wide, Int):  # type: ignore[misc]
    """A site other than the one that is tested. Nothing is known of it."""

    __slots__ = ()

    def __init__(self, stage: Emitter, count: int) -> None:
        self.stage, self.range = stage, (0, count - 1)


@dataclass(frozen=True)
class PieceSet:
    """Pieces that move alike: the components, for each player who may be to move."""

    c: Context
    kinds: Sequence[Sequence[int]]

    def push(
        self,
        sink: Sink,
        others: Sequence[str],
        moves: Callable[[Context, int], Iterable[Span]],
        make: Callable[[Context], Candidate],
    ) -> None:
        """Push the moves of the player to move: what `moves` gives for each component, in a context of that player.

        `make` makes the candidate; its context has the origin as `from` and the other sites under their names. Raises
        NotUniform where the moves are no shifted sets.
        """
        c, player = self.c, self.c.mover
        movers = [player] if isinstance(player, int) else list(range(1, len(self.kinds)))
        spans: dict[int, list[Span]] = {}

        def gather(who: int) -> None:
            at = c.bind(mover=who)
            kinds = self.kinds[who] if 0 <= who < len(self.kinds) else ()
            joined: dict[tuple[int, ...], WordSet] = {}
            for offsets, origins in (span for kind in kinds for span in moves(at, kind)):
                joined[offsets] = joined[offsets] | origins if offsets in joined else origins
            spans[who] = list(joined.items())

        if not c.s.attempt(lambda: [gather(who) for who in movers]):
            raise NotUniform
        size = words_of(c, c.model.default_site)
        length = size * max(map(len, spans.values()))
        if length > MOST_WORDS:
            raise NotUniform
        if not length:
            return
        words = [c.s.var(0, Long) for _ in range(length)]

        def case(who: int) -> None:
            gather(who)
            bits = [word for _, origins in spans[who] for word in origins.bits]
            for variable, word in zip(words, bits, strict=False):
                variable.set(word)

        cases = {who: partial(case, who) for who in movers}
        c.s.switch(player, [cases.get(who, lambda: None) for who in range(len(self.kinds))])
        steps = _Steps(c, [[offsets for offsets, _ in spans[who]] for who in movers], len(others), size)
        lanes = WordSet(c, [word.get() for word in words], 64 * length)
        sink.push_each(lanes, lambda lane: make(steps.at(lane, others)))

    def some(self, reached: Callable[[Context, int], LongLike]) -> BoolLike:
        """Whether `reached` gives a word that is not 0 for a component of the player to move, in their context."""
        c, player = self.c, self.c.mover
        movers = [player] if isinstance(player, int) else list(range(1, len(self.kinds)))
        together = c.s.var(0, Long)

        def case(who: int) -> None:
            at = c.bind(mover=who)
            for kind in self.kinds[who] if 0 <= who < len(self.kinds) else ():
                together.set(together.get() | reached(at, kind))

        if not c.s.attempt(lambda: [case(who) for who in movers]):
            raise NotUniform
        cases = {who: partial(case, who) for who in movers}
        c.s.switch(player, [cases.get(who, lambda: None) for who in range(len(self.kinds))])
        return together.get() != 0


class _Steps:
    """What the lanes of the sets are: an origin, and the other sites of the move.

    `offsets` are those of the directions of each player who may be to move; `size` is the words of a set.
    """

    def __init__(self, c: Context, offsets: Sequence[Sequence[tuple[int, ...]]], others: int, size: int) -> None:
        self.c, self.size = c, size
        longest = max(map(len, offsets))
        rows = [[*row, *([(0,) * others] * (longest - len(row)))] for row in offsets]
        self.by_mover = any(row != rows[0] for row in rows)
        self.row = longest * size
        steps = [step for row in (rows if self.by_mover else rows[:1]) for step in row for _ in range(size)]
        self.tables = [c.s.table([step[n] for step in steps]) for n in range(others)]
        self.first = c.s.table([64 * (n % size) for n in range(self.row)])

    def at(self, lane: IntLike, others: Sequence[str]) -> Context:
        """The context of a move by the number of its lane."""
        c, s, count = self.c, self.c.s, self.c.model.board_sites
        row = lane >> 6
        origin = s.narrowed((lane & 63) + self.first[row], 0, count - 1)
        if self.by_mover:
            row = row + (c.mover - 1) * self.row
        sites = {
            name: s.narrowed(origin + table[row], 0, count - 1) for name, table in zip(others, self.tables, strict=True)
        }
        return c.bind(**{"from": origin, "level": 0, **sites})


def alike(
    c: Context, component: int, rows: Iterable[tuple[int, ...]], tests: Mapping[str, Callable[[Context], BoolLike]]
) -> Iterable[Span]:
    """The moves of the pieces of a component along rows of sites: an origin and the other sites.

    A move is possible where the test of each of its sites holds, with that site under its name; the first is the
    origin's. Raises NotUniform where a test looks at more than its site.
    """
    first, *others = tests
    own = alone(satisfying(c, tests, first)) & standing(c, component)
    possible = [satisfying(c, tests, name) for name in others]
    origins_of: dict[tuple[int, ...], list[int]] = {}
    for origin, *sites in rows:
        origins_of.setdefault(tuple(site - origin for site in sites), []).append(origin)
    for offsets, origins in origins_of.items():
        some = own & constant_set(c, origins, words_of(c, c.model.default_site))
        for offset, cases in zip(offsets, possible, strict=True):
            some = some & _back(cases, offset)
        yield offsets, some


def _back(cases: Sequence[Case], offset: int) -> WordSet:
    """The origins from which a site so far away is one of those where a test holds."""
    back = [sites.shifted(-offset) if origins is None else origins & sites.shifted(-offset) for origins, sites in cases]
    return reduce(operator.or_, back)


def alone(cases: Sequence[Case]) -> WordSet:
    """Where a test holds that does not ask about the origin. Raises NotUniform where it does."""
    if len(cases) > 1:
        raise NotUniform
    return cases[0][1]


def satisfying(c: Context, tests: Mapping[str, Callable[[Context], BoolLike]], name: str) -> list[Case]:
    """The sites for which the test of one of a move's sites holds, in each case of what it asks about the origin.

    The first test is the origin's. Raises NotUniform where a test asks about other sites, or too much.
    """
    origin, count = next(iter(tests)), c.model.board_sites
    unseen = dict.fromkeys(tests, _Elsewhere(c.s, count))
    todo, cases = [list[bool]()], list[Case]()
    while todo:
        answers = todo.pop()
        questions: list[Mask] = []

        def decide(mask: Mask, answers: list[bool] = answers, questions: list[Mask] = questions) -> bool:
            questions.append(mask)
            if len(questions) > len(answers):
                todo.append([*answers, False])
                answers.append(True)
            return answers[len(questions) - 1]

        at = c.bind(**{**unseen, origin: Lane(c.s, 0, count, decide)})
        sites = _sites_where(at, partial(_test_at, at, tests[name], name))
        cases.append((_where_so(c, questions, answers), sites))
        if len(cases) > MOST_CASES:
            raise NotUniform
    return cases


def _test_at(c: Context, test: Callable[[Context], BoolLike], name: str, site: IntLike) -> BoolLike:
    """A test of a site, under its name."""
    return test(c.bind(**{name: site}))


def _where_so(c: Context, questions: Sequence[Mask], answers: Sequence[bool]) -> WordSet | None:
    """The origins about which these answers are right; None for all."""
    masks = [mask if answer else mask ^ True for mask, answer in zip(questions, answers, strict=True)]
    sets = [WordSet(c, mask.words, mask.count) for mask in masks if isinstance(mask, Mask)]
    return reduce(operator.and_, sets) if sets else None


def standing(c: Context, component: int) -> WordSet:
    """The sites of the board where a component stands."""
    return _sites_where(c, lambda site: c.state.what(c.model.default_site, site) == component)


def _sites_where(c: Context, test: Callable[[IntLike], BoolLike]) -> WordSet:
    sites = where(c, c.model.default_site, test)
    if sites is None:
        raise NotUniform
    return sites
