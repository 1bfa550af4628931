"""Ludo with the interface of pyludo, played by the compiled game."""

from ludens.founding.ludo.game import LudoGame
from ludens.founding.ludo.players import (
    LudoPlayer,
    LudoPlayerAggressive,
    LudoPlayerDefensive,
    LudoPlayerFast,
    LudoPlayerRandom,
)
from ludens.founding.ludo.state import LudoState
from ludens.founding.ludo.visual import LudoVisualizer, LudoVisualizerStep, NoWindow, pyglet

__all__ = [
    "LudoGame",
    "LudoPlayer",
    "LudoPlayerAggressive",
    "LudoPlayerDefensive",
    "LudoPlayerFast",
    "LudoPlayerRandom",
    "LudoState",
    "LudoVisualizer",
    "LudoVisualizerStep",
    "NoWindow",
    "pyglet",
]
