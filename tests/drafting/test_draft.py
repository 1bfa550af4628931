"""Descriptions by a model that follows a script: what it is told after each answer, and what comes of it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from ludens import library
from ludens.cli import main
from ludens.drafting import Endpoint, EndpointError, benchmark, draft, prompts
from ludens.suite.answers import Message
from ludens.suite.retry import Retry, SpeakerFailed

IDEA = "Two players put down their marks in turn on a board of three by three; three in a row win."
GAME = """(game "Row" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


class Script:
    """A model that gives these answers, one after the other, and keeps what it was shown last."""

    def __init__(self, *answers: str) -> None:
        self.answers = iter(answers)
        self.shown: list[str] = []

    def __call__(self, messages: Sequence[Message]) -> str:
        self.shown.append(messages[-1]["content"])
        return next(self.answers)


def block(text: str) -> str:
    return f"Here it is.\n```lud\n{text}\n```\n"


def test_a_description_is_accepted_once_its_rules_are_agreed_upon() -> None:
    model = Script(block(GAME), "AGREED")
    made = draft(IDEA, model)
    assert made.is_accepted and made.text == GAME
    assert [one.outcome for one in made.rounds] == ["playable", "agreed"]
    assert IDEA in model.shown[0] and IDEA in model.shown[1] and made.rules in model.shown[1]


def test_errors_are_shown_with_place_and_what_the_manual_says() -> None:
    wrong = GAME.replace("(is Line 3)", "(is Line {3 4} {})")
    model = Script(block(wrong), block(GAME), "AGREED")
    made = draft(IDEA, model)
    assert [one.outcome for one in made.rounds] == ["errors", "playable", "agreed"]
    assert made.rounds[0].troubles[0].startswith("3:")
    assert "Line 3, column" in model.shown[1] and "(is Line" in model.shown[1]


def test_slips_are_mended_without_a_round() -> None:
    made = draft(IDEA, Script(block(GAME.replace("(sites Empty)", "(sites Emty)")), "AGREED"))
    assert made.is_accepted and made.rounds[0].mended and made.text == GAME


def test_games_that_nobody_can_win_are_sent_back() -> None:
    model = Script(block(GAME.replace("Line 3", "Line 4")), block(GAME), "AGREED")
    made = draft(IDEA, model)
    assert [one.outcome for one in made.rounds] == ["trouble", "playable", "agreed"]
    assert "None of 40 random games was won" in model.shown[1]


def test_an_answer_without_a_description_is_asked_again() -> None:
    model = Script("AGREED", block(GAME))
    made = draft(IDEA, model, rounds=2)
    assert [one.outcome for one in made.rounds] == ["no description", "playable"]
    assert made.compiles and not made.is_accepted and "```lud" in model.shown[1]


def test_the_game_itself_is_not_shown_in_the_benchmark() -> None:
    text = library.read("Tic-Tac-Toe").strip()
    shown: list[str] = []

    def model(messages: Sequence[Message]) -> str:
        shown.append(messages[0]["content"])
        return block(text) if len(messages) == 2 else "AGREED"

    judged, _ = benchmark.judge("Tic-Tac-Toe", model)
    assert judged.compiles and judged.is_exact and judged.rounds == 2
    assert text not in shown[0]


def test_another_game_is_not_exact() -> None:
    text = library.read("Tic-Tac-Toe").replace("Line 3", "Line 2")
    judged, _ = benchmark.judge("Tic-Tac-Toe", Script(block(text), "AGREED"))
    assert judged.compiles and not judged.is_exact


def test_the_benchmark_has_forty_games_in_prose() -> None:
    names = benchmark.tasks()
    assert len(set(names)) == benchmark.GAMES and all(prompts.prose(name) for name in names)


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[str, list[str]]]:
    """A server that speaks chat completions: busy once, then a description, then agreed."""
    replies = iter([(429, "slow down"), (200, block(GAME)), (200, "AGREED"), (200, block(GAME)), (200, "AGREED")])
    keys: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            keys.append(self.headers.get("Authorization", ""))
            self.rfile.read(int(self.headers["Content-Length"]))
            status, text = next(replies, (200, "AGREED"))
            body = json.dumps({"choices": [{"message": {"content": text}}], "usage": {"prompt_tokens": 7}}).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1", keys
        server.shutdown()


def test_the_command_writes_a_file(
    server: tuple[str, list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url, keys = server
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    file, transcript = tmp_path / "row.lud", tmp_path / "talk.jsonl"
    words = ["draft", IDEA, "--model", "m", "--url", url, "--output", str(file), "--transcript", str(transcript)]
    assert main(words) == 0
    said = capsys.readouterr()
    assert file.read_text() == GAME + "\n" and keys[0] == "Bearer secret"
    assert "rules to be those of the idea" in said.out and "round 1: playable" in said.err
    assert [json.loads(line)["role"] for line in transcript.read_text().splitlines()][:3] == [
        "system", "user", "assistant"
    ]  # fmt: skip


def test_a_server_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    quick = Retry(tries=1)
    with pytest.raises(SpeakerFailed, match=r"127\.0\.0\.1:9"):
        draft(IDEA, Endpoint("http://127.0.0.1:9/v1", "m", seconds=2), retry=quick)
    with pytest.raises(EndpointError, match="no address of a server"):
        Endpoint("file:///etc", "m")([])
    assert main(["draft", IDEA]) == 2 and "--model is needed" in capsys.readouterr().err
    assert main(["draft", "--model", "m"]) == 2 and "an IDEA is expected, or --bench" in capsys.readouterr().err
