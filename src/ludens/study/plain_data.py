"""Trees as plain data, and back: data from outside is checked in every field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ludens.notation.record import Mark
from ludens.study.evaluation import Choice, Evaluation
from ludens.study.tree import Node, Ply, StudyError, Tree

_LONGEST_TAG: Final = 1000
_LONGEST_NAME: Final = 1000
_LONGEST_TRIAL: Final = 100_000
_MOST_DEPTHS: Final = 16
_MOST_CHOICES: Final = 10
_LONGEST_LINE: Final = 64


def nodes_to(tree: Tree) -> list[dict[str, Any]]:
    """The nodes, each behind its parent and in the order of its siblings, without what is empty."""
    return [_node_to(node) for node in tree.below(0)]


def _node_to(node: Node) -> dict[str, Any]:
    data: dict[str, Any] = {"id": node.id}
    if node.ply is not None:
        ply = node.ply
        data |= {"parent": node.parent, "player": ply.player, "name": ply.name, "moves": list(ply.moves)}
        data |= {"choices": ply.choices, "trial": ply.trial}
        data |= {key: value for key, value in (("from", ply.from_ref), ("to", ply.to_ref)) if value is not None}
    if node.comment:
        data["comment"] = node.comment
    if node.glyph:
        data["glyph"] = node.glyph
    if node.marks:
        data["marks"] = [list(mark) for mark in node.marks]
    if node.evaluation is not None:
        data["evaluation"] = evaluation_to(node.evaluation)
    return data


def evaluation_to(evaluation: Evaluation) -> dict[str, Any]:
    """An evaluation as plain data."""
    return {
        "player": evaluation.player,
        "value": round(evaluation.value, 4),
        "unit": evaluation.unit,
        "iterations": evaluation.iterations,
        "depths": [list(one) for one in evaluation.depths],
        "moves": [[one.name, round(one.value, 4), list(one.line)] for one in evaluation.moves],
    } | ({"seat": evaluation.seat} if evaluation.seat else {})


def tags_of(data: Mapping[str, Any]) -> dict[str, str]:
    """The tags of a game. Raises ValueError."""
    tags = data.get("tags", {})
    if not isinstance(tags, dict) or len(tags) > 100:
        raise ValueError("tags are at most 100 texts by their names")
    return {_text(key, _LONGEST_TAG): _text(value, _LONGEST_TAG) for key, value in tags.items()}


def grow_from(tree: Tree, nodes: Any) -> dict[int, int]:
    """Fill an empty tree with the nodes of `nodes_to`; returns their new numbers by the old ones.

    Raises StudyError, with the number of the wrong node.
    """
    if not isinstance(nodes, list):
        raise StudyError("a study has a list of nodes")
    ids: dict[int, int] = {}
    for number, row in enumerate(nodes):
        try:
            node = tree[0] if number == 0 else _add_node(tree, row, ids)
            ids[_number(row["id"])] = node.id
            tree.comment(node.id, _text(row.get("comment", ""), 1 << 20))
            if row.get("glyph"):
                tree.judge(node.id, _text(row["glyph"], 10))
            tree.draw(node.id, [_mark(mark) for mark in _list_of(row.get("marks", []))])
            if "evaluation" in row:
                node.evaluation = evaluation_from(row["evaluation"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StudyError(f"node {number} of this study is damaged: {error}") from None
    return ids


def _add_node(tree: Tree, row: Any, ids: Mapping[int, int]) -> Node:
    origin, target = (None if row.get(key) is None else _text(row[key], 32) for key in ("from", "to"))
    ply = Ply(
        tuple(_number(n) for n in _list_of(row["moves"])),
        _number(row["choices"]),
        _text(row["trial"], _LONGEST_TRIAL),
        _number(row["player"]),
        _text(row["name"], _LONGEST_NAME),
        origin,
        target,
    )
    if row["parent"] not in ids:
        raise ValueError("its parent comes later, or never")
    return tree.add(ids[row["parent"]], ply)


def evaluation_from(data: Any) -> Evaluation:
    """An evaluation from plain data. Raises ValueError, KeyError, TypeError."""
    moves = tuple(
        Choice(_text(name, _LONGEST_NAME), _share(value), tuple(_text(one, _LONGEST_NAME) for one in _list_of(line)))
        for name, value, line in _list_of(data.get("moves", []))[:_MOST_CHOICES]
    )
    if any(len(move.line) > _LONGEST_LINE for move in moves):
        raise ValueError("its lines are too long")
    unit, iterations = _text(data.get("unit", "wins"), 32), _number(data.get("iterations", 0))
    pairs = _list_of(data.get("depths", []))[:_MOST_DEPTHS]
    depths = tuple((_number(depth), _share(value)) for depth, value in pairs)
    seat = _number(data.get("seat", 0))
    return Evaluation(_number(data["player"]), _share(data["value"]), moves, unit, iterations, depths, seat)


def _mark(data: Any) -> Mark:
    site, origin, colour = _list_of(data)
    return Mark(_text(site, 32), None if origin is None else _text(origin, 32), _text(colour, 32))


def _list_of(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("a list is expected")
    return value


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError(f"a text of at most {longest} characters is expected")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
        raise ValueError("a number from 0 is expected")
    return value


def _share(value: Any) -> float:
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError("a number from 0 to 1 is expected")
    return float(value)
