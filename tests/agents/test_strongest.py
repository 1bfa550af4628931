"""Which agent is expected to play a game best."""

from __future__ import annotations

import pytest

import ludens
from ludens import agents
from ludens.agents import strongest_table
from ludens.agents.material import decides, is_of_last_moves
from ludens.cli import main


@pytest.mark.parametrize(
    ("name", "strongest"),
    [
        ("Amazons", "territory"),
        ("Breakthrough", "informed"),  # pieces are taken
        ("Nine Men's Morris", "alphabeta"),  # put down first, then moved and taken: material is all
        ("Oware", "informed"),  # what is taken is the score
        ("Gomoku", "informed"),  # only put down, but rows tell what is to come
        ("Tablut", "alphabeta"),  # taken, but no term tells how it goes on
        ("Hex", "informed"),  # only put down, but what is connected tells what is to come
        ("Squava", "mcts"),  # only put down in rows, but these tell less than where the stones are
        ("Reversi", "mcts"),  # only put down, though having more helps
        ("Y", "mcts"),  # only put down
        ("Konane", "mcts"),  # taken, but what counts is the last move: who has more moves
        ("Clobber", "uct"),  # the same, but both have the same moves
        ("English Draughts", "informed"),  # who cannot move loses, but having more tells who that will be
        ("Lines of Action", "informed"),  # taken, and having less helps
        ("Chess", "informed"),  # what pieces are worth is told from random games
        ("Tori Shogi", "informed"),  # pieces are worth what they reach
        ("Lasca", "uct"),  # what stands on what is not told
        ("Kalah", "informed"),  # neither score nor pieces change until the end, but seeds lie in stores
        ("Ludo", "uct"),  # chance, and four players
        ("Rolit", "uct"),  # put down, but among four players
        ("Backgammon", "uct"),  # chance
    ],
)
def test_the_strongest_agent_is_told_from_the_rules(name: str, strongest: str) -> None:
    assert agents.ruled(ludens.load(name)) == strongest


def test_what_was_measured_counts_for_more() -> None:
    game = ludens.load("Atari Go")
    assert (agents.ruled(game), agents.strongest(game)) == ("mcts", "informed")


@pytest.mark.integration
def test_the_table_is_of_the_games_as_they_are() -> None:
    for row in strongest_table.TABLE.rows.values():
        game = ludens.load(row["game"])
        agent = strongest_table.agent_of(game)
        assert agent == row["agent"].partition(":")[0], f"{game.name} is another text: run benchmarks/strongest.py"
        assert agents.check(row["agent"], game) and " of " in row["matches"]


def test_settings_by_which_games_were_won_are_those_that_the_agent_has() -> None:
    """Nobody names them; what somebody names counts for more, and shuts out what it excludes."""
    reversi, hex_ = ludens.load("Reversi"), ludens.load("Hex")
    told = agents.make("mcts:10", reversi).settings
    assert (told["nst"], told["epsilon"], told["grave"], told["decisive"]) == (True, 0.4, 0, True)
    assert agents.make("mcts:10:epsilon=0.1", reversi).settings["epsilon"] == 0.1
    assert agents.make("mcts:10", hex_).settings["grave"] == 50
    rave = agents.make("mcts:10:rave=yes", hex_).settings
    assert (rave["rave"], rave["grave"], rave["exploration"]) == (True, 0, 0.1)


@pytest.mark.parametrize(("name", "told"), [("Backgammon", "game of chance"), ("Peg Solitaire", "has one player")])
def test_what_has_no_parts_to_choose_from_is_refused(name: str, told: str) -> None:
    for asked in (agents.check, agents.make):
        with pytest.raises(agents.AgentError, match=told):
            asked("mcts:10", ludens.load(name))
    assert "mcts" not in agents.names(ludens.load(name))


CAPTURE = """(game "Taken" (players 2)
    (equipment {(board (square 5)) (piece "Man" Each (or (move Step (to if:(is Empty (to))))
        (move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""


def test_names_do_not_matter() -> None:
    assert agents.strongest(ludens.load(CAPTURE)) in ("alphabeta", "informed")


def test_the_answer_is_the_same_each_time() -> None:
    agent = agents.make("random", ludens.load("Surakarta"))
    assert [decides(agent) for _ in range(3)] == [True] * 3


def test_games_that_end_with_the_last_move() -> None:
    assert is_of_last_moves(ludens.load("Clobber"))
    assert not is_of_last_moves(ludens.load("Breakthrough"))


def test_who_has_no_move_may_have_the_higher_score() -> None:
    text = """(game "Filled" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Mover) (byScore {
            (score P1 (count Pieces P1)) (score P2 (count Pieces P2))})))))"""
    assert not is_of_last_moves(ludens.load(text))


def test_the_strongest_agent_is_the_usual_opponent_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    make = agents.make

    def remembered(spec: str, game: ludens.Game, *, seed: int | None = None) -> agents.Agent:
        asked.append(spec)
        return make("random", game, seed=seed)

    monkeypatch.setattr(agents, "make", remembered)
    assert main(["play", "Breakthrough", "--p1", "random", "--seed", "1"]) == 0
    assert asked == ["random", "tuned"]
    assert "wins" in capsys.readouterr().out


def test_the_strongest_is_asked_for_by_that_name_with_a_limit() -> None:
    game = ludens.load("Hex")
    agent = agents.make("strongest:50ms:threads=2", game, seed=1)
    assert agent.kind == agents.strongest(game) == "informed"
    assert agents.check("Strongest:50ms:threads=2", game).threads == 2
    state = game.start(seed=1)
    assert agent.choose(state) in state.legal_moves()
    with pytest.raises(agents.AgentError, match="another one in each game"):
        agents.kind_of("strongest")


def test_the_strongest_refuses_what_it_cannot_do_by_its_own_name() -> None:
    game = ludens.load("Amazons")
    assert agents.make("strongest:1s:threads=2", game).limit.threads == 2
    with pytest.raises(agents.AgentError, match="territory: there is no setting 'no'"):
        agents.check("strongest:1s:no=2", game)
    with pytest.raises(agents.AgentError, match="counts something else in each game; give it seconds"):
        agents.make("strongest:20", game)
