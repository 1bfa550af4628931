"""A draft in a worker process: read, then compiled and drawn, then measured for as long as is asked."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from typing import Any

import msgspec

from ludens import lab, lsp, render
from ludens.game import Game, State, compile_text
from ludens.language import parse
from ludens.native import Stopped
from ludens.web import views
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
from ludens.web.schemas.errors import DescriptionError
from ludens.web.seats import agent_infos
from ludens.web.workers.jobs import DoubtDraft, DraftStep, DrawDraft, MeasureDraft, ReadDraft, errors_of
from ludens.web.workers.sandbox import WRONG, told

#: where a player has more moves at the start, those that follow are not counted
_MOST_MOVES = 1000
#: of a kind of pieces, so many places are told
_MOST_SITES = 200
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

    def do(self, step: DraftStep) -> CheckReport | Drawn | Doubts | Numbers:
        """Take the next step. Raises Stopped."""
        match step:
            case ReadDraft():
                return self._read(step)
            case DrawDraft():
                return self._draw()
            case DoubtDraft():
                return Doubts(self._findings())
            case MeasureDraft():
                return self._measure(step)

    @property
    def game(self) -> Game:
        assert self._game is not None, "a draft is read first, and has no errors"
        return self._game

    def _read(self, step: ReadDraft) -> CheckReport:
        self._text, report = step.text, CheckReport()
        self._options = step.options
        try:
            description = parse(step.text, options=step.options)
            report = CheckReport(options=views.options_of(description), rulesets=views.rulesets_of(description))
            game = self._game = compile_text(step.text, "<text>", step.options)
        except Stopped:
            raise
        except WRONG as error:
            found = self._findings()
            errors = [one for one in found if one.severity == "error"] or told(error, step.text)
            return msgspec.structs.replace(report, errors=errors, warnings=[one for one in found if one not in errors])
        warnings = [one for warning in game.warnings for one in errors_of(warning)]
        told_of = {"name": game.name, "players": game.num_players, "agents": agent_infos(game)}
        return msgspec.structs.replace(report, warnings=warnings, **told_of)

    def _findings(self) -> list[DescriptionError]:
        """What the engine of the language finds, with what would mend it."""
        asked = {"ask": "diagnostics", "text": self._text, "options": self._options}
        return [_error_of(one) for one in lsp.answer(asked)["findings"]]

    def _draw(self) -> Drawn:
        try:
            state = self.game.start(seed=0)
            return Drawn(svg=render.svg(state, background=None), facts=_facts(self.game, state))
        except Stopped:
            raise
        except WRONG as error:
            return Drawn(errors=told(error, self._text))

    def _measure(self, step: MeasureDraft) -> Numbers:
        """Play on. Raises LimitExceeded, and Stopped."""
        if self._measuring is None:
            self._measuring = lab.Measuring(self.game, seed=1)
        until = time.monotonic() + max(step.seconds, _PATIENCE)
        going = self._measuring.step(seconds=step.seconds)
        report = self._measuring.report()
        while going and _games(report) < _FEW and time.monotonic() < until:
            going = self._measuring.step(seconds=step.seconds)
            report = self._measuring.report()
        changes, games = _changes(step.against, report), _games(report)
        measures = [_told(one, changes.get(one.name)) for one in report.values()]
        unused = [_unused(one) for one in report.idle if one.line and one.n >= _TELLING]
        return Numbers(games, self._measuring.progress, measures, json.dumps(report.to_dict()), unused)


def _error_of(finding: dict[str, Any]) -> DescriptionError:
    """A finding; one without a place is about the first character."""
    places = {name: finding[name] or 1 for name in ("line", "column", "end_line", "end_column")}
    said = {name: finding[name] for name in ("message", "hint", "severity", "fixes")}
    return msgspec.convert(places | said, DescriptionError)


def _games(report: lab.Report) -> int:
    return max((one.n for one in report.values()), default=0)


def _told(one: lab.Measured, change: Change | None) -> Measure:
    return Measure(one.name, one.title, float(one.value), float(one.low), float(one.high), one.unit, change)


def _unused(usage: lab.Usage) -> Unused:
    message = f"{usage.kind} {usage.name}: never of use in {usage.n:,} random games"
    return Unused(usage.line, usage.column, message)


def _changes(against: str | None, report: lab.Report) -> dict[str, Change]:
    """How each measure differs from another version's; nothing where there is none, or it is none of ours."""
    if against is None:
        return {}
    try:
        found: Iterable[lab.Change] = lab.compare(lab.Report.from_dict(json.loads(against)), report)
    except (ValueError, KeyError, TypeError):
        return {}
    return {
        c.name: Change(float(c.old.value), float(c.difference), float(c.low), float(c.high), bool(c.significant))
        for c in found
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
