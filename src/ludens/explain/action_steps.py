"""A move action by action: what each does, which clause asked for it, and the position behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludens.explain.actions import in_words
from ludens.explain.places import Place, place_of
from ludens.explain.recorder import Recorder
from ludens.explain.scene import Scene
from ludens.explain.values import written
from ludens.game.direct import DirectRun
from ludens.game.errors import IllegalMove
from ludens.rules.base import Ludeme
from ludens.rules.state.trace import Action, Form, Tracer, read_log

if TYPE_CHECKING:
    from ludens.game.move import Move
    from ludens.game.state import State


@dataclass(frozen=True)
class Done:
    """An action of a move: in trial format, the clause of the effect that asked for it, and the state behind it.

    The actions that the move itself is made of have no clause; behind the last one the turn is over.
    """

    action: Action
    clause: str
    place: Place | None
    state: State

    @property
    def words(self) -> str:
        """What the action does, for people."""
        return in_words(self.state.game, self.action)

    def __str__(self) -> str:
        by = f"  by {self.clause}" if self.clause else ""
        return f"{self.action.text()}{by}" + (f"  ({self.place})" if self.place is not None else "")

    def to_json(self) -> dict[str, Any]:
        return {
            "action": self.action.text(),
            "words": self.words,
            "clause": self.clause,
            "place": self.place.to_json() if self.place is not None else None,
            "state": self.state.to_dict(),
        }


def steps(state: State, move: Move | str | Sequence[Move]) -> tuple[Done, ...]:
    """What a legal move does, action by action; where the players move at once, those of one move each.

    Raises IllegalMove for one that is not legal here.
    """
    playing = state.playing
    moves = [move] if not isinstance(move, Sequence) or isinstance(move, str) else list(move)
    texts = [(playing.parse(x) if isinstance(x, str) else x).to_trial() for x in moves]
    legal = [x.to_trial() for x in playing.legal_moves()]
    missing = [text for text in texts if text not in legal]
    if missing:
        raise IllegalMove(f"{missing[0]} is not legal here")
    scene = Scene(playing.game, playing.tobytes())
    block = bytearray(scene.block)
    watched = _Snapshots(block)
    run = DirectRun(scene.book, block, tracer=watched)
    run.legal()
    recorder = Recorder(scene.ludemes(), None)
    watched.begin(recorder)
    run.play(*(legal.index(text) for text in texts))
    return watched.done(playing)


class _Snapshots(Tracer):
    """Keeps the position before each action that is logged, and the clause that is being evaluated then."""

    def __init__(self, block: bytearray) -> None:
        super().__init__()
        self._block = block
        self._recorder: Recorder | None = None
        self._snapshots: list[tuple[Action, Ludeme | None, bytes]] = []

    def begin(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def log(self, c: Any, name: str, fields: Sequence[tuple[str, str, Any]]) -> None:
        super().log(c, name, fields)
        if self._recorder is not None:
            number = self.forms.number(Form(name, tuple(fields)))
            (action,) = read_log(self.forms, [number])
            top = self._recorder.top
            self._snapshots.append((action, top.ludeme if top is not None else None, bytes(self._block)))

    def done(self, state: State) -> tuple[Done, ...]:
        after = [*(block for _, _, block in self._snapshots[1:]), bytes(self._block)]
        return tuple(
            Done(
                action,
                written(ludeme) if ludeme is not None else "",
                place_of(ludeme) if ludeme is not None else None,
                state.game.from_bytes(block),
            )
            for (action, ludeme, _), block in zip(self._snapshots, after, strict=True)
        )
