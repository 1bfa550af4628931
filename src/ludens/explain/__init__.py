"""Why a move is legal, why another is not, what ended a game, and what a move does action by action.

All of it is watched on the stage that runs (`ludens.stage.direct`): the rules are those that native code has, and what
is told of a clause is what that clause gave. Nothing here knows what a rule means.
"""

from ludens.explain.action_steps import Done, steps
from ludens.explain.answers import Refusal, Step, Value, Why, WhyNot, WhyOver
from ludens.explain.chain import why
from ludens.explain.disclosure import told_to
from ludens.explain.end_rules import EndRule, ended_by
from ludens.explain.endings import Ending, ending
from ludens.explain.ends import why_over
from ludens.explain.places import Place
from ludens.explain.refusals import explained, why_not
from ludens.explain.values import points_called

__all__ = [
    "Done", "EndRule", "Ending", "Place", "Refusal", "Step", "Value", "Why", "WhyNot", "WhyOver",
    "ended_by", "ending", "explained", "points_called", "steps", "told_to", "why", "why_not", "why_over",
]  # fmt: skip
