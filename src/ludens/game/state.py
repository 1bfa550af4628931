"""One play of a game: a position, and how it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ludens import hooks
from ludens.game import matching, portable
from ludens.game.errors import IllegalMove
from ludens.game.move import Move
from ludens.game.notation import name_of, notations, number_of
from ludens.ludemes.runtime.trace import LoggedMove
from ludens.native import Block

if TYPE_CHECKING:
    from ludens.game.game import Game

Row = tuple[str, int, int, int, int, int, int, int, int]


class State:
    """A state of a game. Moves are made in place and can be undone."""

    _notations: tuple[Sequence[Move], list[str]] | None = None

    def __init__(self, game: Game, block: Block) -> None:
        self.game = game
        self._block = block
        self._fields = block.view(game.layout.dtype)[0]
        self._undo: list[bytes] = []
        self._moves: list[Move] | None = None

    # --- reading

    @property
    def playing(self) -> State:
        """The state of the game on the board: this one; of a match, that of the game being played."""
        return self

    @property
    def is_simultaneous(self) -> bool:
        """Whether the players move at once here."""
        return self.game.is_simultaneous

    @property
    def mover(self) -> int:
        """The player to move; the last one to have moved once the game is over."""
        return int(self._fields["mover"])

    @property
    def next(self) -> int:
        """The player after the mover, as it stands."""
        return int(self._fields["next"])

    @property
    def is_over(self) -> bool:
        return bool(self._fields["over"])

    @property
    def winner(self) -> int:
        """The winner of a game that is over: a player, 0 for nobody, n+1 for a tie, -1 if it was abandoned."""
        return int(self._fields["winner"])

    @property
    def scores(self) -> list[int]:
        """The score of each player, from player 1; zeros in games without scores."""
        n = self.game.num_players
        if "scores" not in self.game.layout:
            return [0] * n
        return [int(x) for x in self._fields["scores"][1 : n + 1]]

    @property
    def dice(self) -> list[list[int]]:
        """The current values of each dice container, 0 for a used die."""
        if "dice_value" not in self.game.layout:
            return []
        values = iter(self._fields["dice_value"].tolist())
        return [[next(values) for _ in container.sites] for container in self.game.model.dice()]

    @property
    def rolled(self) -> list[list[int]]:
        """What the dice show as the player to move chooses: where moves are found after a roll, that roll."""
        dice, moves = self.dice, self.legal_moves()
        for action in moves[0].actions if dice and moves else ():
            if ("decision", "true") in action.fields:  # what comes after it is no roll
                break
            if action.name == "SetStateAndUpdateDice":
                site, face = (int(value) for _, value in action.fields)
                number, hand = next((i, x) for i, x in enumerate(self.game.model.dice()) if site in x.sites)
                die = site - hand.first_site
                dice[number][die] = hand.faces[die][face]
        return dice

    @property
    def ranking(self) -> list[float]:
        """The rank of each player, from player 1; 1.0 is best, 0.0 undecided."""
        return [float(x) for x in self._fields["ranking"][1 : self.game.num_players + 1]]

    @property
    def rng_state(self) -> bytes:
        """The generator's eight bytes."""
        return int(self._fields["rng"]).to_bytes(8, "little")

    @property
    def phases(self) -> list[str]:
        """The name of the phase that each player is in, from player 1."""
        names = [phase.name for phase in self.game.model.phases]
        return [names[int(phase)] for phase in self._fields["phase"][1 : self.game.num_players + 1]]

    def field(self, name: str) -> Any:
        """A field of the state block, as NumPy sees it. Raises KeyError for one that the game does not have."""
        if name not in self.game.layout:
            raise KeyError(name)
        return self._fields[name]

    def set_field(self, name: str, value: Any) -> None:
        """Overwrite a field of the state block; for tools that know what they do."""
        self._fields[name] = value
        self._moves = None

    def sites(self) -> list[Row]:
        """What stands where: rows (type, site, level, what, who, count, state, rotation, value) of sites not empty."""
        model, f = self.game.model, self._fields
        rows: list[Row] = []
        what = f["what"]
        occupied = np.flatnonzero(f["size"] if model.stacking else what)
        for slot in occupied.tolist():
            kind, site = self.game.slots[slot]
            for level in range(int(f["size"][slot]) if model.stacking else 1):
                rows.append((kind, site, level, *self._content(slot, level)))
        return rows

    def _content(self, slot: int, level: int) -> tuple[int, int, int, int, int, int]:
        at = (slot, level) if self.game.model.stacking else slot
        f, layout = self._fields, self.game.layout
        what = int(f["what"][at])
        who = int(f["who"][at]) if "who" in layout else what
        count = int(f["count"][at]) if "count" in layout else 1
        if self.game.model.stacking:  # a pile has a count where its top piece has an owner
            count = int(f["who"][slot, int(f["size"][slot]) - 1] != 0)
        rest = (int(f[name][at]) if name in layout else 0 for name in ("state", "rotation", "value"))
        return (what, who, count, *rest)  # type: ignore[return-value]

    # --- moves as text

    def notations(self) -> list[str]:
        """What people call the legal moves, in their order; every one is different."""
        moves = self.legal_moves()
        if self._notations is None or self._notations[0] is not moves:
            self._notations = moves, notations(self)
        return self._notations[1]

    def notation(self, move: Move | Sequence[Move]) -> str:
        """What people call a move, as in `D1-D5`; where players move at once, also the moves of several.

        Of legal moves every one has its own; of others, such as one that was played, it tells the sites.
        """
        return name_of(self, move) if isinstance(move, Move) else ", ".join(name_of(self, one) for one in move)

    def parse(self, text: str) -> Move:
        """The legal move that a text means: `notation` backwards.

        Capitals, spaces and how the sites are joined do not matter (`d1d5`, `D1xD5`, `d1 to d5`); trial format is
        understood, too. Raises IllegalMove, which names what came close, or the moves that it may be.
        """
        return matching.find(self, text)

    def parse_all(self, text: str) -> list[Move]:
        """What `play` takes: the move that a text means, or one of each player's where they move at once (`1:A, 2:B`).

        Raises IllegalMove as `parse` does.
        """
        return matching.find_all(self, text)

    # --- playing

    def legal_moves(self) -> Sequence[Move]:
        """The legal moves, in order of generation; empty once the game is over."""
        if self._moves is None:
            self._moves = self._generate()
        return self._moves

    def _generate(self) -> list[Move]:
        records, position = self.game.traced.legal(self), self._block.tobytes()
        data, size = records.tobytes(), records.strides[0]
        ends = records[:, 1:4].tolist()
        return [self._move(data[i * size : (i + 1) * size], position, *ends[i]) for i in range(len(records))]

    def _move(self, record: bytes, position: bytes, mover: int, origin: int, target: int) -> Move:
        return Move(mover, origin, target, lambda: self.game.describe(position, record), record, position)

    def play(self, move: Move | Sequence[Move]) -> Move:
        """Make a move; gives it with its consequences. In simultaneous games a sequence of one move a player.

        Raises IllegalMove where the position does not allow it.
        """
        moves = [move] if isinstance(move, Move) else list(move)
        if self.is_simultaneous:
            self._check_joint(moves)
        elif len(moves) != 1:
            raise IllegalMove(f"{self.game.name} is played one move at a time, not {len(moves)}")
        records = [self._record_of(m) for m in moves]
        before = self._block.tobytes()
        logged = self._run(records)
        self._undo.append(before)
        self._moves = None
        header = logged.header
        return Move(header["mover"], header["from"], header["to"], lambda: logged)

    def _check_joint(self, moves: list[Move]) -> None:
        active = [p for p in range(1, self.game.num_players + 1) if int(self._fields["active"]) >> p & 1]
        if [m.mover for m in moves] != active:
            raise IllegalMove(f"one move each of the players {active} is wanted, in that order")

    def _record_of(self, move: Move) -> bytes:
        if move.position == self._block.tobytes():
            return move.record
        moves = self.legal_moves()
        number = number_of(moves, move)
        if number is None:
            raise IllegalMove(f"{move} is not legal here")
        return moves[number].record

    def _run(self, records: list[bytes]) -> LoggedMove:
        if self.game.is_simultaneous:
            return self.game.traced.play_joint(self, records)
        return self.game.traced.play(self, records[0])

    def undo(self) -> None:
        """Take the last move back. Raises IndexError at the start."""
        before = self._undo.pop()
        self._block[:] = np.frombuffer(before, np.uint8)
        self._moves = None

    def copy(self) -> State:
        """Another state, at the same position, without the moves made so far."""
        return State(self.game, self._block.copy())

    def tobytes(self) -> bytes:
        """The state's block; `Game.from_bytes` reads it."""
        return self._block.tobytes()

    @property
    def block(self) -> Block:
        """The state's block, for native code."""
        return self._block

    # --- as a value

    def __eq__(self, other: object) -> bool:
        """States are equal that are of the same game and have the same block.

        They go on in the same way, chance included. Positions that look alike but were reached in other ways may differ
        in what the rules remember; what `undo` takes back is no part of it.
        """
        return isinstance(other, State) and self.tobytes() == other.tobytes() and self.game == other.game

    def __hash__(self) -> int:
        """Of the state as it stands: a state that is a key must not be played on."""
        return hash(self.tobytes())

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds what `copy` copies: the game and the position, without the moves made so far."""
        return self.game.from_bytes, (self.tobytes(),)

    def to_dict(self) -> dict[str, Any]:
        """All that there is to know of this state, ready for JSON; `Game.from_dict` reads it. It hides nothing."""
        return portable.of_state(self)

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, {'over' if self.is_over else f'player {self.mover} to move'}>"

    def __str__(self) -> str:
        """The board as text, as the player to move sees it; `ludens.render.text` shows it in other ways."""
        return hooks.drawing().text(self, viewer=self.mover)

    def _repr_svg_(self) -> str:
        return hooks.drawing().svg(self, viewer=self.mover)
