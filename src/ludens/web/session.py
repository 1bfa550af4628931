"""A table: a game being played, the pages that look at it, the agents that play at it."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from ludens import agents
from ludens.agents.agent import Agent, AgentError
from ludens.game import Game, IllegalMove, LimitExceeded, State
from ludens.web import analysis, messages, views
from ludens.web.errors import ApiError
from ludens.web.games import GameSource
from ludens.web.messages import Message, Scalar
from ludens.web.storage import Ply, StorageError, StoredSession
from ludens.web.thread_pool import JobTimeout, ThreadPool
from ludens.web.timeline import Timeline, is_between
from ludens.web.visibility import HUMAN, hides

if TYPE_CHECKING:
    from ludens.web.lobby import Lobby

T = TypeVar("T")
_log = logging.getLogger("ludens.web")
_HINT_SECONDS = 1.0
#: the driver, the analyst, and hints
_TASKS = 4
_ANALYSIS_SECONDS = 5.0


class Connection:
    """A page that looks at a table: what it is to be told, in order. One that does not listen is let go."""

    def __init__(self, most: int, size: int) -> None:
        self.frames: asyncio.Queue[str | None] = asyncio.Queue(most)
        self.gone = False
        self._size, self._unsent = size, 0

    def tell(self, text: str) -> None:
        if self.gone:
            return
        if self.frames.full() or (self._unsent and self._unsent + len(text) > self._size):
            self.close()
        else:
            self.frames.put_nowait(text)
            self._unsent += len(text)

    async def next(self) -> str | None:
        """The next frame; None where there will be no more."""
        text = await self.frames.get()
        self._unsent -= len(text or "")
        return text

    def close(self) -> None:
        """Tell no more."""
        if not self.gone:
            self.gone = True
            while self.frames.full():
                self.frames.get_nowait()
            self.frames.put_nowait(None)


class Session:
    """A game, its seats and its pages. All changes happen under `lock`; `epoch` counts them."""

    def __init__(self, lobby: Lobby, stored: StoredSession, game: Game, play: Timeline) -> None:
        self.lobby, self.limits = lobby, lobby.limits
        self.id, self.text, self.rng = stored.id, GameSource(stored.text, stored.name), stored.rng
        self.players, self.paused = stored.players, stored.paused
        self.game, self.play = game, play
        self.lock = asyncio.Lock()
        self.pages: set[Connection] = set()
        self.left = time.monotonic()
        self.epoch = 0
        self.analysis_seconds: float | None = None
        #: where players move at once, what the humans chose, by player, while agents still think
        self.chosen: dict[int, int] | None = None
        self.unsaved = lobby.warning
        self.broken: str | None = None
        self.closed = False
        self._stop = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._driver: asyncio.Task[None] | None = None
        self._analyst: asyncio.Task[None] | None = None
        self._agents: dict[int, tuple[str, Game, Agent]] = {}
        self._shown: Game | None = None
        self._note_turn()

    # --- pages

    async def enter(self, page: Connection) -> None:
        """Let a page look at the table, and tell it how it stands. Raises ApiError."""
        if len(self.pages) >= self.limits.pages_per_table:
            raise ApiError("limit", f"at most {self.limits.pages_per_table} pages look at a table")
        async with self.lock:
            if self.closed:  # another one may have been opened in its place
                raise ApiError("limit", "this game was put away just now: try again", 503)
            page.tell(await self._engine(self._table_text))
            self.pages.add(page)
        self._wake()

    def leave(self, page: Connection) -> None:
        self.pages.discard(page)
        self.left = time.monotonic()
        if not self.pages:
            self._interrupt()

    def tell(self, text: str, sender: Connection | None = None, mark: Scalar = None) -> None:
        """Tell all pages; the one that asked gets its mark back with it."""
        for page in list(self.pages):
            page.tell(_marked(text, mark) if page is sender else text)

    async def handle(self, page: Connection, message: Message, mark: Scalar) -> None:
        """Do what a page asks, and answer it. Raises ApiError."""
        match message:
            case messages.Simple("ping"):
                page.tell(_marked('{"type":"pong"}', mark))
            case messages.Simple("hint"):
                if len(self._tasks) >= _TASKS:
                    raise ApiError("limit", "one hint at a time")
                self._start(self._hint(page, mark))
            case messages.Analyse(on, seconds):
                self._analyse(seconds or _ANALYSIS_SECONDS if on else None)
                page.tell(_marked('{"type":"ok"}', mark))
            case _:
                async with self.lock:
                    await self._change(page, message, mark)
                self._wake()

    async def _change(self, page: Connection, message: Message, mark: Scalar) -> None:
        match message:
            case messages.Look(ply):
                page.tell(_marked(await self._engine(lambda: self._view_text(ply)), mark))
            case messages.Play(ply, moves):
                await self._play(ply, moves, page, mark)
            case messages.Simple("undo"):
                await self._go(self._undo_to(), page, mark)
            case messages.Simple("redo"):
                await self._go(self._redo_to(), page, mark)
            case messages.Simple("pause" | "resume" as kind):
                await self._pause(kind == "pause", page, mark)
            case messages.Simple("table"):
                page.tell(_marked(await self._engine(self._table_text), mark))
            case messages.Seats(players):
                await self._seat(players, page, mark)
            case messages.New():
                await self._begin(message, page, mark)

    # --- changes; each under the lock

    async def _play(self, ply: int, moves: Sequence[int], page: Connection, mark: Scalar) -> None:
        if ply != self.play.cursor:
            raise ApiError("stale", f"this is a move for ply {ply}, and the game is at ply {self.play.cursor}")
        if not self._is_human:
            raise ApiError("illegal", "no human is to move")
        if not self._movers:
            await self._advance(moves, page, mark)
            return
        chosen = await self._engine(lambda: self._by_player(moves))
        if len(chosen) == len(self._movers):
            await self._advance(_in_order(chosen), page, mark)
        else:  # the agents think first
            self.chosen = chosen
            page.tell(_marked('{"type":"ok"}', mark))

    async def _advance(self, numbers: Sequence[int], page: Connection | None = None, mark: Scalar = None) -> None:
        """Timeline moves, keep them, tell them."""
        if self.play.cursor >= self.limits.plies:
            raise ApiError("limit", f"a game here has at most {self.limits.plies} plies")
        self._interrupt()
        number = self.play.cursor

        def play() -> tuple[Ply, str]:
            ply = self.play.play(numbers)
            try:
                return ply, self._position_text(number + 1)
            except BaseException:  # pages never hear of this ply: it must not stand
                self.play.go(number)
                raise

        ply, text = await self._engine(play, waits=page is None)
        self._note_turn()
        await self._keep(lambda: self.lobby.storage.add(self.id, number, ply))
        self.tell(text, page, mark)

    def _by_player(self, chosen: Sequence[int]) -> dict[int, int]:
        """What the humans who move chose, by player. Raises IllegalMove."""
        moves = self.play.state.legal_moves()
        if any(n >= len(moves) for n in chosen):
            raise IllegalMove(f"there are {len(moves)} moves, numbered from 0")
        given = {moves[n].mover: n for n in chosen}
        for player in self._movers:
            if self._seat_of(player) == HUMAN and player not in given:
                raise IllegalMove(f"a move of player {player} is missing")
        for player in given:
            if self._seat_of(player) != HUMAN:
                raise IllegalMove(f"player {player} does not choose here")
        if len(given) < len(chosen):
            raise IllegalMove("each player chooses one move")
        return given

    async def _go(self, ply: int, page: Connection, mark: Scalar) -> None:
        """Go back or forth to a ply. Where computers would play on at once, the table is paused."""
        self._interrupt()
        first = min(ply, self.play.cursor) + 1

        def go() -> str:
            self.play.go(ply)
            return self._position_text(first)

        text = await self._engine(go)
        self._note_turn()
        if HUMAN not in self.players and not self.paused:
            self.paused = True
            self.tell(self._paused_text())
        await self._keep_state()
        self.tell(text, page, mark)

    def _undo_to(self) -> int:
        """The ply of the last human decision; of computers among themselves the one before. Raises ApiError."""
        back = [n for n in range(self.play.cursor - 1, -1, -1) if self._was_free(n)]
        if not back:
            raise ApiError("illegal", "there is no move to take back")
        return back[0]

    def _redo_to(self) -> int:
        """The next human decision after the current one, or the last ply. Raises ApiError."""
        end = len(self.play.plies)
        if self.play.cursor == end:
            raise ApiError("illegal", "there is no move to play again")
        return next((n for n in range(self.play.cursor + 1, end) if self._was_free(n)), end)

    def _was_free(self, ply: int) -> bool:
        """Whether a human chose at this ply; any ply where only computers play."""
        player = self.play.plies[ply].player
        return HUMAN not in self.players or player == 0 or self._seat_of(player) == HUMAN

    def _seat_of(self, player: int) -> str | None:
        return self.players[player - 1] if 1 <= player <= len(self.players) else None

    async def _pause(self, paused: bool, page: Connection, mark: Scalar) -> None:
        self.paused = paused
        if paused:
            self._interrupt()
        await self._keep_state()
        self.tell(self._paused_text(), page, mark)

    def _paused_text(self) -> str:
        return dumps({"type": "paused", "paused": self.paused})

    async def _seat(self, players: Sequence[str], page: Connection, mark: Scalar) -> None:
        self.players = analysis.check_players(players, self.game, self.limits)
        self._interrupt()
        text = await self._engine(lambda: self._position_text(self.play.cursor + 1))
        self._note_turn()
        await self._keep_state()
        self.tell(dumps({"type": "seats", "seats": views.seats_json(self.game, self.players)}), page, mark)
        self.tell(text)  # other players see other things, and are asked for their moves

    async def _begin(self, new: messages.New, page: Connection, mark: Scalar) -> None:
        options = self.game.description.selected if new.options is None else new.options
        game = self.game if new.options is None else await self.lobby.games.load(self.text, options)
        wanted = new.players if new.players is not None else self.players[: game.num_players]
        players = analysis.check_players(wanted, game, self.limits)
        rng = rng_state(new.seed)
        play = await self._engine(lambda: Timeline(game, rng))
        self._interrupt()
        self._agents.clear()
        self.game, self.play, self.players, self.rng, self.paused = game, play, players, rng, False
        self._note_turn()
        text = await self._engine(self._table_text)
        await self._keep(lambda: self.lobby.storage.save(self.stored()))
        self.tell(text, page, mark)

    # --- what pages are told; built in the engine's threads

    def _table_text(self) -> str:
        board = self.play.state.playing.game
        seats, position = views.seats_json(self.game, self.players), views.position_json(self.play, self.players)
        whole = {
            "type": "table",
            "table": self.id,
            "game": views.game_json(self.game, self.play.state) | {"library": self.text.name},
            "seats": seats,
            "agents": self.lobby.agents_of(self.game),
            "paused": self.paused,
            "analysing": self.analysis_seconds is not None,
            "warning": self.unsaved,
            "position": position,
            "history": views.history_json(self.play, self.players),
        }
        text = _with_scene(dumps(whole), self.lobby.scene_text(board))
        self._shown = board
        return text

    def _position_text(self, first: int) -> str:
        """The position, with the plies from number `first` on; all of the table where the match is at another game."""
        if self.play.state.playing.game is not self._shown:
            return self._table_text()
        position = views.position_json(self.play, self.players)
        if hides(self.game):  # what may be told of former plies depends on who looks now
            first = 1
        history = views.history_json(self.play, self.players, first)
        return dumps({"type": "position", "position": position, "history_from": first, "history": history})

    def _view_text(self, ply: int) -> str:
        text = dumps({"type": "view", "position": views.position_json(self.play, self.players, ply)})
        board = self.play.at(ply).playing.game
        return _with_scene(text, "null" if board is self._shown else self.lobby.scene_text(board))

    async def trial(self) -> str:
        """The game so far as a trial file. Raises ApiError."""
        async with self.lock:
            return await self._engine(lambda: self.play.trial(self.text.name))

    # --- keeping

    def stored(self) -> StoredSession:
        """All there is to know of the table."""
        options = self.game.description.selected
        last = (options, self.players, self.rng, self.paused, self.play.cursor, list(self.play.plies))
        return StoredSession(self.id, self.text.name, self.text.key, self.text.text, *last)

    async def _keep_state(self) -> None:
        cursor, paused, players = self.play.cursor, self.paused, self.players
        await self._keep(lambda: self.lobby.storage.change(self.id, cursor=cursor, paused=paused, players=players))

    async def _keep(self, write: Callable[[], object]) -> None:
        """Write; where that fails, the play goes on, and pages are warned until the whole table could be written."""
        try:
            if self.unsaved and not self.lobby.warning:
                whole = self.stored()
                await self.lobby.write(lambda: self.lobby.storage.save(whole))
            else:
                await self.lobby.write(write)
        except StorageError as error:
            self._warn(f"This game is not being saved: {error}")
        else:
            self._warn(self.lobby.warning)

    @property
    def is_kept(self) -> bool:
        """Whether nothing is lost when the table is put away: it is saved, be it in memory."""
        return self.unsaved == self.lobby.warning

    async def save_again(self) -> None:
        """Write the whole table where that failed before."""
        if not self.is_kept and not self.broken:
            async with self.lock:
                await self._keep_state()

    def _warn(self, warning: str | None) -> None:
        if warning != self.unsaved:
            self.unsaved = warning
            self.tell(dumps({"type": "warning", "message": warning}))

    # --- the engine

    async def _engine(self, call: Callable[[], T], *, waits: bool = False) -> T:
        """A call of the engine, in one of its threads; agents' moves wait for what people ask. Raises ApiError."""
        if self.broken:
            raise ApiError("limit", self.broken)
        try:
            return await self.lobby.engine_pool.run(call, self.limits.engine_seconds, waits=waits)
        except JobTimeout as error:
            self._break(f"this game was stopped: {error}")
            raise ApiError("limit", f"this game was stopped: {error}") from None
        except IllegalMove as error:
            raise ApiError("illegal", str(error)) from None
        except IndexError:
            raise ApiError("illegal", "there is no such ply") from None
        except LimitExceeded as error:
            raise ApiError("limit", str(error)) from None

    def _break(self, why: str) -> None:
        """A thread is still at work on this game, and may be for ever: nobody touches the game any more."""
        self.broken = why
        self._interrupt()
        self.lobby.forget(self, why)
        for page in list(self.pages):
            page.tell(dumps({"type": "error", "code": "limit", "message": why}))
            page.close()

    # --- agents

    def _note_turn(self) -> None:
        """Look whose turn it is, while nobody else touches the state."""
        state = self.play.state
        self._is_over, self._mover, self._is_between = state.is_over, state.mover, is_between(state)
        self._movers = sorted({move.mover for move in state.legal_moves()}) if state.is_simultaneous else []
        self._is_human = not self._is_over and views.asks_human(self.players, state)
        self.chosen = None

    @property
    def _is_computers_turn(self) -> bool:
        waits = self._is_human and self.chosen is None
        return bool(self.pages) and not (self.paused or self.broken or self._is_over or waits)

    def _interrupt(self) -> None:
        """What is being thought is of no use any more."""
        self.epoch += 1
        self._stop.set()
        self._stop = threading.Event()

    def _wake(self) -> None:
        """Let agents go on where it is their turn."""
        if self._is_computers_turn and self._driver is None:
            self._driver = self._start(self._drive())
        if self.analysis_seconds is not None and self._analyst is None and self.pages:
            self._analyst = self._start(self._keep_analysing())

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(self._told(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _told(self, work: Any) -> None:
        try:
            await work
        except ApiError as refused:
            self.tell(dumps({"type": "error", **refused.as_json()}))
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("table %s", self.id)
            self.tell(dumps({"type": "error", "code": "unknown", "message": "something went wrong in the server"}))

    async def _drive(self) -> None:
        """Let agents move until it is a human's turn."""
        try:
            while self._is_computers_turn:
                began, epoch = time.monotonic(), self.epoch
                numbers = await self._think()
                if HUMAN not in self.players:
                    await asyncio.sleep(max(0.0, self.limits.pace_seconds - (time.monotonic() - began)))
                async with self.lock:
                    if epoch == self.epoch and self._is_computers_turn:
                        await self._advance(_in_order(numbers | (self.chosen or {})))
                if self.analysis_seconds is not None:
                    self._wake()
        except Exception:
            self.paused = True
            self._interrupt()
            self.tell(self._paused_text())
            raise
        finally:
            self._driver = None

    async def _think(self) -> dict[int, int]:
        """What the agents choose whose turn it is, by player. Raises ApiError."""
        async with self.lock:
            state, at_once = self.play.state.copy(), bool(self._movers)
            thought = _Thought(self.game, state, self.play.cursor, self.epoch, self._stop)
            movers = self._movers if at_once else [self._mover]
        seats = [(player, self._seat_of(player)) for player in movers]
        if self._is_between or (not at_once and seats[0][1] is None):  # the game goes on by itself
            return {movers[0]: 0}
        thinkers = [(player, spec) for player, spec in seats if spec not in (None, HUMAN)]
        found = await asyncio.gather(*[self._choice(thought, player, spec, at_once) for player, spec in thinkers])
        return dict(zip([player for player, _ in thinkers], found, strict=True))

    async def _choice(self, thought: _Thought, player: int, spec: str, at_once: bool) -> int:
        """The number of the move that an agent chooses. Raises ApiError."""
        self.tell(dumps({"type": "thinking", "player": player, "since": int(time.time() * 1000)}))
        state = thought.state.copy()
        most, tell = self.limits.thinking_seconds, self._teller(thought.ply, thought.epoch)

        def choose() -> int:
            agent = self._agent(thought.game, player, spec)
            if at_once:
                return analysis.choose_at_once(agent, state, player, thought.stop, most)
            return analysis.choose(agent, state, thought.stop, most, tell)

        return await self._ponder(
            self.lobby.search_pool if analysis.searches(spec) else self.lobby.quick_pool, choose, spec
        )

    async def _ponder(self, pool: ThreadPool, call: Callable[[], int], who: str) -> int:
        """What an agent finds, in a thread for thinking. Raises ApiError."""
        try:
            return await pool.run(call, 2 * self.limits.thinking_seconds + self.limits.engine_seconds)
        except JobTimeout as error:
            self._break(f"this game was stopped: {error}")
            raise ApiError("limit", f"this game was stopped: {error}") from None
        except (AgentError, LimitExceeded, KeyError, ValueError) as error:
            raise ApiError("agent", f"{who} cannot play here: {error}") from None

    def _agent(self, game: Game, player: int, spec: str) -> Agent:
        """The agent of a seat, made when first asked for; takes a while then."""
        known = self._agents.get(player)
        if known is None or known[:2] != (spec, game):
            seed = int.from_bytes(self.rng, "little") + (player << 64)  # a game is repeatable, and its seats are unlike
            known = self._agents[player] = (spec, game, agents.make(spec, game, seed=seed))
        return known[2]

    # --- analysis

    def _analyse(self, seconds: float | None) -> None:
        """Begin to analyse each position for so many seconds; with None, end it. Raises ApiError."""
        if seconds is not None:
            self._check_analysis()
        self.analysis_seconds = seconds
        if seconds is None and self._driver is None:
            self._interrupt()
        self._wake()

    def _check_analysis(self) -> None:
        if hides(self.game):
            raise ApiError("agent", "an analysis would show what this game hides")
        if self.game.num_players < 1:
            raise ApiError("agent", "a game without players has no best moves")

    async def _keep_analysing(self) -> None:
        """Analyse each position that the game comes to, unless a searching agent does, who tells as much."""
        try:
            done = -1
            while self.analysis_seconds is not None and self.pages and not self.broken:
                async with self.lock:
                    state, ply, epoch, stop = self.play.state.copy(), self.play.cursor, self.epoch, self._stop
                    over, seconds = self._is_over or self._is_between, self.analysis_seconds or _ANALYSIS_SECONDS
                if done == epoch or over or self._is_agents_thought():
                    return
                await self._examine(state, seconds, stop, self._teller(ply, epoch))
                done = epoch
        finally:
            self._analyst = None

    async def _examine(
        self, state: State, seconds: float, stop: threading.Event, tell: analysis.Tell, player: int | None = None
    ) -> int:
        """Tell what an agent finds; gives the number of the best move, of `player` if given. Raises ApiError."""
        game, players = state.game, self.players

        def examine() -> int:
            return analysis.analyse(analysis.analyst(game, players), state, seconds, stop, tell, player)

        return await self._ponder(self.lobby.search_pool, examine, "the analysis")

    def _is_agents_thought(self) -> bool:
        spec = self._seat_of(self._mover)
        return self._is_computers_turn and not self._movers and spec is not None and analysis.searches(spec)

    def _teller(self, ply: int, epoch: int) -> analysis.Tell:
        """Tells pages of an analysis, from a thread, as long as it is wanted and of the current position."""
        loop = asyncio.get_running_loop()

        def tell(found: dict[str, Any]) -> None:
            text = dumps(found | {"ply": ply})
            loop.call_soon_threadsafe(show, text)

        def show(text: str) -> None:
            if self.epoch == epoch and self.analysis_seconds is not None:
                self.tell(text)

        return tell

    async def _hint(self, page: Connection, mark: Scalar) -> None:
        try:
            self._check_analysis()
            async with self.lock:
                state, ply, stop = self.play.state.copy(), self.play.cursor, self._stop
            if self._is_over or not self._is_human or self._is_between:
                raise ApiError("illegal", "no human is to move")
            found: list[dict[str, Any]] = []
            player = next((p for p in self._movers if self._seat_of(p) == HUMAN), None)
            number = await self._examine(state, _HINT_SECONDS, stop, found.append, player)
            name = next((m["name"] for m in found[-1]["moves"] if m["index"] == number), "")
            page.tell(_marked(dumps({"type": "hint", "move": number, "name": name, "ply": ply}), mark))
        except ApiError as refused:
            page.tell(error_text(refused, mark))

    # --- the end

    async def close(self) -> None:
        """Stop all that is going on."""
        self.closed = True
        self._interrupt()
        for page in list(self.pages):
            page.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@dataclass(frozen=True)
class _Thought:
    """What agents think about: a state of a game, and when that is of no use any more."""

    game: Game
    state: State
    ply: int
    epoch: int
    stop: threading.Event


def _in_order(chosen: dict[int, int]) -> list[int]:
    """The numbers of moves in the order of the players."""
    return [number for _, number in sorted(chosen.items())]


def _with_scene(text: str, scene: str) -> str:
    """A frame with a scene, which is JSON already."""
    return f'{text[:-1]},"scene":{scene}}}'


def rng_state(seed: int | None) -> bytes:
    """The generator's eight bytes for a seed, or for none at random."""
    return (random.SystemRandom().getrandbits(63) if seed is None else seed).to_bytes(8, "little")


def dumps(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def error_text(refused: ApiError, mark: Scalar = None) -> str:
    return dumps({"type": "error", "re": mark, **refused.as_json()})


def _marked(text: str, mark: Scalar) -> str:
    """A frame with the mark of the message that it answers."""
    return text if mark is None else f'{text[:-1]},"re":{dumps(mark)}}}'
