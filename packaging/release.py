#!/usr/bin/env python3
"""Build the wheel and the source archive in dist/, check what is in them, and try them in empty environments.

    python packaging/release.py

Needs `hatchling` and `cyclonedx-bom` beside it: `make wheel` brings both. Each archive is installed with the oldest
versions of what ludens needs and with the newest ones, and the session of the README runs there.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

from hatchling import build

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
#: the source archive has the tests, too
MOST_BYTES, MOST_BYTES_OF_SOURCE = 4 << 20, 5 << 20
#: what every wheel holds, and what none may
HELD = ("ludens/py.typed", "/licenses/LICENSE", "/OFL.txt", "/codemirror.licences.txt", "ludens/manual/moves.md")
BARRED = ("node_modules", "package.json", "package-lock.json", "/tests/", "__pycache__")


def main() -> None:
    os.chdir(ROOT)
    os.environ["SOURCE_DATE_EPOCH"] = output("git", "log", "-1", "--format=%ct").strip()
    DIST.mkdir(exist_ok=True)
    for old in DIST.iterdir():
        old.unlink()
    wheel, source = DIST / build.build_wheel(str(DIST)), DIST / build.build_sdist(str(DIST))
    check_contents(wheel, source)
    check_reproducible(wheel)
    for archive in (wheel, source):
        for oldest in (True, False):
            try_in_empty_environment(archive, oldest=oldest)
    write_bill_of_materials(wheel)
    print(*(f"{path.name}: {path.stat().st_size:,} bytes" for path in sorted(DIST.iterdir())), sep="\n")


def output(*command: str, **more: str) -> str:
    """What a command prints. Raises CalledProcessError, which says what was wrong."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **more}, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_contents(wheel: Path, source: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    missing = [held for held in HELD if not any(name.endswith(held) for name in names)]
    barred = [name for name in names for word in BARRED if word in f"/{name}"]
    if missing or barred or wheel.stat().st_size > MOST_BYTES:
        sys.exit(f"{wheel.name}: without {missing}, with {barred}, {wheel.stat().st_size:,} bytes")
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    excluded = tuple(f"{folder}/" for folder in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["exclude"])
    tracked = {name for name in output("git", "ls-files", "-z").split("\0") if name and not name.startswith(excluded)}
    left_out = sorted(tracked - inside)
    if left_out or source.stat().st_size > MOST_BYTES_OF_SOURCE:
        sys.exit(f"{source.name}: without {left_out}, {source.stat().st_size:,} bytes")


def check_reproducible(wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder) / build.build_wheel(folder)
        if again.read_bytes() != wheel.read_bytes():
            sys.exit("two builds of the wheel differ")


def oldest_versions() -> list[str]:
    """The constraints that pin each dependency to the oldest version that is allowed."""
    needed = PROJECT["project"]["dependencies"]
    return [requirement.replace(">=", "==") for requirement in needed]


def session() -> str:
    """The first Python block of the README."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def try_in_empty_environment(archive: Path, *, oldest: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python")
        constraints = Path(folder) / "constraints.txt"
        constraints.write_text("\n".join(oldest_versions() if oldest else []), encoding="utf-8")
        output(python, "-m", "pip", "install", "--quiet", "--constraint", str(constraints), str(archive))
        output(python, "-c", session(), LUDENS_CACHE=f"{folder}/cache", PYTHONPATH="")
        said = output(python, "-m", "ludens", "--version", PYTHONPATH="")
        print(f"{archive.name} with the {'oldest' if oldest else 'newest'} dependencies: {said.strip()}")


def write_bill_of_materials(wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / ("Scripts" if os.name == "nt" else "bin") / "python")
        output(python, "-m", "pip", "install", "--quiet", f"ludens[web] @ {wheel.as_uri()}")
        place = str(DIST / "sbom.cdx.json")
        output(sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible", "-o", place, python)


if __name__ == "__main__":
    main()
