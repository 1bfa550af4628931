"""The pictures of an environment's positions, and the space of its observations."""

from __future__ import annotations

import io
import sys

import numpy as np
import numpy.typing as npt

from ludens import render
from ludens.encoding.form import Form
from ludens.envs import extra
from ludens.game import State

with extra("gym"):
    from gymnasium import logger, spaces

Pixels = npt.NDArray[np.uint8]
#: how a position can be shown
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
#: how many of them a film shows in a second
RENDER_FPS = 4


def observation_space(form: Form) -> spaces.Box[np.float32]:
    """The space of the observations of a game: bounded where its planes are."""
    low, high = form.low_and_high()
    return spaces.Box(low, high, dtype=np.float32)


def check_mode(mode: str | None) -> str | None:
    """A way to show a position, if it is one. Raises ValueError."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(map(repr, RENDER_MODES))} or None, not {mode!r}")
    return mode


def shown(state: State, mode: str | None, viewer: int | None = None) -> str | Pixels | None:
    """A state as a player sees it, all of it without a viewer: as text, as SVG, or as an array of pixels.

    For people (`human`) the text is written to the standard output. Pixels need the extra `png`; ImportError names it.
    """
    if mode is None:
        logger.warn("render shows nothing without a render_mode: make the environment with one")
        return None
    if mode in ("human", "ansi"):
        text = render.text(state, viewer=viewer)
        return text if mode == "ansi" else _write(text)
    drawn = render.svg(state, viewer=viewer)
    return drawn if mode == "svg" else _pixels(drawn)


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n\n")


def _pixels(drawn: str) -> Pixels:
    """An SVG picture as an array of rows, columns and the colours red, green and blue."""
    with extra("png"):
        from PIL import Image

        png = render.png(drawn)
    return np.array(Image.open(io.BytesIO(png)).convert("RGB"))
