"""Questions about rules with exact answers, made from the engine and graded by it.

For evaluation, and for training with verifiable rewards: equal seeds give equal questions, and there is no end of them.

>>> import ludens
>>> one, *_ = questions(ludens.load("Tic-Tac-Toe"), 3, seed=1)
>>> grade(one, one.answer), grade(one, "I do not know")
(1.0, 0.0)
"""

from ludens.suite.questions.asker import KINDS, question_set, questions
from ludens.suite.questions.grading import Graded, chance_rates, grade, grade_all
from ludens.suite.questions.question import LEVELS, Question, QuestionError

__all__ = [
    "KINDS", "LEVELS", "Graded", "Question", "QuestionError", "chance_rates", "grade", "grade_all", "question_set",
    "questions",
]  # fmt: skip
