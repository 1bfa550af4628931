"""What a terminal would obey in a description never reaches it."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludens import LudError
from ludens.cli import main
from ludens.language import Source, Span, printed

ESC = "\x1b[31m\x9b2J\x07\u202e"
GAME = f"""(game "T{ESC}" (players 2)
    (equipment {{ (board (square 3)) (piece "Disc{ESC}" Each) }})
    (rules (play (or (move Add (piece "Disc{ESC}1") (to (sites Empty))) (move Propose "a{ESC}")))
        (end (if (> (count Moves) 6) (result Mover Win)))))
    (option "Size{ESC}" <Size> args:{{ <x> }} {{ (item "Big{ESC}" <3> "big") }})
(metadata (info {{ (description "about{ESC}") (rules "how{ESC}") (x{ESC} "y") }}))"""
BROKEN = f'(game "T{ESC}" (players 2) (equipment {{ (board{ESC} (square 3)) (pice "{ESC}" Each) }}))'
COMMANDS = [
    ["show"],
    ["show", "--svg", "-"],
    ["moves"],
    ["moves", "--plies", "1", "--trial"],
    ["playouts", "-n", "1"],
    ["perft", "1"],
    ["check"],
    ["play", "--p1", "random", "--p2", "random"],
    ["show", "--option", f"Size{ESC}/Small{ESC}"],
    ["show", "--board"],
]
_OBEYED = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.mark.parametrize("text", [GAME, BROKEN], ids=["right", "wrong"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_show_escapes(
    command: list[str], text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.lud"
    path.write_text(text, encoding="utf-8")
    main([command[0], str(path), *command[1:]])
    said = capsys.readouterr()
    assert said.out + said.err
    assert not _OBEYED.search(said.out + said.err)
    if "--svg" in command and said.out:
        assert ElementTree.fromstring(said.out) is not None


@pytest.mark.parametrize(
    "arguments", [["show", ESC], ["check", ESC], ["play", "Hex", ESC], ["play", "Hex", "--p1", ESC]]
)
def test_misuse_shows_escapes(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) != 0
    assert not _OBEYED.search(capsys.readouterr().err)


def test_what_is_typed_shows_escapes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{ESC}\nsave /nowhere/{ESC}\nquit\n"))
    main(["play", "Hex", "--p1", "human"])
    said = capsys.readouterr()
    assert not _OBEYED.search(said.out + said.err)


def test_the_marked_text_stays_marked() -> None:
    source = Source("ab\x1bcd wrong", "x\x07.lud")
    assert str(LudError("no\x1b", Span(source, 6, 11), "hm\x07")) == (
        "x\\x07.lud:1:7: no\\x1b\n  ab\\x1bcd wrong\n           ^^^^^\nhint: hm\\x07"
    )
    assert str(LudError("no", Span(source, 2, 3))).splitlines()[-1] == "    ^^^^"


def test_ordinary_text_is_left_alone() -> None:
    text = "Grüße, 将棋, a b\tc\nδ – “…” ½ \u00a0"
    assert printed(text) == text
