#!/usr/bin/env python3
"""Measure each way to install: seconds until the page answers, the first and the second time, and megabytes on disk.

    python packaging/ways.py [--ways make,pip,...]

Everything starts empty: a clone of the last commit, a home, a cache of pip's, uv's and ludens's of its own. `uv` and
`pipx` are taken from the path.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 600.0


@dataclass(frozen=True)
class Way:
    """A way to install: commands to do once, the command whose page is awaited, and what it leaves on the disk."""

    prepare: tuple[str, ...]
    start: str
    places: tuple[str, ...]


#: {clone} is the clone, {port} a free port; each command runs in the clone, and `python` is this one
WAYS = {
    "make": Way((), "make play PORT={port}", (".venv-play",)),
    "pip": Way(
        ("python -m venv env", "env/bin/python -m pip install -q '.[web]'"),
        "env/bin/ludens web --port {port}",
        ("env",),
    ),
    "pipx": Way((), "pipx run --spec '{clone}[web]' ludens web --port {port}", ("home/.local", "home/.cache/pipx")),
    "uvx": Way((), "uvx --python {python} --from '{clone}[web]' ludens web --port {port}", ("home/.cache/uv",)),
    "checkout": Way(
        ("python -m venv env", "env/bin/python -m pip install -q {dependencies}"),
        "PYTHONPATH=src env/bin/python -m ludens web --port {port}",
        ("env",),
    ),
    "zip": Way(
        (
            "python -m venv env",
            "env/bin/python -m pip install -q {dependencies}",
            "cd src && python -m zipfile -c ../ludens.zip ludens",
        ),
        "PYTHONPATH=ludens.zip env/bin/python -m ludens web --port {port}",
        ("env", "ludens.zip"),
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", default=",".join(WAYS), help="the ways to measure, with commas between them")
    for name in parser.parse_args().ways.split(","):
        print(measure(name, WAYS[name]), flush=True)


def measure(name: str, way: Way) -> str:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "ludens"
        run(f"git clone -q --no-hardlinks {ROOT} {clone}", folder, os.environ)
        environment = empty_environment(clone)
        words = {"clone": clone, "python": sys.executable, "dependencies": dependencies(clone)}
        began, used = time.monotonic(), processor()
        for command in way.prepare:
            run(command.format(**words), clone, environment)
        first = page(way, words, clone, environment) - began
        computed = processor() - used
        began, used = time.monotonic(), processor()
        second = page(way, words, clone, environment) - began
        again = processor() - used
        size = sum(bytes_of(clone / place) for place in way.places) / 1e6
    times = f"{first:.1f} s ({computed:.1f} s of a processor), then {second:.1f} s ({again:.1f} s)"
    return f"{name}: {times}; {size:.0f} MB; load {load:.1f}"


def dependencies(clone: Path) -> str:
    """What the page needs, without ludens."""
    import tomllib

    project = tomllib.loads((clone / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return " ".join(f"'{one}'" for one in (*project["dependencies"], *project["optional-dependencies"]["web"]))


def empty_environment(clone: Path) -> dict[str, str]:
    home = clone / "home"
    home.mkdir()
    dropped = ("PYTHONPATH", "LUDENS_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME")
    inherited = {name: value for name, value in os.environ.items() if name not in dropped}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**inherited, "HOME": str(home), "PIP_CACHE_DIR": f"{home}/pip", "BROWSER": "true", "PATH": path}


def run(command: str, folder: str | Path, environment: Mapping[str, str]) -> None:
    subprocess.run(command, shell=True, check=True, cwd=folder, env=environment, stdout=sys.stderr)


def page(way: Way, words: Mapping[str, object], clone: Path, environment: Mapping[str, str]) -> float:
    """When the page answered, after which its server is ended."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = way.start.format(port=port, **words)
    server = subprocess.Popen(
        command, shell=True, cwd=clone, env=environment, stdout=sys.stderr, start_new_session=True
    )
    try:
        until = time.monotonic() + PATIENCE
        while not answers(port):
            if time.monotonic() > until or server.poll() is not None:
                sys.exit(f"{command}: no page")
            time.sleep(0.02)
        return time.monotonic()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGINT)
        server.wait()


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


def processor() -> float:
    """The seconds of a processor that ended children used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def bytes_of(place: Path) -> int:
    """The bytes of a file, or of all files in a folder; a hard link counts once."""
    if place.is_file():
        return place.stat().st_size
    stats = [path.lstat() for path in place.rglob("*")]
    return sum({(one.st_dev, one.st_ino): one.st_size for one in stats}.values())


if __name__ == "__main__":
    main()
