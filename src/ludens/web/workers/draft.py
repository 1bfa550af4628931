"""A draft in a worker process: read, then compiled and drawn, then measured for as long as is asked."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable

from ludens import lab, render
from ludens.agents.agent import AgentError
from ludens.game import Game, State
from ludens.native import Stopped
from ludens.web.schemas.design import (
    Change,
    CheckReport,
    Doubts,
    DraftFacts,
    DraftPiece,
    Drawn,
    Measure,
    Numbers,
    Unused,
)
from ludens.web.workers.jobs import DoubtDraft, DraftStep, DrawDraft, MeasureDraft, ReadDraft
from ludens.web.workers.sandbox import WRONG, describe_errors, findings, read

#: where a player has more moves at the start, those that follow are not counted
_MOST_MOVES = 1000
#: of a kind of pieces, so many places are told
_MOST_SITES = 200
#: whether thinking helps is found out in so many duels, once games have been played for so many seconds; from then on
#: one in so many portions of work is theirs
_DUELS, _AFTER_SECONDS, _SHARE = 40, 3.0, 3
#: a search of theirs has at most, and at least, so many iterations; and fewer where a duel would last longer than this
_ITERATIONS, _FEWEST, _DUEL_SECONDS = 50, 10, 1.5
#: random games by which it is estimated how long that is
_TRIED = 8
#: in so many games all that is of use is likely to be used
_TELLING = 1000
#: numbers of fewer games are told only where they take longer than so many seconds
_FEW, _PATIENCE = 30, 0.5


class Draft:
    """One description, from its text on."""

    def __init__(self) -> None:
        self._text, self._options = "", tuple[str, ...]()
        self._game: Game | None = None
        self._measuring: lab.Measuring | None = None
        #: the duels that tell whether thinking helps; None until they begin, and where they cannot
        self._skill: lab.Measuring | None = None
        self._seconds, self._portions, self._duels = 0.0, 0, _DUELS

    def do(self, step: DraftStep) -> CheckReport | Drawn | Doubts | Numbers:
        """Take the next step. Raises Stopped."""
        match step:
            case ReadDraft():
                return self._read(step)
            case DrawDraft():
                return self._draw()
            case DoubtDraft():
                return Doubts(findings(self._text, self._options))
            case MeasureDraft():
                return self._measure(step)

    @property
    def game(self) -> Game:
        assert self._game is not None, "a draft is read first, and has no errors"
        return self._game

    def _read(self, step: ReadDraft) -> CheckReport:
        self._text, self._options = step.text, step.options
        report, self._game = read(step.text, step.options)
        return report

    def _draw(self) -> Drawn:
        try:
            state = self.game.start(seed=0)
            return Drawn(svg=render.svg(state, background=None), facts=_facts(self.game, state))
        except Stopped:
            raise
        except WRONG as error:
            return Drawn(errors=describe_errors(error, self._text))

    def _measure(self, step: MeasureDraft) -> Numbers:
        """Play on. Raises LimitExceeded, and Stopped."""
        if self._measuring is None:
            self._measuring = lab.Measuring(self.game, seed=1)
        began = time.monotonic()
        if self._is_turn_of_duels():
            self._duel(step.seconds)
        until = began + max(step.seconds, _PATIENCE)
        going = self._measuring.step(seconds=step.seconds)
        report = self._measuring.report()
        while going and _games(report) < _FEW and time.monotonic() < until:
            going = self._measuring.step(seconds=step.seconds)
            report = self._measuring.report()
        self._seconds += time.monotonic() - began
        changes, games = _changes(step.against, report), _games(report)
        skill = [] if self._skill is None else self._skill.report().values()
        measures = [_measure(one, changes.get(one.name)) for one in (*report.values(), *skill)]
        unused = [_unused(one) for one in report.idle if one.line and one.n >= _TELLING]
        return Numbers(games, self._progress(), measures, json.dumps(report.to_dict()), unused)

    def _is_turn_of_duels(self) -> bool:
        """Duels come last, and then rarely, as long as something else is to be found out."""
        assert self._measuring is not None
        self._portions += 1
        if self.game.num_players < 2 or not self._duels or (self._skill is not None and self._skill.is_done):
            return False
        return self._measuring.is_done or (self._seconds >= _AFTER_SECONDS and self._portions % _SHARE == 0)

    def _duel(self, seconds: float) -> None:
        """Let agents play that think for different times."""
        if self._skill is None:
            try:
                effort = lab.Effort(n=0, walks=0, courses=0, rules=0, duels=self._duels, thinking=self._thinking())
                self._skill = lab.Measuring(self.game, seed=1, effort=effort)
            except AgentError:  # none that searches plays this game, or not in time
                self._duels = 0
                return
        self._skill.step(seconds=seconds)

    def _thinking(self) -> str:
        """The agent that thinks less. Raises AgentError where no duel would end in time."""
        assert self._measuring is not None
        began = time.monotonic()
        self.game.playouts(_TRIED, seed=1)
        game = (time.monotonic() - began) / _TRIED
        plies = self._measuring.report()["length"].value
        # one of both has twice the iterations; an iteration plays about half of a game
        iterations = int(_DUEL_SECONDS / max(0.75 * plies * game, 1e-9))
        if iterations < _FEWEST:
            raise AgentError("duels would take too long")
        return f"uct:{min(_ITERATIONS, iterations)}"

    def _progress(self) -> float:
        """The part that is done, from 0 to 1."""
        assert self._measuring is not None
        progress = self._measuring.progress
        if self.game.num_players < 2 or not self._duels:
            return progress
        return (3 * progress + (0.0 if self._skill is None else self._skill.progress)) / 4


def _games(report: lab.Report) -> int:
    return max((one.n for one in report.values()), default=0)


def _measure(one: lab.Measured, change: Change | None) -> Measure:
    return Measure(one.name, one.title, float(one.value), float(one.low), float(one.high), one.unit, change)


def _unused(usage: lab.Usage) -> Unused:
    message = f"{usage.kind} {usage.name}: never of use in {usage.n:,} random games"
    return Unused(usage.line, usage.column, message)


def _changes(against: str | None, report: lab.Report) -> dict[str, Change]:
    """How each measure differs from another version's; nothing where there is none, or it is none of ours."""
    if against is None:
        return {}
    try:
        changes: Iterable[lab.Change] = lab.compare(lab.Report.from_dict(json.loads(against)), report)
    except (ValueError, KeyError, TypeError):
        return {}
    return {
        c.name: Change(float(c.old.value), float(c.difference), float(c.low), float(c.high), bool(c.significant))
        for c in changes
        if c.old and c.new
    }


def _facts(game: Game, state: State) -> DraftFacts:
    """What the draft has, as far as it is one game and no match."""
    single, moves = state.playing.game, state.legal_moves()
    replies, again = 0, False
    counted = len(moves) <= _MOST_MOVES and not state.is_simultaneous
    for move in moves if counted else ():
        after = state.copy()
        after.play(move)
        again |= not after.is_over and after.mover == state.mover
        replies += 0 if after.is_over else len(after.legal_moves())
    return DraftFacts(
        players=game.num_players,
        sites=single.containers[0].num_sites,
        pieces=_pieces(single, state),
        moves=len(moves),
        replies=replies if counted else None,
        again=again,
        graphics=[item.spellings[0] for item in game.metadata.drawing if item.spellings],
    )


def _pieces(game: Game, state: State) -> list[DraftPiece]:
    places: dict[int, list[str]] = {}
    labels = [one.label for one in game.topology.elements(game.topology.default_site)]
    for row in state.playing.sites():
        site, component = row[1], row[3]
        here = places.setdefault(component, [])
        if len(here) < _MOST_SITES and site < len(labels):
            here.append(labels[site])
    return [DraftPiece(c.name, c.owner, places.get(c.index, [])) for c in game.components]
