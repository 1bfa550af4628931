"""Positions laid by hand, and what may be done in them, by the labels of the board's sites."""

from __future__ import annotations

from collections.abc import Mapping

from ludens.game import Game, State


def labels_of(game: Game) -> list[str]:
    topology = game.topology
    return [element.label.lower() for element in topology.elements(topology.default_site)]


def laid(game: Game, pieces: Mapping[str, str], mover: int = 1, states: Mapping[str, int] | None = None) -> State:
    """A position: the labels of the sites of each piece by its name, and the states of those that have one."""
    labels, components = labels_of(game), {component.name: component for component in game.components}
    rows = [
        (
            game.topology.default_site[0],
            labels.index(label),
            0,
            components[name].index,
            components[name].owner,
            1,
            (states or {}).get(label, 0),
            0,
            0,
        )
        for name, places in pieces.items()
        for label in places.split()
    ]
    return game.position(rows, mover=mover, seed=1)


def _text(labels: list[str], origin: int, target: int) -> str:
    return "-".join(labels[site] if 0 <= site < len(labels) else "*" for site in (origin, target))


def moves_of(state: State) -> set[str]:
    """The legal moves, as the labels of where they begin and end; a * is a place that is not on the board."""
    labels = labels_of(state.game)
    return {_text(labels, move.from_site, move.to_site) for move in state.legal_moves()}


def play(state: State, *texts: str) -> State:
    """Play moves that are written as `moves_of` writes them."""
    labels = labels_of(state.game)
    for text in texts:
        moves = state.legal_moves()
        state.play(next(move for move in moves if _text(labels, move.from_site, move.to_site) == text))
    return state


def standing(state: State) -> dict[str, str]:
    """The names of the pieces on the board by the labels of their sites, the topmost of a stack."""
    labels, names = labels_of(state.game), {component.index: component.name for component in state.game.components}
    return {labels[row[1]]: names[row[3]] for row in state.sites() if row[1] < len(labels)}
