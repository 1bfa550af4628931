#!/usr/bin/env python3
"""Compare the code that two versions of ludens emit for every game, byte for byte.

    python ir.py hash FILE                  hashes of the IR of every game, as this checkout emits it
    python ir.py diff BEFORE AFTER          the games whose hashes differ
    python ir.py against REV                both: emit with the sources of a commit, with these, and list what differs

The games are those of the library and, where they are, the recorded ones (`../shared/conformance` beside the
repository, `--conformance` or LUDENS_CONFORMANCE). A line of a file of hashes is the path of a description, and the
hashes of its fast and of its traced module; a description that does not compile has the message in their place. A
change that only moves code must show no difference; any other says in its commit which games differ, and why.

Exit code: 0 where nothing differs, 1 where something does, 2 for misuse.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "src" / "ludens" / "library" / "games"


def descriptions(conformance: Path | None, every: int) -> list[Path]:
    """The library's games and every so many of the recorded ones."""
    folder = conformance or Path(os.environ.get("LUDENS_CONFORMANCE", ROOT.parent / "shared" / "conformance"))
    recorded = sorted((folder / "corpus" / "lud").rglob("*.lud"))
    return [*sorted(LIBRARY.rglob("*.lud")), *recorded[::every]]


def key(path: Path) -> str:
    """What a description is called: its path from the folder that holds them all."""
    parts = path.parts
    return "/".join(parts[max(i for i, part in enumerate(parts[:-1]) if part in ("games", "lud")) :])


def hashes(path: Path) -> tuple[str, str]:
    """A description's name, and the hashes of its modules."""
    import ludens

    try:
        games = ludens.load(path).games
        parts = [f"{_digest(game.ir(traced=False))} {_digest(game.ir(traced=True))}" for game in games]
    except ludens.LudError as error:
        parts = [" ".join(error.message.split())]
    return key(path), " ".join(parts)


def _digest(ir: str) -> str:
    return hashlib.sha256(ir.encode()).hexdigest()[:16]


def write(file: Path, paths: list[Path], jobs: int) -> None:
    """Hash the descriptions, in processes, the largest first, and write the file."""
    paths = sorted(paths, key=lambda path: -path.stat().st_size)
    began = time.monotonic()
    rows = []
    with multiprocessing.get_context("spawn").Pool(jobs, maxtasksperchild=50) as pool:
        for number, row in enumerate(pool.imap_unordered(hashes, paths), 1):
            rows.append(row)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(paths)}", end="", file=sys.stderr, flush=True)
    file.write_text("".join(f"{name}\t{found}\n" for name, found in sorted(rows)), encoding="utf-8")
    print(f"{len(rows)} games hashed in {time.monotonic() - began:.0f} s")


def read(file: Path) -> dict[str, str]:
    return dict(line.split("\t", 1) for line in file.read_text(encoding="utf-8").splitlines())


def differences(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    """The games that both files have and that differ."""
    return (name for name in sorted(before.keys() & after.keys()) if before[name] != after[name])


def report(before: Path, after: Path) -> int:
    old, new = read(before), read(after)
    differing = list(differences(old, new))
    for name in differing:
        print(f"DIFFERS {name}")
    shared = len(old.keys() & new.keys())
    print(f"{len(differing)} of {shared} games differ ({len(old.keys() ^ new.keys())} in one file only)")
    return 1 if differing or not shared else 0


def emit_with(sources: Path, file: Path, options: argparse.Namespace) -> None:
    """Run this script on the sources of another checkout."""
    command = [sys.executable, __file__, "hash", str(file), "--every", str(options.every), "--jobs", str(options.jobs)]
    if options.conformance:
        command += ["--conformance", str(options.conformance)]
    environment = {**os.environ, "PYTHONPATH": str(sources / "src"), "LUDENS_CACHE": "off"}
    subprocess.run(command, check=True, env=environment)


def against(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        before, after, tree = Path(folder, "before.tsv"), Path(folder, "after.tsv"), Path(folder, "tree")
        subprocess.run(["git", "-C", str(ROOT), "worktree", "add", "--quiet", "--detach", str(tree), options.revision],
                       check=True)  # fmt: skip
        try:
            emit_with(tree, before, options)
        finally:
            subprocess.run(["git", "-C", str(ROOT), "worktree", "remove", "--force", str(tree)], check=True)
        emit_with(ROOT, after, options)
        return report(before, after)


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    hashing = commands.add_parser("hash", help="hash the IR of every game")
    hashing.add_argument("file", type=Path)
    comparing = commands.add_parser("diff", help="compare two files of hashes")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    both = commands.add_parser("against", help="compare this checkout with a commit")
    both.add_argument("revision")
    for command in (hashing, both):
        command.add_argument("--conformance", type=Path, help="the folder of the recorded games")
        command.add_argument("--every", type=int, default=1, help="one of so many recorded games (default: all)")
        command.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    options = arguments(argv)
    if options.command == "hash":
        write(options.file, descriptions(options.conformance, options.every), options.jobs)
        return 0
    return report(options.before, options.after) if options.command == "diff" else against(options)


if __name__ == "__main__":
    sys.exit(main())
