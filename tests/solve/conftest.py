"""Disks that are full."""

from __future__ import annotations

import contextlib
import errno
import os
import pathlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

#: within which nothing is written once some more writings have been, by default none
FullDisk = Callable[..., AbstractContextManager[None]]


class _Full:
    """A file that takes half of what is written to it."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def __enter__(self) -> _Full:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: Any) -> int:
        whole = bytes(data)
        self.file.write(whole[: len(whole) // 2])
        self.file.flush()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> FullDisk:
    """A disk without room, for files that are opened by their paths."""
    plain = pathlib.Path.open

    @contextlib.contextmanager
    def full(after: int = 0) -> Iterator[None]:
        left = after

        def opened(path: pathlib.Path, mode: str = "r", *rest: Any, **named: Any) -> Any:
            nonlocal left
            file = plain(path, mode, *rest, **named)
            if not set(mode) & set("wa+"):
                return file
            left -= 1
            return file if left >= 0 else _Full(file)

        with monkeypatch.context() as patched:
            patched.setattr(pathlib.Path, "open", opened)
            yield

    return full
