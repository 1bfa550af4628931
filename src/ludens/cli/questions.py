"""suite questions and suite grade: questions about rules with exact answers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ludens.cli.arguments import count, positive
from ludens.cli.errors import Misuse, say
from ludens.cli.facts import add_json, print_facts
from ludens.system import files

if TYPE_CHECKING:
    from ludens.suite import Question


def add_actions(actions: Any) -> None:
    """`suite questions` and `suite grade`, among the actions of `suite`."""
    about = "questions about rules with exact answers, as lines of JSON"
    ask = actions.add_parser("questions", help=about, description=about)
    games = "library names or .lud files; left out: the games of the list v1 that suit the level"
    ask.add_argument("games", nargs="*", metavar="GAME", help=games)
    ask.add_argument("-n", type=positive, default=100, metavar="N", help="how many (100)")
    ask.add_argument("--kind", action="append", default=[], help="only this kind; repeat for more")
    levels = "1 near the start, one move ahead; 2 anywhere, two; 3 late, three (2)"
    ask.add_argument("--level", type=positive, default=2, metavar="N", help=levels)
    ask.add_argument("--seed", type=count, default=0, help="equal seeds give equal questions (0)")
    ask.add_argument("-o", "--output", type=Path, metavar="FILE", help="write them to a file, with a bar of progress")
    ask.set_defaults(run=_questions)
    about = "how many answers to questions are right"
    marks = actions.add_parser("grade", help=about, description=about)
    marks.add_argument("questions", type=Path, metavar="QUESTIONS", help="the file that suite questions wrote")
    answers = 'a line for each answer: {"id": ..., "answer": ...}, or texts in the order of the questions'
    marks.add_argument("answers", type=Path, metavar="ANSWERS", help=answers)
    add_json(marks)
    marks.set_defaults(run=_grade)


def _questions(arguments: argparse.Namespace) -> int:
    from ludens.cli.screen import progress_bar, shown
    from ludens.suite import chance_rates, question_set

    made: list[Question] = []
    with progress_bar() as progress:
        task = progress.add_task("", total=arguments.n) if arguments.output else None

        def report(done: int, game: str) -> None:
            if task is not None:
                progress.update(task, description=shown(game), completed=done)

        chosen = {"kinds": arguments.kind, "level": arguments.level, "seed": arguments.seed}
        try:
            drawn = question_set(arguments.games, arguments.n, report=report, **chosen)
            if arguments.output is None:
                for one in drawn:
                    print(json.dumps(one.to_dict(), ensure_ascii=False))
                return 0
            with files.replacing(arguments.output) as draft, draft.open("w", encoding="utf-8") as file:
                made = [_written(one, file) for one in drawn]
        except ValueError as error:
            raise Misuse(str(error)) from None
    for kind, rate in chance_rates(made).items():
        number = sum(one.kind == kind for one in made)
        say(f"ludens: {kind}: {number} questions; one answer for all is right in {rate:.1%} at best")
    return 0


def _written(question: Question, file: TextIO) -> Question:
    file.write(json.dumps(question.to_dict(), ensure_ascii=False) + "\n")
    return question


def _grade(arguments: argparse.Namespace) -> int:
    from ludens.suite import Question, grade_all

    try:
        drawn = [Question.from_dict(line) for _, line in _lines(arguments.questions)]
        graded = grade_all(drawn, _answers(arguments.answers, drawn))
    except ValueError as error:
        raise Misuse(str(error)) from None
    if arguments.json:
        print_facts(graded.to_dict())
        return 0
    for kind, score in graded.kinds.items():
        low, high = score.interval()
        line = f"{score.rate:.1%} of {score.games} right ({low:.1%} to {high:.1%})"
        print(f"{kind:<8} {line}, {graded.chance[kind]:.1%} by chance")
    low, high = graded.right.interval()
    print(f"{'all':<8} {graded.right.rate:.1%} of {graded.right.games} right ({low:.1%} to {high:.1%})")
    if graded.unanswered:
        print(f"{graded.unanswered} questions have no answer, and do not count")
    return 0


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    """The lines of a file of JSON, with their numbers. Raises ValueError, which names the line."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None


def _answers(path: Path, drawn: list[Question]) -> dict[str, str]:
    """The answers by the questions' ids. Raises ValueError."""
    ids, answers = [one.id for one in drawn], dict[str, str]()
    known_ids = set(ids)
    for place, (number, line) in enumerate(_lines(path)):
        one = line if isinstance(line, dict) else {"answer": line}
        name = one.get("id", ids[place] if place < len(ids) else None)
        if name not in known_ids or not isinstance(one.get("answer"), str):
            raise ValueError(f"{path}, line {number}: that is no answer to a question of the file")
        answers[name] = one["answer"]
    return answers
