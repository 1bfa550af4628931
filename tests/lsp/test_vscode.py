"""The extension for VS Code: its files hold together, and do what they should in a stand-in for VS Code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from ludens import library
from ludens.lsp.server import BOARD

FOLDER = Path(__file__).parents[2] / "editors" / "vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def test_the_package_names_files_that_exist() -> None:
    contributes = PACKAGE["contributes"]
    named = [contributes["languages"][0]["configuration"], contributes["grammars"][0]["path"], "README.md", "LICENSE"]
    assert all((FOLDER / name).is_file() for name in named)
    assert version("ludens").startswith(PACKAGE["version"])
    assert f'"{BOARD}"' in (FOLDER / "src" / "extension.js").read_text(encoding="utf-8")


def test_the_grammar_knows_the_words_of_a_game() -> None:
    grammar = json.loads((FOLDER / "syntaxes" / "lud.tmLanguage.json").read_text(encoding="utf-8"))
    rules = [(rule.get("name", ""), re.compile(rule["match"])) for rule in grammar["patterns"] if "match" in rule]
    text = library.read("Chess")
    found = {name: [m[0] for m in pattern.finditer(text)] for name, pattern in rules if name}
    assert "Mover" in found["storage.type.role.lud"] and "#1" in found["variable.parameter.lud"]
    assert "if:" in found["variable.other.property.lud"] and "Forward" in found["constant.other.lud"]
    json.loads((FOLDER / "language-configuration.json").read_text(encoding="utf-8"))


#: as the setting `ludens.command` of the extension
COMMAND = json.dumps([sys.executable, "-m", "ludens", "lsp"])


def run(*command: str, folder: Path = FOLDER, **variables: str) -> str:
    """What a command says; it has to end well."""
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=200, env=os.environ | {"NO_COLOR": "1"} | variables
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_what_it_does_also_with_the_server_itself() -> None:
    told = run("node", "--test", "--test-timeout=120000", "--test-reporter=tap", "src/", LUDENS_COMMAND=COMMAND)
    assert "# skipped 0" in told and "it starts the server, which draws the board" in told


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_what_npm_builds_works(tmp_path: Path) -> None:
    folder = tmp_path / "vscode"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    got = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True, timeout=400
    )
    if got.returncode != 0:
        pytest.skip(f"npm cannot fetch what the build needs: {got.stderr[-200:]}")
    run("npm", "run", "build", folder=folder)
    bundle = folder / PACKAGE["main"]
    told = run(
        "node", "--test", "src/server.test.js", folder=folder, LUDENS_COMMAND=COMMAND, LUDENS_EXTENSION=str(bundle)
    )
    assert "skipped 0" in told
    run("npm", "run", "package", folder=folder)
    with zipfile.ZipFile(folder / "dist" / "ludens.vsix") as packed:
        held = {name.removeprefix("extension/") for name in packed.namelist()}
    grammar = PACKAGE["contributes"]["grammars"][0]["path"].removeprefix("./")
    assert {"dist/extension.js", "package.json", "language-configuration.json", grammar} <= held
    assert not any("test" in name or "node_modules" in name for name in held)
