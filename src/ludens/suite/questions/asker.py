"""Questions asked: of one game, or of many in turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ludens import library
from ludens.game import Game
from ludens.suite.lists import load
from ludens.suite.prompts import rules_in_words, rules_text
from ludens.suite.questions import kinds as of_positions
from ludens.suite.questions.kinds import Kind
from ludens.suite.questions.pool import Pool, position_shown
from ludens.suite.questions.question import LEVELS, Question, QuestionError
from ludens.suite.questions.rivals import CHOICES, CONTESTS, Rivals, rivals_of

_POSITIONS: dict[str, Kind] = {
    "legal": of_positions.legal, "count": of_positions.count, "after": of_positions.after, "ended": of_positions.ended,
    "wins": of_positions.wins,
}  # fmt: skip
#: the kinds of questions, by their names
KINDS = (*_POSITIONS, *CONTESTS)
#: positions that are tried to find one that a question can be asked of, and to find a question that is new
_TRIES, _FRESH = 120, 16
#: the difficulties of the list's games that the levels ask about
_GAMES = {1: ("easy", "medium"), 2: ("easy", "medium"), 3: ("easy", "medium", "hard")}


def questions(
    game: Game,
    n: int,
    *,
    kinds: Collection[str] = (),
    level: int = 2,
    seed: int = 0,
    words: bool = True,
    lud: bool = True,
) -> Iterator[Question]:
    """n questions about a game, of all kinds in turn or those that are named.

    `legal`: is this move legal? `count`: how many legal moves are there? `after`: what is on a site after these moves?
    `ended`: who has won after these moves? `wins`: can who is to move win with the next move, or the one after it,
    whatever the other does? `clause`: under which of two descriptions, which differ in one place, is this move legal,
    or does this come of it? `game`: by which of the two was this game played? Positions come from random games; `level`
    1 is near the start and one move ahead, 3 late and three moves ahead. The prompt has the rules in `words` and as a
    description. The answers come in turn, so that no guess is better than another (`chance_rates` tells).

    Raises QuestionError for games that the kinds do not fit, ValueError for kinds and levels that there are not.
    """
    _check(kinds, level)
    asker = _Asker(game, level, seed, words, lud)
    chosen_kinds = [kind for kind in KINDS if kind in kinds] if kinds else asker.kinds()
    for number in range(n):
        kind = chosen_kinds[number % len(chosen_kinds)]
        question = asker.ask(kind, number // len(chosen_kinds))
        if question is None:
            raise QuestionError(f"nothing of {game.name} was found for a question of the kind {kind} at level {level}")
        yield question


def question_set(
    games: Sequence[str] = (),
    n: int = 100,
    *,
    kinds: Collection[str] = (),
    level: int = 2,
    seed: int = 0,
    words: bool = True,
    lud: bool = True,
    report: Callable[[int, str], object] = lambda done, game: None,
) -> Iterator[Question]:
    """n questions about many games, in turn: those that are named, or those of the list `v1` that suit the level.

    What a game has no question of is asked of the next one. `report` hears of each question before it is made.
    Raises as `questions` does.
    """
    _check(kinds, level)
    loading: list[Callable[[], Game]] = [_loader(name) for name in games] or [
        lambda entry=entry: entry.load(encoding=False)  # type: ignore[misc]
        for entry in load("v1").chosen(difficulties=_GAMES[level])
    ]
    askers: list[_Asker | None] = [None] * len(loading)
    names, chosen = [*games], [kind for kind in KINDS if not kinds or kind in kinds]
    unfit, number, made = set[tuple[int, str]](), 0, 0
    while made < n:
        kind, (rounds, place) = chosen[number % len(chosen)], divmod(number // len(chosen), len(loading))
        number += 1
        if (place, kind) in unfit:
            if all((one, kind) in unfit for one in range(len(loading))):
                raise QuestionError(f"none of the games has questions of the kind {kind} at level {level}")
            continue
        asker = askers[place]
        if asker is None:
            report(made, names[place] if names else "")
            asker = askers[place] = _Asker(loading[place](), level, seed, words, lud)
        # answers come in turn within each game, and from game to game
        question = asker.ask(kind, rounds + place)
        if question is None:
            unfit.add((place, kind))
            continue
        report(made, asker.game.name)
        made += 1
        yield question


def _loader(name: str) -> Callable[[], Game]:
    return lambda: library.load(name)


def _check(kinds: Collection[str], level: int) -> None:
    """Raises ValueError for kinds and levels that there are not."""
    wrong = sorted(set(kinds) - set(KINDS))
    if wrong:
        raise ValueError(f"there is no kind {wrong[0]!r}; there are {', '.join(KINDS)}")
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}; there are {', '.join(map(str, LEVELS))}")


@dataclass
class _Asker:
    """Asks about one game; what it asks depends on its seed alone."""

    game: Game
    level: int
    seed: int
    words: bool
    lud: bool
    _seen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        game = self.game
        if game.num_players != 2 or game.is_stochastic or game.is_simultaneous or len(game.games) > 1:
            raise QuestionError(f"{game.name} is no game of two players who move in turn, without chance")
        self._pools: dict[str, Pool] = {}
        parts = [rules_in_words(game)] * self.words + [rules_text(game)] * self.lud
        self.rules = "\n\n".join(parts)

    def _rng(self, name: str) -> random.Random:
        return random.Random(f"{self.seed} {self.level} {self.game.name} {name}")

    def kinds(self) -> list[str]:
        """The kinds that there are of this game: a game that no change leaves playable is not compared with any."""
        return [kind for kind in KINDS if kind not in CONTESTS or self.rivals]

    @cached_property
    def rivals(self) -> list[Rivals]:
        return rivals_of(self.game, self._rng("rivals"))

    def ask(self, kind: str, turn: int) -> Question | None:
        """A question of a kind, if possible one that was not asked yet; None where there is none."""
        question = None
        for _ in range(_FRESH):
            question = self._contest(kind, turn) if kind in CONTESTS else self._of_position(kind, turn)
            if question is None or question.id not in self._seen:
                break
        if question is not None:
            self._seen.add(question.id)
        return question

    def _pool(self, kind: str) -> Pool:
        if kind not in self._pools:
            self._pools[kind] = Pool(self.game, self.level, self._rng(kind))
        return self._pools[kind]

    def _of_position(self, kind: str, turn: int) -> Question | None:
        pool = self._pool(kind)
        for _ in range(1 if kind == "wins" else _TRIES):  # which looks at many by itself
            inquiry = _POSITIONS[kind](pool, turn)
            if inquiry is None:
                continue
            trail = inquiry.position.trail
            moves = trail.names(inquiry.position.at)
            where = position_shown(inquiry.position.state, moves)
            prompt = f"The rules of {self.game.name}:\n\n{self.rules}\n\n{where}\n\n{inquiry.text}"
            return self._question(kind, prompt, inquiry.answer, trail.seed, moves, inquiry.choices)
        return None

    def _contest(self, kind: str, turn: int) -> Question | None:
        rng = self._pool(kind).rng
        for _ in range(_FRESH if self.rivals else 0):
            contest = CONTESTS[kind](rng.choice(self.rivals), turn, rng)
            if contest is not None:
                both = f"Rules 1:\n\n{contest.first}\n\nRules 2:\n\n{contest.second}"
                head = "Two descriptions of board games in the .lud language, which differ in one place."
                prompt = f"{head}\n\n{both}\n\n{contest.text}"
                return self._question(kind, prompt, contest.answer, contest.seed, contest.moves, CHOICES)
        return None

    def _question(
        self, kind: str, prompt: str, answer: str, seed: int, moves: tuple[str, ...], choices: tuple[str, ...]
    ) -> Question:
        options = tuple(self.game.description.selected)
        return Question(kind, self.level, self.game.name, options, prompt, answer, seed, moves, choices)
