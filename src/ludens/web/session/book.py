"""A study as a session has it: the tree, where it is, with whose eyes; as messages, and as it is kept."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from ludens.notation.record import Mark
from ludens.study.evaluation import Evaluation, cost, flattery, judgement
from ludens.study.plain_data import grow_from, nodes_to, tags_of
from ludens.study.review import pairs_of
from ludens.study.tree import Node, StudyError, Tree
from ludens.web.engine.requests import Puzzle
from ludens.web.schemas.study import ChoiceInfo, DrawnMark, EvaluationInfo, NodeInfo, NodePly, PuzzleInfo
from ludens.web.storage import Ply

_MOST_BYTES = 1 << 26


class Book:
    """The tree of a study. `eyes` is the seat whose view pages show, 0 that of nobody, which sees everything."""

    def __init__(self, most: int, num_players: int) -> None:
        self.tree, self.num_players = Tree(most), num_players
        self.current = self.eyes = 0
        self.tags: dict[str, str] = {}
        self.puzzles: list[PuzzleInfo] = []

    # --- where it is

    def plies(self, number: int | None = None) -> tuple[Ply, ...]:
        """The plies that lead to a node, the current one unless given. Raises StudyError for no such node."""
        path = self.tree.path(self.current if number is None else number)
        return tuple(as_stored(node) for node in path)

    @property
    def depth(self) -> int:
        return len(self.tree.path(self.current))

    def grow(self, plies: Iterable[Ply], cursor: int) -> None:
        """Add a line to the root, and be behind so many of its plies. Raises StudyError where it is too long."""
        at = [0]
        for ply in plies:
            at.append(self.tree.add(at[-1], ply).id)
        self.current = at[min(cursor, len(at) - 1)]

    # --- keeping

    def packed(self) -> bytes:
        """All of it, as it is kept."""
        return zlib.compress(json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":")).encode())

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {"current": self.current, "eyes": self.eyes, "tags": self.tags, "nodes": nodes_to(self.tree)}

    def read(self, data: bytes) -> None:
        """Be what was packed. Raises StudyError where that is damaged."""
        try:
            unpacked = zlib.decompressobj().decompress(data, _MOST_BYTES)
            self.fill(json.loads(unpacked))
        except (ValueError, TypeError, AttributeError, RecursionError, zlib.error) as error:
            raise StudyError(f"this study is damaged: {error}") from None

    def fill(self, data: Any) -> None:
        """Be what `packed` holds; numbers of nodes may be others then."""
        numbers = grow_from(self.tree, data["nodes"])
        self.tags = tags_of(data)
        self.current = numbers.get(data.get("current"), 0)
        eyes = data.get("eyes", 0)
        self.eyes = eyes if isinstance(eyes, int) and 0 <= eyes <= self.num_players else 0

    # --- telling

    def infos(self, numbers: Iterable[int]) -> list[NodeInfo]:
        """What pages are told of some nodes; those that are gone are left out."""
        usual = self._usual()
        nodes = (self.tree.nodes[number] for number in dict.fromkeys(numbers) if number in self.tree.nodes)
        return [self._info(node, usual) for node in nodes]

    def all_infos(self) -> list[NodeInfo]:
        usual = self._usual()
        return [self._info(node, usual) for node in self.tree.below(0)]

    def _usual(self) -> float:
        return flattery(pairs_of(self.tree), self.num_players)

    def _info(self, node: Node, usual: float) -> NodeInfo:
        lost, word = None, ""
        before = None if node.parent is None else self.tree[node.parent].evaluation
        if before is not None:
            lost = cost(before, node.evaluation, node.name, self.num_players, usual)
            word = judgement(node.name, before, lost)
        ply = node.ply
        return NodeInfo(
            id=node.id,
            parent=node.parent,
            children=list(node.children),
            ply=None if ply is None else NodePly(player=ply.player, name=ply.name, from_=ply.from_ref, to=ply.to_ref),
            comment=node.comment,
            glyph=node.glyph,
            marks=[{"site": mark.site, "origin": mark.origin, "colour": mark.colour} for mark in node.marks],
            evaluation=None if node.evaluation is None else _evaluation(node.evaluation),
            judgement=word,
            lost=None if lost is None else round(lost, 4),
        )

    def puzzle(self, node: Node, puzzle: Puzzle) -> PuzzleInfo:
        """A puzzle as pages are told it."""
        played = next((self.tree[child].name for child in node.children[:1]), "")
        return PuzzleInfo(
            node=node.id,
            ply=self.tree.depth(node.id),
            player=puzzle.player,
            turns=puzzle.turns,
            solution=list(puzzle.solution),
            found=bool(played) and played == puzzle.solution[0],
        )


def as_stored(node: Node) -> Ply:
    """The ply of a node that is not the root, as sessions have it."""
    assert node.ply is not None
    ply = node.ply
    shown = (ply.player, ply.name, ply.from_ref, ply.to_ref)
    return ply if isinstance(ply, Ply) else Ply(ply.moves, ply.choices, ply.trial, *shown)


def marks_of(drawn: Sequence[DrawnMark]) -> list[Mark]:
    return [Mark(one.site, one.origin, one.colour) for one in drawn]


def _evaluation(evaluation: Evaluation) -> EvaluationInfo:
    moves = [ChoiceInfo(name=one.name, value=round(one.value, 4), line=list(one.line)) for one in evaluation.moves]
    value = round(evaluation.value, 4)
    return EvaluationInfo(
        player=evaluation.player, value=value, unit=evaluation.unit, iterations=evaluation.iterations, moves=moves
    )
