"""Errors of ludemes, with the place of the one that was being bound or emitted, found in the traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType

from ludens.language import Clause, Defect, LudError, Span
from ludens.rules.base import Ludeme
from ludens.stage.direct import Unknown

_TOO_DEEP = "the rules are nested too deeply, or refer to themselves without end"


@contextmanager
def located(whole: Span) -> Iterator[None]:
    """What ludemes refuse gets a place where it has none: LudError; their own mistakes are raised as Defect."""
    try:
        yield
    except LudError as error:
        if error.span is None:
            raise LudError(error.message, place_of(error.__traceback__, whole), error.hint) from error
        raise
    except NotImplementedError as error:
        raise LudError(f"not supported yet: {error}", place_of(error.__traceback__, whole)) from error
    except RecursionError as error:
        raise LudError(_TOO_DEEP, place_of(error.__traceback__, whole)) from error
    except Unknown as error:
        message = "this is asked before the game begins, and is known only in play"
        raise LudError(message, place_of(error.__traceback__, whole)) from error
    except Exception as error:
        raise Defect(error, place_of(error.__traceback__, whole)) from error


def place_of(traceback: TracebackType | None, span: Span) -> Span:
    """The text of the innermost ludeme that was being bound or emitted when an error came; `span` where none was."""
    while traceback is not None:
        ludeme = _ludeme(traceback.tb_frame)
        node = traceback.tb_frame.f_locals.get("node") if ludeme is None else ludeme.node
        span = node.span if isinstance(node, Clause) else span
        traceback = traceback.tb_next
    return span


def _ludeme(frame: FrameType) -> Ludeme | None:
    """The ludeme whose method a frame runs."""
    code = frame.f_code
    if code.co_varnames[:1] != ("self",) and "self" not in code.co_freevars:
        return None
    ludeme = frame.f_locals.get("self")
    return ludeme if isinstance(ludeme, Ludeme) and "node" in ludeme.__dict__ else None
