"""What clients are told of a session; made in the engine's threads."""

from __future__ import annotations

import msgspec

from ludens.web import views
from ludens.web.schemas import server
from ludens.web.session.state import SessionState
from ludens.web.visibility import hides

_NO_SCENE = msgspec.Raw(b"null")


def snapshot(session: SessionState) -> server.Snapshot:
    """All of a session."""
    timeline, players, game = session.timeline, session.players, session.game
    playing = timeline.state.playing.game
    made = server.Snapshot(
        table=session.id,
        game=views.game_info(game, timeline.state, session.source.name),
        scene=session.services.scene(playing),
        seats=views.seats_of(game, players),
        agents=session.services.games.agents_of(game),
        paused=session.paused,
        analysing=session.analysis_seconds is not None,
        warning=session.save_warning,
        position=views.position_info(timeline, players),
        history=views.history(timeline, players),
    )
    session.shown_game = playing
    return made


def position_update(session: SessionState, first: int) -> server.Snapshot | server.PositionUpdate:
    """The position, with the plies from number `first` on; a snapshot where the match is at another game."""
    if session.timeline.state.playing.game is not session.shown_game:
        return snapshot(session)
    if hides(session.game):  # what may be told of former plies depends on who looks now
        first = 1
    return server.PositionUpdate(
        position=views.position_info(session.timeline, session.players),
        history_from=first,
        history=views.history(session.timeline, session.players, first),
    )


def past_position(session: SessionState, ply: int) -> server.PastPosition:
    """The position after so many plies. Raises IndexError."""
    position = views.position_info(session.timeline, session.players, ply)
    playing = session.timeline.at(ply).playing.game
    scene = _NO_SCENE if playing is session.shown_game else session.services.scene(playing)
    return server.PastPosition(position=position, scene=scene)


def seats_changed(session: SessionState) -> server.SeatsChanged:
    """Who plays from now on."""
    return server.SeatsChanged(seats=views.seats_of(session.game, session.players))
