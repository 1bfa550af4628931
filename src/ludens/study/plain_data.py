"""Trees as plain data, and back: what comes from elsewhere is checked in every field."""

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
    told: dict[str, Any] = {"id": node.id}
    if node.ply is not None:
        ply = node.ply
        told |= {"parent": node.parent, "player": ply.player, "name": ply.name, "moves": list(ply.moves)}
        told |= {"choices": ply.choices, "trial": ply.trial}
        told |= {key: value for key, value in (("from", ply.from_ref), ("to", ply.to_ref)) if value is not None}
    if node.comment:
        told["comment"] = node.comment
    if node.glyph:
        told["glyph"] = node.glyph
    if node.marks:
        told["marks"] = [list(mark) for mark in node.marks]
    if node.evaluation is not None:
        told["evaluation"] = evaluation_to(node.evaluation)
    return told


def evaluation_to(found: Evaluation) -> dict[str, Any]:
    """An evaluation as plain data."""
    return {
        "player": found.player,
        "value": round(found.value, 4),
        "unit": found.unit,
        "iterations": found.iterations,
        "depths": [list(one) for one in found.depths],
        "moves": [[one.name, round(one.value, 4), list(one.line)] for one in found.moves],
    } | ({"seat": found.seat} if found.seat else {})


def tags_of(data: Mapping[str, Any]) -> dict[str, str]:
    """What is told of the game. Raises ValueError."""
    tags = data.get("tags", {})
    if not isinstance(tags, dict) or len(tags) > 100:
        raise ValueError("tags are at most 100 texts by their names")
    return {_text(key, _LONGEST_TAG): _text(value, _LONGEST_TAG) for key, value in tags.items()}


def grow_from(tree: Tree, nodes: Any) -> dict[int, int]:
    """Let an empty tree grow to the nodes that `nodes_to` gave; gives the numbers that they have now by the old ones.

    Raises StudyError, with the number of the wrong node.
    """
    if not isinstance(nodes, list):
        raise StudyError("a study has a list of nodes")
    known: dict[int, int] = {}
    for number, told in enumerate(nodes):
        try:
            node = tree[0] if number == 0 else _grown(tree, told, known)
            known[_number(told["id"])] = node.id
            tree.comment(node.id, _text(told.get("comment", ""), 1 << 20))
            if told.get("glyph"):
                tree.judge(node.id, _text(told["glyph"], 10))
            tree.draw(node.id, [_mark(mark) for mark in _listed(told.get("marks", []))])
            if "evaluation" in told:
                node.evaluation = evaluation_from(told["evaluation"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StudyError(f"node {number} of this study is damaged: {error}") from None
    return known


def _grown(tree: Tree, told: Any, known: Mapping[int, int]) -> Node:
    origin, target = (None if told.get(key) is None else _text(told[key], 32) for key in ("from", "to"))
    ply = Ply(
        tuple(_number(n) for n in _listed(told["moves"])),
        _number(told["choices"]),
        _text(told["trial"], _LONGEST_TRIAL),
        _number(told["player"]),
        _text(told["name"], _LONGEST_NAME),
        origin,
        target,
    )
    if told["parent"] not in known:
        raise ValueError("its parent comes later, or never")
    return tree.add(known[told["parent"]], ply)


def evaluation_from(told: Any) -> Evaluation:
    """An evaluation from plain data. Raises ValueError, KeyError, TypeError."""
    moves = tuple(
        Choice(_text(name, _LONGEST_NAME), _share(value), tuple(_text(one, _LONGEST_NAME) for one in _listed(line)))
        for name, value, line in _listed(told.get("moves", []))[:_MOST_CHOICES]
    )
    if any(len(move.line) > _LONGEST_LINE for move in moves):
        raise ValueError("its lines are too long")
    unit, iterations = _text(told.get("unit", "wins"), 32), _number(told.get("iterations", 0))
    listed = _listed(told.get("depths", []))[:_MOST_DEPTHS]
    depths = tuple((_number(depth), _share(value)) for depth, value in listed)
    seat = _number(told.get("seat", 0))
    return Evaluation(_number(told["player"]), _share(told["value"]), moves, unit, iterations, depths, seat)


def _mark(told: Any) -> Mark:
    site, origin, colour = _listed(told)
    return Mark(_text(site, 32), None if origin is None else _text(origin, 32), _text(colour, 32))


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError("a list is wanted")
    return value


def _text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise ValueError(f"a text of at most {longest} characters is wanted")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 53:
        raise ValueError("a number from 0 is wanted")
    return value


def _share(value: Any) -> float:
    if not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError("a number from 0 to 1 is wanted")
    return float(value)
