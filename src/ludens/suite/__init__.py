"""A benchmark of many games: frozen lists of them, a scoring rule, and games in disguise.

>>> from ludens import suite
>>> suite.load("v1").opponents[0]
'random'
"""

from ludens.suite.disguising import Disguise, DisguiseError, disguise
from ludens.suite.evaluating import Progress, evaluate
from ludens.suite.lists import Entry, Measured, Suite, SuiteError, load, names
from ludens.suite.scoring import Evaluation, GameResult, Scored
from ludens.suite.talking import Speaker, move_in, position_text, prompt, rules_text, speaker

__all__ = [
    "Disguise", "DisguiseError", "Entry", "Evaluation", "GameResult", "Measured", "Progress", "Scored", "Speaker",
    "Suite", "SuiteError", "disguise", "evaluate", "load", "move_in", "names", "position_text", "prompt", "rules_text",
    "speaker",
]  # fmt: skip
