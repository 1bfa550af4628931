"""Takes away what only POSIX has, in each process of Python that finds this folder first on its path.

ludens may not import modules that Windows lacks, nothing can fork or poll, signals to stop a process are not there.
Libraries may use what they like: on Windows they do so with code of their own. Paths are written with backslashes and
may be given with them, and files are found whatever the case of their names is.
"""

from __future__ import annotations

import builtins
import ctypes
import functools
import io
import os
import pathlib
import posixpath
import select
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
_import = builtins.__import__


def _limited(name: str, globals: Any = None, *more: Any, **named: Any) -> Any:
    importer = (globals or {}).get("__name__", "")
    if name in _MODULES and (importer == "ludens" or importer.startswith("ludens.")):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, globals, *more, **named)


builtins.__import__ = _limited
for module, names in (
    (os, ("fork", "forkpty", "waitid", "sched_getaffinity", "pread", "pwrite", "nice")),
    (select, ("poll",)),
    (signal, ("SIGHUP", "SIGSTOP", "SIGCONT", "SIGXCPU", "SIGCHLD", "pthread_sigmask")),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)


# --- paths

_listdir, _lstat, _join = os.listdir, os.lstat, posixpath.join


def _slashed(path: Any) -> Any:
    """A path as this system writes it, of a file whose name differs by case alone if there is one."""
    if isinstance(path, int | bytes) or path is None:
        return path
    text = os.fspath(path).replace("\\", "/")
    with suppress(OSError, ValueError):
        _lstat(text)
        return text
    folder, _, name = text.rpartition("/")
    if not name:
        return text
    folder = _slashed(folder) if folder else ("/" if text.startswith("/") else "")
    try:
        alike = [one for one in _listdir(folder or ".") if one.lower() == name.lower()]
    except OSError:
        alike = []
    return _join(folder, alike[0] if alike else name)


def _translating(function: Callable[..., Any], paths: int = 1) -> Callable[..., Any]:
    @functools.wraps(function)
    def translated(*arguments: Any, **named: Any) -> Any:
        first = (_slashed(argument) for argument in arguments[:paths])
        return function(*first, *arguments[paths:], **named)

    return translated


def _library(load: Callable[..., Any]) -> Callable[..., Any]:
    def loaded(self: Any, name: Any, *more: Any, **named: Any) -> None:
        load(self, _slashed(name) if isinstance(name, str) and "\\" in name else name, *more, **named)

    return loaded


for name in (
    *("stat", "lstat", "listdir", "scandir", "mkdir", "rmdir", "unlink", "remove", "chmod", "utime", "access"),
    *("chdir", "statvfs", "open", "readlink"),
):
    setattr(os, name, _translating(getattr(os, name)))
for name in ("rename", "replace", "link", "symlink"):
    setattr(os, name, _translating(getattr(os, name), 2))
for name in (
    "abspath",
    "normpath",
    "isabs",
    "expanduser",
    "exists",
    "lexists",
    "isfile",
    "isdir",
    "dirname",
    "basename",
    "split",
    "splitext",
    "getsize",
    "realpath",
):
    setattr(posixpath, name, _translating(getattr(posixpath, name)))
builtins.open = io.open = _translating(io.open)
sqlite3.connect = _translating(sqlite3.connect)
posixpath.join = _translating(posixpath.join, 9)
ctypes.CDLL.__init__ = _library(ctypes.CDLL.__init__)  # type: ignore[method-assign]
os.sep = "\\"

_posix = pathlib.PurePath.__str__
pathlib.PurePath.as_posix = _posix  # type: ignore[method-assign]
pathlib.PurePath.__str__ = lambda path: _posix(path).replace("/", "\\")  # type: ignore[method-assign]


def _made(make: Callable[..., Any]) -> Callable[..., Any]:
    """What makes a path, of strings with slashes."""

    @functools.wraps(make)
    def made(first: Any, *parts: Any, **named: Any) -> Any:
        return make(first, *(one.replace("\\", "/") if isinstance(one, str) else one for one in parts), **named)

    return made


if hasattr(pathlib.PurePath, "_parse_args"):  # until Python 3.11
    _parse = pathlib.PurePath._parse_args.__func__

    def _parsed(cls: Any, args: Any) -> Any:
        return _parse(cls, [one.replace("\\", "/") if isinstance(one, str) else one for one in args])

    pathlib.PurePath._parse_args = classmethod(_parsed)
else:
    pathlib.PurePath.__init__ = _made(pathlib.PurePath.__init__)  # type: ignore[method-assign]

_run = subprocess.Popen.__init__


def _start(self: Any, words: Any, *more: Any, **named: Any) -> None:
    if named.get("cwd") is not None:
        named["cwd"] = _slashed(named["cwd"])
    if not isinstance(words, str | bytes):
        words = [os.fspath(word) for word in words]
        words[0] = _slashed(words[0])
        if words[0] != sys.executable:  # a program of this system, which knows no backslashes
            words = [_slashed(word) if "\\" in word else word for word in words]
    _run(self, words, *more, **named)


subprocess.Popen.__init__ = _start  # type: ignore[method-assign]
