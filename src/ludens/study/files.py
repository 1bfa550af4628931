"""Studies in the files of other programs: PGN, PDN, SGF with variations, trials; and in JSON, which holds all of them.

>>> import ludens
>>> study = read("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3", ludens.load("Chess"))
>>> [node.name for node in study.tree.line()], len(study.tree)
(['e4', 'e5', 'Nf3'], 5)
"""

from __future__ import annotations

import json
import re
from typing import Final

from ludens import notation
from ludens.game import Game, Move, State
from ludens.game.trial import read_trial, write_trial
from ludens.notation.errors import NotationError, note
from ludens.notation.record import DEEPEST, GLYPHS, UNFINISHED, Line, Mark, Record
from ludens.notation.sgf import not_understood
from ludens.notation.turns import goes_on, is_null, turns_of
from ludens.study import plies
from ludens.study.study import FORMAT, Study
from ludens.study.tree import LONGEST_COMMENT, MOST_MARKS, MOST_NODES, StudyError

JSON, TRIAL = "json", "trial"
_TRIAL_BEGINS: Final = "game="
#: annotations that a node has no field for stand before its comment
_ANNOTATED: Final = re.compile(r"(?:\$\d{1,3}(?:\s+|$))+")
_LONGEST_POSITION: Final = 2000
#: rows of a board, as FEN has them
_ROWS: Final = re.compile(r"\S+/\S*/\S+/\S")


def formats(game: Game) -> tuple[str, ...]:
    """The formats in which a study of a game can be written: all keep the main line, JSON keeps everything."""
    return (JSON, *notation.of(game).files, TRIAL)


def form_of(text: str, game: Game) -> str:
    """The format that a text is in, by how it begins."""
    head = text.removeprefix("\ufeff").lstrip()
    if head.startswith(_TRIAL_BEGINS):
        return TRIAL
    files = notation.of(game).files
    if (head.startswith("{") and f'"{FORMAT.name}"' in head[:4000]) or not files:
        return JSON
    matches = (form for form, one in files.items() if one.begins and re.match(one.begins, head))
    return next(matches, next(iter(files)))


def read(text: str, game: Game, name: str = "<text>", *, most: int = MOST_NODES) -> Study:
    """The first game of a text, or the position that it is (FEN, SFEN ...), as a study.

    Raises StudyError for what is no study, NotationError and TrialError for a fault in the text of a file.
    """
    start = position_in(text, game)
    if start is not None:
        return Study(game, start, most=most)
    form = form_of(text, game)
    if form == TRIAL:
        return Study.of_trial(game, read_trial(text, name), most)
    if form == JSON:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            names = ", ".join(formats(game))
            raise StudyError(f"{name} is none of the formats that {game.name} has: {names}") from None
        return Study.from_dict(game, data, most)
    return study_of(notation.of(game).read(text, form, name)[0], most)


def write(study: Study, form: str = JSON, *, source: str = "") -> str:
    """A study as the text of a file. Raises StudyError, and NotationError, where the format cannot hold it."""
    if form == JSON:
        return json.dumps(study.to_dict(), ensure_ascii=False, indent=1) + "\n"
    if form == TRIAL:
        return write_trial(study.trial(source))
    if form not in formats(study.game):
        raise StudyError(f"studies of {study.game.name} are written as {', '.join(formats(study.game))}, not as {form}")
    return notation.of(study.game).write(record_of(study), form)


def position_in(text: str, game: Game) -> State | None:
    """The position that a line of text holds, in a format of the game's; None for all other texts.

    Raises NotationError, which says what is wrong, for what looks like one: rows of a board with slashes between.
    """
    line, refusal = text.removeprefix("\ufeff").strip(), None
    if not line or "\n" in line or len(line) > _LONGEST_POSITION:
        return None
    for one in notation.of(game).positions.values():
        try:
            return one.read(line)
        except NotationError as error:
            refusal = refusal or error
    if refusal is not None and _ROWS.match(line):
        raise refusal
    return None


# --- from a record


def study_of(record: Record, most: int = MOST_NODES) -> Study:
    """The study of a game with its variations. Raises StudyError where it has too many moves."""
    start = None if record.begins_as_usual else record.start
    study = Study(record.game, start, tags=record.tags, most=most)
    if record.ended != UNFINISHED:
        study.tags.setdefault("Result", record.ended)
    if lost := not_understood(record.line):
        note(f"a study does not hold the rest of the file: {', '.join(sorted(lost))}")
    _grow(study, record.line)
    return study


def _grow(study: Study, line: Line) -> None:
    """Play the turns of a line, and its variations, from the current node on; that is the current one again then."""
    origin = study.current
    here, root = study.state, study.state.copy()
    _annotate(study, line, 0, origin)
    turns = turns_of(here, line.plies, line.setups)
    null_move = next((number for number, turn in enumerate(turns) if is_null(turn)), None)
    ends = [number for number in (*line.setups, null_move) if number is not None and number <= len(turns)]
    end = min(ends, default=None)
    for number, turn in enumerate(turns[:end]):
        before = study.current
        for move in turn:
            study.play_numbers(plies.numbers_of(here, [move]))
            here = study.state
        after = study.current
        _annotate(study, line, number + 1, after)
        for other in line.variations.get(number, ()):
            study.go(before)
            _grow(study, other)
        study.go(after)
    if end is not None:
        remark = "(Here the file sets up another position. A study cannot hold it, nor what follows it.)"
        if end == null_move:
            remark = _rest(line, root, end)
        node = study.tree[study.current]
        study.tree.comment(node.id, f"{node.comment} {remark}".strip()[-LONGEST_COMMENT:])
    study.go(origin)


def _rest(line: Line, root: State, end: int) -> str:
    """The rest of a line after `end` turns, if a study cannot hold it: it begins with a null move."""
    style = notation.of(root.game)
    return f"({' '.join([style.turn(state, turn) for state, turn in line.states(root)][end:])})"


def _annotate(study: Study, line: Line, turns: int, number: int) -> None:
    """Take over the annotations of a line after a number of turns."""
    node = study.tree[number]
    if turns == 0 and node.ply is not None and (line.comments.get(0) or line.marks.get(0)):
        return  # a variation annotates no position that it leaves
    annotated = [f"${nag}" for nag in line.nags.get(turns, ())]
    if annotated or turns in line.comments:
        study.tree.comment(number, " ".join([*annotated, line.comments.get(turns, "")]).strip()[:LONGEST_COMMENT])
    if turns in line.glyphs and node.ply is not None:
        study.tree.judge(number, line.glyphs[turns] if line.glyphs[turns] in GLYPHS else "")
    if turns in line.marks:
        study.tree.draw(number, line.marks[turns][:MOST_MARKS])


# --- to a record


def record_of(study: Study) -> Record:
    """The record of a study: the main line, with variations by turns; a last turn that goes on is left out.

    Raises StudyError for moves made at once.
    """
    if study.game.is_simultaneous:
        raise StudyError(f"moves that are made at once, as in {study.game.name}, are kept in JSON and in trials")
    tags = {key: value for key, value in study.tags.items() if key != "Result"}
    record = Record(study.start.copy(), tags=tags, ended=study.tags.get("Result", UNFINISHED))
    _fill(study, record.line, 0, study.tree[0].children[:1], [], 0)
    root = study.tree[0]
    _write_remarks(record.line, 0, root.comment, "", root.marks)
    return record


def _fill(study: Study, line: Line, above: int, first: list[int], turn: list[Move], depth: int) -> None:
    """Fill a line from a node on, whose first plies belong to a `turn` that goes on."""
    if depth > DEEPEST:
        raise StudyError(f"variations lie more than {DEEPEST} deep in each other: such a study is kept in JSON")
    line.plies += turn
    turns, state, leads = 0, study.state_at(above), list(first)
    turn = list(turn)
    while leads:
        node = study.tree[leads[0]]
        assert node.ply is not None and node.parent is not None
        siblings = study.tree[node.parent].children
        if node.id == siblings[0]:
            for other in siblings[1:]:
                inner = Line()
                _fill(study, inner, node.parent, [other], turn, depth + 1)
                if inner.plies:
                    line.variations.setdefault(turns, []).append(inner)
        move = state.legal_moves()[node.ply.moves[0]]
        line.plies.append(move)
        turn.append(move)
        state.play(move)
        turns, turn = (turns, turn) if goes_on(state) else (turns + 1, [])
        _write_remarks(line, turns + bool(turn), node.comment, node.glyph, node.marks)
        leads = node.children[:1]
    del line.plies[len(line.plies) - len(turn) :]


def _write_remarks(line: Line, turns: int, comment: str, glyph: str, marks: list[Mark]) -> None:
    if (match := _ANNOTATED.match(comment)) is not None:
        for nag in re.findall(r"\d+", match[0]):
            line.annotate(turns, int(nag))
        comment = comment[match.end() :]
    if comment:
        line.say(turns, comment)
    if glyph:
        line.glyphs[turns] = glyph
    if marks:
        line.marks.setdefault(turns, []).extend(marks)
