"""The ratchet's own rules: levels only rise, and the sample holds what it must."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest


def load_ratchet() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ratchet", Path(__file__).with_name("ratchet.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ratchet"] = module
    spec.loader.exec_module(module)
    return module


ratchet = load_ratchet()


def test_update_raises_and_never_lowers(tmp_path: Path) -> None:
    levels, report = tmp_path / "levels.tsv", tmp_path / "report.json"
    ratchet.write_levels(levels, [ratchet.Entry("a.lud", 4, True), ratchet.Entry("b.lud", 2)])
    report.write_text(json.dumps([{"path": p, "level": n} for p, n in (("a.lud", 1), ("b.lud", 5), ("c.lud", 3))]))
    ratchet.main(["--levels", str(levels), "--update", str(report)])
    expected = [ratchet.Entry("a.lud", 4, True), ratchet.Entry("b.lud", 5), ratchet.Entry("c.lud", 3)]
    assert ratchet.read_levels(levels) == expected


def test_sample_holds_what_is_marked_and_spreads_the_rest() -> None:
    entries = [ratchet.Entry(f"{n:03}.lud", n % 6, always=n < 12) for n in range(300)]
    chosen = ratchet.sample(entries, 50)
    assert len(chosen) == len({entry.path for entry in chosen}) == 50
    assert all(entry.level > 0 for entry in chosen)
    assert [entry for entry in entries if entry.always and entry.level] == chosen[:10]


def test_sample_of_few_games_is_all_of_them() -> None:
    entries = [ratchet.Entry("a.lud", 1), ratchet.Entry("b.lud", 0), ratchet.Entry("c.lud", 5, True)]
    assert {entry.path for entry in ratchet.sample(entries, 50)} == {"a.lud", "c.lud"}


def fake_replay(folder: Path, second: dict[str, object]) -> None:
    """A script that has no answer for `late.lud` at first, and gives `second` when it is asked with more time."""
    (folder / "replay.py").write_text(
        "def run(tasks, jobs, timeout, report):\n"
        "    for _, _, name in tasks:\n"
        f"        answer = {second!r} if timeout > 60 else {{'level': 0, 'why': 'no answer in 60 s'}}\n"
        "        report({'path': name, **(answer if name == 'late.lud' else {'level': 5})})\n"
    )


@pytest.mark.parametrize(
    ("second", "code", "said"),
    [
        ({"level": 5}, 0, "2 of 2 games judged"),
        ({"level": 3}, 1, "FELL late.lud: exact -> partial"),
        ({"level": 0, "why": "no answer in 400 s"}, 1, "late.lud: no answer in 400 s"),
    ],
)
def test_a_game_without_an_answer_is_asked_once_more(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    second: dict[str, object],
    code: int,
    said: str,
) -> None:
    fake_replay(tmp_path, second)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", {name: held for name, held in sys.modules.items() if name != "replay"})
    entries = [ratchet.Entry("late.lud", 5), ratchet.Entry("other.lud", 5)]
    assert ratchet.check(tmp_path, entries, jobs=1, budget=60, minimum=1) == code
    assert said in capsys.readouterr().out


def test_committed_levels_are_sorted_and_valid() -> None:
    entries = ratchet.read_levels(ratchet.LEVELS_FILE)
    assert [entry.path for entry in entries] == sorted({entry.path for entry in entries})
    assert all(0 <= entry.level <= 5 for entry in entries)


def test_without_recorded_games_there_is_nothing_to_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ratchet.main(["--conformance", str(tmp_path / "nowhere")]) == 0
    assert "nothing to hold" in capsys.readouterr().out
