"""Descriptions that try to break out: those kept beside the repository, where they are there, and some of our own."""

from __future__ import annotations

import os
from pathlib import Path

_FOLDER = Path(os.environ.get("LUDENS_HOSTILE", Path(__file__).resolve().parents[2] / "shared" / "hostile"))
_LONG = "(forEach Value min:1 max:1000000000 (forEach Value min:1 max:10000000 {}))"


def _game(rules: str, equipment: str = "") -> str:
    return f"""(game "Own" (players 2)
    (equipment {{ (board (square 5)) (piece "Disc" Each) {equipment} }})
    (rules {rules} (end (if (is Full) (result Mover Win)))))"""


#: text by name
OWN = {
    "escape": '(game "\x1b[31m\x9b2J" (players 2) (equipment {(board\x1b[1m (square 3))}))',
    "endless": _game("(play (move Add (to (sites Empty)) (then (while (< (score Next) 5) (set Score Mover 1)))))"),
    "long-move": _game(
        "(play (move Add (to (sites Empty)) (then (if (= (last To) 0) "
        + _LONG.format("(if (= (value) (state at:1)) (set Score P1 (value)))")
        + "))))"
    ),
    "long-moves": _game(
        "(play (if (= (last To) 0) "
        + _LONG.format("(move Add (to 1 if:(= (value) (state at:1))))")
        + " (move Add (to (sites Empty)))))"
    ),
    "long-condition": _game(
        "(play (move Add (to (sites Empty) if:(= 0 (count Sites in:(sites Around (sites Board) (sites Board)))))))"
    ),
    "dice": _game("(play (move Add (to (sites Empty))))", "(dice d:2000000000 num:90)"),
    "large": _game("(play (move Add (to (sites Empty))))").replace("(square 5)", "(square 130)"),
    "wide": _game("(play (move Add (to (sites Empty)) (then (set Count at:(last To) 2000000000))))"),
    "text": "\0" * 1000 + "(game",
}
FILES = sorted(_FOLDER.glob("*.lud"))
#: all texts by name
TEXTS = {file.stem: file.read_text(encoding="utf-8") for file in FILES} | OWN
