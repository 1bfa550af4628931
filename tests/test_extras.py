"""Where an extra is not installed, what needs it says the line that installs it: each extra of the project is tried."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: what an extra brings for people; the others are for those who work on ludens
EXTRAS = {
    name: needed
    for name, needed in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ].items()
    if name not in ("dev", "docs", "test")
}
#: the modules that the extras bring
BLOCKED = (
    *("PIL", "resvg_py", "filelock", "msgspec", "starlette", "uvicorn", "websockets", "gymnasium", "pettingzoo"),
    *("pyspiel", "open_spiel", "jax", "jaxlib", "mcp", "torch", "stable_baselines3", "sb3_contrib", "torchrl"),
    *("tensordict", "ray", "textarena", "altair", "vl_convert", "pyarrow", "pygls", "lsprotocol", "typst", "ziglang"),
    *("inspect_ai", "kaggle_environments", "openenv", "verifiers"),
    *("cuda", "sqlalchemy", "nats", "pywebpush", "prometheus_client", "webauthn", "authlib", "joserfc"),
)
#: what needs an extra: words of a command, or a statement
USES: dict[str, list[list[str] | str]] = {
    "png": [["show", "Tic-Tac-Toe", "--png", "x.png"], ["print", "Tic-Tac-Toe", "--png", "drawings"]],
    "web": [["web", "--no-browser", "--port", "0", "--data", "data"]],
    "server": [
        ["web", "--database", "postgresql://localhost/games"],
        ["web", "--bus", "nats://localhost"],
        ["web", "--push"],
        ["web", "--metrics"],
    ],
    "accounts": [["web", "--accounts"]],
    "gym": ["import ludens.envs.gymnasium", "import ludens.envs.text", "import ludens.envs.many"],
    "pettingzoo": ["import ludens.envs.pettingzoo"],
    "openspiel": ["import ludens.envs.openspiel"],
    "jax": ["import ludens.envs.jax"],
    "mcp": [["mcp"]],
    "torch": [["train", "Tic-Tac-Toe", "--out", "run"], "import ludens.learning.nets.pytorch"],
    "sb3": ["import ludens.envs.sb3"],
    "torchrl": ["import ludens.envs.torchrl"],
    "rllib": ["import ludens.envs.rllib"],
    "textarena": ["import ludens.envs.textarena"],
    "kaggle": ['from ludens.envs import kaggle; kaggle.register("Tic-Tac-Toe")'],
    "verifiers": ["import ludens.envs.verifiers"],
    "openenv": ["import ludens.envs.openenv"],
    "inspect": ["import ludens.envs.inspect_ai"],
    "ray": [["playouts", "Tic-Tac-Toe", "-n", "2", "--ray", "auto"]],
    "lab": [["measure", "Tic-Tac-Toe", "-n", "4", "-o", f"x.{end}"] for end in ("svg", "parquet")],
    "lsp": [["lsp"]],
    "print": [["print", "Tic-Tac-Toe", "--pdf", "x.pdf"]],
    "export": [["export", "Tic-Tac-Toe", "--wasm", "x.wasm"]],
    "cuda": ['ludens.load("Tic-Tac-Toe").vector(1, device="cuda")'],
}
PROGRAM = """
import contextlib, io, json, sys

uses, blocked = json.loads(sys.stdin.read())

sys.modules.update(dict.fromkeys(blocked))
sys.stdin = io.StringIO()
import ludens
from ludens.cli import main

replies = []
for use in uses:
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            if isinstance(use, list):
                print("code", main(use))
            else:
                exec(use)
        except Exception as error:
            print(error)
    replies.append(output.getvalue())
print(json.dumps(replies))
"""


@pytest.fixture(scope="module")
def replies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What each use says where no extra is installed."""
    uses = [use for several in USES.values() for use in several]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([uses, BLOCKED]),
        cwd=tmp_path_factory.mktemp("extras"),
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    answers = iter(json.loads(done.stdout))
    return {name: [next(answers) for _ in several] for name, several in USES.items()}


def test_every_extra_is_tried() -> None:
    assert USES.keys() == EXTRAS.keys()


@pytest.mark.parametrize("name", USES)
def test_a_missing_extra_says_what_installs_it(name: str, replies: dict[str, list[str]]) -> None:
    for use, reply in zip(USES[name], replies[name], strict=True):
        assert f'pip install "ludens[{name}]"' in reply, (use, reply)
        assert "Traceback" not in reply and len(reply.splitlines()) <= 3
        if isinstance(use, list):
            assert reply.splitlines()[-1] in ("code 1", "code 2"), reply
