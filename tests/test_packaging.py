"""What is published: the source distribution holds all that its tests need, the wheel all that runs."""

from __future__ import annotations

import json
import lzma
import os
import re
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling import build

from ludens.words.catalogue import ENGLISH, entries, joined, languages

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def in_root() -> Iterator[None]:
    """The build backend builds what lies in the working directory."""
    before = Path.cwd()
    os.chdir(ROOT)
    yield
    os.chdir(before)


def tracked() -> set[str]:
    """The files of the repository; skips the test outside of one."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not in a git repository")
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}


@pytest.mark.usefixtures("in_root")
def test_the_source_distribution_holds_every_file_but_the_pictures_of_the_manual(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / build.build_sdist(str(tmp_path))) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    pictures = ("docs/gallery/", "docs/looks/", "docs/screenshots/")
    assert {name for name in tracked() if not name.startswith(pictures)} - held == set()
    assert not any(name.startswith(pictures) for name in held)


def built(folder: Path, output: Path) -> set[str]:
    """The files of the package in a wheel that is built in a folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        with zipfile.ZipFile(output / build.build_wheel(str(output))) as archive:
            return {name for name in archive.namelist() if ".dist-info/" not in name}
    finally:
        os.chdir(before)


def test_the_container_is_built_from_what_it_copies(tmp_path: Path) -> None:
    """What the Containerfile copies is all that the wheel is built from."""
    lines = re.findall(r"^COPY (?!--)(.*)$", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    source, held, own = (tmp_path / name for name in ("source", "held", "own"))
    for folder in (source, held, own):
        folder.mkdir()
    for *names, target in map(str.split, lines):
        for name in names:
            place = source / (name if target == "./" else target)
            place.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, place)
    assert built(source, held) == built(ROOT, own)


@pytest.mark.usefixtures("in_root")
def test_the_wheel_has_all_catalogues_in_one_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / build.build_wheel(str(tmp_path))) as archive:
        texts = joined(json.loads(lzma.decompress(archive.read("ludens/words/catalogues.xz"))))
    assert texts.keys() == languages().keys() - {ENGLISH}
    for language, text in texts.items():
        own = list(entries((ROOT / f"src/ludens/words/{language}.po").read_text(encoding="utf-8")))
        assert [(one.text, one.translations, one.is_on_pages) for one in entries(text)] == [
            (one.text, one.translations, one.is_on_pages) for one in own
        ]


@pytest.mark.usefixtures("in_root")
def test_the_wheel_has_all_games_in_one_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / build.build_wheel(str(tmp_path))) as archive:
        texts = json.loads(lzma.decompress(archive.read("ludens/library/games.xz")))
    folder = ROOT / "src/ludens/library/games"
    assert texts == {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.lud")}


@pytest.mark.usefixtures("in_root")
def test_the_wheel_holds_the_package_and_no_more(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / build.build_wheel(str(tmp_path))) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    package = {name.removeprefix("src/") for name in tracked() if name.startswith("src/ludens/")}
    package = {name for name in package if not name.startswith("ludens/web/vendor/")}  # for npm alone
    heuristics = {path.name for path in (ROOT / "src/ludens/agents/tuned_heuristics").glob("*.txt")}
    games = {name for name in package if name.startswith("ludens/library/games/")}
    assert package - held == games | {f"ludens/words/{code}.po" for code in languages() if code != ENGLISH} | {
        f"ludens/agents/tuned_heuristics/{name}" for name in heuristics
    }
    assert {f"ludens/agents/tuned_heuristics/{name}.xz" for name in heuristics} <= held
    assert all(name.startswith("ludens/") for name in held)
