"""Engines that speak UCI, USI and GTP: ours behind these lines, and as an outside engine at the table."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from bots import command

import ludens
from ludens import notation
from ludens.agents.timing import TimeLeft
from ludens.arena.match import Outcome, UnfitGame, play_game
from ludens.arena.protocols import engines
from ludens.arena.protocols.anygame import maker
from ludens.arena.protocols.engine_search import Goal
from ludens.arena.protocols.faults import Malformed
from ludens.arena.protocols.gtp import Gtp
from ludens.arena.protocols.seat import Clock
from ludens.arena.protocols.uci import Uci, UnsupportedGame, Usi
from ludens.cli import main
from ludens.game import Game

PATIENT = Clock(120, 60)


@pytest.fixture(scope="module")
def chess() -> Game:
    return ludens.load("Chess")


@pytest.fixture(scope="module")
def shogi() -> Game:
    return ludens.load("Shogi")


@pytest.fixture(scope="module")
def go() -> Game:
    return ludens.load("Go", options=["Board Size/7x7"])


def said(speaker: Uci, text: str) -> list[str]:
    """What is answered to lines."""
    sink = io.StringIO()
    speaker.run(io.StringIO(text), sink)
    return sink.getvalue().splitlines()


def ours(protocol: str, game: str, *more: str) -> str:
    """Our own engine as somebody else's command."""
    words = [sys.executable, "-m", "ludens", "bot", protocol, game, "--agent", "random", "--seed", "1", *more]
    return f"{protocol}:{shlex.join(words)}"


# --- ours at theirs


def test_uci(chess: Game) -> None:
    mate = "position fen 6k1/4Rppp/8/8/8/8/8/6K1 w - - 0 1"
    lines = said(Uci(chess, "greedy"), f"uci\nisready\nponder?\nucinewgame\n{mate}\ngo movetime 100\nquit\nuci\n")
    assert lines[:2] == ["id name ludens greedy", "id author the authors of ludens"]
    assert lines[-3:] == ["uciok", "readyok", "bestmove e7e8"]


def test_uci_follows_moves_and_promotes(chess: Game) -> None:
    speaker = Uci(chess, "random", seed=1)
    assert said(speaker, "position startpos moves e2e4 e7e5 g1f3\n") == []
    assert notation.of(chess).position(speaker.state).startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b")
    said(speaker, "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n\n")
    assert notation.of(chess).position(speaker.state).startswith("N7/7k/8/8/8/8/8/K7 b")


def test_uci_tells_what_it_does_not_understand(chess: Game) -> None:
    speaker = Uci(chess, "random", seed=1)
    [told] = said(speaker, "position startpos moves e2e5\n")
    assert told.startswith("info string 'e2e5' is no move here")
    assert said(speaker, "position fen nothing\n")[0].startswith("info string the board has 8 rows")
    mated = said(speaker, "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo\n")
    assert mated == ["info depth 0 score mate 0", "bestmove (none)"]


def test_how_long_uci_thinks() -> None:
    assert Goal.of(["movetime", "1000"], "w").time == pytest.approx(0.9)
    clocks = ["wtime", "30000", "btime", "5", "winc", "1000", "binc", "0"]
    assert Goal.of(clocks, "w").time == TimeLeft(30, increment=1)
    assert Goal.of([*clocks[:4], "movestogo", "7"], "w").time == TimeLeft(30, turns=7)
    assert Goal.of(["infinite"], "w") == Goal(is_infinite=True)
    assert Goal.of(["movetime", "0"], "w").time
    goal = Goal.of(["ponder", "searchmoves", "e2e4", "d2d4", "depth", "3", "nodes", "500", "wtime", "-20"], "w")
    assert goal == Goal(TimeLeft(0), 3, 500, is_pondering=True, only=("e2e4", "d2d4"))


def test_usi(shogi: Game) -> None:
    speaker = Usi(shogi, "random", seed=1)
    lines = said(speaker, "usi\nisready\nposition startpos moves 7g7f 3c3d 8h2b+\ngo byoyomi 10\n")
    assert lines[-3:-1] == ["usiok", "readyok"]
    assert notation.of(shogi).parse(speaker.state, lines[-1].split()[1])


def test_protocols_are_spoken_of_their_games(go: Game, chess: Game) -> None:
    for kind, game in ((Uci, go), (Usi, chess), (Gtp, chess)):
        with pytest.raises(UnsupportedGame, match=f"and {game.name} is none"):
            kind(game, "random")


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("uci\nquit\n"))
    assert main(["bot", "uci", "--agent", "random"]) == 0
    assert "uciok" in capsys.readouterr().out
    assert main(["bot", "uci", "Hex", "--agent", "random"]) == 2
    assert "UCI is spoken of chess and its like, and Hex is none" in capsys.readouterr().err
    assert main(["bot", "amazons-codingame", "Chess"]) == 2


# --- theirs at ours


def played(game: Game, *specs: str, clock: Clock = PATIENT, plies: int = 12) -> Outcome:
    outcome = play_game(game, specs, 1, make=maker(clock), ply_limit=plies)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(("protocol", "name"), [("uci", "Chess"), ("usi", "Shogi")])
def test_our_engine_as_an_outside_one(protocol: str, name: str, chess: Game, shogi: Game) -> None:
    game = {"Chess": chess, "Shogi": shogi}[name]
    outcome = played(game, ours(protocol, name), "random")
    assert (outcome.reason, outcome.winner) == ("ply-limit", 0), outcome


def test_two_engines_play_go_to_its_end(go: Game) -> None:
    spec = ours("gtp", "Go", "--option", "Board Size/7x7")
    outcome = played(go, spec, spec, plies=2000)
    assert outcome.reason == "rules", outcome


SCRIPT = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name test\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {}
"""


@pytest.mark.parametrize(
    ("answer", "reason", "told"),
    [
        ("print('info depth 1\\nbestmove e2e5', flush=True)", "illegal", "'e2e5' is no legal move"),
        ("print('bestmove', flush=True)", "malformed", "bestmove is followed by a move"),
        ("print('bestmove (none)', flush=True)", "resigned", "it says (none)"),
        ("sys.exit(3)", "died", "it ended with exit code 3"),
        ("pass", "timeout", "no answer within"),
    ],
)
def test_how_an_engine_loses(tmp_path: Path, chess: Game, answer: str, reason: str, told: str) -> None:
    spec = "uci:" + command(tmp_path, "engine", SCRIPT.format(answer))
    outcome = played(chess, spec, "random", clock=Clock(3 if reason == "timeout" else 60, 60))
    assert (outcome.winner, outcome.reason) == (2, reason)
    assert told in outcome.detail


def test_an_engine_of_go_that_refuses(tmp_path: Path, go: Game) -> None:
    spec = "gtp:" + command(tmp_path, "engine", "for _ in iter(input, 'quit'): print('? no\\n', flush=True)")
    outcome = played(go, spec, "random")
    assert (outcome.winner, outcome.reason) == (2, "malformed")
    assert "'boardsize 7' is answered by '? no'" in outcome.detail


def test_engines_sit_at_their_games(go: Game, chess: Game) -> None:
    for spec, game in (("uci:cat", go), ("usi:cat", chess), ("gtp:cat", chess)):
        with pytest.raises(UnfitGame, match=f"and {game.name} is none"):
            play_game(game, [spec, "random"], 1, make=maker(PATIENT))


# --- engines of others, where they are installed (on Debian: apt-get install stockfish gnuchess fairy-stockfish gnugo)

FOREIGN = {
    "stockfish": ("uci", "", "Chess"),
    "gnuchess": ("uci", "-u", "Chess"),
    "fairy-stockfish": ("usi", "", "Shogi"),
    "gnugo": ("gtp", "--mode gtp --level 1 --chinese-rules --capture-all-dead", "Go"),
}


def installed(name: str) -> str:
    """The path of an engine; skips the test where there is none."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/games")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.mark.parametrize("name", FOREIGN)
def test_an_engine_of_others_sits_at_our_table(name: str, chess: Game, shogi: Game, go: Game) -> None:
    protocol, arguments, game = FOREIGN[name]
    engine = f"{protocol}:{installed(name)} {arguments}".strip()
    played = {"Chess": chess, "Shogi": shogi, "Go": go}[game]
    for players in ([engine, "random"], ["random", engine]):
        found = play_game(played, players, 1, make=maker(Clock(60, 1)), ply_limit=8)
        assert isinstance(found, Outcome) and found.reason in ("ply-limit", "rules"), found


@pytest.mark.parametrize(("protocol", "name"), [("uci", "Three-Check"), ("uci", "Antichess"), ("usi", "Minishogi")])
def test_an_engine_of_several_games_plays_ours(protocol: str, name: str) -> None:
    """Fairy-Stockfish is set to the game, and begins with its position."""
    game = ludens.load(name)
    players = [f"{protocol}:{installed('fairy-stockfish')}", "random"]
    found = play_game(game, players, 1, make=maker(Clock(60, 1)), ply_limit=6)
    assert isinstance(found, Outcome) and found.reason in ("ply-limit", "rules"), found


@pytest.mark.parametrize(
    ("name", "offers", "line"),
    [
        ("Chess", "default chess var 3check var chess", ""),
        ("Three-Check", "default chess var 3check var chess", "setoption name UCI_Variant value 3check\n"),
        ("Three-Check", "default 3check var 3check", ""),
        ("Three-Check", "default chess var atomic var chess", "plays games of the option UCI_Variant, and Three-Check"),
    ],
)
def test_which_game_an_engine_is_told(name: str, offers: str, line: str) -> None:
    player = engines.Uci("cat", ludens.load(name), PATIENT)
    offer = ["id name x", f"option name UCI_Variant type combo {offers}"]
    if line.startswith("plays"):
        with pytest.raises(Malformed, match=line):
            player._variant_of(offer)
    else:
        assert player._variant_of(offer) == line and player._variant_of(offer[:1]) == ""


def test_ours_sits_at_the_table_of_another_program() -> None:
    """The program is python-chess: it starts our engine, speaks UCI to it, and checks each move."""
    engine = pytest.importorskip("chess.engine")
    board = engine.chess.Board()
    command = [sys.executable, "-m", "ludens", "bot", "uci", "Chess", "--agent", "level:1", "--seed", "1"]
    with engine.SimpleEngine.popen_uci(command, timeout=120) as ours:
        assert ours.id["name"] == "ludens level:1"
        for _ in range(12):
            board.push(ours.play(board, engine.Limit(time=0.1)).move)
    assert board.ply() == 12 and board.is_valid()
