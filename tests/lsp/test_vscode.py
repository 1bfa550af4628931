"""The extension for VS Code: its files hold together, and do what they should in a stand-in for VS Code."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
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


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_what_it_does() -> None:
    done = subprocess.run(["node", "--test", "src/"], cwd=FOLDER, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
