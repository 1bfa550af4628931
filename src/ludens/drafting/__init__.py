"""Descriptions written by a language model from an idea: it proposes, and ludens checks, repairs, plays and compares.

>>> import ludens
>>> from ludens.drafting import draft
>>> answers = iter(['```lud\\n' + ludens.library.read("Tic-Tac-Toe") + '```', "AGREED"])
>>> made = draft("Three in a row on a board of nine squares.", lambda messages: next(answers))
>>> made.is_accepted, len(made.rounds)
(True, 2)
"""

from ludens.drafting.draft import Draft, Round, draft
from ludens.drafting.endpoint import Endpoint, EndpointError

__all__ = ["Draft", "Endpoint", "EndpointError", "Round", "draft"]
