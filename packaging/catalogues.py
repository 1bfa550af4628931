"""Builds what a wheel has in place of the catalogues of `ludens.words`: all of them in one file, half as large."""

from __future__ import annotations

import json
import lzma
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Packs the catalogues for a wheel; where the package is used from its folder, they are read there."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        texts = {path.stem: _without_notes(path) for path in sorted(Path(self.root, "src/ludens/words").glob("*.po"))}
        self._folder = tempfile.TemporaryDirectory()
        packed = Path(self._folder.name, "catalogues.xz")
        packed.write_bytes(lzma.compress(json.dumps(texts, ensure_ascii=False).encode(), preset=9))
        build_data["force_include"][str(packed)] = "ludens/words/catalogues.xz"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()


def _without_notes(path: Path) -> str:
    """A catalogue without what it says to translators alone; of where a text stands, whether that is on the page."""
    return "".join(map(_needed, path.read_text(encoding="utf-8").splitlines(keepends=True)))


def _needed(line: str) -> str:
    if line.startswith("#:"):
        return "#: .js\n" if ".js" in line or ".html" in line else ""
    return "" if line.startswith("#.") else line
