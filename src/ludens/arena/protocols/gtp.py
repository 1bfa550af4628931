"""An agent as an engine that speaks GTP (Go), version 2, with the commands of KGS, GoGui and GNU Go."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from ludens import agents, notation
from ludens.agents.timing import TimeLeft
from ludens.arena.protocols.engine_search import TimedAgent, UnsupportedGame
from ludens.game import Game, IllegalMove, LimitExceeded, State
from ludens.game.loading import game_from
from ludens.notation import NotationError, Record
from ludens.notation.counting import RULES, count, handicap_of, komi_of, rules_of
from ludens.notation.go import Go
from ludens.notation.playouts import dead_stones
from ludens.notation.record import NO_CHANCE
from ludens.notation.turns import Turn
from ludens.version import __version__

if TYPE_CHECKING:
    from ludens.notation.counting import Count


_COLOURS: Final = {"b": 1, "black": 1, "w": 2, "white": 2}
#: what GoGui offers in its menu
_ANALYSES: Final = ("plist/Dead Stones/final_status_list dead", "string/Score/final_score", "none/Undo/undo")


def speak(game: Game, spec: str, *, seed: int | None = None) -> None:
    """Be an engine on standard input and output to the end. Raises UnsupportedGame, AgentError."""
    speaker = Gtp(game, spec, seed)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    speaker.run(sys.stdin, sys.stdout)


class Refused(ValueError):
    """A command that is not obeyed: the message says why, in the protocol's words."""


@dataclass(frozen=True)
class _Made:
    """What a command did: the position before it, the turn, and the position that it put up before or instead."""

    before: State
    turn: Turn
    setup: State | None


class Gtp:
    """GTP: the lines of an engine of Go."""

    def __init__(self, game: Game, spec: str, seed: int | None = None) -> None:
        self._spec, self._seed = spec, seed
        self._clocks = Clocks()
        self._seat(game)
        self.komi = self._style.komi or Fraction(0)
        self._rules = RULES["area"]
        self._handicap = 0
        self._commands: dict[str, Callable[[Sequence[str]], str | None]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "ludens",
            "version": lambda words: __version__,
            "known_command": lambda words: str(bool(words) and words[0] in self._commands).lower(),
            "list_commands": lambda words: "\n".join(self._commands),
            "help": lambda words: "\n".join(self._commands),
            "quit": lambda words: None,
            "boardsize": self._boardsize,
            "query_boardsize": lambda words: str(self._style.grid.columns),
            "clear_board": self._clear,
            "komi": self._set_komi,
            "get_komi": lambda words: f"{float(self.komi):g}",
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_handicap,
            "set_free_handicap": self._set_handicap,
            "play": self._play_command,
            "gogui-play_sequence": self._play_sequence,
            "genmove": lambda words: self._generate(self._colour(words)),
            "reg_genmove": lambda words: self._generate(self._colour(words), plays=False),
            "kgs-genmove_cleanup": lambda words: self._generate(self._colour(words), cleans=True),
            "undo": lambda words: self._undo(1),
            "gg-undo": lambda words: self._undo(self._number(words, 0, 1)),
            "showboard": lambda words: "\n" + self._board(),
            "list_stones": self._list_stones,
            "is_legal": lambda words: str(int(self._legal(self._colour(words), self._word(words, 1)) is not None)),
            "all_legal": self._all_legal,
            "final_score": lambda words: self._score(),
            "final_status": self._final_status,
            "final_status_list": self._final_status_list,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "kgs-time_settings": self._kgs_time_settings,
            "kgs-rules": self._set_rules,
            "kgs-game_over": lambda words: None,
            "loadsgf": self._load,
            "printsgf": self._print,
            "cputime": lambda words: f"{time.process_time():.3f}",
            "gogui-analyze_commands": lambda words: "\n".join(_ANALYSES),
            "gogui-setup": self._setup,
            "gogui-setup_player": self._setup_player,
            "gogui-title": lambda words: f"ludens {self._spec}",
        }

    @property
    def commands(self) -> Sequence[str]:
        return [*self._commands]

    def _seat(self, game: Game) -> None:
        """Play this game from now on. Raises UnsupportedGame, AgentError."""
        style = notation.of(game)
        if not isinstance(style, Go) or style.grid.columns != style.grid.rows:
            raise UnsupportedGame(f"GTP is spoken of Go and its like, and {game.name} is none")
        self._timed_agent = TimedAgent(game, self._spec, self._seed)
        self.game, self._style = game, style
        self._begin()

    def _begin(self) -> None:
        self.state = self.game.start(rng_state=NO_CHANCE)
        self._made: list[_Made] = []
        self._dead: tuple[State, list[int]] | None = None
        self._handicap = 0

    # --- lines

    def run(self, source: Iterable[str], sink: TextIO) -> None:
        """Answer commands to `quit`, or to their end."""
        for line in source:
            plain = "".join(sign for sign in line.replace("\t", " ") if sign.isprintable())
            words = plain.partition("#")[0].split()
            number = words.pop(0) if words and words[0].isdigit() else ""
            if not words:
                continue
            good, answer = self.answer(words[0], words[1:])
            sink.write(f"{'=' if good else '?'}{number} {answer}".rstrip() + "\n\n")
            sink.flush()
            if words[0] == "quit":
                return

    def answer(self, command: str, words: Sequence[str]) -> tuple[bool, str]:
        """Whether a command is obeyed, and what is said to it."""
        if command not in self._commands:
            return False, "unknown command"
        try:
            return True, self._commands[command](words) or ""
        except (Refused, NotationError, IllegalMove, LimitExceeded, agents.AgentError) as error:
            return False, " ".join(str(error).split())
        except Exception as error:  # whatever it is, the other program is not to die of it
            sys.stderr.write(f"ludens bot: {command}: {type(error).__name__}: {error}\n")
            return False, f"{command} failed"

    # --- words

    @staticmethod
    def _word(words: Sequence[str], at: int) -> str:
        if at >= len(words):
            raise Refused("syntax error")
        return words[at]

    def _colour(self, words: Sequence[str]) -> int:
        player = _COLOURS.get(self._word(words, 0).lower())
        if player is None:
            raise Refused("invalid color or coordinate")
        return player

    def _number(self, words: Sequence[str], at: int, usual: int | None = None) -> int:
        if usual is not None and at >= len(words):
            return usual
        word = self._word(words, at)
        if not re.fullmatch(r"[+-]?\d{1,9}", word):
            raise Refused("syntax error")
        return int(word)

    def _seconds(self, words: Sequence[str], at: int) -> float:
        word = self._word(words, at)
        if not re.fullmatch(r"[+-]?(\d{1,9}(\.\d*)?|\.\d+)", word):
            raise Refused("syntax error")
        return float(word)

    def _site(self, word: str) -> int:
        try:
            site = self._style.place(word)
        except ValueError:
            site = word
        if not isinstance(site, int):
            raise Refused("invalid color or coordinate")
        return site

    # --- the table

    def _boardsize(self, words: Sequence[str]) -> None:
        size = self._number(words, 0)
        if size != self._style.grid.columns and not self._change(
            lambda heading, item: bool(re.fullmatch(rf"\s*{size}\s*[x×]\s*{size}\s*", item)),
            lambda style: style.grid.columns == size,
        ):
            raise Refused("unacceptable size")
        self._clear(())

    def _change(self, fits: Callable[[str, str], bool], good: Callable[[Go], bool]) -> bool:
        """Take the same game with another item of an option that fits; whether there is one that is good."""
        description = self.game.description
        for option in description.options:
            for item in option.items:
                if not fits(option.heading, item.name):
                    continue
                others = [name for name in description.selected if not name.startswith(f"{option.heading}/")]
                game = game_from(self.game.to_dict(), [*others, option.full_name(item)])
                style = notation.of(game)
                if isinstance(style, Go) and good(style):
                    try:
                        self._seat(game)
                    except agents.AgentError:
                        continue
                    return True
        return False

    def _clear(self, words: Sequence[str]) -> None:
        self._begin()
        self._clocks.restart()

    def _set_komi(self, words: Sequence[str]) -> None:
        """Any komi counts; where the game can be played with it, the agent plays for it, too."""
        komi = Fraction(str(self._seconds(words, 0)))
        if not self._made and komi != self._style.komi:
            self._change(
                lambda heading, item: heading == "Komi" and komi_of(item) == komi,
                lambda style: style.komi == komi and style.grid.columns == self._style.grid.columns,
            )
        self.komi = komi

    def _set_rules(self, words: Sequence[str]) -> None:
        rules = rules_of(" ".join(words).replace("_", " "))
        if rules is None:
            raise Refused("unknown rules")
        self._rules = rules

    # --- playing

    def _put(self, state: State, turn: Turn, setup: State | None) -> None:
        """Go on to the position after a turn of a state, which was put up where it is a `setup`."""
        before = self.state
        for move in turn:
            state.play(move)
        self._made.append(_Made(before, turn, setup))
        self.state = state

    def _to_move(self, player: int) -> tuple[State, bool]:
        """The position with this player to move, a copy, and whether it had to be put up.

        A player may move twice, as where stones are put for a handicap, and both may go on after they passed.
        """
        if self.state.is_over:
            return self.game.position(self.state.sites(), mover=player, seed=0), True
        state = self.state.copy()
        if state.mover != player:
            state.set_field("mover", player)
            state.set_field("next", 3 - player)
            return state, True
        return state, False

    def _legal(self, player: int, vertex: str) -> tuple[State, bool, Turn] | None:
        """The move of a player to a vertex, with where it is made; None where it is not legal."""
        if vertex.lower() != "pass":
            self._site(vertex)
        state, fresh = self._to_move(player)
        try:
            return state, fresh, self._style.at_vertex(state, vertex)
        except IllegalMove:
            return None

    def _play(self, player: int, vertex: str) -> None:
        legal = self._legal(player, vertex)
        if legal is None:
            raise Refused("illegal move")
        state, fresh, turn = legal
        self._put(state, turn, state.copy() if fresh else None)

    def _play_command(self, words: Sequence[str]) -> None:
        self._play(self._colour(words), self._word(words, 1))

    def _play_sequence(self, words: Sequence[str]) -> None:
        """All of the moves, or none."""
        count = len(self._made)
        try:
            for colour, vertex in _pairs(words):
                self._play(self._colour([colour]), vertex)
        except (Refused, ValueError):
            self._undo(len(self._made) - count)
            raise

    def _undo(self, number: int) -> None:
        if not 0 <= number <= len(self._made):
            raise Refused("cannot undo")
        if number:
            self.state = self._made[-number].before
            del self._made[-number:]

    def _generate(self, player: int, *, plays: bool = True, cleans: bool = False) -> str:
        state, fresh = self._to_move(player)
        setup = state.copy() if fresh else None
        began = time.monotonic()
        turn = self._timed_agent.turn(state, self._clocks.left(player))
        if plays:
            self._clocks.took(player, time.monotonic() - began)
        if cleans and self._style.is_pass(turn[0]):
            turn = self._cleaning(state, player) or turn
        vertex = self._style.vertex(turn[0])
        if plays:
            self._put(state, turn, setup)
        return vertex

    def _cleaning(self, state: State, player: int) -> Turn | None:
        """A move that takes the liberties of a dead stone of the other, those of the weakest group first."""
        owners = {row[1]: row[4] for row in state.sites()}
        dead = [site for site in self._dead_stones() if owners.get(site) == 3 - player]
        liberties = sorted((self._style.liberties(owners, site) for site in dead), key=len)
        moves = {move.to_site: move for move in state.legal_moves()}
        takes = (moves[site] for group in liberties for site in sorted(group) if site in moves)
        return next(((move,) for move in takes), None)

    # --- handicaps and positions

    def _place(self, sites: Sequence[int]) -> str:
        """Black's stones of a handicap: White moves then."""
        self._put_up(dict.fromkeys(sites, 1), 2)
        self._handicap = len(sites)
        return " ".join(self._style.point(site) for site in sites)

    def _put_up(self, owners: Mapping[int, int], mover: int) -> None:
        pieces = {c.owner: c.index for c in self.game.components}
        kind = self.game.model.default_site[0]
        rows = [(kind, site, 0, pieces[owner], owner, 1, 0, 0, 0) for site, owner in sorted(owners.items())]
        state = self.game.position(rows, mover=mover, seed=0)
        self._put(state, (), state.copy())

    def _empty(self) -> None:
        if self.state.sites():
            raise Refused("board not empty")

    def _fixed_handicap(self, words: Sequence[str]) -> str:
        self._empty()
        points, number = handicap_points(self._style.grid.columns), self._number(words, 0)
        if number not in points:
            raise Refused("invalid number of stones")
        return self._place([self._style.grid.sites[place] for place in points[number]])

    def _place_handicap(self, words: Sequence[str]) -> str:
        """As many stones as are asked for where there are points for them, else as many as there are."""
        self._empty()
        points, number = handicap_points(self._style.grid.columns), self._number(words, 0)
        if number < 2:
            raise Refused("invalid number of stones")
        most = max((one for one in points if one <= number), default=0)
        return self._place([self._style.grid.sites[place] for place in points.get(most, [])])

    def _set_handicap(self, words: Sequence[str]) -> None:
        self._empty()
        sites = [self._site(word) for word in words]
        if not 2 <= len(sites) < len(self._style.grid.places) or len(set(sites)) != len(sites):
            raise Refused("bad vertex list")
        self._place(sites)

    def _setup(self, words: Sequence[str]) -> None:
        stones = {self._site(vertex): self._colour([colour]) for colour, vertex in _pairs(words)}
        self._put_up({row[1]: row[4] for row in self.state.sites()} | stones, self.state.mover)

    def _setup_player(self, words: Sequence[str]) -> None:
        self._put_up({row[1]: row[4] for row in self.state.sites()}, self._colour(words))

    # --- the board

    def _board(self) -> str:
        owners = {row[1]: row[4] for row in self.state.sites()}
        grid = self._style.grid
        columns = "   " + " ".join(self._style.point(grid.sites[column, 0])[0] for column in range(grid.columns))
        rows = [
            f"{row + 1:2} " + " ".join(".XO"[owners.get(grid.sites[column, row], 0)] for column in range(grid.columns))
            for row in reversed(range(grid.rows))
        ]
        return "\n".join([columns, *rows, columns])

    def _list_stones(self, words: Sequence[str]) -> str:
        player = self._colour(words)
        return " ".join(self._style.point(row[1]) for row in self.state.sites() if row[4] == player)

    def _all_legal(self, words: Sequence[str]) -> str:
        state, _ = self._to_move(self._colour(words))
        return " ".join(self._style.point(move.to_site) for move in state.legal_moves() if move.to_site >= 0)

    # --- the end

    def _dead_stones(self) -> list[int]:
        if self._dead is None or self._dead[0] is not self.state:
            self._dead = self.state, dead_stones(self._style, self.state)
        return self._dead[1]

    def _score(self) -> str:
        """The count of Go; of its kin, which count in other ways, the result once they are over."""
        if not self._style.is_go and not self.state.is_over:
            raise Refused("cannot score")
        return self._count().result if self._style.is_go else self._style.result(self.state)

    def _count(self) -> Count:
        return count(
            self._style, self.state, self._rules, komi=self.komi, dead=self._dead_stones(),
            prisoners=self._prisoners(), handicap=self._handicap,
        )  # fmt: skip

    def _prisoners(self) -> tuple[int, int]:
        prisoners = [0, 0]
        after = [*(one.before for one in self._made[1:]), self.state]
        for made, state in zip(self._made, after, strict=False):  # nothing is made at the start
            if made.turn:
                other = 3 - made.turn[0].mover
                counts = [sum(row[4] == other for row in one.sites()) for one in (made.before, state)]
                prisoners[2 - other] += max(counts[0] - counts[1], 0)
        return prisoners[0], prisoners[1]

    def _final_status(self, words: Sequence[str]) -> str:
        site, owners = self._site(self._word(words, 0)), {row[1]: row[4] for row in self.state.sites()}
        if site in owners:
            return "dead" if site in self._dead_stones() else "alive"
        black, white = self._count().territory
        return "black_territory" if site in black else "white_territory" if site in white else "dame"

    def _final_status_list(self, words: Sequence[str]) -> str:
        kind = self._word(words, 0)
        owners = {row[1]: row[4] for row in self.state.sites()}
        dead = {*self._dead_stones()}
        if kind in ("black_territory", "white_territory"):
            listed = self._count().territory[kind == "white_territory"]
            return " ".join(self._style.point(site) for site in sorted(listed))
        if kind not in ("alive", "dead", "seki"):
            raise Refused("invalid status")
        left = {"alive": owners.keys() - dead, "dead": owners.keys() & dead, "seki": set[int]()}[kind]
        lines = []
        while left:
            group = self._style.group(owners, min(left))
            left = left - group
            lines.append(" ".join(self._style.point(site) for site in sorted(group)))
        return "\n".join(lines)

    # --- clocks

    def _time_settings(self, words: Sequence[str]) -> None:
        self._clocks.set(*(self._seconds(words, at) for at in range(3)))

    def _kgs_time_settings(self, words: Sequence[str]) -> None:
        match self._word(words, 0).lower():
            case "none":
                self._clocks.set(0, 1, 0)
            case "absolute":
                self._clocks.set(self._seconds(words, 1), 0, 0)
            case "byoyomi":
                self._clocks.set(self._seconds(words, 1), self._seconds(words, 2), 1, byoyomi=True)
            case "canadian":
                self._clocks.set(*(self._seconds(words, at) for at in range(1, 4)))
            case _:
                raise Refused("syntax error")

    def _time_left(self, words: Sequence[str]) -> None:
        self._clocks.tell(self._colour(words), self._seconds(words, 1), self._number(words, 2))

    # --- files

    def _load(self, words: Sequence[str]) -> str:
        """Load the first game of a file, up to a move where a number is given; who moves next is told."""
        number = self._number(words, 1, 0)
        try:
            text = Path(self._word(words, 0)).read_bytes()
        except OSError:
            raise Refused("cannot load file") from None
        record = self._read(text, Path(words[0]).name)
        self._begin()
        self.komi = komi_of(record.tags.get("Komi", ""), len(self._style.grid.places)) or self.komi
        turns = record.turns[: number - 1] if number > 0 else record.turns
        if not record.begins_as_usual:
            self._put(record.start.copy(), (), record.start.copy())
        for at, turn in enumerate(turns):
            setup = record.setups.get(at)
            self._put((self.state if setup is None else setup).copy(), turn, setup)
        if (last := record.setups.get(len(turns))) is not None:
            self._put(last.copy(), (), last)
        self._handicap = handicap_of(record.tags.get("Handicap", ""))
        return "black" if self.state.mover == 1 or self.state.is_over else "white"

    def _read(self, data: bytes, name: str) -> Record:
        """The first game of a file, with the board that it is played on. Raises Refused."""
        import io

        from ludens.notation.reading import encoding_of, lines_of

        source = io.BytesIO(data)
        text = "".join(lines_of(source, encoding_of(source, [self._style.sgf.file()], name)))
        size_tag = re.search(r"SZ\s*\[\s*(\d+)", text)
        size = size_tag[1] if size_tag else self._style.sgf.usual
        if int(size) != self._style.grid.columns:
            try:
                self._boardsize([size])
            except Refused:
                raise Refused("cannot load file") from None
        try:
            return self._style.read(text, "sgf", name)[0]
        except NotationError as error:
            raise Refused(f"cannot load file: {error.cause}") from None

    def _print(self, words: Sequence[str]) -> str:
        record = Record(self.game.start(rng_state=NO_CHANCE))
        record.tags = {"Komi": f"{float(self.komi):g}"}
        if self._handicap:
            record.tags["Handicap"] = str(self._handicap)
        for made in self._made:
            if made.setup is not None and not record.plies:
                record.start = made.setup
            elif made.setup is not None:
                record.setups[len(record.turns)] = made.setup
            record.plies += made.turn
        text = self._style.write(record).rstrip()
        if not words:
            return re.sub(r"\n+", "\n", text)
        try:
            Path(words[0]).write_text(text + "\n", encoding="utf-8")
        except OSError:
            raise Refused("cannot write file") from None
        return ""


def _pairs(words: Sequence[str]) -> Iterable[tuple[str, str]]:
    if len(words) % 2:
        raise Refused("syntax error")
    return zip(words[::2], words[1::2], strict=True)


def handicap_points(size: int) -> dict[int, list[tuple[int, int]]]:
    """The points of fixed handicaps by the number of stones, as columns and rows from 0, as GTP has them.

    >>> {number: len(points) for number, points in handicap_points(9).items()}
    {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9}
    >>> max(handicap_points(8)), handicap_points(5)
    (4, {})
    """
    if size < 7:
        return {}
    low = 2 if size < 13 else 3
    high, middle = size - 1 - low, size // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    points = {number: corners[:number] for number in (2, 3, 4)}
    if size % 2 and size > 7:
        centre = [(middle, middle)]
        for number in range(5, 10):
            points[number] = corners + sides[: number - 4 - number % 2] + centre * (number % 2)
    return points


class Clocks:
    """What the players have left, as GTP tells it: a main time, and behind it periods of so many stones (Canadian)."""

    def __init__(self) -> None:
        self._main, self._period, self._stones = 0.0, 0.0, 0
        self._limited = self._is_byoyomi = False
        self._left = dict[int, TimeLeft]()

    def set(self, main: float, period: float, stones: float, *, byoyomi: bool = False) -> None:
        """Time is not limited where a period has no stones; with `byoyomi` there are many periods, for a stone each."""
        self._main, self._period, self._stones = main, period, int(stones)
        self._is_byoyomi = byoyomi
        self._limited = main > 0 or (period > 0 and stones > 0)
        if period > 0 and not stones:
            self._limited = False
        self.restart()

    def restart(self) -> None:
        self._left = {player: self._after(self._main) for player in (1, 2)} if self._limited else {}

    def tell(self, player: int, seconds: float, stones: int) -> None:
        """So much a player has: of the main time, or for so many stones; of a period, where so many are left."""
        if self._is_byoyomi and stones > 0:
            self._left[player] = TimeLeft(0.0, byoyomi=seconds)
            return
        self._left[player] = TimeLeft(seconds, turns=stones) if stones > 0 else self._after(seconds)

    def left(self, player: int) -> TimeLeft | None:
        return self._left.get(player)

    def took(self, player: int, seconds: float) -> None:
        """Until more is told, which most programs do before each move, this is all that is known."""
        if player in self._left and not self._left[player].turns:
            self._left[player] = self._after(self._left[player].seconds - seconds)

    def _after(self, main: float) -> TimeLeft:
        return TimeLeft(max(main, 0.0), byoyomi=self._period / self._stones if self._stones > 0 else 0.0)
