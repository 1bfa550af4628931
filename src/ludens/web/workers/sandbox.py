"""How descriptions of strangers are read, compiled and tried out, in a process for that.

A description may ask for endless loops or all the memory there is: there that costs nothing but the process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludens import library, lsp
from ludens.arena.selection import choose as let_play
from ludens.arena.selection import is_open
from ludens.board.errors import BoardError
from ludens.game import Game, LimitExceeded, compile_text
from ludens.game.single import SingleGame
from ludens.language import LudError, Source, Span, parse
from ludens.native import Stopped
from ludens.render import scene
from ludens.web import views
from ludens.web.archive.positions import Reached, SeenPosition, reached, seen
from ludens.web.catalogue import start_picture
from ludens.web.schemas.design import CheckReport
from ludens.web.schemas.errors import DescriptionError
from ludens.web.schemas.http import Picture
from ludens.web.seats import agent_infos
from ludens.web.workers.jobs import ChooseAgent, CountPositions, Explore, Images, Job, JobName, Outcome, errors_of

#: the seeds of the games that are played to see that moves, and the end, come back
_SEEDS = range(1, 6)
#: what a description can be wrong in
WRONG = (LudError, BoardError, LimitExceeded)


#: "(set Score) at line 2, column 52"
_PLACE = re.compile(r"\((?P<word>[^\s()]+).* at line (?P<line>\d+), column (?P<column>\d+)\Z", re.DOTALL)

Answer = CheckReport | Picture | Outcome | Images
#: called with what is being done to a description, as in "compiled"
Doing = Callable[[str], object]


def _untold(doing: str) -> None:
    """Where nobody wants to know."""


def read(text: str, options: Sequence[str], name: str = "<text>") -> tuple[CheckReport, Game | None]:
    """Every error and warning, with its place and what would mend it; the options, the name and the agents, as far as
    it can be read; and the game, where there are no errors.

    Raises Stopped.
    """
    report = CheckReport()
    try:
        description = parse(text, options=options)
        report = CheckReport(options=views.options_of(description), rulesets=views.rulesets_of(description))
        game = compile_text(text, name, options)
    except Stopped:
        raise
    except WRONG as error:
        diagnostics = findings(text, options)
        errors = [one for one in diagnostics if one.severity == "error"] or describe_errors(error, text)
        warnings = [one for one in diagnostics if one not in errors]
        return msgspec.structs.replace(report, errors=errors, warnings=warnings), None
    warnings = [one for warning in game.warnings for one in errors_of(warning)]
    facts = {"name": game.name, "players": game.num_players, "agents": agent_infos(game)}
    return msgspec.structs.replace(report, warnings=warnings, **facts), game


def findings(text: str, options: Sequence[str]) -> list[DescriptionError]:
    """What the engine of the language finds, with what would mend it."""
    return [_finding(one) for one in lsp.answer({"ask": "diagnostics", "text": text, "options": options})["findings"]]


def _finding(finding: dict[str, Any]) -> DescriptionError:
    """A finding; one without a place is about the first character."""
    places = {name: finding[name] or 1 for name in ("line", "column", "end_line", "end_column")}
    texts = {name: finding[name] for name in ("message", "hint", "severity", "fixes")}
    return msgspec.convert(places | texts, DescriptionError)


def check(text: str, options: Sequence[str], name: str, doing: Doing = _untold) -> CheckReport:
    """What there is to say of a description."""
    return read(text, options, name)[0]


def prove(text: str, options: Sequence[str], name: str, doing: Doing = _untold) -> Outcome:
    """Compile a description, which fills the cache, and play some games of it."""
    try:
        game = compile_text(text, name, options)
        doing("compiled")
        game.compile()
        doing("tried out")
        for seed in _SEEDS:
            _try(game, seed)
        doing("drawn")
        for one in game.games:
            scene.scene(one)
        return Outcome()
    except Stopped:
        raise
    except WRONG as error:
        return Outcome(describe_errors(error, text))


def describe_errors(error: Exception, text: str) -> list[DescriptionError]:
    """What is wrong with a description, and where."""
    if isinstance(error, LimitExceeded) and (span := _span(error.place, text)):
        return errors_of(LudError(str(error), span))
    return errors_of(error)


def _span(place: str, text: str) -> Span | None:
    """What a place names in a description; None where that stands in another text, as of a game of a match."""
    match = _PLACE.match(place)
    if match is None:
        return None
    source, begun = Source(text), f"({match['word']}"
    start = source.offset(int(match["line"]), int(match["column"]))
    return Span(source, start, start + len(begun)) if text.startswith(begun, start) else None


def _try(game: Game, seed: int) -> None:
    """A start, the moves there as a page needs them, a whole game."""
    state = game.start(seed=seed)
    state.notations()
    scene.pieces(state, None)
    game.playouts(1, seed=seed)


def warm(text: str, options: Sequence[str], name: str, doing: Doing = _untold) -> Outcome:
    """Compile a description, which fills the cache."""
    try:
        compile_text(text, name, options).compile()
        return Outcome()
    except WRONG as error:
        return Outcome(errors_of(error))


def picture(text: str, options: Sequence[str], name: str, doing: Doing = _untold) -> Picture:
    """The small picture of a library game, named by `text`."""
    game = compile_text(library.read(text), f"{text}.lud", options)
    return Picture(svg=start_picture(game))


def symmetries(text: str, options: Sequence[str], name: str, doing: Doing = _untold) -> Images:
    """The symmetries of a game's board."""
    game = compile_text(text, name, options)
    listed = game.encoding.symmetries if isinstance(game, SingleGame) else ()
    return Images([list(one.sites) for one in listed if not one.moves_players and not one.is_identity])


def choose(request: ChooseAgent) -> bool:
    """Let agents play for who plays a game best; whether they did, as who does it may be known."""
    game = compile_text(request.text, request.name, request.options)
    if not isinstance(game, SingleGame) or not is_open(game):
        return False
    let_play(game, request.seconds, solving=request.solving)
    return True


def explore(request: Explore) -> SeenPosition:
    """A position of a game, and where its moves lead. Raises IllegalMove."""
    game = compile_text(request.text, "<text>", request.options)
    return seen(game, request.play, request.images)


def count_positions(request: CountPositions) -> list[Reached]:
    """The positions of a game that is over. Raises TrialError."""
    game = compile_text(request.text, "<text>", request.options)
    return reached(game, request.trial, request.images)


Work = Callable[..., Answer]
JOBS: dict[JobName, Work] = {
    "check": check,
    "prove": prove,
    "warm": warm,
    "picture": picture,
    "symmetries": symmetries,
}


def answer(job: Job, doing: Doing = _untold) -> Answer:
    """The answer to a job; what fails is told as an error of the description. Raises Stopped."""
    try:
        return JOBS[job.job](job.text, job.options, job.name, doing)
    except (MemoryError, Stopped):
        raise
    except Exception as error:  # a defect of ludens; the page is told, the process goes on
        return Outcome(errors_of(LudError(f"ludens fails on this description: {error!r}")))
