"""How effects push their moves."""

from __future__ import annotations

from ludens.rules.actions.base import Act
from ludens.rules.actions.pieces import Remove
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Build, Candidate, Sink
from ludens.rules.generation.sinks import with_then
from ludens.rules.state.context import Context
from ludens.rules.state.sites import is_site
from ludens.stage import IntLike

TURN = frozenset({"turn"})


PLAYERS = frozenset({"turn", "team", "active"})


def push(
    c: Context,
    sink: Sink,
    build: Build,
    values: dict[str, IntLike],
    then: Then | None = None,
    *,
    from_: IntLike = -1,
    to: IntLike = -1,
    mover: IntLike = 0,
) -> None:
    """Push one move; `values` are the private slots that its build reads."""
    with_then(sink, then).push(Candidate(c.bind(**values), build, from_=from_, to=to, mover=mover))


def push_removal(c: Context, sink: Sink, site: IntLike) -> None:
    """`(remove site)`: one move, if a piece is there."""

    def build(c: Context) -> list[Act]:
        return [Remove(c.model.default_site, c.get("removal.site"))]

    present = c.s.all_of(lambda: is_site(c, c.model.default_site, site), lambda: c.state.what(None, site) != 0)
    c.s.if_(present, lambda: push(c, sink, build, {"removal.site": site}, from_=site, to=site, mover=c.mover))
