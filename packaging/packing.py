"""Packs what is large in a wheel: the games of the library and the catalogues of `ludens.words`, each in one file, the
catalogues with each English text once; and the learnt heuristics of `ludens.agents`, each in a file of its own."""

from __future__ import annotations

import json
import lzma
import tempfile
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: of texts: what stands at a byte does not depend on where it stands
FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "pb": 0}]


class PackingHook(BuildHookInterface[Any]):
    """Packs for a wheel; where the package is used from its folder, all is read there."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        texts = {path.stem: _without_notes(path) for path in sorted(Path(self.root, "src/ludens/words").glob("*.po"))}
        self._folder = tempfile.TemporaryDirectory()
        games = Path(self.root, "src/ludens/library/games")
        descriptions = {path.relative_to(games).as_posix(): path for path in sorted(games.rglob("*.lud"))}
        files = {
            "words/catalogues": _json(columns(texts)),
            "library/games": _json({name: path.read_text(encoding="utf-8") for name, path in descriptions.items()}),
        }
        for path in Path(self.root, "src/ludens/agents/tuned_heuristics").glob("*.txt"):
            files[f"agents/tuned_heuristics/{path.name}"] = path.read_bytes()
        for name, data in files.items():
            packed = Path(self._folder.name, f"{Path(name).name}.xz")
            packed.write_bytes(lzma.compress(data, filters=FILTERS))
            build_data["force_include"][str(packed)] = f"ludens/{name}.xz"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()


def columns(texts: dict[str, str]) -> dict[str, list[str]]:
    """Catalogues that have the same messages: these once, then what each language says of them; joined it is the file.

    `ludens.words.catalogue` puts them together.
    """
    table = {code: [block.partition("\nmsgstr") for block in text.split("\n\n")] for code, text in texts.items()}
    heads = {code: [block[0] for block in blocks[1:]] for code, blocks in table.items()}
    first = next(iter(heads.values()), [])
    if any(one != first for one in heads.values()):
        raise ValueError("catalogues differ in their messages: run python docs/making/messages.py")
    languages = {code: ["".join(blocks[0]), *(block[2] for block in blocks[1:])] for code, blocks in table.items()}
    return {"": first, **languages}


def _without_notes(path: Path) -> str:
    """A catalogue without what it says to translators alone; of where a text stands, whether that is on the page."""
    return "".join(map(_needed, path.read_text(encoding="utf-8").splitlines(keepends=True)))


def _needed(line: str) -> str:
    if line.startswith("#:"):
        return "#: .js\n" if ".js" in line or ".html" in line else ""
    return "" if line.startswith("#.") else line
