"""The kinds of stores that descriptions name."""

from __future__ import annotations

from ludens.rules.base import Names

VARIABLES = Names("variables")
#: lists of remembered values
REMEMBERED = Names("remembered values", unnamed=True)
#: what players vote on: one table for all that name any (manual: moves 5.12)
PROPOSITIONS = Names("propositions")
