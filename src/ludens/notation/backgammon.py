"""Backgammon and its like: points by their distance from home, `8/5 6/5`, `bar/22*`, `6/off`.

A game is one of these whose two players move discs by dice over a track of their own: a bar, 24 points, and the end.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.matching import listed
from ludens.notation.errors import shown
from ludens.notation.marks import owner_at
from ludens.notation.mat import BAR, Mat
from ludens.notation.style import File, Position, Style
from ludens.notation.turns import Turn, goes_on, whole_turns

OFF: Final = 0
_WORDS: Final = {"bar": BAR, "off": OFF}
_DICE: Final = re.compile(r"([1-6]-?[1-6])\s*:\s*")
#: between the points of a step, as FIBS has it
_HYPHEN: Final = re.compile(r"(?<=[\dr*])-(?=[\dbo])")
_NO_PLAY: Final = re.compile(r"cannot move|can'?t move|\(?no (?:play|move)\)?|dances?|pass")
_STEP: Final = re.compile(r"(bar|\d{1,2})((?:/(?:bar|off|\d{1,2})\*?)+)(?:\((\d)\))?")


class Backgammon(Style):
    family = "backgammon"
    between = " "

    def __init__(self, game: Game, points: dict[int, dict[int, int]]) -> None:
        super().__init__(game)
        self._points = points

    @classmethod
    def of(cls, game: Game) -> Style | None:
        if game.num_players != 2 or not game.model.dice() or not game.model.stacking:
            return None
        points = {}
        for track in game.model.tracks:
            sites = [element.site for element in track.elements if element.site >= 0]
            if len(set(sites)) != BAR or len(sites) != BAR:
                return None
            points[track.owner] = {site: BAR - n for n, site in enumerate(sites)}
        return cls(game, points) if points.keys() == {1, 2} else None

    def point(self, site: int) -> str:
        """As the first player counts the points; the bar has no number."""
        point = self._points[1].get(site, BAR)
        return "" if point == BAR else str(point)

    # --- moves

    def ply(self, state: State, move: Move) -> str:
        step = self._step(state, move)
        return super().ply(state, move) if step is None else _written(*step)

    def turn(self, state: State, turn: Sequence[Move]) -> str:
        """The steps of a turn, farthest first, equal ones with their number."""
        steps = self._steps(state, turn)
        if not steps:
            return super().turn(state, turn)
        texts = Counter(_written(*step) for step in sorted(steps, key=lambda step: (-step[0], -step[1])))
        return " ".join(f"{text}({n})" if n > 1 else text for text, n in texts.items())

    def _step(self, state: State, move: Move) -> tuple[int, int, bool] | None:
        """From which point to which a disc goes, and whether it hits; None for a move that is none of a disc."""
        points = self._points.get(move.mover, {})
        if move.from_site not in points:
            return None
        if move.to_site == move.from_site or move.to_site not in points:
            return points[move.from_site], OFF, False
        return points[move.from_site], points[move.to_site], owner_at(state, move.to_site) == 3 - move.mover

    def parse(self, state: State, text: str) -> Turn:
        """A turn in any order of its steps; `24/18/13` and `24/13` are steps of one disc."""
        steps_text = _HYPHEN.sub("/", self._behind_dice(state, text).lower().replace(",", " "))
        if _NO_PLAY.fullmatch(steps_text) and (passed := self.passes(state)) is not None:
            return passed
        steps = list(_read(steps_text))
        if not steps or "".join(steps_text.split()) != "".join("".join(turns) for turns in _raw(steps_text)):
            return super().parse(state, text)
        net, hits = _net((a, b) for a, b, _ in steps), {b for _, b, hit in steps if hit}
        if (ply := self._one_ply(state, steps)) is not None and self._ends(state, ply):
            return ply
        turns: list[tuple[int, Turn]] = []
        names: dict[str, None] = {}
        for turn in whole_turns(state):
            done = self._steps(state, turn)
            names[self.turn(state, turn)] = None
            if done and _net((a, b) for a, b, _ in done) == net:
                turns.append((len(hits ^ {b for _, b, hit in done if hit}), turn))
        if turns:
            return min(turns, key=lambda each: each[0])[1]
        if ply is not None:
            return ply
        raise IllegalMove(f"{shown(text)} is no move here; there are {listed(list(names))}", list(names)[:3])

    def _behind_dice(self, state: State, text: str) -> str:
        """A text without the dice before it (`31: 8/5 6/5`). Raises IllegalMove where others were rolled."""
        match = _DICE.match(text.strip())
        if match is None:
            return text.strip()
        if sorted(match[1]) != sorted("".join(map(str, state.rolled[0]))):
            raise IllegalMove(f"{shown(text)}: {' and '.join(map(str, state.rolled[0]))} were rolled")
        return text.strip()[match.end() :]

    @property
    def points(self) -> dict[int, dict[int, int]]:
        """The points of each player by their sites."""
        return self._points

    def passes(self, state: State) -> Turn | None:
        """The turn in which nothing can be moved; None where something can."""
        moves = state.legal_moves()
        if len(moves) != 1 or goes_on(state) or self._step(state, moves[0]) is not None:
            return None
        return (moves[0],)

    def _one_ply(self, state: State, steps: Sequence[tuple[int, int, bool]]) -> Turn | None:
        if len(steps) != 1:
            return None
        ends = steps[0][:2]
        plies = ((m,) for m in state.legal_moves() if (step := self._step(state, m)) and step[:2] == ends)
        return next(plies, None)

    # --- positions and files

    @property
    def positions(self) -> Mapping[str, Position]:
        mat = self._mat
        return {"gnubg": Position(mat.write_gnubg, mat.read_gnubg), "xgid": Position(mat.write_xgid, mat.read_xgid)}

    @property
    def files(self) -> Mapping[str, File]:
        mat = self._mat
        holds = frozenset({"comments", "setups"})
        return {"mat": File(mat.write, mat.read, (".mat",), ("cp1252",), split=mat.split, between="", holds=holds)}

    @cached_property
    def _mat(self) -> Mat:
        return Mat(self)

    @staticmethod
    def _ends(state: State, turn: Turn) -> bool:
        """Whether the turn is over behind these plies."""
        after = state.copy()
        for move in turn:
            after.play(move)
        return not goes_on(after)

    def _steps(self, state: State, turn: Sequence[Move]) -> list[tuple[int, int, bool]]:
        """The steps of a turn, in order."""
        here, steps = state.copy(), list[tuple[int, int, bool]]()
        for move in turn:
            if (step := self._step(here, move)) is not None:  # a pass, where the other die cannot be used
                steps.append(step)
            here.play(move)
        return steps


def _written(origin: int, target: int, hit: bool) -> str:
    return f"{'bar' if origin == BAR else origin}/{'off' if target == OFF else target}{'*' * hit}"


def _net(steps: Iterator[tuple[int, int]]) -> dict[int, int]:
    """How many discs more there are on each point, and fewer.

    >>> _net(iter([(24, 18), (18, 13)])) == _net(iter([(24, 13)]))
    True
    """
    change: Counter[int] = Counter()
    for origin, target in steps:
        change[origin] -= 1
        change[target] += 1
    return {point: number for point, number in change.items() if number}


def _raw(text: str) -> Iterator[tuple[str, ...]]:
    for match in _STEP.finditer(text):
        yield match[1], match[2], f"({match[3]})" if match[3] else ""


def _read(text: str) -> Iterator[tuple[int, int, bool]]:
    """The steps that are said: `24/18*/13` are two, `6/5(2)` are two as well."""
    for match in _STEP.finditer(text):
        points = [match[1], *match[2].strip("/").split("/")]
        for _ in range(int(match[3] or 1)):
            for origin, target in itertools.pairwise(points):
                yield _point(origin), _point(target), target.endswith("*")


def _point(text: str) -> int:
    plain = text.rstrip("*")
    return _WORDS[plain] if plain in _WORDS else int(plain)
