"""Telling clients what a search has found."""

from __future__ import annotations

import asyncio

import msgspec

from ludens.web import search
from ludens.web.schemas import server
from ludens.web.session.state import SessionState


def reporter(session: SessionState) -> search.Report:
    """Tells of an analysis, from a thread, as long as it is wanted and of the current position."""
    loop = asyncio.get_running_loop()
    ply, epoch = session.timeline.cursor, session.epoch

    def report(found: server.Analysis) -> None:
        loop.call_soon_threadsafe(tell, msgspec.structs.replace(found, ply=ply))

    def tell(found: server.Analysis) -> None:
        if session.epoch == epoch and session.analysis_seconds is not None:
            session.audience.send(found)

    return report
