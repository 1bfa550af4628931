"""Results that people send, checked and on a leaderboard; costs, lists of all games, levels of disguise."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludens
from envs.games import MATCHING, PUZZLE, THREE
from ludens import suite
from ludens.arena.score import Score
from ludens.cli import main
from ludens.suite import Prompts
from ludens.suite.disguise_levels import unseen
from ludens.suite.lists import Entry, Suite, rules_of
from ludens.suite.scoring import Evaluation, GameResult
from ludens.suite.splits import UNMEASURED, split, whole_library
from ludens.suite.transcripts import read

GAME = "Tic-Tac-Toe"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games of two agents, one of them also in disguise."""
    path = tmp_path_factory.mktemp("results") / "results.jsonl"
    for agent, options in (("uct:30", {}), ("random", {}), ("random", {"disguised": 3, "misere": True})):
        suite.evaluate(agent, games=[GAME], n=2, seed=4, transcripts=path, **options)  # type: ignore[arg-type]
    return path


def test_honest_results_are_as_they_say(results: Path) -> None:
    games = read(results)
    assert len(games) == 18 and suite.check_results(games) == []


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        (lambda game: game["result"].update(winner=3 - game["seat"]), "does not end as it says"),
        (lambda game: game["turns"][0].update(move="Z9"), "Z9"),
        (lambda game: game["turns"].pop(), "does not end as it says|moves"),
        (lambda game: game.update(seed=game["seed"] + 1), "the seed of game"),
        (lambda game: game.update(seat=3 - game["seat"]), "seat"),
        (lambda game: game.update(rules="0"), "the rules of"),
        (lambda game: game.update(opponent="uct:1"), "no opponent"),
        (lambda game: game.update(suite="v0"), "there is no list"),
        (lambda game: game.pop("turns"), "no transcript"),
    ],
)
def test_what_was_tampered_with_is_found(results: Path, change: Any, trouble: str) -> None:
    game: Any = next(one for one in copy.deepcopy(read(results)) if one["result"]["winner"])
    change(game)
    (finding,) = suite.check_results([game])
    import re

    assert finding.line == 1 and re.search(trouble, finding.trouble)


def test_moves_that_an_opponent_did_not_choose_are_found(results: Path) -> None:
    """The opponent's blunder is written into a file, where the real one plays otherwise."""
    game: Any = copy.deepcopy(next(one for one in read(results) if one["opponent"] == "uct:50" and one["seat"] == 1))
    turn = next(one for one in game["turns"] if one["player"] == 2)
    taken = {one["move"] for one in game["turns"]}
    turn["move"] = next(
        square for square in ("A1", "A2", "A3", "B1", "C1", "C2", "C3", "B3", "B2") if square not in taken
    )
    (finding,) = suite.check_results([game])
    assert f"is {turn['move']}, where" in finding.trouble


def test_the_same_game_counts_once(results: Path) -> None:
    game = read(results)[0]
    assert [str(one) for one in suite.check_results([game, game])] == ["line 2: the same game is there twice"]


def test_a_leaderboard_from_files(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = suite.rows_of(read(results))
    assert [(row.level, row.agent) for row in rows] == [(0, "uct:30"), (0, "random"), (3, "random")]
    assert rows[0].games == 1 and rows[0].of == len(suite.load("v1").entries)
    assert rows[0].bounded.low < 1 / rows[0].of and rows[0].bounded.high > 0.9  # what was not played is open
    page = tmp_path / "board.html"
    assert main(["suite", "board", str(results), "-o", str(page)]) == 0
    text = page.read_text()
    assert "18 games were played again" in text and "uct:30" in text and suite.load("v1").protocol in text
    assert main(["suite", "check", str(results)]) == 0
    assert "18 of 18 games are as they say" in capsys.readouterr().out
    lines = results.read_text().splitlines()
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("\n".join([lines[0], lines[1].replace('"moves"', '"no"').replace('"seed": ', '"seed": 1')]) + "\n")
    assert main(["suite", "check", str(wrong)]) == 1
    assert main(["suite", "check", str(tmp_path / "nowhere")]) == 2


def test_what_a_run_costs_is_known_before(capsys: pytest.CaptureFixture[str]) -> None:
    listing = suite.load("v1")
    entries = listing.chosen(games=[GAME])
    first = suite.estimate(listing, entries, prices=(1.0, 2.0))
    second = suite.estimate(listing, entries, prompts=Prompts(), prices=(1.0, 2.0), cached_price=0.1)
    assert first.games == 60 and 200 < first.turns < 300 and first.cached == 0
    assert second.cached > second.tokens_in / 2 and second.money > 0
    assert (first + second).turns == first.turns + second.turns
    assert main(["suite", "cost", "v1", "--game", GAME, "--prices", "1", "10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["money"] > 0


def test_games_that_do_not_count_leave_the_score_open() -> None:
    entry = suite.load("v1").chosen(games=[GAME])[0]
    whole = GameResult(entry, {"random": Score(wins=9, losses=1)})
    part = GameResult(entry, {"random": Score(wins=9, losses=1)}, uncounted={"late": 10})
    assert part.scored == whole.scored == whole.bounded
    assert part.bounded.low < whole.scored.low and part.bounded.high >= whole.scored.high
    none = GameResult(entry, {}, uncounted={"late": 10})
    assert (none.bounded.low, none.bounded.high) == (0.0, 1.0)
    found = Evaluation("v1", "x", 0, (whole, none))
    assert found.bounded.low < found.scored.low


def test_a_protocol_changes_with_what_is_played() -> None:
    one = suite.load("v1")
    assert one.protocol == suite.load("v1").protocol and one.protocol.startswith("v1-")
    assert replace(one, games=7).protocol != one.protocol != replace(one, entries=one.entries[1:]).protocol


# --- every library game


def test_the_library_is_split_by_family() -> None:
    listing = suite.load("v2")
    splits = {entry.split for entry in listing.entries}
    assert splits == {"train", "validation", "held-out"} and len(listing.entries) > 200
    assert len(listing.chosen(splits=["train"])) > len(listing.entries) / 2
    for trait in ("chance", "hidden information", "moves at once", "puzzle", "many players"):
        assert {entry.split for entry in listing.entries if trait in entry.traits} >= {"held-out", "train"} or (
            trait in ("many players", "moves at once")
        )
    families = {entry.kind for entry in listing.entries}
    assert families == {entry.kind for entry in listing.chosen(splits=["train"])}
    assert main(["suite", "show", "v2", "--kind", "puzzle"]) == 0


@pytest.mark.slow
def test_the_list_is_what_the_library_is() -> None:
    """Whoever adds a game, or changes one, makes a new list: `ludens suite split`."""
    assert whole_library("v2").entries == suite.load("v2").entries


def test_siblings_stay_together() -> None:
    family = [Entry(f"{name} Draughts", (), "capture", "", "", "", UNMEASURED) for name in ("Thai", "Pool", "Spanish")]
    assert len({entry.split for entry in split(family)}) == 1
    several = [Entry(name, (), "x", "", "", "", UNMEASURED) for name in "ABCDEFGHIJ"]
    assert {entry.split for entry in split(several)} == {"train", "validation", "held-out"}


def own_list(tmp_path: Path, texts: Sequence[str]) -> Suite:
    entries = []
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.lud").write_text(text)
        entries.append(Entry(f"{number}.lud", (), "own", "", rules_of(text, ()), "", UNMEASURED, tmp_path))
    return Suite("own", "", ("random",), 6, 50, tuple(entries))


def test_all_kinds_of_games_are_played(tmp_path: Path) -> None:
    """One player, three players, and players who move at once."""
    listing = own_list(tmp_path, [PUZZLE, THREE, MATCHING])
    path = tmp_path / "games.jsonl"
    found = suite.evaluate("random", listing, transcripts=path)
    assert [result.games for result in found.results] == [6, 6, 6] and not found.uncounted
    assert {game["seat"] for game in read(path) if game["game"] == "1.lud"} == {1, 2, 3}
    assert {game["opponent"] for game in read(path) if game["game"] == "0.lud"} == {"nobody"}
    from ludens.suite import viewer

    for game in read(path):
        text = (tmp_path / game["game"]).read_text()
        viewer.check({**game, "description": text})


def test_a_model_plays_where_all_move_at_once(tmp_path: Path) -> None:
    listing = own_list(tmp_path, [MATCHING, PUZZLE])
    free = {"You are player 1 of 2": "A1", "You are player 2": "B2", "of 1": "A1=1"}

    def ask(prompt: str) -> str:
        return f"[{next(move for words, move in free.items() if words in prompt)}]"

    found = suite.evaluate(suite.speaker(ask, protocol=2), listing, n=4)
    assert found.results[0].games == 4 and not found.uncounted
    assert not found.reasons and found.results[1].against["nobody"].losses == 4  # it never comes to the second site


# --- levels of disguise


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_levels_of_disguise(level: int) -> None:
    game = ludens.load(GAME)
    one, two = suite.disguise_at(game, level, 5), suite.disguise_at(game, level, 5)
    assert one.name == two.name != GAME and "Cross" not in str(one.description.source.text)
    plays = [made.playouts(100, seed=5).winners.tolist() for made in (game, one)]
    assert (plays[0] == plays[1]) == (level < 3)
    with pytest.raises(ValueError, match="no level 9"):
        suite.disguise_at(game, 9)


def test_a_game_that_nobody_has_seen_is_a_game() -> None:
    made = unseen(ludens.load(GAME), 1)
    winners = made.playouts(200, seed=2).winners
    assert (winners == 1).mean() > 0.1 and (winners == 2).mean() > 0.1
