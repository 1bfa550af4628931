"""Agents and engines at a server's tables: they sit here, and play there over its bot API."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from ludens.agents.timing import TimeLeft
from ludens.arena.match import UnfitGame
from ludens.arena.protocols.anygame import Bot
from ludens.arena.protocols.engine_search import TimedAgent
from ludens.arena.protocols.engines import Resigned, engine
from ludens.arena.protocols.seat import Clock
from ludens.game import Game, IllegalMove, Move, State, compile_text
from ludens.notation.record import NO_CHANCE
from ludens.notation.spelling import plain, read, spelled, spelling_of, style_of
from ludens.workers.programs import CommandError, Fault

#: seconds after which a silent server counts as gone: it says something every few seconds
SILENCE: Final = 60.0
#: a server that is away is tried again after so long, at most
_AGAIN: Final = 60.0
#: the longest line that is read
_LONGEST: Final = 8 << 20
#: a turn's share of what the clock has left, and the most and the least seconds of a turn
_SHARE, _MOST, _LEAST = 1 / 30, 600.0, 0.05


#: games are compiled one after the other, and native code is first used by one thread alone
_compiling = threading.Lock()


class ServerError(Exception):
    """The server does not do what it is asked; the message says why. It is `final` where asking again helps nothing."""

    def __init__(self, message: str, *, final: bool = False) -> None:
        super().__init__(message)
        self.final = final


class Server:
    """A server and the token of one's bot there."""

    def __init__(self, address: str, token: str) -> None:
        """Raises ValueError for an address that is none."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{address!r} is no address of a server, such as http://localhost:8080")
        self.address, self._headers = address.rstrip("/"), {"Authorization": f"Bearer {token}"}

    def post(self, path: str, fields: dict[str, Any] | None = None) -> Any:
        """What the server answers. Raises ServerError."""
        body = json.dumps(fields or {}).encode()
        headers = self._headers | {"Content-Type": "application/json"}
        with self._open(Request(self.address + path, body, headers, method="POST")) as answer:
            return json.loads(answer.read(_LONGEST))

    def get(self, path: str) -> Any:
        """What stands at an address. Raises ServerError."""
        with self._open(Request(self.address + path, headers=self._headers)) as answer:
            return json.loads(answer.read(_LONGEST))

    def lines(self, path: str) -> Iterator[dict[str, Any]]:
        """The lines of a stream, to its end. Raises ServerError."""
        with self._open(Request(self.address + path, headers=self._headers)) as answer:
            try:
                while line := answer.readline(_LONGEST):
                    if line.strip():
                        yield json.loads(line)
            except (OSError, ValueError) as error:
                raise ServerError(f"the line to the server is cut: {error}") from None

    def _open(self, request: Request) -> Any:
        try:
            return urlopen(request, timeout=SILENCE)
        except HTTPError as error:
            with error:
                raise ServerError(_reason(error), final=error.code in (401, 403)) from None
        except (URLError, OSError) as error:
            raise ServerError(f"the server cannot be reached: {getattr(error, 'reason', error)}") from None


def _reason(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(1 << 16))["error"]["message"])
    except (ValueError, KeyError, TypeError, OSError):
        return f"the server answers {error.code}"


class Thinker(Protocol):
    """Whoever plays at a seat."""

    def turn(self, state: State, left: TimeLeft | None) -> Sequence[Move]:
        """The moves to make. Raises Fault, IllegalMove."""

    def see(self, state: State, move: Move) -> None:
        """A move is about to be made."""

    def close(self) -> None:
        """The game is over."""


class AgentThinker:
    """One of our agents."""

    def __init__(self, spec: str, game: Game, seconds: float) -> None:
        self._agent, self._seconds = TimedAgent(game, spec, None), seconds

    def turn(self, state: State, left: TimeLeft | None) -> Sequence[Move]:
        return self._agent.turn(state, self._seconds if left is None else left)

    def own_move(self, state: State, player: int) -> Move:
        """The move of a player who moves with others at once."""
        move: Move = self._agent.own_move(state, player)
        return move

    def see(self, state: State, move: Move) -> None:
        """Agents look at the position only."""

    def close(self) -> None:
        """Nothing of it is left."""


class ProcessThinker:
    """A program that speaks UCI, USI, UCCI, GTP, or the lines of `ludens arena`."""

    def __init__(self, protocol: str, command: str, game: Game, seconds: float) -> None:
        """Raises UnfitGame, CommandError."""
        self._seconds, self._first = seconds, max(10.0, 4 * seconds)
        clock = Clock(self._first, seconds)
        self._player = engine(f"{protocol}:{command}", game, clock) or Bot(command, game, clock)

    def turn(self, state: State, left: TimeLeft | None) -> Sequence[Move]:
        seconds = self._seconds
        if left is not None:
            seconds = min(_MOST, max(_LEAST, _SHARE * left.seconds + left.increment / 2))
        self._player.set_clock(Clock(self._first, seconds))
        return self._player.moves(state)

    def see(self, state: State, move: Move) -> None:
        self._player.see(state, move)

    def close(self) -> None:
        self._player.close()


Make = Callable[[Game], Thinker]


@dataclass
class Table:
    """A game at the server, played to its end."""

    server: Server
    id: str
    make: Make
    report: Callable[[str], object] = lambda line: None
    _thinker: Thinker | None = None
    _state: State | None = None
    _played: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Play until the game is over. Raises ServerError, UnfitGame, CommandError, AgentError."""
        full: dict[str, Any] = {}
        try:
            for line in self.server.lines(f"/api/bot/game/stream/{self.id}"):
                if line["type"] == "gameFull":
                    full, line = line, line["state"]
                    self._begin(full)
                if line["type"] == "gameState" and full:
                    self._follow(full, line)
                    if line["status"] != "started":
                        self.report(f"{full['variant']['name']}: {line.get('result') or line['status']}")
                        return
        finally:
            if self._thinker is not None:
                self._thinker.close()

    def _begin(self, full: dict[str, Any]) -> None:
        name = full["variant"]["name"]
        if full["hidden"]:
            raise UnfitGame(f"{name} hides something from who plays it, and the whole position is needed here")
        source = self.server.get(f"/api/bot/game/{self.id}/source")
        with _compiling:
            self.game = compile_text(source["text"], f"{name}.lud", full["options"])
            self.game.start(rng_state=NO_CHANCE).legal_moves()
        self._style = style_of(self.game)
        if spelling_of(self._style) != full["notation"]:
            raise UnfitGame(f"the server writes {name} as {full['notation']}, and this ludens does not")
        self._thinker = self.make(self.game)
        if not (full["chance"] or full["simultaneous"]):
            self._state = self._start(full["initialFen"])

    def _start(self, initial: str) -> State:
        """The position that a game without chance begins with."""
        if initial == "startpos" or self._style is None:
            return self.game.start(rng_state=NO_CHANCE)
        return next(iter(self._style.positions.values())).read(initial)

    def _follow(self, full: dict[str, Any], line: dict[str, Any]) -> None:
        """Go to the position that the server tells of, and move where it is one's turn."""
        moves = line["moves"].split()
        if self._state is not None:
            if moves[: len(self._played)] != self._played:  # something was taken back: begin again
                if self._thinker is not None:
                    self._thinker.close()
                self._thinker, self._state, self._played = self.make(self.game), self._start(full["initialFen"]), []
            for text in moves[len(self._played) :]:
                self._make(text)
        if line["yours"]:
            state = self._state if self._state is not None else self._position(line)
            self._answer(full, line, state)

    def _position(self, line: dict[str, Any]) -> State:
        """The position as bytes, of games of chance, and of those where all move at once."""
        if not line.get("position"):
            raise UnfitGame("the server cannot tell this position without what will be drawn")
        return self.game.from_bytes(base64.b64decode(line["position"]))

    def _make(self, text: str) -> None:
        """Make a turn that was played."""
        assert self._state is not None and self._thinker is not None
        for move in read(self._style, self._state, text) or self._state.parse_turn(text.replace("_", " ")):
            self._thinker.see(self._state, move)
            self._state.play(move)
        self._played.append(text)

    def _answer(self, full: dict[str, Any], line: dict[str, Any], state: State) -> None:
        assert self._thinker is not None
        text = ""
        try:
            if state.is_simultaneous:
                text = self._own(full, state)
            else:
                turn = tuple(self._thinker.turn(state.copy(), _left(full, line)))
                text = spelled(self._style, state, turn if self._style is not None else turn[:1])
        except Resigned:
            self._ask(f"/api/bot/game/{self.id}/resign")
            return
        except (Fault, IllegalMove) as error:
            self.report(f"{full['variant']['name']}: gives up: {error}")
            self._ask(f"/api/bot/game/{self.id}/resign")
            return
        self._ask(f"/api/bot/game/{self.id}/move/{quote(plain(text), safe='')}")

    def _own(self, full: dict[str, Any], state: State) -> str:
        """The move of a player who moves with the others."""
        if not isinstance(self._thinker, AgentThinker):
            raise UnfitGame("programs of other protocols move in turn")
        move = self._thinker.own_move(state, full["you"])
        return state.notations()[next(n for n, one in enumerate(state.legal_moves()) if one is move or one == move)]

    def _ask(self, path: str) -> None:
        """Ask something of the server that may come too late."""
        try:
            self.server.post(path)
        except ServerError as error:
            if error.final:
                raise
            self.report(f"{error}")


def _left(full: dict[str, Any], line: dict[str, Any]) -> TimeLeft | None:
    """What one's clock has left; None where nobody is hurried."""
    seat = full["you"] - 1
    if full["clock"] is None:
        return None
    left = line["wtime"] if seat == 0 else line["btime"]
    clocks = line.get("clocks") or []
    byoyomi = max((clock["step"] / 1000 for clock in clocks if clock), default=0.0)
    step = full["clock"]["increment"] / 1000
    return TimeLeft(left / 1000, step, byoyomi=byoyomi) if left > 0 or byoyomi else TimeLeft(_LEAST)


@dataclass
class Sitter:
    """A bot that waits for games, and plays them, several at once; `most` of them, then it ends."""

    server: Server
    make: Make
    most: int | None = None
    report: Callable[[str], object] = lambda line: None
    #: games beside each other
    together: int = 4

    def run(self) -> None:
        """Wait and play. Raises ServerError where the token is none."""
        threads: list[threading.Thread] = []
        begun = set[str]()
        wait = 1.0
        while True:
            try:
                for event in self.server.lines("/api/stream/event"):
                    wait = 1.0
                    threads = [one for one in threads if one.is_alive()]
                    if event["type"] == "challenge" and event["challenge"].get("direction") == "in":
                        self._answer(event["challenge"]["id"], accept=len(threads) < self.together)
                    if event["type"] == "gameStart" and event["game"]["id"] not in begun:
                        begun.add(event["game"]["id"])
                        threads.append(threading.Thread(target=self._play, args=(event["game"]["id"],), daemon=True))
                        threads[-1].start()
                    if event["type"] == "gameFinish":
                        begun.discard(event["game"]["id"])  # a rematch has the same id
                        self.most = None if self.most is None else self.most - 1
                    if self.most is not None and self.most <= 0:
                        for thread in threads:
                            thread.join(SILENCE)
                        return
            except ServerError as error:
                if error.final:
                    raise
                self.report(f"{error}; tried again in {wait:.0f} s")
            time.sleep(wait)
            wait = min(_AGAIN, 2 * wait)

    def _answer(self, id_: str, *, accept: bool) -> None:
        try:
            if accept:
                self.server.post(f"/api/challenge/{id_}/accept")
            else:
                self.server.post(f"/api/challenge/{id_}/decline", {"reason": "later"})
        except ServerError as error:
            self.report(f"{error}")

    def _play(self, id_: str) -> None:
        try:
            Table(self.server, id_, self.make, self.report).play()
        except (ServerError, ValueError, CommandError, IllegalMove) as error:  # UnfitGame, AgentError
            self.report(f"{error}: the game is given up")
            try:
                self.server.post(f"/api/bot/game/{id_}/resign")
            except ServerError as refused:
                self.report(f"{refused}")
