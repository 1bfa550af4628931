"""What clients are told of a session."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from ludens.web import views
from ludens.web.engine.requests import Past, Shown
from ludens.web.schemas import server
from ludens.web.session.state import SessionState

_NO_SCENE = Raw(b"null")


def snapshot(session: SessionState, shown: Shown) -> server.Snapshot:
    """All of a session; the position has its game and scene."""
    assert shown.game is not None
    assert shown.scene is not None
    return server.Snapshot(
        table=session.id,
        game=msgspec.structs.replace(shown.game, library=session.source.name),
        scene=Raw(shown.scene.json),
        seats=views.seats_of(session.facts.labels, session.playing),
        agents=list(session.facts.agents),
        paused=session.paused,
        analysing=session.analysis_seconds is not None,
        warning=session.save_warning,
        position=shown.position,
        history=shown.history,
        times=session.times,
    )


def position_update(session: SessionState, shown: Shown) -> server.Snapshot | server.PositionUpdate:
    """The position; a snapshot where the match is at another game."""
    if shown.game is not None:
        return snapshot(session, shown)
    return server.PositionUpdate(
        position=shown.position, history_from=shown.first, history=shown.history, times=session.times
    )


def past_position(past: Past) -> server.PastPosition:
    """A position that is past."""
    return server.PastPosition(position=past.position, scene=Raw(past.scene.json) if past.scene else _NO_SCENE)


def seats_changed(session: SessionState) -> server.SeatsChanged:
    """Who plays from now on."""
    return server.SeatsChanged(seats=views.seats_of(session.facts.labels, session.playing))
