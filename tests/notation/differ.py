"""What two readers make of one file: ours and python-chess's, as trees that can be compared."""

from __future__ import annotations

import io
import logging
from typing import Any

import chess
import chess.pgn

from ludens.notation import Record
from ludens.notation.chess import Chess
from ludens.notation.record import GLYPHS, Line

Tree = dict[str, Any]


def plain(text: str) -> str:
    return " ".join(text.split())


def ours(style: Chess, record: Record) -> Tree:
    """A game of ours: headers, the first position, and the tree."""
    headers = {key: plain(value) for key, value in record.tags.items() if key not in ("FEN", "SetUp")}
    return {
        "headers": headers | {"Result": record.result},
        "start": style.position(record.start),
        "comment": plain(record.comments.get(0, "")),
        "next": _line(style, record.line, record),
    }


def _line(style: Chess, line: Line, record: Record, start: Any = None) -> list[Tree]:
    """The branches of a position: the line's own turn first, then its variations."""
    states = [(state.copy(), turn) for state, turn in line.states(start or record.start)]
    branches: list[Tree] = []
    for number in reversed(range(len(states))):
        state, turn = states[number]
        after = number + 1
        glyph = line.glyphs.get(after)
        nags = set(line.nags.get(after, ())) | ({GLYPHS.index(glyph) + 1} if glyph else set())
        node = {
            "move": style.uci(state, turn),
            "nags": nags,
            "comment": plain(line.comments.get(after, "")),
            "before": plain(line.comments.get(0, "")) if number == 0 and start is not None else "",
            "next": branches,
        }
        branches = [node]
        for other in line.variations.get(number, ()):
            branches += _line(style, other, record, state)
    return branches


def theirs(game: chess.pgn.Game) -> Tree:
    headers = {key: plain(value) for key, value in game.headers.items() if key not in ("FEN", "SetUp")}
    return {
        "headers": headers,
        "start": game.board().fen(en_passant="legal"),
        "comment": plain(game.comment),
        "next": [_node(node) for node in game.variations],
    }


def _node(node: chess.pgn.ChildNode) -> Tree:
    return {
        "move": node.move.uci(),
        "nags": set(node.nags),
        "comment": plain(node.comment),
        "before": plain(node.starting_comment),
        "next": [_node(one) for one in node.variations],
    }


def read_theirs(text: str) -> list[chess.pgn.Game]:
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    file, found = io.StringIO(text), []
    while (game := chess.pgn.read_game(file)) is not None:
        found.append(game)
    return found


def differences(style: Chess, text: str) -> list[str]:
    """Where the two readers differ, in words."""
    mine, other = style.read(text, errors="skip"), read_theirs(text)
    if len(mine) != len(other):
        return [f"{len(mine)} games, and {len(other)} of theirs"]
    found: list[str] = []
    for number, (record, game) in enumerate(zip(mine, other, strict=True), 1):
        left, right = ours(style, record), theirs(game)
        roster = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
        left["headers"] = roster | left["headers"]
        found += [f"game {number}: {one}" for one in _differ(left, right, "")]
    return found


def _differ(left: Any, right: Any, place: str) -> list[str]:
    if isinstance(left, dict) and isinstance(right, dict):
        keys = sorted({*left, *right})
        return [one for key in keys for one in _differ(left.get(key), right.get(key), f"{place}/{key}")]
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return [one for n, (a, b) in enumerate(zip(left, right, strict=True)) for one in _differ(a, b, f"{place}[{n}]")]
    return [] if left == right else [f"{place}: {left!r}, and theirs {right!r}"]
