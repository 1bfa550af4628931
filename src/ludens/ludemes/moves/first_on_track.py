"""`(firstMoveOnTrack ..)`: the moves of the first site of a track that has any (manual: moves 8.6)."""

from __future__ import annotations

from ludens.board.tracks import Track
from ludens.ludemes.moves.sinks import CountedSink
from ludens.rules.base import NOTHING
from ludens.rules.categories import MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Sink
from ludens.rules.naming import NameOfTrack
from ludens.rules.roles import role_index
from ludens.rules.state.context import Context
from ludens.stage import IntLike


class FirstMoveOnTrack(MovesLudeme):
    """The moves for the first site of a track for which there are any; the consequent is dropped."""

    spellings = ("firstMoveOnTrack",)
    says = "with the first piece on [the track {track}|the track] that can: {moves}"
    reads = NOTHING
    track: NameOfTrack | None = None
    role: RoleType | None = None
    moves: MovesLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        number, total = matching_track(c, self.track, self.role), c.s.var(0)
        rows = c.s.rows([*[[e.site for e in t.elements if e.site >= 0] for t in c.model.tracks], []])
        counted = CountedSink(sink, total)

        def visit(site: IntLike) -> None:
            c.s.if_(total.get() == 0, lambda: self.moves.emit(c.bind(site=site), counted))

        none = len(c.model.tracks)
        rows.each(c.s.select(number < 0, none, number), visit)


def matching_track(c: Context, name: str | None, role: RoleType | None) -> IntLike:
    """The number of the first track that fits a name and an owner, -1 if none does."""
    owner = role_index(c, role) if role is not None else -1
    if isinstance(owner, int):
        return _first(c, name, owner)
    table = c.s.table([_first(c, name, player) for player in range(-1, c.model.num_players + 2)])
    return table[owner + 1]


def _first(c: Context, name: str | None, owner: int) -> int:
    def fits(track: Track) -> bool:
        if name is None:
            return True
        if owner == -1:
            return track.name == name
        return track.owner == owner and name in track.name

    return next((i for i, track in enumerate(c.model.tracks) if fits(track)), -1)
