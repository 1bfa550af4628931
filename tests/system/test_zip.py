"""ludens runs from a zip and from a checkout, without being installed, where its dependencies alone are there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

import ludens
from tests.system.serving import NOUGHTS, served

ROOT = Path(ludens.__file__).parents[2]
BARE = Path(__file__).parent / "bare"
MANUAL = ROOT / "docs/reference"
PROGRAM = "import sys\nsys.path.insert(0, sys.path[0] + '/ludens-main/src')\nimport ludens.__main__\n"
PLAYOUT = """
import ludens
game = ludens.load("Tic-Tac-Toe")
state = game.start(seed=1)
while not state.is_over:
    state.play(state.legal_moves()[0])
print(ludens.__path__[0], state.winner)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source as a zip, as a forge gives it: in a folder of the project's name."""
    place = tmp_path_factory.mktemp("zip") / "ludens-main.zip"
    files = [path for path in (ROOT / "src").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as into:
        for path in (*files, *MANUAL.glob("*.md")):
            into.write(path, f"ludens-main/{path.relative_to(ROOT).as_posix()}")
        into.writestr(
            "__main__.py", "import sys\nsys.path.insert(0, sys.path[0] + '/ludens-main/src')\nimport ludens.__main__\n"
        )
    return place


@pytest.fixture(params=["zip", "checkout"])
def environment(request: pytest.FixtureRequest, archive: Path, tmp_path: Path) -> dict[str, str]:
    """What a process needs that runs the source where it lies."""
    source = archive / "ludens-main/src" if request.param == "zip" else ROOT / "src"
    return around(source, tmp_path)


def around(source: Path, cache: Path) -> dict[str, str]:
    paths = os.pathsep.join([str(BARE), str(source)])
    return {**os.environ, "PYTHONPATH": paths, "LUDENS_CACHE": str(cache / "cache")}


def run(environment: dict[str, str], *arguments: str | Path) -> str:
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_says_its_version_and_plays(environment: dict[str, str], tmp_path: Path) -> None:
    assert run(environment, "-m", "ludens", "--version") == f"ludens {ludens.__version__}\n"
    folder, winner = run(environment, "-c", PLAYOUT).split()
    assert int(winner) in (0, 1, 2)
    assert Path(folder).is_dir()
    assert str(tmp_path) in folder or Path(folder) == ROOT / "src/ludens"
    assert json.loads(run(environment, "-m", "ludens", "explain", "forEach", "--json"))["manual"]


def test_the_page_answers_and_compiles_what_visitors_write(environment: dict[str, str], tmp_path: Path) -> None:
    with served(tmp_path / "data", environment) as address:
        page = httpx.get(f"{address}/", timeout=60)
        assert page.status_code == 200 and "<html" in page.text
        answer = httpx.post(f"{address}/api/tables", json={"text": NOUGHTS, "players": ["human", "random"]}, timeout=60)
        assert answer.status_code == 201, answer.text


def test_a_zip_is_run_as_a_program(archive: Path, tmp_path: Path) -> None:
    """Its workers find ludens without the path of the program: a page compiles, and variants are tried."""
    environment = around(Path(os.devnull), tmp_path)
    assert run(environment, archive, "--version") == f"ludens {ludens.__version__}\n"
    with served(tmp_path / "data", environment, program=[str(archive)]) as address:
        answer = httpx.post(f"{address}/api/tables", json={"text": NOUGHTS, "players": ["human", "random"]}, timeout=60)
        assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("cache", ["off", "/proc/nowhere"])
def test_a_zip_needs_no_cache(archive: Path, tmp_path: Path, cache: str) -> None:
    environment = around(archive / "ludens-main/src", tmp_path) | {"LUDENS_CACHE": cache, "TMPDIR": str(tmp_path)}
    assert run(environment, "-m", "ludens", "--version") == f"ludens {ludens.__version__}\n"
    assert not list(tmp_path.iterdir())
