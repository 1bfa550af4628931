"""Certificates: what they test, what they find, how they are written and read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludens
from ludens.certify import Certificate, Check, Effort, certify, read_recorded
from ludens.certify.finder import Finder
from ludens.certify.page import badge, page
from ludens.cli import main
from ludens.game.single import SingleGame
from ludens.game.trial import Recorder, write_trial

ENDLESS = """
(game "Endless" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (move Add (to (sites Empty)) (then (while (= 1 1) (set Score P1 1)))))
        (end (if (is Full) (result P1 Win)))))
"""
LITTLE = Effort(plies=4, games=3, direct=2)


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    return certify(ludens.load("Tic-Tac-Toe"), LITTLE)


def test_what_holds_is_counted(certificate: Certificate) -> None:
    verdicts = {check.name: check.verdict for check in certificate.checks}
    assert verdicts == {
        "promises": "holds",
        "modules": "holds",
        "direct": "holds",
        "by number": "holds",
        "random games": "holds",
        "recorded games": "not tested",
    }
    assert certificate.holds
    assert {check.count for check in certificate.checks if check.name == "direct"} == {6}


def test_it_is_read_as_it_is_written(certificate: Certificate) -> None:
    assert Certificate.from_dict(json.loads(json.dumps(certificate.to_dict()))) == certificate
    with pytest.raises(ValueError, match="no certificate"):
        Certificate.from_dict({"game": "Hex"})


def test_a_move_that_is_never_drawn_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = Finder.all_found
    monkeypatch.setattr(Finder, "all_found", lambda self, state: everything(self, state)[1:])
    made = certify(ludens.load("Tic-Tac-Toe"), LITTLE)
    assert not made.holds
    (failed,) = (check for check in made.checks if check.failures)
    assert failed.name == "by number"
    assert failed.failures[0].startswith("seed 1, ply 0")


def test_limits_that_are_met_are_told() -> None:
    made = certify(ludens.load(ENDLESS), Effort(plies=2, games=1, direct=0))
    failures = [failure for check in made.checks for failure in check.failures]
    assert failures
    assert all("without ending" in failure for failure in failures)


def test_a_trial_file_is_compared(tmp_path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    assert isinstance(game, SingleGame)
    state, recorder = game.start(rng_state=bytes(8)), Recorder(game, bytes(8))
    for _ in range(3):
        choices = len(state.legal_moves())
        recorder.add(state.play(state.legal_moves()[0]), choices)
    file, text = tmp_path / "game.trl", write_trial(recorder.trial(state))
    file.write_text(text, encoding="utf-8")
    made = certify(game, LITTLE, files=[read_recorded(file)])
    assert made.checks[-1].verdict == "holds"
    file.write_text(text.replace("to=1", "to=0"), encoding="utf-8")
    assert certify(game, LITTLE, files=[read_recorded(file)]).checks[-1].verdict == "fails"


def test_the_page_shows_names_as_text() -> None:
    bad = Check("x", "claims <b>", 1, ("fails <i>",))
    made = Certificate("<script>", (), "", "", "1", "here", "today", 1, (bad,))
    assert "<script>" not in page([made]) + badge(made)
    assert "fails &lt;i&gt;" in page([made])
    assert "not exact" in badge(made)


def test_the_command_writes_a_folder_and_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.lud").write_text(ludens.library.read("Tic-Tac-Toe"), encoding="utf-8")
    (folder / "b.lud").write_text('(game "Broken"', encoding="utf-8")
    asked = ["certify", str(folder), "-o", str(tmp_path / "out"), "--plies", "2", "-n", "2", "--direct", "1"]
    assert main(asked) == 1
    told = capsys.readouterr()
    assert "Tic-Tac-Toe: holds" in told.out
    assert "b.lud" in told.err
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"index.html", "tictactoe.json", "tictactoe.svg"}
    (folder / "b.lud").unlink()
    monkeypatch.setattr("ludens.certify.making.certify", lambda *_, **__: pytest.fail("it is made already"))
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certificates"][0]["holds"]
