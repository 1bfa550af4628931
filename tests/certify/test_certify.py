"""Certificates: what they test, what they find, how they are written and read."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.encoding import Encoding, candidates
from ludens.game.single import SingleGame
from ludens.game.trial import Recorder, write_trial
from ludens.testing.certificates import Certificate, Check, Effort, certify, read_recorded
from ludens.testing.certificates.finder import Finder
from ludens.testing.certificates.page import badge, page
from ludens.testing.certificates.published import of_game, read_published

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
        "answers": "holds",
        "restored": "holds",
        "undone": "holds",
        "notation": "holds",
        "seeds": "holds",
        "batches": "holds",
        "modules": "holds",
        "direct": "holds",
        "counted": "holds",
        "symmetric": "holds",
        "random games": "holds",
        "limits": "holds",
        "perft": "not tested",
        "recorded moves": "not tested",
        "recorded positions": "not tested",
        "recorded ends": "not tested",
    }
    assert certificate.holds
    assert {check.count for check in certificate.checks if check.name == "direct"} == {6}


def test_it_is_read_as_it_is_written(certificate: Certificate) -> None:
    assert Certificate.from_dict(json.loads(certificate.to_json())) == certificate
    assert sum('"claim"' in line for line in certificate.to_json().splitlines()) == len(certificate.checks)
    with pytest.raises(ValueError, match="no certificate"):
        Certificate.from_dict({"game": "Hex"})


def test_a_move_that_is_never_drawn_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = Finder.find_all
    monkeypatch.setattr(Finder, "find_all", lambda self, state: everything(self, state)[1:])
    made = certify(ludens.load("Tic-Tac-Toe"), LITTLE)
    assert not made.holds
    (failed,) = (check for check in made.checks if check.failures)
    assert failed.name == "counted"
    assert failed.failures[0].startswith("seed 1, ply 0")


def test_a_forced_pass_is_drawn() -> None:
    """Black is to move first, and all four places beside the middle are White's."""
    game = ludens.load("Seega")
    state = game.start(seed=0)
    for site in (7, 11, 0, 1, 13, 17, 2, 3, *(site for site in range(4, 25) if site not in (7, 11, 12, 13, 17))):
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
    finder = Finder(game)
    assert state.notations() == ["pass"]
    assert finder.by_number
    assert finder.after(state, finder.find_all(state)) == finder.after(state, finder.list_all(state))


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
    assert [check.verdict for check in made.checks[-3:]] == ["holds", "holds", "not tested"]
    file.write_text(text.replace("to=1", "to=0"), encoding="utf-8")
    assert certify(game, LITTLE, files=[read_recorded(file)]).checks[-2].verdict == "fails"


def test_the_page_shows_names_as_text() -> None:
    bad = Check("x", "claims <b>", 1, ("fails <i>",))
    made = Certificate("<script>", (), (), "", "", "1", "here", "today", {}, (bad,))
    told = page([("<s>", made)])
    assert "<script>" not in told + badge(made) and "<s>" not in told
    assert "fails &lt;i&gt;" in told
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
    monkeypatch.setattr(
        "ludens.testing.certificates.certification.certify", lambda *_, **__: pytest.fail("it is made already")
    )
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certificates"][0]["holds"]


def test_games_of_one_name_do_not_write_over_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, folder = ludens.library.read("Tic-Tac-Toe"), tmp_path / "games"
    folder.mkdir()
    (folder / "a.lud").write_text(text, encoding="utf-8")
    (folder / "b.lud").write_text(text.replace("(square 3)", "(square 4)"), encoding="utf-8")
    out = tmp_path / "out"
    asked = ["certify", str(folder), "-o", str(out), "--plies", "2", "-n", "2", "--direct", "1"]
    written = []
    for _ in range(2):  # the second time, the first game's lies there already
        assert main(asked) == 1
        told = capsys.readouterr().err
        assert "b.lud: tictactoe.json is the certificate of" in told and "a.lud, whose game" in told
        written.append((out / "tictactoe.json").read_text(encoding="utf-8"))
    assert written[0] == written[1]
    assert main(["certify", str(folder / "b.lud"), "-o", str(tmp_path / "other"), *asked[4:]]) == 0
    assert (tmp_path / "other" / "tictactoe.json").is_file()


#: the first player may not begin in the first column: no reflection from left to right
LOPSIDED = """
(game "Lopsided" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (play (move Add (to (difference (sites Empty) (if (< (count Moves) 1) (sites Left) (sites {}))))))
        (end (if (is Line 3) (result Mover Win)))))
"""


def claim(made: Certificate, name: str) -> Check:
    (found,) = (check for check in made.checks if check.name == name)
    return found


def test_positions_and_their_images_agree(certificate: Certificate) -> None:
    assert claim(certificate, "symmetric").count > 30
    found = claim(certify(ludens.load(LOPSIDED), LITTLE), "symmetric")
    assert found.count > 0 and not found.failures  # from top to bottom it is one
    one_way = LOPSIDED.replace("(sites Left)", "(sites {0 1})").replace("(< (count Moves) 1)", "(is Mover P1)")
    assert claim(certify(ludens.load(one_way), LITTLE), "symmetric").skipped == "it has no symmetry"


def test_an_image_that_differs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of another seed are held against what was taken for a symmetry."""
    lopsided = ludens.load(LOPSIDED)
    encoding = Encoding(lopsided)
    wrong = next(one for one in candidates(encoding) if one.name == "reflection left to right")
    assert wrong not in encoding.symmetries
    monkeypatch.setattr(Encoding, "symmetries", (encoding.symmetries[0], wrong))
    found = claim(certify(lopsided, LITTLE), "symmetric")
    assert found.verdict == "fails" and "left to right" in found.failures[0]


def test_published_numbers_are_counted(tmp_path: Path) -> None:
    rows = of_game("Tic-Tac-Toe", read_published())
    assert rows
    made = certify(ludens.load("Tic-Tac-Toe"), Effort(plies=2, games=1, direct=0, leaves=100), published=rows)
    assert claim(made, "perft").count == sum(row.leaves <= 100 for row in rows) == 1
    table = tmp_path / "perft.tsv"
    table.write_text("game\tdepth\tleaves\tsource\nTic-Tac-Toe\t2\t73\tnobody\n", encoding="utf-8")
    (wrong,) = read_published(table)
    made = certify(ludens.load("Tic-Tac-Toe"), Effort(plies=2, games=1, direct=0), published=[wrong])
    assert claim(made, "perft").failures == ("depth 2: 72 sequences, 73 published by nobody",)
    for text, line in (("game\tdepth\n", 1), ("game\tdepth\tleaves\tsource\nHex\tone\t2\tx\n", 2)):
        table.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=rf"perft\.tsv:{line}: "):
            read_published(table)


def test_broken_promises_are_told_by_their_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.game.singlestate.SingleState.undo", lambda self: None)
    made = certify(ludens.load("Tic-Tac-Toe"), LITTLE)
    assert claim(made, "undone").verdict == "fails" and claim(made, "answers").verdict == "holds"
    assert claim(made, "batches").skipped == "it was not come to"


def test_a_sample_is_compared_with_what_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    little = ["--plies", "2", "-n", "2", "--direct", "0"]
    made = ["certify", "Tic-Tac-Toe", "Hexpawn", *little]
    assert main([*made, "-o", str(tmp_path)]) == 0
    compared = ["certify", "Tic-Tac-Toe", "Hexpawn", "--against", str(tmp_path), "--sample", "1", "--json"]
    capsys.readouterr()
    names = set[str]()
    for salt in "abcdef":
        assert main([*compared, "--salt", salt]) == 0
        told = json.loads(capsys.readouterr().out)
        (one,) = told["certificates"]
        assert told["worse"] == {one["game"]: []} and one["effort"]["plies"] == 2
        names.add(one["game"])
    assert names == {"Tic-Tac-Toe", "Hexpawn"}
    file = tmp_path / "tictactoe.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"direct": 0', '"direct": 1'), encoding="utf-8")
    assert main(["certify", "Tic-Tac-Toe", "--against", str(tmp_path)]) == 0
    assert main(["certify", "Tic-Tac-Toe", "--against", str(tmp_path / "none")]) == 2


def test_certificates_may_be_lines_of_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "all.jsonl"
    effort = ["--plies", "2", "-n", "2", "--direct", "1"]
    assert main(["certify", "Tic-Tac-Toe", "Hexpawn", "-o", str(lines), *effort]) == 0
    assert [json.loads(line)["game"] for line in lines.read_text().splitlines()] == ["Hexpawn", "Tic-Tac-Toe"]
    before = lines.read_text()
    assert main(["certify", "Tic-Tac-Toe", "-o", str(lines), *effort]) == 0 and lines.read_text() == before
    assert main(["certify", "Hexpawn", "--against", str(lines)]) == 0 and "holds" in capsys.readouterr().out


def test_what_held_and_does_not_is_worse(certificate: Certificate) -> None:
    checks = tuple(
        replace(check, failures=("why",)) if check.name == "undone" else check for check in certificate.checks
    )
    now = replace(certificate, checks=checks)
    assert now.worse(certificate) == [f"undone: fails, and held on {certificate.date}: why"]
    assert certificate.worse(now) == []
