"""Shelves of others: fetched from a git or HTTP address, held to what was fetched, renewed on request.

A shelf is a folder of `.lud` files. It may have an index, `shelf.json`, of its name, its licence, and a digest of each
file; `index_of` writes one. Nothing of a shelf but its descriptions, its index and its licence is kept, and no program
of it is run.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from ludens.formats import Format, OtherVersion
from ludens.library import shelves

INDEX: Final = "shelf.json"
_FORMAT: Final = Format("an index of a shelf")
#: bytes of a download and of all that is kept of it, and how many files that may be
_MOST_BYTES, _MOST_FILES = 64 << 20, 5000
_SECONDS: Final = 120.0
_LICENCES: Final = ("LICENSE", "LICENCE", "COPYING")
_ADDRESS: Final = re.compile(r"(https?|git|ssh|file)://|[\w.-]+@[\w.-]+:")
#: git runs no program of the repository, follows no link, and asks nobody
_GIT: Final = [
    "git", "-c", "core.hooksPath=/dev/null", "-c", "core.symlinks=false", "-c", "protocol.ext.allow=never",
    "-c", "submodule.recurse=false",
]  # fmt: skip


class ShelfError(ValueError):
    """A shelf that cannot be fetched, or is not what its index says; the message says why."""


@dataclass(frozen=True)
class Fetched:
    """A shelf as it was fetched: where from, which version (a commit, or the digest of an archive), and what it is."""

    address: str
    version: str
    folder: Path
    name: str = ""
    licence: str = ""

    def to_dict(self) -> dict[str, str]:
        """What the shelf's entry says of it."""
        return {"address": self.address, "version": self.version, "name": self.name, "licence": self.licence}


def is_address(text: str) -> bool:
    """Whether a text is the address of a shelf, and no folder.

    >>> is_address("https://example.org/games.git"), is_address("~/games")
    (True, False)
    """
    return _ADDRESS.match(text) is not None


def folder_of(address: str) -> Path:
    """Where the shelf of an address is kept: beside the list of shelves."""
    word = re.sub(r"\W+", "-", address.split("://")[-1]).strip("-")[:40]
    return shelves.shelf_file().parent / "shelves" / f"{word}-{hashlib.sha256(address.encode()).hexdigest()[:8]}"


def fetch(address: str, at: str = "") -> Fetched:
    """Fetch a shelf, its newest version or the commit, branch or tag `at`, in place of what was there of it before.

    Raises ShelfError; then what was there before is as it was.
    """
    with tempfile.TemporaryDirectory(prefix="ludens-shelf-") as name:
        source = Path(name) / "source"
        version = _clone(address, at, source) if _is_git(address) else _download(address, at, source)
        clean = Path(name) / "clean"
        facts = clean_copy(source, clean)
        target = folder_of(address)
        target.parent.mkdir(parents=True, exist_ok=True)
        with _replaced(target):
            shutil.copytree(clean, target)
    return Fetched(address, version, target, str(facts.get("name", "")), str(facts.get("licence", "")))


def _is_git(address: str) -> bool:
    path = address.split("?")[0].rstrip("/")
    return not path.endswith((".zip", ".tar.gz", ".tgz", ".tar", ".tar.xz"))


def _clone(address: str, at: str, target: Path) -> str:
    """The commit of a repository that was cloned. Raises ShelfError."""
    environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "true", "GIT_LFS_SKIP_SMUDGE": "1"}

    def git(*words: str) -> str:
        try:
            done = subprocess.run(
                [*_GIT, *words], capture_output=True, text=True, timeout=_SECONDS, env=environment, errors="replace"
            )
        except FileNotFoundError:
            raise ShelfError("git is not installed: fetch an archive (.zip, .tar.gz) instead") from None
        except subprocess.TimeoutExpired:
            raise ShelfError(f"{address}: no answer within {_SECONDS:g} seconds") from None
        if done.returncode:
            reason = done.stderr.strip().rpartition("\n")[2].removeprefix("fatal: ")
            raise ShelfError(f"{address}: {reason or 'git failed'}")
        return done.stdout.strip()

    git("init", "--quiet", str(target))
    git("-C", str(target), "fetch", "--quiet", "--depth", "1", "--", address, at or "HEAD")
    git("-C", str(target), "checkout", "--quiet", "FETCH_HEAD")
    return git("-C", str(target), "rev-parse", "HEAD")


def _download(address: str, at: str, target: Path) -> str:
    """The digest of an archive that was fetched and unpacked. Raises ShelfError."""
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as response:
            data = response.read(_MOST_BYTES + 1)
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise ShelfError(f"{address}: {getattr(error, 'reason', error)}") from None
    if len(data) > _MOST_BYTES:
        raise ShelfError(f"{address}: more than {_MOST_BYTES >> 20} MB")
    version = hashlib.sha256(data).hexdigest()
    if at and not version.startswith(at):
        raise ShelfError(f"{address} is another version now: its digest is {version}, and not {at}")
    target.mkdir()
    try:
        for name, content in _members(data):
            if (path := _safe(target, name)) is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError) as error:
        raise ShelfError(f"{address} is no archive that can be read: {error}") from None
    return version


def _members(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The plain files of an archive that a shelf may have, within the bounds. Raises what reading raises."""
    left = _MOST_BYTES
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for one in archive.infolist():
                if _is_kept(one.filename) and not one.is_dir() and one.file_size <= left:
                    left -= one.file_size
                    yield one.filename, archive.read(one)
        return
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        for member in tar:
            if member.isfile() and _is_kept(member.name) and member.size <= left:
                left -= member.size
                file = tar.extractfile(member)
                yield member.name, file.read() if file is not None else b""


def _is_kept(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix == ".lud" or path.name == INDEX or path.stem.upper() in _LICENCES


def _safe(root: Path, name: str) -> Path | None:
    """Where a member is written; None for one that would lie elsewhere."""
    path = PurePosixPath(name.replace("\\", "/"))
    return None if path.is_absolute() or ".." in path.parts or not path.parts else root.joinpath(*path.parts)


def clean_copy(source: Path, target: Path) -> dict[str, Any]:
    """Copy what is kept of a shelf; what its index says of it. Raises ShelfError where the index does not hold."""
    files = [path for path in sorted(source.rglob("*")) if _is_plain(path, source)]
    if sum(path.suffix == ".lud" for path in files) == 0:
        raise ShelfError("there is no description (.lud) in it")
    if len(files) > _MOST_FILES or sum(path.stat().st_size for path in files) > _MOST_BYTES:
        raise ShelfError(f"more than {_MOST_FILES} files, or than {_MOST_BYTES >> 20} MB")
    indices = [path for path in files if path.name == INDEX]
    root = indices[0].parent if indices else source
    facts = _read_index(indices[0]) if indices else {}
    listed = facts.get("games", {})
    for path in files:
        if not path.is_relative_to(root):
            continue
        name = path.relative_to(root).as_posix()
        if path.suffix == ".lud" and indices and listed.get(name) != hashlib.sha256(path.read_bytes()).hexdigest():
            raise ShelfError(f"{name} is not the file that the index lists")
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    if missing := [name for name in listed if not (target / name).is_file()]:
        raise ShelfError(f"{missing[0]} is in the index and not in the shelf")
    return facts


def _is_plain(path: Path, root: Path) -> bool:
    """Whether a file is kept: one of a shelf's, no link, and nothing of git's own."""
    inside = path.relative_to(root)
    return path.is_file() and not path.is_symlink() and ".git" not in inside.parts and _is_kept(path.name)


def _read_index(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        games = {str(name): str(digest) for name, digest in data["games"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ShelfError(f"{INDEX} is no index of a shelf: {error}") from None
    try:
        _FORMAT.check(data.get("format"), INDEX)
    except OtherVersion as error:
        raise ShelfError(str(error)) from None
    return {**data, "games": games}


def index_of(folder: Path, name: str, licence: str) -> str:
    """The index of a folder that is to be published as a shelf: `shelf.json`, to be written into it."""
    games = {path.relative_to(folder).as_posix(): path for path in shelves.found_in(folder)}
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in games.items()}
    facts = {"format": _FORMAT.version, "name": name, "licence": licence, "games": digests}
    return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"


@contextmanager
def _replaced(target: Path) -> Iterator[None]:
    """Put something in the place of a folder; where that fails, the folder is there again."""
    before = target.with_name(target.name + ".before")
    shutil.rmtree(before, ignore_errors=True)
    if target.exists():
        target.rename(before)
    try:
        yield
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        if before.exists():
            before.rename(target)
        raise
    shutil.rmtree(before, ignore_errors=True)
