"""A benchmark of many games: frozen lists of them, a scoring rule, games in disguise, and language models as players.

>>> from ludens import suite
>>> suite.load("v1").opponents[0]
'random'
"""

from ludens.suite.answers import Answer
from ludens.suite.checking import Finding, check_results
from ludens.suite.costs import Cost, estimate
from ludens.suite.disguise_levels import disguise_at
from ludens.suite.disguises import Disguise, DisguiseError, disguise
from ludens.suite.evaluation import Progress, evaluate
from ludens.suite.leaderboard import Row, as_page, rows_of
from ludens.suite.lists import Entry, Measured, Suite, SuiteError, load, names
from ludens.suite.move_reader import REASONS, Unread, read_move, read_turn
from ludens.suite.prompts import PROTOCOLS, Prompts, position_text, prompt, rules_text
from ludens.suite.questions import Question, QuestionError, chance_rates, grade, grade_all, question_set, questions
from ludens.suite.retry import Retry, SpeakerFailed, is_passing
from ludens.suite.scoring import Evaluation, GameResult, Scored
from ludens.suite.speakers import AnswerCache, Speaker, move_in, speaker
from ludens.suite.splits import whole_library
from ludens.suite.transcripts import Budget

__all__ = [
    "PROTOCOLS",
    "REASONS",
    "Answer",
    "AnswerCache",
    "Budget",
    "Cost",
    "Disguise",
    "DisguiseError",
    "Entry",
    "Evaluation",
    "Finding",
    "GameResult",
    "Measured",
    "Progress",
    "Prompts",
    "Question",
    "QuestionError",
    "Retry",
    "Row",
    "Scored",
    "Speaker",
    "SpeakerFailed",
    "Suite",
    "SuiteError",
    "Unread",
    "as_page",
    "chance_rates",
    "check_results",
    "disguise",
    "disguise_at",
    "estimate",
    "evaluate",
    "grade",
    "grade_all",
    "is_passing",
    "load",
    "move_in",
    "names",
    "position_text",
    "prompt",
    "question_set",
    "questions",
    "read_move",
    "read_turn",
    "rows_of",
    "rules_text",
    "speaker",
    "whole_library",
]  # fmt: skip
