"""The graph encoding of a game: its positions as graphs, in the words of all games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.encoding.encoding import Encoding
from ludens.encoding.graph import program
from ludens.encoding.graph.batch import Floats, Graph, GraphBatch, Ints
from ludens.encoding.graph.board import board_of
from ludens.encoding.graph.columns import columns_of, component_of, traits_of
from ludens.encoding.graph.rules import tree_of, tree_of_piece
from ludens.encoding.graph.vocabulary import (
    DYNAMIC,
    KINDS,
    LEVELS,
    MOVE,
    RELATIONS,
    SITES,
    STATIC,
    TRAITS,
    VARIANTS,
    VERSION,
    WHOLE,
    words,
)
from ludens.game import State
from ludens.game.hidden import hides
from ludens.game.hidden_sites import is_veiled
from ludens.native import WORKSPACE, Program

_WHOLE = {name: number for number, name in enumerate(WHOLE)}
_FROM, _TO = DYNAMIC.index("moves from here"), DYNAMIC.index("moves to here")
#: room for so many moves a position at first
_MOVES = 64
_PIPS = 6


class GraphEncoding:
    """How the positions of a game are graphs, in words that are the same for all games: see `vocabulary`.

    >>> import ludens
    >>> game = ludens.load("Breakthrough")
    >>> graph = game.encoding.graph
    >>> batch = graph.encode([game.start(seed=1)])
    >>> batch.sites.shape, batch.contents.shape, batch.moves.shape
    ((1, 64, 65), (1, 64, 2), (22, 6))
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding, self.game = encoding, encoding.game
        game = self.game
        self.subject = program.subject_of(game.model, game.layout, is_veiled(game))
        self.columns = columns_of(program.features(self.subject))
        self.program = Program(game.extended(program.extension_of(game)))
        self.kinds = tuple(self.columns.kinds)
        #: how many kinds of pieces lie on top
        self.kinds_on_top = sum(level == LEVELS[0] for _, _, level in self.kinds)
        self._sites = self.columns.matrix(self.columns.sites, len(DYNAMIC))
        self._whole = self.columns.matrix(self.columns.whole, len(WHOLE))
        self._contents = np.array(self.columns.contents, np.int64)
        self._dice = np.array(self.columns.dice, np.int64)
        self._graphs: dict[int, Graph] = {}

    # --- what never changes

    def graph(self, observer: int) -> Graph:
        """What a player sees that is the same in all positions."""
        if observer not in self._graphs:
            board = board_of(self.subject, observer)
            traits = [traits_of(self.subject, kind) for kind in self.kinds]
            pieces = [tree_of_piece(component_of(self.subject, name, seat, observer)) for name, seat, _ in self.kinds]
            rules = tree_of(self.game.description.game)
            table = np.array(traits, np.float32).reshape(-1, len(TRAITS))
            self._graphs[observer] = Graph(self.subject.players, board.edges, board.static, table, tuple(pieces), rules)
        return self._graphs[observer]

    @cached_property
    def _piece_of(self) -> Ints:
        """The kind of each component as each observer sees it, of shape (players, components); -1 for none."""
        subject, components = self.subject, self.game.model.components
        numbers = {kind[:2]: n for n, kind in enumerate(self.kinds[: self.kinds_on_top])}
        table = np.full((subject.players, len(components)), -1, np.int32)
        for observer in range(1, subject.players + 1):
            for c in components[1:]:
                kind = c.base_name or c.name, subject.relative(c.owner, observer)
                table[observer - 1, c.index] = numbers.get(kind, -1)
        return table

    @cached_property
    def _always(self) -> Floats:
        """What is the same of all positions, for each observer, in the features of the whole."""
        game, players = self.game, self.subject.players
        always = np.zeros((players, len(WHOLE)), np.float32)
        always[:, min(players, _WHOLE["more players"] + 1) - 1] = 1
        always[:, _WHOLE["stochastic"]] = game.is_stochastic
        always[:, _WHOLE["hides"]] = hides(game)
        always[:, _WHOLE["at once"]] = game.is_simultaneous
        for observer in range(1, players + 1):
            forward = self.graph(observer).static[:, STATIC.index("forward")]
            always[observer - 1, _WHOLE["faces a way"]] = bool(forward.any())
        return always

    # --- positions

    def encode(self, states: Sequence[State], player: int | None = None) -> GraphBatch:
        """Positions of the game as a player sees them: the mover, unless given."""
        if not states:
            raise ValueError("there is no position to encode")
        observers = [self.encoding.observer(state, player) for state in states]
        blocks = np.stack([np.asarray(state.block) for state in states])
        return self.rows(blocks, np.array(observers, np.int32))

    def movers(self, blocks: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
        """Who is to move in positions, given by their bytes."""
        movers = blocks.view(self.game.layout.dtype)["mover"].reshape(len(blocks))
        clipped: npt.NDArray[np.int32] = np.clip(movers, 1, self.subject.players).astype(np.int32)
        return clipped

    def rows(self, blocks: npt.NDArray[np.uint8], observers: npt.NDArray[np.int32] | None = None) -> GraphBatch:
        """Positions given by their bytes, each as a player sees it: the mover, unless given."""
        blocks = np.ascontiguousarray(blocks)
        observers = self.movers(blocks) if observers is None else np.ascontiguousarray(observers, np.int32)
        planes, counts, records = self._native(blocks, observers)
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])
        seen, number = np.unique(observers, return_inverse=True)
        graphs = tuple(self.graph(int(observer)) for observer in seen)
        graph = number.reshape(-1).astype(np.int32)
        moves = self._moves(records, observers, counts)
        return GraphBatch(
            graphs, graph, self._site_features(planes, graphs, graph, moves, counts),
            self._site_contents(planes),
            self._whole_features(planes, observers, counts), moves, offsets,
        )  # fmt: skip

    def _native(self, blocks: npt.NDArray[np.uint8], observers: npt.NDArray[np.int32]) -> tuple[Floats, Ints, Ints]:
        """The planes, the number of moves of each position, and the moves as native code tells them."""
        n = len(blocks)
        planes = np.empty((n, self.columns.planes, self.subject.geometry.size), np.float32)
        counts, room = np.zeros(n, np.int32), _MOVES * n
        while True:
            moves = np.empty((room, program.MOVE_WORDS), np.int32)
            arrays = (planes, moves, counts)
            total = self.program.run("graphs", blocks, WORKSPACE, observers, self.encoding.words, *arrays, room, n)
            if total <= room:
                return planes, counts, moves[:total]
            room = total

    def _moves(self, records: Ints, observers: npt.NDArray[np.int32], counts: Ints) -> Ints:
        moves = np.empty((len(records), len(MOVE)), np.int32)
        moves[:, :4] = records[:, :4]
        named = np.where(
            records[:, 4] < self._piece_of.shape[1], records[:, 4], 0
        )  # puzzles have values in place of pieces
        moves[:, 4] = self._piece_of[np.repeat(observers, counts) - 1, named]
        moves[:, 5] = self._variants(records[:, 0])
        return moves

    def _variants(self, numbers: Ints) -> Ints:
        """The place of moves among those that agree in their sites, below `VARIANTS`."""
        numbering = self.encoding.numbering
        starts = np.array([*numbering.starts, numbering.first_spare], np.int64)
        block = np.searchsorted(starts, numbers, side="right") - 1
        each = np.array([max(n, 1) for n in numbering.variants] + [numbering.count], np.int64)
        variants: Ints = np.minimum((numbers - starts[block]) % each[block], VARIANTS - 1).astype(np.int32)
        return variants

    def _site_features(
        self, planes: Floats, graphs: tuple[Graph, ...], graph: Ints, moves: Ints, counts: Ints
    ) -> Floats:
        n, _, size = planes.shape
        out = np.empty((n, size, len(SITES)), np.float32)
        out[:, :, : len(STATIC)] = np.stack([one.static for one in graphs])[graph]
        changing = out[:, :, len(STATIC) :]
        own, matrix = self._sites
        np.matmul(_flattened(planes[:, own].transpose(0, 2, 1)), matrix, out=changing)
        row = np.repeat(np.arange(n), counts)
        for column, feature in ((1, _FROM), (2, _TO)):
            there = moves[:, column] >= 0
            at = row[there] * size + moves[there, column]
            changing[:, :, feature] = np.log1p(np.bincount(at, minlength=n * size)).reshape(n, size)
        return out

    def _site_contents(self, planes: Floats) -> Floats:
        contents = np.ascontiguousarray(planes[:, self._contents].transpose(0, 2, 1))
        return _flattened(contents) if self.game.model.stacking else contents

    def _whole_features(self, planes: Floats, observers: npt.NDArray[np.int32], counts: Ints) -> Floats:
        own, matrix = self._whole
        whole: Floats = self._always[observers - 1] + _flattened(planes[:, own, 0]) @ matrix
        whole[:, _WHOLE["legal moves"]] = np.log1p(counts)
        if len(self._dice):
            shown = planes[:, self._dice, 0]
            few = shown[:, : _WHOLE["dice of 1"] - _WHOLE["die 1"]]
            whole[:, _WHOLE["die 1"] : _WHOLE["die 1"] + few.shape[1]] = _flattened(few)
            for pips in range(1, _PIPS + 1):
                whole[:, _WHOLE["dice of 1"] + pips - 1] = (shown == pips).sum(axis=1)
        return whole

    def to_dict(self) -> dict[str, Any]:
        """What the encoding of the game holds, ready for JSON."""
        graph = self.graph(1)
        relations = np.unique(graph.edges[:, 2]).tolist()
        names = words()
        return {
            "game": self.game.name,
            "version": VERSION,
            "sites": {"count": graph.sites, "features": list(SITES)},
            "pieces": [
                {"name": name, "seat": seat, "level": level, "words": sorted({names[word] for word in tree.words})}
                for (name, seat, level), tree in zip(self.kinds, graph.pieces, strict=True)
            ],
            "relations": {RELATIONS[n]: int((graph.edges[:, 2] == n).sum()) for n in relations},
            "whole": list(WHOLE),
            "moves": {"columns": list(MOVE), "kinds": list(KINDS)},
            "rules": {"words": len(graph.rules), "different": len(np.unique(graph.rules.words))},
        }

    def __repr__(self) -> str:
        sites, kinds = self.subject.geometry.size, len(self.kinds)
        return f"<GraphEncoding of {self.game.name}: {sites} sites, {kinds} kinds of pieces, {VERSION}>"


def _flattened(numbers: Floats) -> Floats:
    """Numbers on a scale where large ones differ less; 0 and 1 stay what they are."""
    scaled: Floats = np.sign(numbers) * np.log2(1 + np.abs(numbers))
    return scaled
