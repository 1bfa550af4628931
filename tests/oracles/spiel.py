"""OpenSpiel beside the games of the library that it has, too."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

import ludens
from ludens import notation
from ludens.game import State
from ludens.notation.turns import Turn
from tests.oracles.lockstep import Comparison, Outcome, compare, outcome_of

_SQUARE = re.compile(r"[a-z]\d+")
_NUMBER = re.compile(r"\d+")
#: how a turn of ours is told, as OpenSpiel tells its own
Telling = Callable[[State, Turn, State], Any]


@dataclass
class Pairing:
    """A game of OpenSpiel, how a chain of its actions is told, and how a turn of ours is told."""

    load: str
    theirs: Callable[[Sequence[str]], Any]
    ours: Telling
    options: Sequence[str] = ()
    whole: bool = True  # whether turns are compared, or single plies
    passes: bool = False  # whether the game ends there where both would pass
    draws: str = ""  # why one of the programs may call a game drawn and the other one not


class Spiel:
    """A game of OpenSpiel; a turn is all that a player does until the other one moves."""

    def __init__(self, pairing: Pairing, state: Any) -> None:
        self.pairing, self.state, self.whole = pairing, state, pairing.whole

    def turns(self) -> Mapping[Any, tuple[int, ...]]:
        chains = _chains(self.state, self.whole)
        return {self.pairing.theirs(texts): actions for texts, actions in chains}

    def key(self, state: State, turn: Turn, after: State) -> Any:
        return self.pairing.ours(state, turn, after)

    def play(self, turn: Sequence[int]) -> None:
        for action in turn:
            self.state.apply_action(action)

    def trouble(self, state: State) -> str | None:
        return None

    def outcome(self) -> Outcome:
        if not self.state.is_terminal():
            return None
        mine = self.state.returns()[0]
        return float((mine > 0) - (mine < 0))

    def may_end(self, outcome: float) -> bool:
        return outcome == 0 and bool(self.pairing.draws)

    def may_go_on(self, state: State, outcome: float) -> bool:
        if self.pairing.passes:
            after = state.copy()
            while not after.is_over and [move.to_site for move in after.legal_moves()] == [-1]:
                after.play(after.legal_moves()[0])
            return outcome_of(after) == outcome
        return outcome == 0 and bool(self.pairing.draws)


def _chains(state: Any, whole: bool, texts: tuple[str, ...] = (), actions: tuple[int, ...] = ()) -> Iterator[Any]:
    player = state.current_player()
    for action in state.legal_actions():
        child = state.child(action)
        said, done = (*texts, state.action_to_string(player, action)), (*actions, action)
        if not whole or child.is_terminal() or child.current_player() != player:
            yield said, done
        else:
            yield from _chains(child, whole, said, done)


# --- ways of telling


def _squares(texts: Sequence[str]) -> Any:
    """The squares that are named, a square that is left and then come to again only once."""
    found = [square for text in texts for square in _SQUARE.findall(text.split(" ")[-1].replace("x", "-"))]
    return tuple(s for n, s in enumerate(found) if not n or found[n - 1] != s) or "pass"


def _from_top(rows: int) -> Callable[[Sequence[str]], Any]:
    def told(texts: Sequence[str]) -> Any:
        found = _squares(texts)
        return tuple(f"{s[0]}{rows + 1 - int(s[1:])}" for s in found) if found != "pass" else found

    return told


def _labels(state: State, turn: Turn, after: State) -> Any:
    """The squares of a turn, as letters and numbers from the bottom left."""
    sites = [site for move in turn for site in (move.from_site, move.to_site)]
    labels = [_label(state, site) for site in sites if site >= 0]
    return tuple(s for n, s in enumerate(labels) if not n or labels[n - 1] != s) or "pass"


def _label(state: State, site: int) -> str:
    element = state.game.topology.elements(state.game.topology.default_site)[site]
    return f"{chr(ord('a') + element.column)}{element.row + 1}"


def _numbers(texts: Sequence[str]) -> Any:
    """The last two numbers of a text, a row from the top and a column."""
    return tuple(map(int, _NUMBER.findall(texts[-1])[-2:]))


def _row_and_column(rows: int) -> Telling:
    def told(state: State, turn: Turn, after: State) -> Any:
        column, row = _label(state, turn[-1].to_site)[0], int(_label(state, turn[-1].to_site)[1:])
        return rows - row, ord(column) - ord("a")

    return told


def _column(state: State, turn: Turn, after: State) -> Any:
    return turn[0].to_site % 7


def _pit(state: State, turn: Turn, after: State) -> Any:
    site = turn[0].from_site
    return "ABCDEF"[site] if site < 6 else "fedcba"[site - 6]


def _kalah_pits(texts: Sequence[str]) -> Any:
    return tuple(map(int, texts))


def _kalah(state: State, turn: Turn, after: State) -> Any:
    return tuple(site if site < 7 else 20 - site for site in (move.from_site for move in turn))


def _edge(texts: Sequence[str]) -> Any:
    return tuple((kind, int(row), int(column)) for text in texts for kind, row, column in _edges(text))


def _edges(text: str) -> list[Any]:
    return re.findall(r"\((\w),(\d),(\d)\)", text)


def _our_edges(state: State, turn: Turn, after: State) -> Any:
    size = 5
    found = []
    for move in turn:
        ends = [state.game.topology.elements("Vertex")[v] for v in _ends(state, move.to_site)]
        row, column = max(e.row for e in ends), min(e.column for e in ends)
        found.append(("h" if ends[0].row == ends[1].row else "v", size - row, column))
    return tuple(found)


def _ends(state: State, edge: int) -> Sequence[int]:
    ends: Sequence[int] = state.game.topology.elements("Edge")[edge].vertices
    return ends


def _points(texts: Sequence[str]) -> Any:
    return tuple(map(int, _NUMBER.findall(" ".join(texts))))


def _morris(state: State, turn: Turn, after: State) -> Any:
    elements = state.game.topology.elements("Vertex")
    order = sorted(range(24), key=lambda n: (-elements[n].row, elements[n].column))
    place = {site: order.index(site) for site in range(24)}
    sites = [site for move in turn for site in (move.from_site, move.to_site) if 0 <= site < 24]
    return tuple(place[s] for n, s in enumerate(sites) if not n or sites[n - 1] != s)


def _amazon(texts: Sequence[str]) -> Any:
    pairs = [tuple(map(int, _NUMBER.findall(text))) for text in texts]
    return tuple(f"{chr(ord('a') + column - 1)}{11 - row}" for row, column in pairs)


def _letter_and_number(texts: Sequence[str]) -> Any:
    return ord(texts[0][0]) - ord("a"), int(texts[0][1:]) - 1


def _by_label(place: Callable[[int, int], tuple[int, int]]) -> Telling:
    """A cell by the letter and the number of its label, as OpenSpiel counts them; sides are not swapped."""

    def told(state: State, turn: Turn, after: State) -> Any:
        if turn[0].to_site < 0:
            return None
        label = state.game.topology.elements("Cell")[turn[0].to_site].label
        return place(ord(label[0]) - ord("A"), int(label[1:]) - 1)

    return told


def _hex(texts: Sequence[str]) -> Any:
    letter, number = _letter_and_number(texts)
    return number, letter


def _small_board(texts: Sequence[str]) -> Any:
    return tuple(map(int, re.findall(r"board (\d): [xo]\((\d),(\d)\)", texts[-1])[0]))


def _our_small_board(state: State, turn: Turn, after: State) -> Any:
    row, column = _row_and_column(9)(state, turn, after)
    return row // 3 * 3 + column // 3, row % 3, column % 3


def _quoridor(state: State, turn: Turn, after: State) -> Any:
    """The square of a pawn, or the square at the lower left of a wall; numbers go down from the top there."""
    origin, target = turn[0].from_site, turn[0].to_site
    row, column = divmod(origin, 17)
    if row % 2 == 0:
        row, column = divmod(target, 17)
        return f"{chr(ord('a') + column // 2)}{9 - row // 2}"
    return f"{chr(ord('a') + column // 2)}{8 - row // 2}" + ("h" if target == origin + 1 else "v")


_MOVES = "the number of moves without progress after which a game is drawn is another one"
_AGAIN = "a position that comes again ends the game in one of the programs alone"

PAIRINGS: dict[str, Pairing] = {
    "Amazons": Pairing("amazons(board_size=10)", _amazon, _labels),
    "Breakthrough": Pairing("breakthrough", _from_top(8), _labels),
    "Clobber": Pairing("clobber", _squares, _labels),
    "Connect Four": Pairing("connect_four", lambda texts: int(texts[0][1:]), _column),
    "Dots and Boxes": Pairing("dots_and_boxes(num_rows=5,num_cols=5)", _edge, _our_edges, whole=False),
    "English Draughts": Pairing("checkers", _squares, _labels, draws=_MOVES),
    "Gomoku": Pairing("gomoku(size=15,connect=5)", _numbers, _row_and_column(15)),
    "Havannah": Pairing("havannah(board_size=8)", _letter_and_number, _by_label(lambda a, b: (a, b))),
    "Hex": Pairing("hex(board_size=11)", _hex, _by_label(lambda a, b: (10 - a, b))),
    "Kalah": Pairing("mancala", _kalah_pits, _kalah),
    "Lines of Action": Pairing("lines_of_action", _squares, _labels, draws=_AGAIN),
    "Nine Men's Morris": Pairing("nine_mens_morris", _points, _morris, draws=_MOVES),
    "Oware": Pairing("oware", lambda texts: texts[0], _pit),
    "Reversi": Pairing("othello", _squares, _labels, passes=True),
    "Tic-Tac-Toe": Pairing("tic_tac_toe", _numbers, _row_and_column(3)),
    "Ultimate Tic-Tac-Toe": Pairing("ultimate_tic_tac_toe", _small_board, _our_small_board),
    "Walls and Pawns": Pairing("quoridor(board_size=9)", lambda texts: texts[0], _quoridor),
    "Y": Pairing("y(board_size=12)", _letter_and_number, _by_label(lambda a, b: (a - b, b))),
}


def against(name: str, games: int, seed: int = 1, plies: int = 300) -> Comparison:
    """A game of the library beside that of OpenSpiel."""
    if name in TABLES:
        return _tables(name, games, seed, plies)
    if name in DEALT:
        return _dealt(name, games, seed, plies)
    pairing = PAIRINGS[name]
    game, theirs = ludens.load(name, options=list(pairing.options)), pyspiel.load_game(pairing.load)
    begin = lambda choose: (game.start(seed=0), Spiel(pairing, theirs.new_initial_state()))  # noqa: E731
    return compare(game, begin, games, seed, plies)


# --- Backgammon: turns are told by what they lead to; their dice fall as ours


class Backgammon(Spiel):
    def __init__(self, pairing: Pairing, state: Any, first: State) -> None:
        super().__init__(pairing, state)
        self.points = notation.of(first.game).point
        self.discs = sum(row[4] == 1 and row[1] < 26 for row in first.sites())
        self._roll(first)

    def _roll(self, state: State) -> None:
        """Let chance give what our dice show; who begins is our first player."""
        dice = sorted(state.rolled[-1])
        for action, _ in self.state.chance_outcomes():
            text = self.state.action_to_string(-1, action)
            if sorted(map(int, text.split("roll: ")[1][:2])) == dice and "O starts" not in text:
                self.state.apply_action(action)
                return
        raise ValueError(f"no such roll: {dice}")

    def outcome(self) -> Outcome:
        """By what has been borne off: with three discs it names no winner."""
        if not self.state.is_terminal():
            return None
        return 1.0 if self._told(self.state)[1][-2] == self.discs else -1.0

    def turns(self) -> Mapping[Any, tuple[int, ...]]:
        return {self._told(self._after(actions)): actions for _, actions in _chains(self.state, self.whole)}

    def _after(self, actions: Sequence[int]) -> Any:
        state = self.state.clone()
        for action in actions:
            state.apply_action(action)
        return state

    @staticmethod
    def _told(state: Any) -> Any:
        board = tuple(tuple(state.board(player, point) for point in range(24)) for player in (0, 1))
        return board, tuple(map(int, re.findall(r"[XO]: (\d+)", str(state))))

    def key(self, state: State, turn: Turn, after: State) -> Any:
        board = [[0] * 24, [0] * 24]
        left = [0, 0]
        for _, site, _, _, who, *_ in after.sites():
            if who in (1, 2) and site < 26:
                left[who - 1] += 1
                if site not in (6, 19):
                    board[who - 1][24 - int(self.points(site))] += 1
        return (tuple(board[0]), tuple(board[1])), (self.discs - left[0], self.discs - left[1])

    def trouble(self, state: State) -> str | None:
        if not state.is_over and self.state.is_chance_node():
            self._roll(state)
        return None


class Pig(Spiel):
    """Pig: what we roll is what falls there."""

    def trouble(self, state: State) -> str | None:
        if self.state.is_chance_node():
            self.state.apply_action(state.rolled[-1][0] - 1)
        return None

    def outcome(self) -> Outcome:
        return None if self.state.is_chance_node() else super().outcome()


class Hearts(Spiel):
    """Hearts, a deal of four: our hands are dealt there, and who does not hold the first card is passed over."""

    def __init__(self, pairing: Pairing, state: Any, first: State) -> None:
        super().__init__(pairing, state)
        self.whole = False
        hands = {row[1] - 4: _card(first, row) for row in first.sites()}
        self.state.apply_action(self.state.legal_actions()[0])  # nobody passes cards on
        for number in range(52):
            names = {self.state.action_to_string(-1, action): action for action in self.state.legal_actions()}
            self.state.apply_action(names[hands[number % 4 * 13 + number // 4]])

    def turns(self) -> Mapping[Any, tuple[int, ...]]:
        player = self.state.current_player()
        return {self.state.action_to_string(player, action): (action,) for action in self.state.legal_actions()}

    def key(self, state: State, turn: Turn, after: State) -> Any:
        return next((_card(state, row) for row in state.sites() if row[1] == turn[0].from_site), None)

    def outcome(self) -> Outcome:
        """By the second and third player, as lockstep asks ours."""
        if not self.state.is_terminal():
            return None
        first, second = self.state.returns()[1:3]
        return float((first > second) - (first < second))


def _card(state: State, row: Sequence[Any]) -> str:
    """A card as OpenSpiel names it: rank and suit."""
    return "23456789TJQKA"[row[6] - 2] + next(c.name[0] for c in state.game.components if c.index == row[3])


TABLES = {"Backgammon": "backgammon", "Hypergammon": "backgammon(hyper_backgammon=true)"}
DEALT = ("Hearts", "Pig")
NAMES = sorted([*PAIRINGS, *TABLES, *DEALT])


def _dealt(name: str, games: int, seed: int, plies: int) -> Comparison:
    game, pairing = ludens.load(name), Pairing("", tuple, lambda *_: None)

    def begin(choose: random.Random) -> tuple[State, Spiel]:
        state = game.start(seed=choose.randrange(1 << 30))
        if name == "Pig":
            pairing.theirs, pairing.whole = lambda texts: texts[0], False
            pairing.ours = lambda state, turn, after: "stop" if turn[0].to_site else "roll"
            return state, Pig(pairing, pyspiel.load_game("pig").new_initial_state())
        hearts = pyspiel.load_game("hearts(pass_cards=false,qs_breaks_hearts=false)").new_initial_state()
        other = Hearts(pairing, hearts, state)
        while [move.to_site for move in state.legal_moves()] == [-1]:
            state.play(state.legal_moves()[0])
        return state, other

    return compare(game, begin, games, seed, plies)


def _tables(name: str, games: int, seed: int, plies: int) -> Comparison:
    game, theirs = ludens.load(name), pyspiel.load_game(TABLES[name])
    pairing = Pairing("backgammon", tuple, lambda *_: None)

    def begin(choose: random.Random) -> tuple[State, Spiel]:
        while True:
            state = game.start(seed=choose.randrange(1 << 30))
            if len(set(state.rolled[-1])) == 2:  # nobody begins with a double in OpenSpiel
                return state, Backgammon(pairing, theirs.new_initial_state(), state)

    return compare(game, begin, games, seed, plies)
