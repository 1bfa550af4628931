"""Hearts and Whist: what may be laid, who takes a trick, and what it counts."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens.game import State

HANDS = {player: range(4 + 13 * (player - 1), 4 + 13 * player) for player in (1, 2, 3, 4)}
Card = tuple[str, int]


def cards(state: State) -> dict[int, Card]:
    """Suit and rank by site."""
    suits = {component.index: component.name for component in state.game.components}
    return {row[1]: (suits[row[3]], row[6]) for row in state.sites()}


def check_deal(name: str, seed: int) -> State:
    """Play a deal at random; each player follows suit, and the card that is highest takes the trick."""
    state, chosen = ludens.load(name).start(seed=seed), random.Random(seed)
    assert len(cards(state)) == 52
    trump = cards(state)[55][0] if name == "Whist" else ""
    table: list[tuple[int, Card]] = []
    scores, broken, first = [0, 0, 0, 0], False, True
    while not state.is_over:
        moves = state.legal_moves()
        if moves[0].to_site < 0:
            state.play(moves[0])
            continue
        here, mover = cards(state), state.mover
        hand = {here[site] for site in HANDS[mover] if site in here}
        table = [] if len(table) == 4 else table
        offered = {here[move.from_site] for move in moves}
        assert offered == allowed(name, hand, table, broken, first)
        move = chosen.choice(moves)
        card = here[move.from_site]
        table.append((mover, card))
        broken = broken or card[0] == "Hearts"
        state.play(move)
        if len(table) == 4:
            led = table[0][1][0]
            taker = max(table, key=lambda laid: ((laid[1][0] == trump) * 2 + (laid[1][0] == led), laid[1][1]))[0]
            if name == "Whist":
                for player in (taker, (taker + 1) % 4 + 1):
                    scores[player - 1] += 1
            else:
                scores[taker - 1] += sum((s == "Hearts") + 13 * ((s, r) == ("Spades", 12)) for _, (s, r) in table)
            first = False
            assert state.is_over or (state.mover == taker and state.scores == scores)
    assert state.is_over
    return state


def allowed(name: str, hand: set[Card], table: list[tuple[int, Card]], broken: bool, first: bool) -> set[Card]:
    if table:
        follow = {card for card in hand if card[0] == table[0][1][0]}
        if follow or name == "Whist" or not first:
            return follow or hand
        return {card for card in hand if card[0] != "Hearts" and card != ("Spades", 12)} or hand
    if name == "Whist":
        return hand
    if first:
        return {("Clubs", 2)}
    return hand if broken else {card for card in hand if card[0] != "Hearts"} or hand


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_deal_of_hearts(seed: int) -> None:
    state = check_deal("Hearts", seed)
    assert sum(state.scores) in (26, 78)
    order = sorted(range(4), key=lambda player: state.scores[player])
    assert [state.ranking[player] for player in order] == sorted(state.ranking)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_deal_of_whist(seed: int) -> None:
    state = check_deal("Whist", seed)
    assert state.scores[0] == state.scores[2] and state.scores[1] == state.scores[3]
    assert state.scores[0] + state.scores[1] == 13
