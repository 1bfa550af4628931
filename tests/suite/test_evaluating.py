from __future__ import annotations

import json
from typing import Any

import pytest

import ludens
from ludens import suite
from ludens.agents import AgentError
from ludens.arena.score import Score
from ludens.cli import main
from ludens.game import IllegalMove
from ludens.suite import GameResult, Scored, move_in, prompt, speaker
from ludens.suite.scoring import mean

GAME = "Tic-Tac-Toe"


def test_a_score_is_the_rate_between_the_lowest_and_the_highest() -> None:
    entry = next(entry for entry in suite.load("v1").entries if entry.game == GAME)
    low, high = entry.measured.lowest, entry.measured.highest

    def scored(wins: int, losses: int) -> Scored:
        return GameResult(entry, {"random": Score(wins, 0, losses), "uct:10": Score(0, 0, 0)}).scored

    assert scored(0, 1000).score == 0
    assert scored(1000, 0).score == 1
    middle = scored(500, 500)
    assert middle.score == pytest.approx((0.5 - low) / (high - low))
    assert middle.low < middle.score < middle.high
    assert scored(5, 5).high - scored(5, 5).low > middle.high - middle.low


def test_the_mean_of_scores_is_surer_than_each() -> None:
    one = Scored(0.5, 0.3, 0.7)
    four = mean([one] * 4)
    assert (four.score, four.low, four.high) == pytest.approx((0.5, 0.4, 0.6))
    assert mean([]) == Scored(0.0, 0.0, 1.0)


def test_equal_seeds_give_equal_evaluations() -> None:
    first, again, other = (suite.evaluate("random", games=[GAME], n=6, seed=seed) for seed in (1, 1, 2))
    assert first == again == suite.evaluate("random", games=[GAME], n=6, seed=1, threads=2)
    assert first.results != other.results
    assert suite.evaluate("uct:100", games=[GAME], n=6).scored.score > first.scored.score


def test_progress_is_reported() -> None:
    seen: list[tuple[str, int, int]] = []
    suite.evaluate(
        "random", games=[GAME, "Nim"], n=2, report=lambda now: seen.append((now.entry.game, now.done, now.total))
    )
    assert [done for _, done, _ in seen] == [0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 12]
    assert {total for _, _, total in seen} == {12}


def test_games_are_played_in_disguise() -> None:
    names: list[str] = []

    def maker(game: ludens.Game, seed: int) -> Any:
        names.append(game.name)
        return suite.Speaker(lambda prompt: prompt.partition("Legal moves: ")[2].splitlines()[0].split(", ")[-1])

    found = suite.evaluate(maker, games=[GAME], n=2, disguised=3, misere=True)
    assert set(names) == {found.results[0].disguise}
    assert found.results[0].disguise not in ("", GAME)
    assert found.agent == "maker"
    kept, turned = suite.load("v1").chosen(games=[GAME])[0].measured, found.results[0].entry.measured
    assert (turned.lowest, turned.highest) != (kept.lowest, kept.highest)


def test_what_the_agent_may_not_do_loses() -> None:
    found = suite.evaluate(speaker(lambda prompt: "I resign"), games=[GAME], n=2)
    assert found.results[0].forfeits == 6
    assert found.scored.score == 0
    unfit = suite.evaluate("territory:10", games=[GAME], n=2)
    assert (unfit.results[0].forfeits, unfit.scored.score) == (6, 0)
    with pytest.raises(AgentError, match="there is no agent 'nobody'"):
        suite.evaluate("nobody", games=[GAME], n=2)


def test_a_prompt_tells_the_rules_the_position_and_the_moves() -> None:
    state = ludens.load(GAME).start(seed=1)
    state.play(state.parse("b2"))
    text = prompt(state)
    for told in (
        "You are player 2 of 2",
        '(piece "Cross" P1)',
        "(is Line 3)",
        "Legal moves: A1, B1, C1, A2, C2, A3, B3, C3\n",
    ):
        assert told in text
    assert "Scores" not in text
    assert "Dice: " in prompt(ludens.load("Backgammon").start(seed=1))


@pytest.mark.parametrize("answer", ["A1", "I think\n\n  a1 \n\n", "Best is:\nMove: A1", "**A1**", "`A1`."])
def test_the_move_is_on_the_last_line(answer: str) -> None:
    state = ludens.load(GAME).start(seed=1)
    assert state.notation(move_in(state, answer)) == "A1"


def test_an_answer_that_is_no_move_is_asked_again() -> None:
    state, prompts = ludens.load(GAME).start(seed=1), list[str]()

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return ["", "Z9", "C3"][len(prompts) - 1]

    assert state.notation(suite.Speaker(ask).choose(state)) == "C3"
    assert "the answer is empty" in prompts[1]
    assert "You answered:\n\nZ9\n\nThat is no legal move" in prompts[2]
    with pytest.raises(IllegalMove):
        suite.Speaker(lambda prompt: "Z9", tries=2).choose(state)
    with pytest.raises(ValueError, match="tries >= 1"):
        suite.Speaker(ask, tries=0).choose(state)


def test_commands(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    assert main(["suite", "list"]) == 0
    assert main(["suite", "show", "v1", "--kind", "line"]) == 0
    assert main(["suite", "run", "--agent", "random", "--game", GAME, "-n", "2", "--seed", "1"]) == 0
    said = capsys.readouterr().out
    assert "v1 " in said
    assert GAME in said
    assert main(["suite", "run", "--agent", "random", "--game", GAME, "-n", "2", "--seed", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("schema") == 1
    assert told == suite.evaluate("random", games=[GAME], n=2, seed=1).to_dict()
    assert main(["suite", "show", "--json", "--game", GAME]) == 0
    assert [entry["game"] for entry in json.loads(capsys.readouterr().out)["entries"]] == [GAME]
    assert main(["suite", "show", "v0"]) == 2
    assert "there is no list 'v0'" in capsys.readouterr().err
    assert main(["disguise", GAME, "--seed", "1", "-o", str(tmp_path / "a.lud"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert ludens.load(tmp_path / "a.lud").name == told["disguise"] == told["names"][GAME]
    assert main(["disguise", "Peg Solitaire", "--misere"]) == 1
    assert "for two players" in capsys.readouterr().err


def test_a_list_is_made_on_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    path = tmp_path / "own.json"
    assert main(["suite", "make", "own", GAME, "-o", str(path), "-n", "4", "--about", "One game."]) == 0
    assert GAME in capsys.readouterr().err
    assert [entry.game for entry in suite.load(str(path)).entries] == [GAME]


def test_random_is_near_nought() -> None:
    found = suite.evaluate("random", games=[GAME, "Nim"], n=20, seed=5)
    assert found.scored.score < 0.35
    assert set(found.by("difficulty")) == {"easy"}
