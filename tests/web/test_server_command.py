"""`ludens web`: how it starts, and what it says where it cannot."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from web_client import NOUGHTS, PATIENCE

from ludens.cli import main
from ludens.system import confinement
from ludens.web import server


@contextmanager
def started(*arguments: str) -> Iterator[str]:
    """The address that a server says."""
    command = [sys.executable, "-m", "ludens", "web", "--no-browser", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield next(word for word in process.stdout.readline().split() if word.startswith("http"))
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def test_it_begins_with_a_game(tmp_path: Path) -> None:
    own = tmp_path / "own.lud"
    own.write_text(NOUGHTS)
    with started("--data", str(tmp_path), str(own)) as address:
        assert "/table/" in address
        assert httpx.get(address).status_code == 200


def test_strangers_are_served_only_where_they_can_be_confined(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(confinement, "out_of_reach", lambda: confinement.KEPT_FROM[:2])
    assert main(["web", "--no-browser", "--port", "0", "--data", str(tmp_path), "--host", "0.0.0.0"]) == 2
    error = capsys.readouterr().err
    assert "from the network: leave out" in error and "--unconfined" in error


def test_on_other_hosts_it_has_other_names(tmp_path: Path) -> None:
    with started("--data", str(tmp_path), "--host", "0.0.0.0") as address:
        assert address.startswith("http://localhost:")
        local = address.replace("localhost", "127.0.0.1")
        assert httpx.get(f"{local}api/agents", headers={"Host": "games.example"}).status_code == 200


def test_a_port_in_use(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["web", "--no-browser", "--port", str(port), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert f"port {port} is in use" in said
    free = int(said.rpartition("--port ")[2].split(",")[0])
    server.bind("127.0.0.1", free).close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--port", "70000"], "0 to 65535"),
        (["--port", "http"], "'http'"),
        (["--host", "256.1.1.1", "--port", "0"], "cannot listen on 256.1.1.1"),
        (["--limit", "nothing=1", "--port", "0"], "there is no limit 'nothing'"),
        (["Amazonas"], "did you mean 'Amazons'"),
    ],
)
def test_misuse(capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], message: str) -> None:
    assert main(["web", "--no-browser", "--data", str(tmp_path), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_wrong_description_is_told_with_its_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.lud"
    own.write_text(NOUGHTS.replace("square", "squar"))
    assert main(["web", "--no-browser", "--port", "0", "--data", str(tmp_path), str(own)]) == 1
    assert f"{own}:1:" in capsys.readouterr().err


def test_without_the_extra_it_says_which() -> None:
    program = "import sys; sys.modules['starlette'] = None; from ludens.cli import main; sys.exit(main(['web']))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "ludens[web]"' in done.stderr


def test_the_browser_is_opened(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from ludens.cli import web

    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    web._open("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
    assert opened[0] in capsys.readouterr().out
