"""A game on one page: who wins, what it is like, what is of no use, what changed, and which games are near."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ludens import library, render, solve
from ludens.game import Game
from ludens.lab.comparison import compare, compare_usage
from ludens.lab.report import Report, Usage, describe_usage, format_value
from ludens.lab.sheet import Item, Picture, RulesSheet, Section, sheets
from ludens.lab.valuation import RANDOM, judge_of
from ludens.language import Clause, LudError, Node, parse
from ludens.language.tree import walk
from ludens.solve import Limits, SolveError

#: how many near games are named, and first moves that are compared at most
_NEAR, _MOVES = 5, 400
#: a first move that brings so much more than the mean of all is named; chance alone hardly brings as much
_BEST: Final = 0.25


@dataclass(frozen=True)
class Dossier:
    """What is known of a game: a report of each of several players' games, and of the last version, if there is one.

    The first report is that of random moves. `seconds` is how long a forced win from the start is looked for.
    """

    game: Game
    reports: Sequence[Report]
    before: Report | None = None
    seconds: float = 5.0

    def sheet(self, *, pictures: bool = True) -> RulesSheet:
        """The page, to be written as text, Markdown, HTML or PDF (`ludens.lab.sheet`)."""
        rules = sheets(self.game, pictures=False)
        sections = [
            *([self._position()] if pictures else []),
            self._winners(),
            self._measures(),
            self._degenerate(),
            self._idle(),
        ]
        sections += [self._changes()] if self.before is not None else []
        sections += [self._near(), *(Section(f"Rules: {one.title}", one.lead, sections=one.sections) for one in rules)]
        by = ", ".join(report.agent or "random moves" for report in self.reports)
        lead = f"Measured by games of {by}, seed {self.reports[0].seed}."
        filled = (one for one in sections if one.items or one.sections or one.text or one.pictures)
        return RulesSheet(self.game.name, lead, "", tuple(filled))

    def _position(self) -> Section:
        if len(self.game.games) > 1:
            return Section("The start")
        picture = render.svg(self.game.start(seed=1), size=360, viewer=None)
        return Section("The start", pictures=(Picture("board", self.game.name, picture),))

    def _winners(self) -> Section:
        items = []
        for report in self.reports:
            measures = sorted((one for one in report.measured if _is_of_winners(one.name)), key=lambda one: one.name)
            lines = tuple(Item(f"{one.title}: {one} in {one.n} games") for one in measures[::-1])
            items.append(Item(report.agent or "random moves", lines))
        return Section("Who wins", items=tuple(items))

    def _measures(self) -> Section:
        reports = [(report.agent or "random moves", report) for report in self.reports]
        names = dict.fromkeys(name for _, report in reports for name in report if not _is_of_winners(name))
        items = []
        for name in names:
            values_by = [(who, report[name]) for who, report in reports if name in report]
            values = "; ".join(f"{value} ({who})" if len(reports) > 1 else str(value) for who, value in values_by)
            items.append(Item(f"{values_by[0][1].title}: {values}"))
        return Section("What it is like", "Each with the interval that holds the true value (95 %).", tuple(items))

    def _degenerate(self) -> Section:
        texts = [*self._forced(), *self._openings()]
        return Section("Ways to win that spoil it", items=tuple(map(Item, texts)))

    def _forced(self) -> list[str]:
        """Whether somebody is shown to win from the start, and in how many plies."""
        texts = []
        for player in range(1, self.game.num_players + 1) if self.game.num_players == 2 else ():
            who = render.name_of(self.game, player)
            try:
                proof = solve.prove(self.game.start(seed=1), player, Limits(seconds=self.seconds / 2))
            except SolveError:
                return []  # chance, or something hidden: nothing can be forced
            if proof.won:
                return [f"{who} can force a win from the start, in {proof.plies} plies at most."]
            if proof.won is None:
                texts.append(f"No forced win of {who} within {proof.positions:,} positions.")
        return texts

    def _openings(self) -> list[str]:
        """First moves after which random games are won much more often than after others."""
        game, state = self.game, self.game.start(seed=1)
        if game.num_players != 2 or game.is_simultaneous or len(game.games) > 1 or state.is_over:
            return []
        names, moves = state.notations(), state.legal_moves()
        if len(moves) > _MOVES:
            return []
        judge, shares, seat = judge_of(game, RANDOM, 1, 0), dict[str, float](), state.mover - 1
        for name, move in zip(names, moves, strict=True):
            after = state.copy()
            after.play(move)
            if not after.is_over:
                shares[name] = float(judge.value(after).expected[seat])
        mean = sum(shares.values()) / max(len(shares), 1)
        best = max(shares, key=lambda name: shares[name], default=None)
        if best is None or len(shares) < 2 or shares[best] - mean < _BEST:
            return []
        part, usual = (format_value(share, "share") for share in (shares[best], mean))
        return [
            f"After {best} random games bring its player {part} of the points, after first moves on average {usual}."
        ]

    def _idle(self) -> Section:
        idle = [report.idle for report in self.reports]
        never = [one for one in self.reports[0].idle if all(_same(one, each) for each in idle)]
        text = "" if never else "Every kind of piece, clause and end rule was of use in some game."
        return Section("Never of use", text, tuple(Item(f"{describe_usage(one)} (in {one.n} games)") for one in never))

    def _changes(self) -> Section:
        assert self.before is not None
        changes = [str(one) for one in compare(self.before, self.reports[0]) if one.significant]
        changes += [str(one) for one in compare_usage(self.before, self.reports[0]) if one.significant]
        text = "" if changes else "No measure changed by more than chance would."
        return Section(f"Since {self.before.game}", text, tuple(map(Item, changes)))

    def _near(self) -> Section:
        near = nearest(self.game)
        text = "The games of the library whose rules are most alike, by the ludemes that both use (1: the same)."
        return Section("Nearest games", text, tuple(Item(f"{name}: {likeness:.2f}") for name, likeness in near))


def _is_of_winners(name: str) -> bool:
    return name.startswith("points_") or name in ("balance", "decisiveness")


def _same(one: Usage, others: Iterable[Usage]) -> bool:
    return any((one.kind, one.name, one.line) == (each.kind, each.name, each.line) for each in others)


# --- likeness by rules


def nearest(game: Game, count: int = _NEAR) -> list[tuple[str, float]]:
    """The games of the library that use the same ludemes, the most alike first, without the game itself.

    Each is a vector of how often it uses each form, rare forms weighing more; likeness is the cosine.
    """
    own = Counter(itertools.chain.from_iterable(_forms(one.description.game) for one in game.games))
    weights = _weights()
    scores = {name: _cosine(own, forms, weights) for name, forms in _library().items() if name != game.name}
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:count]


def _forms(node: Node) -> Iterator[str]:
    """The forms of all clauses of a tree but its metadata."""
    return (_form(one) for one in walk(node) if isinstance(one, Clause))


def _form(clause: Clause) -> str:
    first = clause.arguments[0] if clause.arguments else None
    constant = getattr(first, "text", "") if first is not None and not isinstance(first, Clause) else ""
    return f"{clause.keyword} {constant}" if constant[:1].isupper() else clause.keyword


@cache
def _library() -> dict[str, Counter[str]]:
    games = {}
    for path in sorted(library.shipped().values()):
        try:
            games[path.stem] = Counter(_forms(parse(path.read_text(encoding="utf-8")).game))
        except LudError:
            continue
    return games


@cache
def _weights() -> Mapping[str, float]:
    """How rare each form is in the library."""
    frequency = Counter(form for forms in _library().values() for form in forms)
    return {form: math.log((1 + len(_library())) / count) for form, count in frequency.items()}


def _cosine(one: Counter[str], other: Counter[str], weights: Mapping[str, float]) -> float:
    most = math.log(1 + len(weights))
    first, second = (
        {form: (1 + math.log(count)) * weights.get(form, most) for form, count in forms.items()}
        for forms in (one, other)
    )
    dot = sum(value * second.get(form, 0.0) for form, value in first.items())
    length = math.hypot(*first.values()) * math.hypot(*second.values())
    return dot / length if length else 0.0
