"""Ludo with the interface of pyludo, played by the compiled game."""

from ludens.ludo.game import LudoGame
from ludens.ludo.players import (
    LudoPlayer,
    LudoPlayerAggressive,
    LudoPlayerDefensive,
    LudoPlayerFast,
    LudoPlayerRandom,
)
from ludens.ludo.state import LudoState
from ludens.ludo.visual import LudoVisualizer, LudoVisualizerStep, NoWindow, pyglet

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
