"""What a desk does for studies: files, positions set up by hand, and searches of positions off its timeline."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence

from ludens.agents.search import Searcher
from ludens.game import Game, State
from ludens.game.match import Match
from ludens.render import scene
from ludens.study import Study, StudyError, files, puzzles, review
from ludens.study.hidden_parts import phases
from ludens.study.plain_data import grow_from, nodes_to, tags_of
from ludens.study.plies import repeat
from ludens.study.setup import Position, arranged, position_bytes, position_of
from ludens.web.engine.requests import (
    Arrange,
    Choice,
    Examine,
    Opened,
    Placement,
    Puzzle,
    ReadStudy,
    Seek,
    WriteStudy,
)
from ludens.web.limits import Limits
from ludens.web.schemas.study import PaletteEntry
from ludens.web.search import Report
from ludens.web.storage import Ply
from ludens.web.timeline import Timeline, must_pass

# --- files


def opened(game: Game, request: ReadStudy) -> Opened:
    """The study in the text of a file. Raises StudyError, NotationError, TrialError."""
    study = files.read(request.text, game, "file", most=request.most)
    data = {"current": 0, "tags": study.tags, "nodes": nodes_to(study.tree)}
    start = b"" if study.rng_state is not None else position_bytes(study.start)
    return Opened(study.rng_state or bytes(8), start, json.dumps(data, ensure_ascii=False).encode())


def written(timeline: Timeline, request: WriteStudy) -> str:
    """A study as the text of a file. Raises StudyError, NotationError."""
    data = json.loads(request.study)
    study = Study(timeline.game, Timeline(timeline.game, timeline.rng_state, timeline.start).state)
    study.rng_state = None if timeline.start else timeline.rng_state
    study.tags = tags_of(data)
    grow_from(study.tree, data["nodes"])
    return files.write(study, request.form, source=request.source)


# --- positions


def placed(timeline: Timeline, request: Arrange) -> Placement:
    """A position set up, or the current one. What the game cannot hold is told as the problem, with nothing drawn."""
    state, problem = timeline.state, ""
    position = position_of(state) if request.position is None else request.position
    pieces, start = None, b""
    try:
        made = _made(timeline, position)
        pieces, start, position = scene.pieces(made), position_bytes(made), position_of(made)
        if _is_dead(made):
            problem = "Nobody can move here."
    except StudyError as error:
        problem = str(error)[:1000]
    game = timeline.game.instance(0) if isinstance(timeline.game, Match) else timeline.game
    listed = [c for c in game.components if not c.faces]
    drawn = scene.scene(game)["components"]
    palette = [
        PaletteEntry(piece=c.index, name=c.name, owner=c.owner, symbol=one["symbol"])
        for c, one in zip(listed, drawn, strict=True)
    ]
    faces = [[list(one) for one in container.faces] for container in game.model.dice()]
    stacks, counts = game.model.stacking, "count" in game.layout
    return Placement(position, start, pieces, problem, palette, faces, stacks, counts, phases(game))


def _is_dead(state: State) -> bool:
    """Whether there is no move, or nothing but passes that nobody has a choice about, one after the other."""
    here = state.copy()
    for _ in range(max(state.game.num_players, 1)):
        if not here.legal_moves():
            return True
        if not must_pass(here):
            return False
        here.play(here.legal_moves()[0])
    return True


def _made(timeline: Timeline, position: Position) -> State:
    return arranged(
        timeline.game,
        position.placed,
        mover=position.mover,
        next=position.next,
        dice=position.dice,
        scores=position.scores,
        phases=position.phases,
        hidden=position.hidden,
        base=timeline.state,
    )


# --- searches


class Lookout:
    """Searches of positions that a study has, one at a time."""

    def __init__(self, game: Game, limits: Limits) -> None:
        self.game, self.limits = game, limits
        self._agent: Searcher | None = None
        self._lock = threading.Lock()

    def search(self, timeline: Timeline, request: Examine | Seek, stop: threading.Event) -> Callable[[Report], Choice]:
        """What a search will do on a thread of its own, until `stop` is set."""
        shared, state = _nearest(timeline, request.plies)

        def look(report: Report) -> Choice:
            for ply in request.plies[shared:]:
                repeat(state, ply)
            here = state.copy()
            with self._lock:
                return (
                    self._examined(here, request, stop)
                    if isinstance(request, Examine)
                    else _sought(here, request, stop)
                )

        return look

    def _examined(self, state: State, request: Examine, stop: threading.Event) -> Choice:
        review.check(self.game)
        if self._agent is None:
            self._agent = review.searcher(self.game)
        seconds = min(request.seconds, self.limits.thinking_seconds)
        return Choice(0, evaluation=review.evaluate(self._agent, state, seconds, stop=stop))


def _sought(state: State, request: Seek, stop: threading.Event) -> Choice:
    puzzles.check(state.game)
    puzzle = puzzles.puzzle_at(state, request.turns, least=2, budget=request.budget, stop=stop)
    if puzzle is None:
        return Choice(0)
    player, turns, solution, _ = puzzle
    return Choice(0, puzzle=Puzzle(player, turns, solution))


def _nearest(timeline: Timeline, plies: Sequence[Ply]) -> tuple[int, State]:
    """A state on the way behind some plies, and how many of them led there; it may be played on."""
    shared = 0
    for ply, other in zip(plies, timeline.plies, strict=False):
        if ply.trial != other.trial:
            break
        shared += 1
    return shared, timeline.at(shared).copy()
