"""Games as they were played: their start, their turns, and annotations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

from ludens.game import Game, Move, State
from ludens.game.trial import Recorder, Trial, follow
from ludens.notation.errors import NotationError
from ludens.notation.turns import Null, Turn, make, turns_of

#: the generator's bytes at the start of a game that is read from a file, which says nothing of chance
NO_CHANCE = bytes(8)
UNFINISHED = "*"
DRAWN = "1/2-1/2"
#: the glyphs after a turn, in the order of their numbers in PGN, from 1
GLYPHS: Final = ("!", "?", "!!", "??", "!?", "?!")
#: how deep variations lie in each other; what lies deeper is kept as a comment
DEEPEST: Final = 64
#: the properties of a file's node beside its move: values by names, as they are written there
Properties = dict[str, list[str]]


class Mark(NamedTuple):
    """An arrow that somebody drew, or a ring where there is no origin. Sites are such as "c:12", "v:3" and "e:5"."""

    site: str
    origin: str | None = None
    colour: str = "green"


@dataclass
class Line:
    """Turns from some position on, with annotations.

    `comments`, `glyphs`, `nags` and `marks` belong to the position after a number of turns, `variations` stand in the
    place of the turn of that number, from 0. A glyph is one of `GLYPHS`; `nags` are the other numbers that PGN gives to
    annotations (0 to 255), in their order. `setups` are positions that somebody set up after a number of turns, from
    which the next turn is played. `nodes` are the properties of a file's nodes there: that of the turn, and those
    behind it that have no turn. Of a variation, `behind` is how many of these nodes it follows; one that this game
    cannot hold has no turns but its text, `unread`, and the `cause`. `times` are the seconds that the turn before took.
    """

    plies: list[Move] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    glyphs: dict[int, str] = field(default_factory=dict)
    marks: dict[int, list[Mark]] = field(default_factory=dict)
    variations: dict[int, list[Line]] = field(default_factory=dict)
    nags: dict[int, list[int]] = field(default_factory=dict)
    setups: dict[int, State] = field(default_factory=dict)
    nodes: dict[int, list[Properties]] = field(default_factory=dict)
    behind: int = 0
    unread: str = ""
    cause: str = ""
    times: dict[int, float] = field(default_factory=dict)

    def annotations(self) -> dict[str, dict[int, Any]]:
        """The annotations of the turns, by the names of the fields."""
        values = {one.name: getattr(self, one.name) for one in fields(Line)}
        return {name: value for name, value in values.items() if isinstance(value, dict)}

    def annotate(self, turns: int, nag: int) -> None:
        """Add an annotation by its number: a glyph where there is one, and none yet."""
        glyph = GLYPHS[nag - 1] if 1 <= nag <= len(GLYPHS) else None
        if glyph is not None and self.glyphs.setdefault(turns, glyph) == glyph:
            return
        nags = self.nags.setdefault(turns, [])
        if nag not in nags:
            nags.append(nag)

    def say(self, turns: int, text: str) -> None:
        """Add to the comment after a number of turns."""
        self.comments[turns] = f"{self.comments[turns]} {text}" if turns in self.comments else text

    def states(self, start: State) -> Iterator[tuple[State, Turn]]:
        """The state before each turn, and the turn; always the same state, played on."""
        state = self.setups.get(0, start).copy()
        for number, turn in enumerate(turns_of(start, self.plies, self.setups), 1):
            yield state, turn
            for move in turn:
                make(state, move)
            if number in self.setups:
                state = self.setups[number].copy()


@dataclass
class _Beginning:
    start: State


@dataclass
class Record(Line, _Beginning):
    """A game: the line from its first state, `start`, which is never played on.

    `tags` are the facts of the game (White, Black, Event, Date), and `ended` the result if the players ended the game
    before its rules did. `remarks` say what a file held that is not here, or is here in another way.
    """

    start: State  # the first field, by `_Beginning`
    tags: dict[str, str] = field(default_factory=dict)
    ended: str = UNFINISHED
    remarks: list[NotationError] = field(default_factory=list, compare=False)

    @property
    def line(self) -> Line:
        """The plies and their annotations: the record itself."""
        return self

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def turns(self) -> list[Turn]:
        """The plies as turns."""
        return turns_of(self.start, self.plies, self.setups)

    def states(self, start: State | None = None) -> Iterator[tuple[State, Turn]]:
        """The state before each turn, and the turn; always the same state, played on."""
        return super().states(self.start if start is None else start)

    @property
    def final(self) -> State:
        """The state at the end."""
        state, played = self.start.copy(), 0
        if self.setups:
            turns = self.turns
            last = max((number for number in self.setups if number <= len(turns)), default=0)
            state, played = self.setups.get(last, state).copy(), sum(map(len, turns[:last]))
        for move in self.plies[played:]:
            make(state, move)
        return state

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is not over: as the players ended it, or else its rules."""
        return self.ended if self.ended != UNFINISHED else result_of(self.final)

    @property
    def begins_as_usual(self) -> bool:
        """Whether the game began as its start rules say."""
        usual = self.game.start(rng_state=NO_CHANCE)
        return self.start == usual or (self.start.sites() == usual.sites() and self.start.mover == usual.mover)

    # --- trials

    @classmethod
    def of_trial(cls, game: Game, trial: Trial) -> Record:
        """The record of a trial. Raises TrialError for a move that is not legal."""
        state = game.start(rng_state=trial.rng_state)
        record = cls(state.copy())
        followed = follow(game, trial)
        if followed.error is not None:
            raise followed.error
        for numbers in followed.numbers:
            legal = state.legal_moves()
            moves = [legal[number] for number in numbers]
            record.plies += moves
            state.play(moves)
        return record

    def trial(self) -> Trial:
        """The record as a trial. Raises ValueError where the game began elsewhere: trials hold no position."""
        if not self.begins_as_usual:
            raise ValueError("a trial begins with the start rules, and this game with a position")
        if any(isinstance(move, Null) for move in self.plies):
            raise ValueError("a trial holds moves of the rules, and here one is nobody's (--)")
        if self.setups:
            raise ValueError(
                "a trial holds moves alone, and in this game a position is put up, or a player moves twice"
            )
        state = self.game.start(rng_state=NO_CHANCE)
        recorder = Recorder(self.game, NO_CHANCE)
        for move in self.plies:
            choices = len(state.legal_moves())
            recorder.add(state.play(move), choices)
        return recorder.trial(state)


def result_of(state: State) -> str:
    """The result of a state by its rules; `*` where it is not over."""
    return {1: "1-0", 2: "0-1"}.get(state.winner, DRAWN) if state.is_over else UNFINISHED


def ends_by_rules(record: Record) -> bool:
    """Whether the result of a game is the one that its moves show, so that a format of moves alone holds it."""
    return record.ended in (UNFINISHED, result_of(record.final))


def game_lines(text: str, name: str) -> list[tuple[int, str]]:
    """The lines of a file that has a game in each, with their numbers. Raises NotationError where there is none."""
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise NotationError("there is no game here", name, 1)
    return lines
