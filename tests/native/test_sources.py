"""What makes a game compile anew: an edit of what its code is emitted by, and of nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens import ludemes
from ludens.game.programs import EMITTING
from ludens.native import sources, sources_key
from test_imports import ROOMS


def test_code_is_emitted_by_the_rooms_that_a_game_may_import() -> None:
    assert {"system", *EMITTING} == {"game", *ROOMS["game"].split(), "system"}  # `system` emits nothing


@pytest.mark.parametrize(
    ("edited", "anew"),
    [("stage/handles.py", True), ("ludemes/moves/hop.py", True), ("web/app.py", False), ("stage/notes.txt", False)],
)
def test_an_edit_counts_where_code_is_emitted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edited: str, anew: bool
) -> None:
    for file in ("stage/handles.py", "ludemes/moves/hop.py", "web/app.py"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text("one")
    monkeypatch.setattr(sources, "_PACKAGE", str(tmp_path))
    before, of_all = sources_key("stage", "ludemes"), sources_key()
    (tmp_path / edited).write_text("another")
    sources._key.cache_clear()
    assert (sources_key("stage", "ludemes") != before) is anew
    assert (sources_key() != of_all) is edited.endswith(".py")


def test_ludemes_from_elsewhere_count_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources_key(*EMITTING)
    (tmp_path / "own.py").write_text("one")
    monkeypatch.setattr(ludemes, "__path__", [*ludemes.__path__, str(tmp_path)])
    assert sources_key(*EMITTING) != before
