"""A model that cannot be asked has lost nothing, and what happened in each game is written down."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens import notation, suite
from ludens.arena.entrants import AgentFailed
from ludens.cli import main
from ludens.game import Game, Move, State
from ludens.suite import Answer, Budget, Prompts, Retry, SpeakerFailed, speaker, viewer
from ludens.suite.move_reader import CUT_OFF, ILLEGAL, LATE, UNREADABLE, Unread, read_move, read_turn
from ludens.suite.transcripts import read

GAME = "Tic-Tac-Toe"
FAST = Retry(tries=3, first=0.001)


class LimitReached(Exception):
    status_code = 429


def first(prompt: str) -> str:
    """The first of the legal moves that a prompt lists."""
    return prompt.rpartition("Legal moves: ")[2].splitlines()[0].split(", ")[0]


def evaluated(agent: Any, **options: Any) -> suite.Evaluation:
    return suite.evaluate(agent, games=[GAME], **{"n": 2, "retry": FAST} | options)


# --- a failure is not a loss


@pytest.mark.parametrize("error", [LimitReached("slow down"), RuntimeError("HTTP 429: too many requests")])
def test_an_api_at_its_limit_is_no_loss(error: Exception) -> None:
    asked = list[str]()

    def ask(prompt: str) -> str:
        asked.append(prompt)
        raise error

    with pytest.raises(SpeakerFailed, match="language_model as player 1 of Tic-Tac-Toe, at ply 1, after 3 tries"):
        evaluated(speaker(ask, retry=FAST))
    assert len(asked) == 3


def test_how_often_is_said_to_the_evaluation_or_to_the_speaker() -> None:
    calls = list[str]()

    def ask(prompt: str) -> str:
        calls.append(prompt)
        raise LimitReached("slow down")

    for agent, often in ((speaker(ask), 3), (speaker(ask, retry=Retry(tries=2, first=0)), 2), (suite.Speaker(ask), 3)):
        calls.clear()
        with pytest.raises(SpeakerFailed, match=f"after {often} tries"):
            evaluated(agent)
        assert len(calls) == often


def test_a_limit_that_passes_is_waited_for() -> None:
    calls = 0

    def ask(prompt: str) -> str:
        nonlocal calls
        calls += 1
        if calls % 3 == 1:
            raise LimitReached("slow down")
        return first(prompt)

    result = evaluated(speaker(ask, retry=FAST))
    assert (result.reasons, result.uncounted) == ({}, {})
    waits = [
        wait
        for game in result.transcripts
        for turn in game["turns"]
        for one in turn.get("attempts", ())
        for wait in one["waits"]
    ]
    assert waits and all("slow down" in error for error, _ in waits)


@pytest.mark.parametrize("error", [TypeError("ask() takes 0 arguments"), ValueError("401 wrong key"), KeyError("x")])
def test_other_errors_are_raised_at_once(error: Exception) -> None:
    asked = list[str]()

    def ask(prompt: str) -> str:
        asked.append(prompt)
        raise error

    with pytest.raises(SpeakerFailed, match=type(error).__name__) as caught:
        evaluated(speaker(ask))
    assert caught.value.__cause__ is error and len(asked) == 1


def test_games_that_fail_can_be_counted_apart() -> None:
    def ask(prompt: str) -> str:
        if "player 2" in prompt.partition("You are ")[2][:9]:
            raise LimitReached("slow down")
        return first(prompt)

    result = evaluated(speaker(ask, retry=FAST), failures="skip")
    assert sum(result.uncounted.values()) == 3 and result.results[0].games == 3
    assert all("slow down" in why for why in result.uncounted)
    assert result.to_dict()["uncounted"] == result.uncounted
    with pytest.raises(ValueError, match="'stop' or 'skip'"):
        evaluated("random", failures="lose")  # type: ignore[arg-type]


class Waiting:
    """A player that is a coroutine."""

    async def choose(self, state: State) -> Move:
        await asyncio.sleep(0)
        return state.legal_moves()[0]


def test_coroutines_play() -> None:
    async def ask(prompt: str) -> str:
        await asyncio.sleep(0)
        return first(prompt)

    def maker(game: Game, seed: int) -> Any:
        return Waiting()

    for agent in (speaker(ask), maker, Waiting(), suite.Speaker(ask)):
        result = evaluated(agent, threads=4)
        assert result.results[0].games == 6 and not result.reasons


def test_many_games_wait_at_a_time() -> None:
    running = most = 0

    async def ask(prompt: str) -> str:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return first(prompt)

    evaluated(speaker(ask), threads=6)
    assert most > 2


def test_a_player_with_a_wrong_signature_is_an_error() -> None:
    class Wrong:
        def choose(self) -> Move:
            raise AssertionError("never called so")

    for agent in (lambda game, seed: Wrong(), lambda game: Wrong(), Wrong()):
        with pytest.raises(AgentFailed, match="TypeError"):
            evaluated(agent)


# --- why games are lost


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("[Z9]", ILLEGAL),
        ("I resign", UNREADABLE),
        ("", UNREADABLE),
        ("[D4]", ILLEGAL),
        (Answer("So I think that", cut_off=True), CUT_OFF),
        ({"choices": [{"message": {"content": "Well"}, "finish_reason": "length"}]}, CUT_OFF),
    ],
)
def test_the_reason_of_a_forfeit(answer: Any, reason: str) -> None:
    result = evaluated(speaker(lambda prompt: answer, protocol=2))
    assert result.reasons == {reason: 6}
    assert result.results[0].to_dict()["reasons"] == {reason: 6}
    turn = result.transcripts[0]["turns"][-1]
    assert turn["attempts"][0]["reason"] == reason and turn["move"] == ""


def test_an_answer_that_comes_late() -> None:
    async def ask(prompt: str) -> str:
        await asyncio.sleep(5)
        return "A1"

    assert evaluated(speaker(ask, protocol=2, turn_seconds=0.01), n=1).reasons == {LATE: 3}


# --- reading


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("[A1]", "A1"),
        (r"\boxed{A1}", "A1"),
        (r"$\boxed{\text{a1}}$", "A1"),
        ("I play A1.", "A1"),
        ("A1 or C3? [A1] was my first thought, but: [C3]", "C3"),
        ("Both A1 and C1 look good.\n\n**C1**", "C1"),
        ("<move>A3</move>", "A3"),
        ("My move is A3 because B2 is taken.", "A3"),
        ("Final answer: C1!", "C1"),
        ("1. A1", "A1"),
        ("A1 is weak, so C2", "C2"),
        ("If I play A1, then [C3] follows.\n\nC1", "C1"),
        ("<think>B2? It is taken.</think>A2", "A2"),
    ],
)
def test_moves_are_read_as_people_write_them(answer: str, move: str) -> None:
    state = ludens.load(GAME).start(seed=1)
    state.play(state.parse("B2"))
    assert state.notation(read_move(state, Answer.of(answer).text)) == move


def test_a_move_that_is_not_legal_is_not_replaced_by_another() -> None:
    state = ludens.load(GAME).start(seed=1)
    state.play(state.parse("B2"))
    for answer in ("A1 is good, but [B2]", "I play B2. A1 is next.", "Not A1 but B2"):
        with pytest.raises(Unread, match="'B2' is not a legal move here") as caught:
            read_move(state, answer)
        assert caught.value.reason == ILLEGAL and caught.value.text == "B2"
        assert "A1" not in str(caught.value)


def test_players_notation_is_read() -> None:
    state = ludens.load("Chess").start(seed=1)
    for answer in ("Nf3", "I play 1. Nf3, which develops.", "[g1f3]", r"\boxed{Nf3}"):
        assert state.notation(read_turn(state, answer)[0]) == "G1-F3"
    with pytest.raises(Unread) as caught:
        read_move(state, "[O-O]")
    assert caught.value.reason == ILLEGAL


# --- prompts


def test_prompts_have_rules_board_and_moves_so_far_but_no_legal_moves() -> None:
    seen = list[Any]()

    def ask(messages: Any) -> str:
        seen.append(messages)
        return "[" + re.sub(r"\W", "", free(messages[-1]["content"])) + "]"

    def free(turn: str) -> str:
        """An empty square, of those on the board with its coordinates."""
        taken = set(re.findall(r"\d+\. (\S+)", turn))
        return next(s for s in ("B2", "A1", "C3", "A3", "C1", "A2", "B1", "C2", "B3") if s not in taken)

    result = evaluated(speaker(ask, protocol=2, chat=True), n=2)
    assert not result.reasons
    systems, turn = {messages[0]["content"] for messages in seen}, seen[1][-1]["content"]
    assert len(systems) == 1 and [message["role"] for message in seen[0]] == ["system", "user"]
    for part in ('(piece "Cross" P1)', "three", "Moves are written like these"):
        assert part in next(iter(systems))
    assert "Legal moves" not in turn and "Moves so far: 1. B2" in turn and "A B C" in turn
    assert result.protocol == Prompts().version and result.transcripts[0]["system"] in systems


def test_options_of_prompts() -> None:
    state = ludens.load(GAME).start(seed=1)
    lists = Prompts(moves=True, lud=False)
    assert "Legal moves: A1, B1" in lists.turn(state) and "(piece" not in lists.system(state)
    assert len({Prompts().version, lists.version, Prompts(history=False).version}) == 3
    with pytest.raises(ValueError, match="in words"):
        Prompts(words=False, lud=False)
    with pytest.raises(ValueError, match="there is no protocol 7"):
        speaker(first, protocol=7)


def test_an_answer_is_asked_for_once_more_with_the_reason() -> None:
    seen = list[str]()

    def ask(prompt: str) -> str:
        seen.append(prompt)
        return "Well" if "no legal move" not in prompt else "[B2]"

    state = ludens.load(GAME).start(seed=1)
    player = suite.Speaker(ask, tries=2, prompts=Prompts())
    assert state.notation(player.choose(state)) == "B2"
    assert [one.reason for one in player.attempts] == [UNREADABLE, ""]
    assert "That is no legal move: the answer names no move" in seen[1]


# --- transcripts, resuming, budgets, caches


def count_of(calls: list[str]) -> Callable[[str], Answer]:
    def ask(prompt: str) -> Answer:
        calls.append(prompt)
        return Answer(first(prompt), thoughts="The first one </script>", tokens_in=100, tokens_out=10)

    return ask


def test_transcripts_are_written_resumed_and_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, calls = tmp_path / "games.jsonl", list[str]()
    whole = evaluated(speaker(count_of(calls)), transcripts=path)
    often = len(calls)
    again = evaluated(speaker(count_of(calls)), transcripts=path)
    assert len(calls) == often and again == whole
    games = read(path)
    assert len(games) == 6 and sum(game["asked"] for game in games) == often
    assert all(game["tokens_in"] == 100 * game["asked"] for game in games)
    turn = next(turn for turn in games[0]["turns"] if turn["attempts"])
    assert turn["attempts"][0]["thoughts"] == "The first one </script>" and turn["attempts"][0]["prompt"]
    page = tmp_path / "games.html"
    assert main(["suite", "replay", str(path), "-o", str(page)]) == 0
    assert "6 games go as they say" in capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert "The first one <\\/script>" in text and text.count("</script>") == 2 and "<svg" in text
    games[0]["turns"][0]["move"] = "Z9"
    with pytest.raises(viewer.ReplayError, match="ply 1, Z9"):
        viewer.check(games[0])


def test_a_failure_keeps_what_was_played(tmp_path: Path) -> None:
    path, calls = tmp_path / "games.jsonl", 0

    def ask(prompt: str) -> str:
        nonlocal calls
        calls += 1
        if calls > 6:
            raise ConnectionError("no network")
        return first(prompt)

    with pytest.raises(SpeakerFailed, match="no network"):
        evaluated(speaker(ask, retry=FAST), transcripts=path)
    before = [game["result"]["reason"] for game in read(path)]
    assert before[-1] == "failed" and "failed" not in before[:-1]
    whole = evaluated(speaker(first), transcripts=path)
    assert whole.results[0].games == 6 and not whole.uncounted


def test_a_budget_ends_the_games_and_the_report_says_so() -> None:
    budget = Budget(tokens=500, prices=(1.0, 2.0))
    result = evaluated(speaker(count_of([])), budget=budget, n=10)
    assert 500 <= budget.used_tokens < 700 and budget.used_money > 0
    assert 0 < result.results[0].games < 30
    assert sum(result.uncounted.values()) + result.results[0].games == 30
    assert "the budget of 500 tokens is spent" in next(iter(result.uncounted))


def test_nothing_is_asked_twice(tmp_path: Path) -> None:
    calls = list[str]()
    one = evaluated(speaker(count_of(calls), cache=tmp_path / "cache.jsonl"))
    often = len(calls)
    assert one == evaluated(speaker(count_of(calls), cache=tmp_path / "cache.jsonl")) and len(calls) == often
    assert len((tmp_path / "cache.jsonl").read_text().splitlines()) == 1 + often
    assert json.loads((tmp_path / "cache.jsonl").read_text().splitlines()[1])["answer"]["tokens_in"] == 100


def test_a_whole_turn_is_asked_for_once() -> None:
    """A turn of Amazons is a move and an arrow, which players write as one."""
    state, calls = ludens.load("Amazons", options=["Board Size/6x6"]).start(seed=1), list[str]()
    style = notation.of(state.game)

    def ask(prompt: str) -> str:
        calls.append(prompt)
        first, after = state.legal_moves()[0], state.copy()
        after.play(first)
        return f"I play {style.turn(state, [first, after.legal_moves()[0]])}."

    player = suite.Speaker(ask, tries=1, prompts=Prompts(lud=False))
    for _ in range(4):
        state.play(player.choose(state))
    assert len(calls) == 2 and state.mover == 1
