"""Telling clients what a search has found."""

from __future__ import annotations

import msgspec

from ludens.web.engine.interface import Report
from ludens.web.schemas import server
from ludens.web.session.state import SessionState


def reporter(session: SessionState) -> Report:
    """Tells of an analysis, as long as it is wanted and of the current position."""
    ply, epoch = session.record.cursor, session.epoch

    def tell(analysis: server.Analysis) -> None:
        if session.epoch == epoch and session.analysis_seconds is not None and session.shows_thoughts:
            session.audience.send(msgspec.structs.replace(analysis, ply=ply))

    return tell
