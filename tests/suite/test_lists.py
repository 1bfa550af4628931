from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from ludens import suite
from ludens.cli.common import games_of
from ludens.suite import Measured, SuiteError
from ludens.suite.list_builder import make
from ludens.suite.lists import rules_of

V1 = suite.load("v1")


@pytest.mark.parametrize("entry", V1.entries, ids=lambda entry: entry.title)
def test_the_rules_of_published_games_have_not_changed(entry: suite.Entry) -> None:
    """A published list is frozen: whoever changes the rules of one of its games makes a new list."""
    assert rules_of(entry.text(), entry.options) == entry.rules


@pytest.mark.slow
@pytest.mark.parametrize("entry", V1.entries, ids=lambda entry: entry.title)
def test_the_encodings_of_published_games_have_not_changed(entry: suite.Entry) -> None:
    assert entry.load().name


def test_a_published_list_is_whole() -> None:
    assert "v1" in suite.names()
    assert (V1.name, len({(entry.game, entry.options) for entry in V1.entries})) == ("v1", len(V1.entries))
    assert {entry.difficulty for entry in V1.entries} == {"easy", "medium", "hard"}
    assert all(0 <= entry.measured.lowest < entry.measured.highest <= 1 for entry in V1.entries)
    assert V1.entries[0].load().encoding.version == V1.entries[0].encoding


def test_a_game_that_has_changed_is_refused() -> None:
    entry = V1.entries[0]
    with pytest.raises(SuiteError, match=r"the rules of .* are not those that the list was made with"):
        dataclasses.replace(entry, rules="0").load()
    with pytest.raises(SuiteError, match="was 1-0 when the list was made"):
        dataclasses.replace(entry, encoding="1-0").load()
    with pytest.raises(SuiteError, match=r"Nowhere\.lud of the list is not there"):
        dataclasses.replace(entry, game="Nowhere.lud").load()
    assert dataclasses.replace(entry, encoding="1-0").load(encoding=False).name


def test_rules_are_told_from_what_decides_nothing() -> None:
    game = '(game "A" (players 2) (equipment {(board (square 3))}) (rules (play (move Pass)) (end (if (is Full) %s))))'
    plain = rules_of(game % "(result Mover Win)", [])
    assert rules_of("// said\n" + (game % "  (result  Mover Win)") + '(metadata (info {(author "B")}))', []) == plain
    assert rules_of(game % "(result Mover Loss)", []) != plain


def test_what_is_asked_for_and_not_there_is_named() -> None:
    with pytest.raises(SuiteError, match="there is no list 'v0'; there are v1"):
        suite.load("v0")
    with pytest.raises(SuiteError, match="v1 has no kind 'poker'; it has "):
        V1.chosen(kinds=["poker"])
    assert {entry.kind for entry in V1.chosen(kinds=["line"])} == {"line"}
    assert V1.chosen() == list(V1.entries)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "is no list of games: KeyError: 'format'"),
        ("nonsense", "is no list of games: JSONDecodeError"),
        ('{"format": 9}', "version 9 of a list of games"),
        ('{"format": 1, "entries": [{"options": [], "measured": {}}]}', "is no list of games: TypeError"),
    ],
)
def test_a_file_that_is_no_list_says_so(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "own.json"
    path.write_text(text)
    with pytest.raises(SuiteError, match=message):
        suite.load(str(path))


def test_a_list_of_files_is_made_and_read_again(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "Small.lud").write_text(
        '(game "Small" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})'
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    (games / "Alone.lud").write_text(
        '(game "Alone" (players 1) (equipment {(board (square 3)) (piece "Stone" Each)})'
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"
    )
    sources = [(str(Path(one.name).relative_to(tmp_path)), []) for one in games_of([str(games)])]
    said: list[str] = []
    own = make(
        "own", "Small games.", sources, opponents=("random", "uct:50"), measured=6, folder=tmp_path, report=said.append
    )
    assert "games/Alone.lud is left out: matches are between two players, and Alone has 1" in said
    path = tmp_path / "own.json"
    path.write_text(json.dumps(own.to_dict()))
    again = suite.load(str(path))
    assert again == own
    (entry,) = again.entries
    assert (entry.game, entry.kind, entry.difficulty) == ("games/Small.lud", "games", "easy")
    assert isinstance(entry.measured, Measured)
    assert entry.load().name == "Small"
    assert suite.evaluate("uct:50", again, n=4).scored.score > 0.5
    (games / "Small.lud").write_text((games / "Small.lud").read_text().replace("Line 3", "Line 2"))
    with pytest.raises(SuiteError, match=r"the rules of games/Small\.lud are not those"):
        entry.load()
