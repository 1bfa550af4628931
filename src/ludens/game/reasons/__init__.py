"""Why a move is legal, why another is not, what ended a game, and what a move does action by action.

All of it is watched on the stage that runs (`ludens.stage.direct`): the rules are those that native code has, and what
is told of a clause is what that clause gave. Nothing here knows what a rule means.
"""

from ludens.game.reasons.answers import Refusal, Step, Value, Why, WhyNot, WhyOver
from ludens.game.reasons.asking import why
from ludens.game.reasons.disclosure import told_to
from ludens.game.reasons.ends import why_over
from ludens.game.reasons.places import Place
from ludens.game.reasons.refusing import explained, why_not
from ludens.game.reasons.telling import points_called
from ludens.game.reasons.turns import Done, steps

__all__ = [
    "Done", "Place", "Refusal", "Step", "Value", "Why", "WhyNot", "WhyOver",
    "explained", "points_called", "steps", "told_to", "why", "why_not", "why_over",
]  # fmt: skip
