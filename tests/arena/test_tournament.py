"""Games between agents, and tournaments of them: fair, repeatable, recorded, and robust."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import agents
from ludens.agents import Agent, AgentError
from ludens.arena.match import Outcome, UnfitGame, play_game
from ludens.arena.tournament import Pairing, Standings, Tournament, schedule
from ludens.cli import main
from ludens.game import Game, Move, State
from ludens.workers.cluster.journal import Journal, read_journal


@pytest.fixture(scope="module")
def tic_tac_toe() -> Game:
    return ludens.load("Tic-Tac-Toe")


class Broken(Agent):
    """Raises an error on its second turn."""

    def choose(self, state: State) -> Move:
        if len(state.legal_moves()) < 8:
            raise RuntimeError("out of ideas")
        return state.legal_moves()[0]


class Cheat(Agent):
    """Chooses a move of another position on its second turn."""

    def choose(self, state: State) -> Move:
        legal = state.legal_moves()
        if len(legal) < 8:
            return self.first
        self.first = legal[0]
        return self.first


@pytest.fixture
def strange_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"broken": Broken, "cheat": Cheat}
    before = agents.make
    monkeypatch.setattr(
        agents,
        "make",
        lambda spec, game, seed=None: kinds[spec](game) if spec in kinds else before(spec, game, seed=seed),
    )


def test_equal_seeds_give_equal_games(tic_tac_toe: Game) -> None:
    games = [play_game(tic_tac_toe, ("random", "uct:50"), seed) for seed in (1, 1, 2)]
    assert games[0] is not None
    assert games[0].moves == games[1].moves != games[2].moves
    assert games[0].reason == "rules"


def test_turns_are_timed_by_seat(tic_tac_toe: Game) -> None:
    outcome = play_game(tic_tac_toe, ("random", "random"), 1)
    assert outcome is not None
    assert [len(seconds) for seconds in outcome.seconds] == [
        (len(outcome.moves) + 1) // 2,
        len(outcome.moves) // 2,
    ]


def test_dice_are_not_foreseen_and_games_with_them_end() -> None:
    outcome = play_game(ludens.load("Backgammon"), ("random", "random"), 1)
    assert outcome is not None
    assert outcome.reason in ("rules", "ply-limit")


def test_a_game_that_does_not_end_is_a_draw(tic_tac_toe: Game) -> None:
    outcome = play_game(tic_tac_toe, ("random", "random"), 1, ply_limit=3)
    assert outcome is not None
    assert (outcome.winner, outcome.reason, len(outcome.moves)) == (0, "ply-limit", 3)


def test_a_game_can_be_stopped(tic_tac_toe: Game) -> None:
    assert play_game(tic_tac_toe, ("random", "random"), 1, stopped=lambda: True) is None


@pytest.mark.usefixtures("strange_agents")
@pytest.mark.parametrize(
    ("spec", "reason", "detail"), [("broken", "error", "RuntimeError: out of ideas"), ("cheat", "illegal", "not legal")]
)
def test_an_agent_at_fault_loses_by_name(tic_tac_toe: Game, spec: str, reason: str, detail: str) -> None:
    for seat, specs in enumerate(((spec, "random"), ("random", spec)), 1):
        outcome = play_game(tic_tac_toe, specs, 1, forfeit_errors=True)
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (3 - seat, reason)
        assert detail in outcome.detail


@pytest.mark.parametrize(("specs", "error"), [(["random", "nobody"], AgentError), (["random"], ValueError)])
def test_tournaments_that_cannot_be(tic_tac_toe: Game, specs: list[str], error: type[Exception]) -> None:
    with pytest.raises(error):
        Tournament(tic_tac_toe, specs, 2, 0)


def test_games_for_one_have_no_matches() -> None:
    text = """(game "Alone" (players 1) (equipment {(board (square 2)) (piece "X" P1)})
        (rules (play (move Add (to (sites Empty)))) (end (if (no Moves P1) (result P1 Win)))))"""
    with pytest.raises(UnfitGame, match="Alone has 1"):
        play_game(ludens.load(text), ("random", "random"), 1)


def test_everyone_meets_everyone_from_both_seats() -> None:
    pairings = list(schedule(3, 4, seed=10))
    assert len(pairings) == 12
    for a, b in ((0, 1), (0, 2), (1, 2)):
        own = [p for p in pairings if set(p.seats) == {a, b}]
        assert [(p.first, p.seed) for p in own] == [(a, 10), (b, 10), (a, 11), (b, 11)]


#: whoever says the higher number wins; all three say one at once
HIGHEST = """(game "Highest" (players 3) (mode Simultaneous)
    (equipment {(board (rectangle 3 9)) (hand Each) (piece "Stone" Each)})
    (rules
        (start {(place "Stone1" (handSite P1)) (place "Stone2" (handSite P2)) (place "Stone3" (handSite P3))})
        (play (or {
            (move (from (handSite P1)) (to (sites Row 0)) P1)
            (move (from (handSite P2)) (to (sites Row 1)) P2)
            (move (from (handSite P3)) (to (sites Row 2)) P3)}))
        (end (if (>= (count Turns) 1) (result P1 Win)))))"""

#: three put stones on a board; each is worth where it lies
RICHEST = """(game "Richest" (players 3)
    (equipment {(board (rectangle 1 9)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (addScore Mover (last To)))))
        (end (if (is Full) (byScore)))))"""


def test_three_play_from_every_seat() -> None:
    """Every group of three sits in every order that turning the table gives, from the same seeds."""
    pairings = list(schedule(3, 6, seed=10, seats=3))
    assert [p.seats for p in pairings] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0), (1, 0, 2), (0, 2, 1)]
    assert [p.seed for p in pairings] == [10, 10, 10, 11, 11, 11]
    assert len(list(schedule(4, 3, seed=1, seats=3))) == 12


def test_a_tournament_of_three() -> None:
    """Games count by ranks, and once for every two seats; ratings say who is better."""
    game = ludens.load(RICHEST)
    standings = Tournament(game, ["greedy", "random", "worst"], 12, 1).play()
    assert standings.games == 12 and standings.players == 3
    assert standings.ranked() == ["greedy", "random", "worst"]
    assert all(len(ranks) == 12 for ranks in standings.ranks.values())
    assert sum(map(sum, standings.ranks.values())) == pytest.approx(12 * 6)
    assert standings.total("greedy").games == 24
    assert standings.payoff("greedy") > 0.5 > standings.payoff("worst")


def test_two_agents_fill_three_seats() -> None:
    standings = Tournament(ludens.load(RICHEST), ["greedy", "worst"], 4, 1).play()
    assert {name: len(ranks) for name, ranks in standings.ranks.items()} == {"greedy": 6, "worst": 6}
    assert standings.ranked() == ["greedy", "worst"]


def test_a_tournament_where_players_move_at_once(tmp_path: Path) -> None:
    game = ludens.load(HIGHEST)
    with Journal(tmp_path / "record.jsonl") as journal:
        standings = Tournament(game, ["random", "uct:20", "random"], 3, 1, 1, journal).play()
    assert standings.games == 3 and standings.ranks["uct:20"]
    earlier = list(read_journal(tmp_path / "record.jsonl"))
    again = Tournament(game, ["random", "uct:20", "random"], 3, 1, earlier=earlier).play()
    assert (again.games, again.ranks) == (3, standings.ranks)
    with pytest.raises(AgentError, match="all players move at once"):
        Tournament(game, ["random", "greedy"], 3, 1)


@pytest.mark.usefixtures("strange_agents")
def test_who_is_at_fault_among_three_comes_last() -> None:
    outcome = play_game(ludens.load(RICHEST), ("random", "broken", "random"), 1, forfeit_errors=True)
    assert outcome is not None
    assert (outcome.fault, outcome.winner, outcome.ranking) == (2, 0, (1.5, 3.0, 1.5))


def test_a_stronger_agent_is_rated_higher(tic_tac_toe: Game) -> None:
    standings = Tournament(tic_tac_toe, ["random", "uct:300"], 20, 1, threads=2).play()
    assert standings.games == 20
    assert standings.ranked() == ["uct:300", "random"]
    assert standings.total("uct:300").games == 20
    mirrored = standings.scores["random", "uct:300"]
    assert standings.scores["uct:300", "random"].points == 20 - mirrored.points


def test_the_number_of_threads_does_not_change_the_games(tic_tac_toe: Game, tmp_path: Path) -> None:
    found = []
    for threads in (1, 3):
        with Journal(tmp_path / f"{threads}.jsonl") as journal:
            Tournament(tic_tac_toe, ["random", "uct:20", "greedy"], 4, 1, threads, journal).play()
        entries = read_journal(tmp_path / f"{threads}.jsonl")
        found.append(sorted((e["players"], e["seed"], e["moves"]) for e in entries))
    assert found[0] == found[1]
    assert len(found[0]) == 12


def test_a_tournament_that_was_broken_off_goes_on(tic_tac_toe: Game, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"

    def stop(standings: Standings, pairing: Pairing, outcome: Outcome) -> None:
        if standings.games == 5:
            raise KeyboardInterrupt

    with Journal(path) as journal, pytest.raises(KeyboardInterrupt):
        Tournament(tic_tac_toe, ["random", "greedy"], 12, 1, 1, journal, report=stop).play()
    assert len(list(read_journal(path))) == 5
    told: list[int] = []
    with Journal(path) as journal:
        earlier = list(read_journal(path))
        again = Tournament(
            tic_tac_toe, ["random", "greedy"], 12, 1, 1, journal, earlier, lambda s, p, o: told.append(s.games)
        )
        assert again.play().games == 12
    assert told == [6, 7, 8, 9, 10, 11, 12]
    assert len(list(read_journal(path))) == 12


def test_agents_of_one_name_are_told_apart(tic_tac_toe: Game) -> None:
    standings = Tournament(tic_tac_toe, ["random", "random"], 4, 1).play()
    assert sorted(standings.ranked()) == ["random", "random#2"]
    assert standings.total("random").games == 4


@pytest.mark.usefixtures("strange_agents")
def test_forfeits_are_counted_by_name(tic_tac_toe: Game) -> None:
    standings = Tournament(tic_tac_toe, ["broken", "random"], 4, 1, forfeit_errors=True).play()
    assert standings.forfeits == {("broken", "error"): 4}


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.jsonl"
    words = ["arena", "Tic-Tac-Toe", "--player", "uct:200", "--player", "random", "--record", str(path)]
    assert main([*words, "-n", "2"]) == 0
    assert main([*words, "-n", "6"]) == 0
    told = capsys.readouterr().out
    assert "Tic-Tac-Toe: 6 games, seed 0" in told
    assert "Elo" in told
    assert "95 % interval" in told
    assert len(list(read_journal(path))) == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--player", "uct"], "two agents are needed at least"),
        (["--player", "uct", "--player", "nobody"], "there is no agent 'nobody'"),
        (["--player", "uct", "--player", "random", "--record", "/dev/null/x"], "/dev/null/x"),
    ],
)
def test_misuse_of_the_command(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "Tic-Tac-Toe", *words]) == 2
    assert message in capsys.readouterr().err
