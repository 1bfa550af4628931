"""Answers graded, and how far guessing gets."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludens.arena.score import Score
from ludens.suite.answers import Answer
from ludens.suite.questions.question import NO, YES, Question

#: where an answer says that it is the answer: the last of these counts, before anything else
_MARKED = re.compile(
    r"\\boxed\{(?:\\text\{)?([^{}]*)\}|<answer>(.*?)</answer>|\b(?:final\s+)?answer(?:\s+is)?\s*[:=]\s*([^\n]+)",
    re.IGNORECASE | re.DOTALL,
)
#: the answers of kinds, for questions that do not list their own
_CHOICES: dict[str, tuple[str, ...]] = {
    "legal": (YES, NO),
    "ended": ("player 1", "player 2", "draw", "nobody"),
    "wins": ("1", "2", NO),
    "clause": ("1", "2"),
    "game": ("1", "2"),
}


def grade(question: Question, answer: str) -> float:
    """1 for the right answer, 0 for another one, however it is put: the last that fits counts.

    What is marked as the answer (`\\\\boxed{...}`, `<answer>`, "Answer: ...") goes before all else that is written.

    >>> drawn = Question("count", 1, "Hex", (), "", "12", 0, ())
    >>> grade(drawn, "There are 10... no, **12**."), grade(drawn, "12 or 13"), grade(drawn, "Answer: 12. (Not 13.)")
    (1.0, 0.0, 1.0)
    """
    text = Answer.of(answer).text
    marked = [next((part for part in match if part.strip()), "") for match in _MARKED.findall(text)]
    choices = question.choices or _CHOICES.get(question.kind, ())
    return float(_says(marked[-1] if marked and marked[-1] else text, choices, question.answer, bool(marked)))


def _says(text: str, choices: Sequence[str], right: str, is_marked: bool) -> bool:
    """Whether a text says the right answer: of what is marked the first one counts, of prose the last."""
    if choices:
        named = "|".join(re.escape(choice) for choice in sorted(choices, key=len, reverse=True))
        answers = re.findall(rf"(?<!\w)({named})(?!\w)", text, re.IGNORECASE)
    elif right.lstrip("-").isdigit():
        answers = re.findall(r"(?<![\w.])-?\d+(?![\w]|\.\d)", text)
    else:
        plain, words = re.sub(r"[^\w ]", " ", text.casefold()).split(), right.casefold().split()
        return plain[-len(words) :] == words
    return bool(answers) and answers[0 if is_marked else -1].casefold() == right.casefold()


def chance_rates(questions: Iterable[Question]) -> dict[str, float]:
    """How often the best answer is right that looks at nothing but the kind and the level of a question.

    >>> drawn = [Question("legal", 1, "Hex", (), "", answer, 0, ()) for answer in ("yes", "no", "no", "yes")]
    >>> chance_rates(drawn)
    {'legal': 0.5}
    """
    answers: dict[str, Counter[tuple[int, str]]] = defaultdict(Counter)
    for one in questions:
        answers[one.kind][one.level, one.answer] += 1
    rates = {}
    for kind, counted in answers.items():
        best = Counter[int]()
        for (level, _), count in counted.items():
            best[level] = max(best[level], count)
        rates[kind] = best.total() / counted.total()
    return rates


@dataclass(frozen=True)
class Graded:
    """What became of answers: `right` of the questions that were answered, in all and by kind.

    `chance` is how often the best answer is right that looks at the kind and the level alone; `unanswered` questions
    are no part of the rest.
    """

    right: Score
    kinds: Mapping[str, Score]
    chance: Mapping[str, float]
    unanswered: int

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""

        def facts(score: Score) -> dict[str, Any]:
            low, high = score.interval()
            return {
                "questions": score.games,
                "right": round(score.rate, 4),
                "low": round(low, 4),
                "high": round(high, 4),
            }

        kinds = {kind: facts(score) | {"chance": round(self.chance[kind], 4)} for kind, score in self.kinds.items()}
        return {**facts(self.right), "unanswered": self.unanswered, "kinds": kinds}


def grade_all(questions: Sequence[Question], answers: Mapping[str, str]) -> Graded:
    """Grade answers, which are given by the questions' ids."""
    kinds: dict[str, Score] = defaultdict(Score)
    answered = [one for one in questions if one.id in answers]
    for one in answered:
        right = grade(one, answers[one.id]) == 1.0
        kinds[one.kind] += Score(wins=int(right), losses=int(not right))
    total = sum(kinds.values(), Score())
    return Graded(total, dict(kinds), chance_rates(answered), len(questions) - len(answered))
