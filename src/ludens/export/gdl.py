"""Small games of stones that are placed, step and take by replacement, as rules in the Game Description Language.

Where pieces may go is asked of the game itself, square by square; lines and the other ends are read from its rules.
What was written is played beside the game: rules that differ are refused with the first position that does.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Final

from ludens.export.probe import Probe, place_of
from ludens.game import Game, Move, State
from ludens.game.state import Row
from ludens.imports.gdl import Machine, Term, grounded, read
from ludens.imports.ini import ImportFailed

#: the largest board whose rules are written out
_MOST_SITES: Final = 100
_GAMES, _PLIES = 6, 80
_ROLES: Final = ("", "player1", "player2")
_RULES: Final = """
(<= (legal ?p (place ?k ?c)) (true (control ?p)) (kind ?k ?p) (placed ?k) (true (cell ?c empty)))
(<= (legal ?p (move ?a ?b)) (true (control ?p)) (true (cell ?a ?k)) (kind ?k ?p) (step ?k ?a ?b) (true (cell ?b empty)))
(<= (legal ?p (move ?a ?b)) (true (control ?p)) (true (cell ?a ?k)) (kind ?k ?p) (take ?k ?a ?b)
    (true (cell ?b ?e)) (kind ?e ?q) (distinct ?p ?q))
(<= (legal ?q noop) (true (control ?p)) (other ?p ?q))
(<= (free ?p) (kind ?k ?p) (placed ?k) (true (cell ?c empty)))
(<= (free ?p) (true (cell ?a ?k)) (kind ?k ?p) (step ?k ?a ?b) (true (cell ?b empty)))
(<= (free ?p) (true (cell ?a ?k)) (kind ?k ?p) (take ?k ?a ?b) (true (cell ?b ?e)) (kind ?e ?q) (distinct ?p ?q))
(<= (next (cell ?c ?k)) (does ?p (place ?k ?c)))
(<= (next (cell ?b ?k)) (does ?p (move ?a ?b)) (true (cell ?a ?k)))
(<= (next (cell ?a empty)) (does ?p (move ?a ?b)))
(<= (touched ?c) (does ?p (place ?k ?c)))
(<= (touched ?a) (does ?p (move ?a ?b)))
(<= (touched ?b) (does ?p (move ?a ?b)))
(<= (next (cell ?c ?x)) (true (cell ?c ?x)) (not (touched ?c)))
(<= (next (control ?q)) (true (control ?p)) (other ?p ?q))
(<= (present ?p) (true (cell ?c ?k)) (kind ?k ?p))
(<= decided (won ?p))
(<= terminal decided)
(<= (goal ?p 100) (won ?p))
(<= (goal ?q 0) (won ?p) (other ?p ?q))
(<= (goal ?p 50) (role ?p) (not decided))
"""


def gdl(game: Game) -> str:
    """The rules of a game. Raises ExportError where there are none, with what does not fit."""
    return _Writer(game).text()


class _Writer(Probe):
    language = "the Game Description Language"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if game.num_players != 2 or len(game.containers) != 1 or len(self.elements) > _MOST_SITES:
            raise self.misfit(f"two players and a board of at most {_MOST_SITES} sites without hands are needed")
        self.require_plain()
        if "(swap" in game.description.expanded.split("(metadata")[0]:
            raise self.misfit("the second player may swap sides")
        labels = [re.sub(r"\W", "_", element.label.lower()) for element in self.elements]
        self.cells = [label or f"s{n}" for n, label in enumerate(labels)]
        self.names = {c.index: re.sub(r"\W", "_", c.name.lower()) for c in game.components}
        self.rules = game.description.expanded

    # --- what is asked of the game

    def _targets(self, rows: Sequence[Row], site: int, owner: int) -> set[int]:
        return self.targets(rows, site, owner) - {site}

    def _steps(self) -> Iterator[str]:
        """Where each kind goes from each cell, alone and beside one enemy."""
        enemy = {owner: next(k for k in self.names if self.owners[k] != owner) for owner in (1, 2)}
        for kind, name in self.names.items():
            owner = self.owners[kind]
            for site, cell in enumerate(self.cells):
                alone = self._targets([self.row(site, kind)], site, owner)
                for target in sorted(alone):
                    yield f"(step {name} {cell} {self.cells[target]})"
                for target, other in enumerate(self.cells):
                    rows = [self.row(site, kind), self.row(target, enemy[owner])]
                    if target != site and target in self._targets(rows, site, owner):
                        yield f"(take {name} {cell} {other})"

    def _goals(self) -> Iterator[str]:
        """Where a piece has won as soon as it comes there, while an enemy is left that can move."""
        for kind, name in self.names.items():
            owner = self.owners[kind]
            enemy = next(k for k in self.names if self.owners[k] != owner)
            ways = {n: self._targets([self.row(n, enemy)], n, 3 - owner) for n in range(len(self.cells))}
            for site in range(len(self.cells)):
                targets = self._targets([self.row(site, kind)], site, owner) | {site}
                aside = [n for n, way in ways.items() if way and n not in targets and not way & targets][:4]
                if not aside:
                    continue
                rows = [self.row(site, kind), *(self.row(n, enemy) for n in aside)]
                state = self.game.position(rows, mover=owner, seed=0)
                for move in state.legal_moves():
                    after = state.copy()
                    after.play(move)
                    if move.from_site == site and move.to_site not in (site, *aside) and after.winner == owner:
                        yield f"(goal_cell {name} {self.cells[move.to_site]})"

    # --- what is read from the rules

    def _lines(self) -> Iterator[str]:
        matches = re.findall(r"\(is Line (\d+)\) \(result Mover (Win|Loss)\)", self.rules)
        if len(matches) < self.rules.count("(is Line"):
            raise self.misfit("its lines are of another kind than (is Line N)")
        longer = list[str]()
        runs = self.game.topology.radials(self.type, "Adjacent")
        for length, result in matches:
            size = int(length)
            for line in sorted({tuple(sorted(run[:size])) for run in runs if len(run) >= size > 1}):
                cells = " ".join(f"(true (cell {self.cells[site]} ?k))" for site in line)
                yield f"(<= (line{size} ?k) (kind ?k ?p) {cells})"
            barred = " ".join(f"(not (line{other} ?k))" for other in longer)
            winner = "?p" if result == "Win" else "?q"
            yield f"(<= (won {winner}) (kind ?k ?p) (other ?p ?q) (line{size} ?k) {barred})"
            longer.append(length)

    def _ends(self, steps: Sequence[str]) -> Iterator[str]:
        if re.search(r"\(no Pieces Next\) \(result Mover Win\)", self.rules):
            yield "(<= (won ?p) (other ?p ?q) (present ?p) (not (present ?q)))"
        stuck = re.search(r"\(no Moves Next\) \(result (Mover|Next) (Win|Loss|Draw)\)", self.rules)
        if stuck is None:
            yield "(<= terminal (not (free player1)) (not (free player2)))"
            if steps:  # where all is placed, nobody can move once one player cannot
                yield "(<= (legal ?p pass) (true (control ?p)) (not (free ?p)))"
            return
        yield "(<= terminal (true (control ?p)) (not (free ?p)))"
        if stuck[2] != "Draw":
            winner = "?q" if (stuck[1] == "Mover") == (stuck[2] == "Win") else "?p"
            yield f"(<= (won {winner}) (true (control ?p)) (other ?p ?q) (not (free ?p)) (not already))"
            yield "(<= already (made ?p))"

    # --- the whole

    def text(self) -> str:
        start = self.game.start(seed=0)
        standing = {row[1]: self.names[row[3]] for row in start.sites()}
        placed = sorted({self.names[kind] for kind in self.names if self._is_placed(kind)})
        steps, lines = list(self._steps()), list(self._lines())
        ends = list(self._ends(steps))
        goals = list(dict.fromkeys(self._goals()))
        made = any("already" in end for end in ends)
        rules = [
            f"; {self.game.name}, written by ludens",
            "(role player1)",
            "(role player2)",
            "(other player1 player2)",
            "(other player2 player1)",
            *(f"(kind {name} {_ROLES[self.owners[kind]]})" for kind, name in self.names.items()),
            *(f"(placed {name})" for name in placed),
            "(init (control player1))",
            *(f"(init (cell {cell} {standing.get(site, 'empty')}))" for site, cell in enumerate(self.cells)),
            *steps,
            *goals,
            _RULES.strip(),
            *(["(<= (won ?p) (kind ?k ?p) (true (cell ?c ?k)) (goal_cell ?k ?c))"] if goals else []),
            *lines,
            *ends,
        ]
        text = "\n".join(rules) + "\n"
        if made:  # who is stuck has lost unless the game was decided before
            text = re.sub(r"\(<= \(won (\?\w)\) (?!\(true \(control)(.*)\)\n", r"(<= (made \1) \2)\n", text)
            text += "(<= (won ?p) (made ?p))\n"
        self._compare(text)
        return text

    def _is_placed(self, kind: int) -> bool:
        owner = self.owners[kind]
        state = self.game.start(seed=0)
        for _ in range(2):
            if state.mover == owner and not state.is_over:
                for move in state.legal_moves():
                    after = state.copy()
                    after.play(move)
                    new = {row[1]: row[3] for row in after.sites()}
                    if move.from_site == move.to_site and new.get(move.to_site) == kind:
                        return True
            if state.legal_moves():
                state.play(state.legal_moves()[0])
        return False

    def _term(self, state: State, move: Move) -> Term:
        if move.to_site < 0:
            return "pass"
        if move.from_site != move.to_site:
            return ("move", self.cells[move.from_site], self.cells[move.to_site])
        after = state.copy()
        after.play(move)
        kind = next((row[3] for row in after.sites() if row[1] == move.to_site), 0)
        return ("place", self.names.get(kind, "nothing"), self.cells[move.to_site])

    def _compare(self, text: str) -> None:
        """Refuse rules by which random games are not the same."""
        try:
            machine = Machine(grounded(read(text)))
        except ImportFailed as error:
            raise self.misfit(str(error)) from None
        for seed in range(_GAMES):
            choose, played = random.Random(seed), list[str]()
            state, position = self.game.start(seed=0), machine.start
            for _ in range(_PLIES):
                where = place_of(played)
                if machine.is_terminal(position):
                    self._require_end(state, machine.goals(position), where)
                    break
                if state.is_over:
                    raise self.misfit(f"{where} the game is over, and what was written goes on")
                ours = {self._term(state, move): move for move in state.legal_moves()}
                role = _ROLES[state.mover]
                theirs = set(machine.legal(position)[role])
                if ours.keys() != theirs:
                    alone = sorted(map(str, ours.keys() - theirs))[:3] or ["nothing"]
                    more = sorted(map(str, theirs - ours.keys()))[:3] or ["nothing"]
                    raise self.misfit(f"{where} there is {', '.join(alone)} in the game alone, {', '.join(more)} here")
                term = choose.choice(sorted(ours, key=str))
                played.append(" ".join(term) if isinstance(term, tuple) else term)  # type: ignore[arg-type]
                position = machine.next(position, {role: term, _ROLES[3 - state.mover]: "noop"})
                state.play(ours[term])

    def _require_end(self, state: State, goals: dict[str, int], where: str) -> None:
        while not state.is_over and all(move.to_site < 0 for move in state.legal_moves()):
            state.play(state.legal_moves()[0])
        values = [100 if state.winner == player else 0 if state.winner else 50 for player in (1, 2)]
        if not state.is_over or values != [goals[role] for role in _ROLES[1:]]:
            raise self.misfit(f"{where} it does not end alike")
