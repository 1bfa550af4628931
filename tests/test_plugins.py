"""A package that is installed beside ludens adds to it: what its entry points name is listed, and works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludens import plugins

EXTEND = Path(__file__).parents[1] / "examples" / "extend"
ENTRY_POINTS = """\
[ludens.agents]
central = plus.central

[ludens.commands]
jsonlines = plus.jsonlines

[ludens.notations]
plus = plus.writing:Plus
"""
WRITING = """\
from ludens.notation.style import Style

class Plus(Style):
    family = "plus"

    @classmethod
    def of(cls, game):
        return None
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package installed in it, of the agent and the command that the how-tos write."""
    site = tmp_path_factory.mktemp("site")
    (site / "plus-1.0.dist-info").mkdir()
    (site / "plus-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: plus\nVersion: 1.0\n")
    (site / "plus-1.0.dist-info" / "entry_points.txt").write_text(ENTRY_POINTS)
    (site / "plus").mkdir()
    for source in ("agents/central.py", "cli/jsonlines.py"):
        shutil.copy(EXTEND / source, site / "plus")
    (site / "plus" / "writing.py").write_text(WRITING)
    return site


def run(site: Path, *words: str, text: str = "") -> str:
    """What a Python process prints that finds the package."""
    path = os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, *words], env={**os.environ, "PYTHONPATH": path}, input=text, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_commands_of_a_package_are_listed_and_run(site: Path) -> None:
    listed = run(site, "-m", "ludens", "--help").split("from elsewhere")[1]
    assert "jsonlines" in listed and "greener" not in listed
    assert '"mover": 2' in run(site, "-m", "ludens", "jsonlines", "Tic-Tac-Toe", text='{"play": "b2"}\n')


def test_agents_and_notations_of_a_package_are_known(site: Path) -> None:
    script = """if True:
        import ludens
        print(*ludens.agents.kinds())
        print(*(family.family for family in ludens.notation.families()))
    """
    agents, families = (line.split() for line in run(site, "-c", script).splitlines())
    assert {"central", "net", "uct"} <= set(agents)
    assert {"plus", "amazons", "chess"} <= set(families)


def test_what_ludens_brings_itself_can_be_imported() -> None:
    for kind in ("agents", "bots", "commands", "notations", "screens"):
        assert len(plugins.load_all(kind)) >= 1
    assert plugins.load("commands", "none such") is None
