"""What the server logs, within bounds: visitors cause much of it."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

#: messages a minute; the rest is counted
MOST_A_MINUTE = 100
#: the characters of a message with its traceback
MOST_CHARACTERS = 10_000
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
#: old files beside the current one
_OLD = 3
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(127, 160))}


class BoundedLog(logging.Handler):
    """Hands so many messages a minute on to other handlers, and says how many it left out."""

    def __init__(self, handlers: Sequence[logging.Handler], clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.handlers, self._clock = handlers, clock
        self._began, self._passed, self._left_out = clock(), 0, 0

    def emit(self, record: logging.LogRecord) -> None:
        if self._clock() - self._began >= 60:
            left_out, self._began, self._passed, self._left_out = self._left_out, self._clock(), 0, 0
            if left_out:
                self._hand_on(_of_ours(f"{left_out} messages were left out: there were too many"))
        if self._passed < MOST_A_MINUTE:
            self._passed += 1
            self._hand_on(record)
        else:
            self._left_out += 1

    def _hand_on(self, record: logging.LogRecord) -> None:
        for handler in self.handlers:
            handler.handle(record)


def _of_ours(message: str) -> logging.LogRecord:
    return logging.LogRecord("ludens.web", logging.WARNING, __file__, 0, message, None, None)


class _Plain(logging.Formatter):
    """Messages of bounded length that do nothing to a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record).translate(_CONTROLS)
        return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]} ..."


class _Lines(logging.Formatter):
    """Each message as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        made: dict[str, object] = {"time": record.created, "level": record.levelname, "logger": record.name}
        made["message"] = record.getMessage()
        if record.exc_info:
            made["traceback"] = self.formatException(record.exc_info)
        return json.dumps({key: one[:MOST_CHARACTERS] if isinstance(one, str) else one for key, one in made.items()})


class _File(RotatingFileHandler):
    """A file that begins anew when it is full, beside its old ones. A full disk stops no server."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        return


@contextmanager
def log_to(place: Path | None, most: int, *, as_json: bool = False) -> Iterator[None]:
    """Log on standard error, and where a place is given in files of so many bytes together. Raises OSError."""
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    if place is not None:
        handlers.append(_File(place, maxBytes=max(1, most // (_OLD + 1)), backupCount=_OLD, encoding="utf-8"))
    for handler in handlers:
        handler.setFormatter(_Lines() if as_json else _Plain(_FORMAT))
    bounded = BoundedLog(handlers)
    logging.getLogger().addHandler(bounded)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(bounded)
        for handler in handlers:
            with suppress(OSError):
                handler.close()
