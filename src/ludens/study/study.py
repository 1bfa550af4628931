"""A study: a game, the position that it begins with, and a tree of moves from there."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ludens import notation
from ludens.formats import Format
from ludens.game import Game, IllegalMove, Move, State
from ludens.game.portable import check
from ludens.game.trial import Recorder, Trial, follow
from ludens.notation.record import NO_CHANCE
from ludens.study import plies
from ludens.study.tree import MOST_NODES, Node, StudyError, Tree

FORMAT: Final = Format("ludens study")


class Study:
    """Moves are played at the `current` node; each is a node of the tree, new or known.

    >>> import ludens
    >>> study = Study(ludens.load("Tic-Tac-Toe"))
    >>> centre = study.play("B2")
    >>> _ = study.play("A1"); study.go(centre.id); corner = study.play("C3")
    >>> [study.tree[child].name for child in centre.children], study.state.mover
    (['A1', 'C3'], 1)
    """

    def __init__(
        self,
        game: Game,
        start: State | None = None,
        *,
        rng_state: bytes | None = None,
        tags: Mapping[str, str] | None = None,
        most: int = MOST_NODES,
    ) -> None:
        """A study without moves, from the game's start or from another position."""
        self.game, self.tags = game, dict(tags or {})
        #: the generator's bytes at the start, where the study begins as games do; None where with a position
        self.rng_state = None if start is not None else NO_CHANCE if rng_state is None else rng_state
        self.start = start.copy() if start is not None else game.start(rng_state=self.rng_state)
        self.tree, self.current = Tree(most), 0
        self._snapshots: dict[int, bytes] = {}
        self._state = self.start.copy()

    # --- where it is

    @property
    def node(self) -> Node:
        """The current node."""
        return self.tree[self.current]

    @property
    def state(self) -> State:
        """The state at the current node; whoever plays on it plays on a copy."""
        return self._state.copy()

    def go(self, number: int) -> None:
        """Make a node the current one. Raises StudyError where there is no such node."""
        self._state, self.current = self.state_at(number), number

    def back(self, steps: int = 1) -> None:
        """Go a number of plies back, at most to the start."""
        path = [0, *(node.id for node in self.tree.path(self.current))]
        self.go(path[max(len(path) - 1 - steps, 0)])

    def state_at(self, number: int) -> State:
        """The state at a node. Raises StudyError where there is no such node."""
        path = self.tree.path(number)
        begin = next((n for n in range(len(path), 0, -1) if path[n - 1].id in self._snapshots), 0)
        state = (
            self.game.from_bytes(zlib.decompress(self._snapshots[path[begin - 1].id])) if begin else self.start.copy()
        )
        for node in path[begin:]:
            assert node.ply is not None
            try:
                plies.repeat(state, node.ply)
            except IllegalMove as error:
                raise StudyError(f"ply {self.tree.depth(node.id)}: {error}") from None
            self._take_snapshot(node.id, state)
        return state

    def _take_snapshot(self, number: int, state: State) -> None:
        self._snapshots[number] = zlib.compress(state.tobytes(), 1)

    # --- moves

    def play(self, move: str | Move | Sequence[Move]) -> Node:
        """Play a legal move at the current node, and go to the node behind it. Raises IllegalMove.

        A text is a move as players of the game write it, be it a turn of several plies.
        """
        state = self.state
        if not isinstance(move, str):
            moves = [move] if isinstance(move, Move) else list(move)
            return self.play_numbers(plies.numbers_of(state, moves))
        if state.is_simultaneous:
            return self.play_numbers(plies.numbers_of(state, state.parse_all(move)))
        for one in notation.of(self.game).parse(state, move):
            self.play_numbers(plies.numbers_of(self._state, [one]))
        return self.node

    def play_numbers(self, numbers: Sequence[int]) -> Node:
        """The same, of the legal moves of these numbers. Raises IllegalMove, and StudyError where the tree is full."""
        state = self.state
        node = self.tree.add(self.current, plies.make(state, numbers))
        state = state.copy()  # without its way back
        state.legal_moves()  # a simulation is over once it is asked for moves and has none
        self._take_snapshot(node.id, state)
        self._state, self.current = state, node.id
        return node

    def prune(self, number: int) -> None:
        """Delete a node and all behind it. Raises StudyError at the root."""
        parent = self.tree[number].parent
        gone = self.tree.prune(number)
        for one in gone:
            self._snapshots.pop(one, None)
        if self.current in gone:
            self.go(parent or 0)

    # --- games

    @classmethod
    def of_trial(cls, game: Game, trial: Trial, most: int = MOST_NODES) -> Study:
        """The study of a trial. Raises TrialError at a move that is not legal, StudyError where there are too many."""
        study = cls(game, rng_state=trial.rng_state, most=most)
        followed = follow(game, trial)
        if followed.error is not None:
            raise followed.error
        for numbers in followed.numbers:
            study.play_numbers(numbers)
        study.go(0)
        return study

    def trial(self, source: str = "") -> Trial:
        """The main line as a trial. Raises StudyError where the study begins with a position: trials hold none."""
        if self.rng_state is None:
            raise StudyError("a trial begins with the start rules, and this study with a position set up by hand")
        line = [node.ply for node in self.tree.line() if node.ply is not None]
        texts, choices = [ply.trial for ply in line], [ply.choices for ply in line]
        last = self.tree.line()[-1].id if line else 0
        return Recorder(self.game, self.rng_state, source or self.game.name, texts, choices).trial(self.state_at(last))

    # --- keeping

    def to_dict(self) -> dict[str, Any]:
        """The whole study, ready for JSON; `from_dict` reads it."""
        from ludens.study.plain_data import nodes_to

        began: dict[str, Any]
        if self.rng_state is None:
            began = {"start": self.start.to_dict()}
        else:
            began = {"rng_state": self.rng_state.hex()}
        return {
            "format": FORMAT.name,
            "version": FORMAT.version,
            "game": self.game.name,
            "options": list(self.game.options),
            "tags": dict(self.tags),
            **began,
            "current": self.current,
            "nodes": nodes_to(self.tree),
        }

    @classmethod
    def from_dict(cls, game: Game, data: Mapping[str, Any], most: int = MOST_NODES) -> Study:
        """The study that `to_dict` gave. Raises StudyError for what is none, or whose moves are not legal."""
        from ludens.study.plain_data import grow_from, tags_of

        try:
            check(data, FORMAT)
            start = game.from_dict(data["start"]) if "start" in data else None
            rng_state = bytes.fromhex(data["rng_state"]) if "rng_state" in data else None
            study = cls(game, start, rng_state=rng_state, tags=tags_of(data), most=most)
        except (ValueError, TypeError) as error:
            raise StudyError(f"this is no study of {game.name}: {error}") from None
        ids = grow_from(study.tree, data.get("nodes"))
        for node in study.tree.below(0):
            if not node.children:
                study.state_at(node.id)  # every line is legal
        current = data.get("current", 0)
        study.go(ids.get(current, 0) if isinstance(current, int) else 0)
        return study
