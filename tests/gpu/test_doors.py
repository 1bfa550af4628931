"""Where people meet graphics cards: the command line and the benchmark."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import ludens
from ludens.cli import main
from ludens.gpu import card

HERE = Path(__file__).parents[2]


def test_the_command_line_plays_on_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["playouts", "Tic-Tac-Toe", "-n", "50", "--seed", "3", "--json"]
    assert main([*words, "--device", "cuda:emulated"]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    here = json.loads(capsys.readouterr().out)
    assert there["length"] == here["length"]
    assert there["wins"] == here["wins"]


def test_a_device_that_is_missing_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "_PACKAGE", "ludens.no_such_package")
    assert main(["playouts", "Tic-Tac-Toe", "-n", "5", "--device", "cuda:7"]) == 1
    assert "pip install 'ludens[cuda]'" in capsys.readouterr().err


def test_a_device_stands_in_place_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["playouts", "Tic-Tac-Toe", "--device", "cuda:emulated", "--threads", "2"]) == 2
    assert "--device plays in place of --threads" in capsys.readouterr().err


def test_the_benchmark_runs_without_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("gpu_benchmark", HERE / "benchmarks" / "gpu.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert all(ludens.load(name).name == name for name in module.PEERS)
    module.main(["--device", "cuda:emulated", "--games", "Tic-Tac-Toe", "--batches", "1", "8", "--seconds", "0"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[1] for line in lines] == ["batch", "1", "8"]
    assert all(line.split("\t")[3] == "0.00%" for line in lines[1:])
