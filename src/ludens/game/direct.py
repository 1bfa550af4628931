"""Ludemes evaluated at once, on the block of a state: for questions that are asked now and then, not while playing."""

from __future__ import annotations

from ludens.ludemes.runtime.constants import DirectContext
from ludens.ludemes.runtime.context import Context, Slots
from ludens.ludemes.runtime.layout import Layout
from ludens.ludemes.runtime.memory import ENV_SIZE
from ludens.ludemes.runtime.model import Model
from ludens.ludemes.runtime.state import StateView
from ludens.stage.direct import DirectStage, Place


def direct(model: Model, layout: Layout, block: bytearray) -> Context:
    """A context that evaluates at once, on a state's block."""
    stage = DirectStage()
    place, env = Place(stage, block), Place(stage, bytearray(ENV_SIZE))
    return DirectContext(stage, model, StateView(stage, model, layout, place, env), env, Slots())
