"""The parts of the alpha-beta search, alone and together: what is exact changes no value; the rest by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents import native
from ludens.agents.agent import AgentError, parse_limit
from ludens.agents.alphabeta import AlphaBeta, AlphaBetaSearch
from ludens.agents.clock import Clock
from ludens.agents.depth_first import SETTINGS
from tests.agents.test_alphabeta import THREE, after, evaluation, minimax

#: those that change which value a search finds, and not only how fast
INEXACT = ("transposed", "reductions", "trades", "null", "quiescence", "others")
EXACT = [setting.name for setting in SETTINGS if setting.name not in INEXACT]


def made(source: str | ludens.Game, **settings: object) -> AlphaBeta:
    game = ludens.load(source) if isinstance(source, str) else source
    written = ":".join(f"{name}={str(value).lower()}" for name, value in settings.items())
    return AlphaBeta(game, parse_limit(written.replace("_", "-")), seed=1)


def searched(agent: AlphaBeta, state: ludens.State, depth: int) -> AlphaBetaSearch:
    search = AlphaBetaSearch(agent, state)
    search.run(Clock(math.inf), depth, lambda: None)
    return search


def best_value(agent: AlphaBeta, state: ludens.State, depth: int) -> float:
    search = searched(agent, state, depth)
    return float(search.values[search.best()])


@pytest.mark.parametrize(
    ("source", "depth"), [("Tic-Tac-Toe", 4), ("Breakthrough", 3), ("English Draughts", 4), (THREE, 3)],
    ids=["lines", "race", "captures", "three players"],
)  # fmt: skip
def test_no_combination_of_exact_settings_changes_a_value(source: str, depth: int) -> None:
    game = ludens.load(source)
    state = after(game, 6, seed=2)
    plain = made(game)
    wanted = minimax(plain, state, state.mover, depth)
    for chosen in itertools.product((True, False), repeat=len(EXACT)):
        agent = made(game, **dict(zip(EXACT, chosen, strict=True)))
        assert best_value(agent, state, depth) == pytest.approx(wanted), dict(zip(EXACT, chosen, strict=True))


def test_settings_are_read_from_the_name_of_an_agent() -> None:
    game = ludens.load("Tic-Tac-Toe")
    agent = agents.make("informed:3:quiescence=4:pvs=no:others=max-n", game, seed=1)
    assert (agent.settings["quiescence"], agent.settings["pvs"], agent.settings["others"]) == (4, False, "max-n")
    for wrong, told in [("deep=yes", "no setting 'deep'"), ("quiescence=99", "from 0 to 16"), ("others=us", "max-n")]:
        with pytest.raises(AgentError, match=told):
            agents.make(f"alphabeta:3:{wrong}", game)


# --- trades


@pytest.mark.parametrize(("source", "counts"), [("English Draughts", True), ("Breakthrough", False), ("Hex", False)])
def test_a_lead_counts_more_the_fewer_pieces_are_left_where_who_has_more_wins(source: str, counts: bool) -> None:
    game = ludens.load(source)
    with_, without = (agents.make(f"informed:1:trades={told}", game) for told in ("yes", "no"))
    state, most = game.start(seed=1), int(game.start(seed=1).field("owned_count").sum())
    for _ in range(60):
        left = int(state.field("owned_count").sum())
        factor = 2 - left / most if counts else 1
        values = [native.evaluate(agent.information, state, state.mover) for agent in (with_, without)]
        assert values[0] == pytest.approx(factor * values[1])
        state.play(state.legal_moves()[0])
        if state.is_over:
            break
    assert left < most or not counts


# --- less deep


def test_late_moves_are_looked_at_less() -> None:
    game = ludens.load("Breakthrough")
    state = after(game, 8, seed=3)
    whole, less = (searched(made(game, reductions=value), state, 6) for value in (False, True))
    assert less.nodes < whole.nodes / 2 and less.depth == whole.depth


#: who has more pieces wins; who likes may pass
PASSING = """
(game "Passing" (players 2)
  (equipment {(board (square 5)) (piece "Man" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove
    (to))))))})
  (rules
    (start {(place "Man1" (expand (sites Bottom))) (place "Man2" (expand (sites Top)))})
    (play (or (forEach Piece) (move Pass)))
    (end (if (no Pieces Next) (result Mover Win)))))
"""


def test_a_pass_stands_for_any_move_only_where_it_is_legal() -> None:
    state = after(ludens.load(PASSING), 6, seed=1)
    plain, passing = (searched(made(state.game, null=value), state, 5) for value in (False, True))
    assert passing.nodes < plain.nodes
    race = after(ludens.load("Breakthrough"), 6, seed=1)
    assert len({searched(made(race.game, null=value), race, 5).nodes for value in (False, True)}) == 1


# --- quiescence

#: a step onto an enemy takes it; nothing else is worth anything
TAKING = """
(game "Taking" (players 2)
  (equipment {(board (square 4)) (piece "Man" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply
    (remove (to))))))})
  (rules
    (start {(place "Man1" {0 5}) (place "Man2" {9 13 15})})
    (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))
"""


def test_what_takes_may_be_taken() -> None:
    """5 may take on 9, which 13 covers: worth a piece at one ply, and nothing when the answer is looked at."""
    game = ludens.load(TAKING)
    state = game.start(seed=1)
    rash, careful = made(game), made(game, quiescence=4)
    assert best_value(rash, state, 1) == 2 - 2
    taking = next(m for m in state.legal_moves() if (m.from_site, m.to_site) == (5, 9))
    assert searched(rash, state, 1).analysis().line[0] == taking
    search = searched(careful, state, 1)
    number = [m.to_site for m in state.legal_moves()].index(9)
    assert search.values[number] == 1 - 2
    assert float(search.values[search.best()]) == 2 - 3


def quiet_value(agent: AlphaBeta, state: ludens.State, player: int, plies: int, *, noisy: bool) -> float:
    """Quiescence without cuts: captures are followed, and who is to move may stop where another move is legal."""
    here = evaluation(agent, state, player)
    if state.is_over or not noisy or plies == 0:
        return here
    values, forced = [], True
    for move in state.legal_moves():
        child = state.copy()
        child.play(move)
        if (child.field("owned_count") < state.field("owned_count")).any():
            values.append(quiet_value(agent, child, player, plies - 1, noisy=True))
        else:
            forced = False
    values += [] if forced else [here]
    return max(values) if state.mover == player else min(values)


@pytest.mark.parametrize("source", [TAKING, "English Draughts", "Chess"], ids=["Taking", "Draughts", "Chess"])
def test_quiescence_follows_what_changes_material(source: str) -> None:
    """Against the same in Python; in draughts, where captures are compulsory, nobody may stop."""
    game, plies = ludens.load(source), 2
    agent = made(game, quiescence=plies)
    for number in (1, 5, 9, 14):
        state = after(game, number, seed=number)
        wanted = []
        for move in state.legal_moves():
            child = state.copy()
            child.play(move)
            noisy = bool((child.field("owned_count") < state.field("owned_count")).any())
            wanted.append(quiet_value(agent, child, state.mover, plies, noisy=noisy))
        search = AlphaBetaSearch(agent, state, exact=True)
        search.run(Clock(math.inf), 1, lambda: None)
        assert search.values == pytest.approx(np.array(wanted))


# --- more than two players


def each_for_himself(agent: AlphaBeta, state: ludens.State, depth: int) -> list[float]:
    """Max-n in Python: of moves that are equal to the mover the first one counts."""
    players = range(1, state.game.num_players + 1)
    if depth == 0 or state.is_over:
        return [evaluation(agent, state, player) for player in players]
    best: list[float] = []
    for move in state.legal_moves():
        child = state.copy()
        child.play(move)
        got = each_for_himself(agent, child, depth - 1)
        if not best or got[state.mover - 1] > best[state.mover - 1]:
            best = got
    return best


@pytest.mark.parametrize("plies", [2, 7, 9])
def test_max_n(plies: int) -> None:
    game = ludens.load(THREE)
    state, agent = after(game, plies, seed=plies), made(game, others="max-n")
    for depth in (1, 3):
        wanted = each_for_himself(agent, state, depth)[state.mover - 1]
        assert best_value(agent, state, depth) == pytest.approx(wanted)


#: 1 moves to the left or right; then 2 and 3 take what they are offered
OFFERED = """
(game "Offered" (players 3)
  (equipment {(board (rectangle 1 7)) (piece "Man" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove
    (to))))))})
  (rules
    (start {(place "Man1" {3 6}) (place "Man2" {1}) (place "Man3" {5})})
    (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))
"""


def test_max_n_by_hand() -> None:
    """Of two ply each player takes for himself what he can; on the row of seven 1 is best off by taking on 5."""
    game = ludens.load(OFFERED)
    state, agent = game.start(seed=1), made(game, others="max-n")
    search = searched(agent, state, 1)
    took = {m.to_site: float(search.values[i]) for i, m in enumerate(state.legal_moves()) if m.to_site == 5}
    assert took == {5: 2 - 0.5}


def one_replies(agent: AlphaBeta, state: ludens.State, player: int, depth: int, replied: int = 0) -> float:
    """Best-reply search in Python: of the others one has the choice, the rest make the first of their moves."""
    if depth <= 0 or state.is_over:
        return evaluation(agent, state, player)

    def played(number: int) -> ludens.State:
        child = state.copy()
        child.play(state.legal_moves()[number])
        return child

    moves = range(len(state.legal_moves()))
    if state.mover == player:
        return max(one_replies(agent, played(i), player, depth - 1) for i in moves)
    if replied not in (0, state.mover):
        return one_replies(agent, played(0), player, depth, replied)
    values = [one_replies(agent, played(i), player, depth - 1, state.mover) for i in moves]
    first = played(0)
    if not replied and not first.is_over and first.mover not in (player, state.mover):
        values.append(one_replies(agent, first, player, depth))
    return min(values)


@pytest.mark.parametrize("plies", [2, 7, 9])
def test_best_reply(plies: int) -> None:
    """In the order of the moves as they are listed, so that the first one is the same."""
    game = ludens.load(THREE)
    state = after(game, plies, seed=plies)
    agent = made(game, others="best-reply", table="no", killers="no", history="no", countermoves="no", gains="no")
    for depth in (1, 2, 3):
        assert best_value(agent, state, depth) == pytest.approx(one_replies(agent, state, state.mover, depth))


def test_two_players_are_the_same_whatever_others_do() -> None:
    game = ludens.load("Breakthrough")
    state = after(game, 6, seed=1)
    found = {best_value(made(game, others=value), state, 3) for value in ("paranoid", "best-reply", "max-n")}
    assert len(found) == 1
