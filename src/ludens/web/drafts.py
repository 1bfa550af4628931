"""Drafts of the page as `.lud` files in a folder of the server's owner, who says which (`ludens web --drafts`)."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from ludens.system import files
from ludens.web.errors import ApiError
from ludens.web.schemas.design import DraftFile
from ludens.words import say

#: what a file may be called, without its suffix: no folders, nothing hidden
_NAME = re.compile(r"\w[\w '(),+&!.-]{0,99}\Z")


class DraftFolder:
    """Reads and writes the files of one folder. What was changed meanwhile is not written over."""

    def __init__(self, folder: Path, most: int) -> None:
        """Texts have at most so many bytes."""
        self.folder, self._most = folder, most

    def names(self) -> list[str]:
        """Of all files there, without their suffix. Raises ApiError."""
        try:
            stems = sorted(path.stem for path in self.folder.glob("*.lud") if path.is_file())
        except OSError as error:
            raise _failed("read", self.folder, error) from None
        return [name for name in stems if _NAME.match(name)]

    def read(self, name: str) -> DraftFile:
        """A file. Raises ApiError."""
        data = self._bytes(name)
        if data is None:
            raise ApiError("unknown", say("there is no {0}.lud in {1}", name, self.folder), 404)
        if len(data) > self._most:
            raise ApiError("limit", say("a description has at most {0} KiB", self._most >> 10), 413)
        return DraftFile(name, data.decode("utf-8", "replace"), _stamp(data))

    def write(self, name: str, text: str, stamp: str) -> DraftFile:
        """Write a file that is as it was when it had this stamp; "" for one that is not there. Raises ApiError."""
        place, data, current = self._path(name), text.encode(), self._bytes(name)
        if current != data and (_stamp(current) if current is not None else "") != stamp:
            problem = "has been changed since you opened it" if stamp else "is there already"
            raise ApiError("stale", say("{0}.lud {1}: open it, or give this game another name", name, problem), 409)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            files.write_bytes(place, data)
        except OSError as error:
            raise _failed("save", place, error) from None
        return DraftFile(name, text, _stamp(data))

    def _bytes(self, name: str) -> bytes | None:
        place = self._path(name)
        try:
            return place.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _failed("read", place, error) from None

    def _path(self, name: str) -> Path:
        if not _NAME.match(name):
            raise ApiError("malformed", say("name: {0} is no name of a file here", repr(name)))
        return self.folder / f"{name}.lud"


def _stamp(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _failed(what: str, place: Path, error: OSError) -> ApiError:
    return ApiError("limit", say("cannot {0} {1}: {2}", what, place, error.strerror or error), 507)
