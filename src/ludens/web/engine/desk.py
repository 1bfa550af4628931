"""A game in play, and what is done with it when it is asked: in a thread of the server, or in a process of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import msgspec

from ludens import agents, words
from ludens.agents.agent import Agent
from ludens.game import Game, IllegalMove, State
from ludens.game.hidden import hides
from ludens.game.trial import read_trial
from ludens.render import scene
from ludens.study import formats
from ludens.study.plies import called
from ludens.web import search, seats, views
from ludens.web.engine import joint, studies
from ludens.web.engine.drawings import drawings
from ludens.web.engine.reasons import explanation
from ludens.web.engine.requests import (
    A,
    Analyse,
    Arrange,
    Begun,
    Choice,
    Choose,
    Chosen,
    Examine,
    Explain,
    Facts,
    Follow,
    Go,
    Illustrate,
    Past,
    Pick,
    Play,
    Played,
    ReadMove,
    ReadStudy,
    Rehearse,
    Request,
    Restore,
    Scene,
    Search,
    Seating,
    Seek,
    Show,
    ShowEach,
    Shown,
    Spell,
    Start,
    Trial,
    TrialText,
    Turn,
    View,
    Views,
    Walk,
    WriteStudy,
)
from ludens.web.engine.spelling import Speller
from ludens.web.limits import Limits
from ludens.web.schemas.objects import PositionInfo
from ludens.web.search import Report
from ludens.web.seats import HUMAN
from ludens.web.timeline import Timeline, is_between, must_pass, timeline_of_trial

T = TypeVar("T")
_facts: WeakKeyDictionary[Game, Facts] = WeakKeyDictionary()
_scenes: WeakKeyDictionary[Game, Scene] = WeakKeyDictionary()


class Desk:
    """Does one request after the other, and any number of searches beside them."""

    def __init__(self, game: Game, limits: Limits) -> None:
        self.game, self.limits = game, limits
        self._timeline: Timeline | None = None
        #: the game whose scene clients have been sent last
        self._shown_game: Game | None = None
        #: the position that was shown last, of which state, and after how many plies in all
        self._seen: tuple[State, int, PositionInfo] | None = None
        self._agents: dict[int, tuple[str, Agent]] = {}
        self._studies = studies.Lookout(game, limits)
        self._speller = Speller(game)

    def do(self, request: Request[A]) -> A:
        """The answer to a request that is no search, its texts to be translated yet.

        Raises what playing raises, and ApiError.
        """
        with words.speaking(words.MARKED):
            return self._done(request)

    def _done(self, request: Request[A]) -> A:
        answer: Any
        match request:
            case Seating():
                answer = self._seated(request.players)
            case Start():
                answer = self._begun(Timeline(self.game, request.rng, request.start), request.players)
            case Restore():
                answer = self._begun(_restored(self.game, request), request.players)
            case Follow():
                trial = read_trial(request.trial, "trial")
                answer = self._begun(timeline_of_trial(self.game, trial, request.most), request.players)
            case Show():
                looks = {"whole": request.whole, "seated": request.seated}
                answer = self._shown(request.players, request.first, eyes=request.eyes, **looks)
            case ShowEach():
                each = partial(self._shown, request.players, request.first, whole=request.whole, seated=True)
                answer = Views({eyes: each(eyes=eyes) for eyes in request.eyes})
            case Play():
                answer = self._played(request)
            case Walk():
                self.timeline.walk(request.plies)
                first = 1 if request.eyes else self.timeline.cursor + 1
                answer = self._shown(request.players, first, eyes=request.eyes)
            case ReadStudy():
                answer = studies.opened(self.game, request)
            case WriteStudy():
                answer = studies.written(self.timeline, request)
            case Arrange():
                answer = studies.placed(self.timeline, request)
            case Go():
                self._check(request.ply, len(self.timeline.plies))
                self.timeline.go(request.ply)
                answer = self._shown(request.players, request.first, eyes=request.eyes)
            case View():
                self._check(request.ply, self.timeline.cursor)
                answer = self._past(request.ply, request.players, request.eyes)
            case Chosen():
                answer = joint.choices(self.timeline.state, _seated(self.timeline, request.players), request.numbers)
            case Pick():
                answer = joint.picked(self.timeline.state, self.timeline.names, request)
            case Spell():
                answer = self._speller.spelled(self.timeline, request)
            case ReadMove():
                answer = self._speller.read(self.timeline, request)
            case Rehearse():
                answer = self._speller.rehearsed(self.timeline, request)
            case Trial():
                players = _seated(self.timeline, request.players)
                seen = views.seen_text(self.timeline, players, request.name, request.eyes)
                whole = self.timeline.file(request.form, request.name, players) if seen is None else seen
                answer = TrialText(whole, seen is None)
            case _:
                raise TypeError(request)
        done: A = answer
        return done

    @property
    def timeline(self) -> Timeline:
        """The game that was begun last."""
        assert self._timeline is not None
        return self._timeline

    # --- who plays, and from where

    def _seated(self, players: Sequence[str] | None) -> tuple[str, ...]:
        specs = seats.default_players(self.game) if players is None else players
        return seats.check_players(specs, self.game, self.limits)

    def _begun(self, timeline: Timeline, players: Sequence[str]) -> Begun:
        self._timeline = timeline
        self._speller = Speller(self.game)
        self._agents.clear()
        return Begun(
            timeline.rng_state,
            timeline.plies,
            timeline.cursor,
            turn_of(timeline.state, _seated(timeline, players), timeline.plays),
        )

    # --- playing, and what clients are told of it

    def _check(self, ply: int, most: int) -> None:
        if not 0 <= ply <= most:
            raise IllegalMove("there is no such ply")

    def _played(self, request: Play) -> Played:
        number = self.timeline.cursor
        ply = self.timeline.play(request.numbers)
        try:
            return Played(ply, self._shown(request.players, number + 1, eyes=request.eyes))
        except BaseException:  # clients never hear of this ply: it must not stand
            self.timeline.go(number)
            raise

    def _shown(
        self,
        players: tuple[str, ...],
        first: int,
        *,
        whole: bool = False,
        eyes: int | None = None,
        seated: bool = False,
    ) -> Shown:
        """The position; with game and scene where the match is at another game than clients know."""
        timeline = self.timeline
        players = _seated(timeline, players)
        playing = timeline.state.playing.game
        whole = whole or playing is not self._shown_game
        if whole or (hides(self.game) and eyes is None):  # what may be told of former plies depends on who looks now
            first = 1
        shown = Shown(
            turn=turn_of(timeline.state, players, timeline.plays),
            position=self._position(players, eyes, seated=seated),
            first=first,
            history=views.history(timeline, players, first, eyes),
            game=views.game_info(self.game, timeline.state) if whole else None,
            scene=scene_of(playing) if whole else None,
        )
        self._shown_game = playing
        return shown

    def _position(self, players: tuple[str, ...], eyes: int | None, *, seated: bool) -> PositionInfo:
        """The current position; of a game that hides nothing most of it is worked out once for all eyes."""
        timeline = self.timeline
        if self._seen is not None and eyes is not None and not hides(self.game):
            state, plies, position = self._seen
            if state is timeline.state and plies == len(timeline.plies):
                return views.seen_by(timeline, position, players, eyes, seated=seated)
        position = views.position_info(timeline, players, eyes=eyes, seated=seated)
        self._seen = (timeline.state, len(timeline.plies), position)
        return position

    def _past(self, ply: int, players: tuple[str, ...], eyes: int | None) -> Past:
        position = views.position_info(self.timeline, _seated(self.timeline, players), ply, eyes)
        playing = self.timeline.at(ply).playing.game
        return Past(position, None if playing is self._shown_game else scene_of(playing))

    # --- searching

    def search(self, request: Search, stop: threading.Event) -> Callable[[Report], Choice]:
        """What a search of the position as it is now will do, on a thread of its own, until `stop` is set."""
        state, limits = self.timeline.state.copy(), self.limits
        match request:
            case Examine() | Seek():
                return self._studies.search(self.timeline, request, stop)
            case Explain():
                players = _seated(self.timeline, request.players)
                explain = explanation(self.timeline, msgspec.structs.replace(request, players=players))
                return lambda report: explain()
            case Illustrate():
                game = self.timeline.state.playing.game

                def illustrate(report: Report) -> Choice:
                    with words.speaking(words.MARKED):
                        return Choice(0, pictures=drawings(game, stop))

                return illustrate
            case Choose():
                return lambda report: Choice(self._choose(request, state, stop, report))
            case Analyse():
                agent_of, seconds = search.analyst, min(request.seconds, limits.thinking_seconds)

                def examine(report: Report) -> Choice:
                    agent = agent_of(self.game, request.players)
                    number = search.analyse(agent, state, seconds, stop, report, request.player)
                    return Choice(number, called(state, number))

                return examine
        raise TypeError(request)

    def _choose(self, request: Choose, state: State, stop: threading.Event, report: Report) -> int:
        agent, most = self._agent(request), min(request.seconds, self.limits.thinking_seconds)
        if state.is_simultaneous:
            return search.choose_at_once(agent, state, request.player, stop, most)
        return search.choose(agent, state, stop, most, report if seats.advises(request.agent) else None)

    def _agent(self, request: Choose) -> Agent:
        """The agent of a seat, made when first asked for; takes a while then."""
        entry = self._agents.get(request.player)
        if entry is None or entry[0] != request.agent:
            seed = request.seed + (request.player << 64)  # seats are unlike
            agent = agents.make(request.agent, self.game, seed=seed)
            entry = self._agents[request.player] = (request.agent, agent)
        return entry[1]


def _seated(timeline: Timeline, players: Sequence[str]) -> tuple[str, ...]:
    """Who plays each player of the rules now, of those who sit at the seats."""
    return tuple(timeline.state.seats.by_player(players)) if players else ()


def turn_of(state: State, players: Sequence[str], plays: tuple[tuple[int, ...], ...] = ()) -> Turn:
    """Whose turn it is; `players` are who plays each player of the rules."""
    movers = {move.mover for move in state.legal_moves()} if state.is_simultaneous else set()
    is_human = not state.is_over and views.asks_human(players, state)
    seated = 1 <= state.mover <= len(players) and players[state.mover - 1] == HUMAN
    is_forced = seated and not state.is_over and not is_between(state) and must_pass(state)
    return Turn(state.mover, tuple(sorted(movers)), state.is_over, is_between(state), is_human, is_forced, plays)


def facts_of(game: Game) -> Facts:
    """What stays true of a game; looking takes a while where agents are compiled for it."""
    if game not in _facts:
        with words.speaking(words.MARKED):
            labels, infos = views.labels_of(game), tuple(seats.agent_infos(game))
        _facts[game] = Facts(
            name=game.name,
            players=game.num_players,
            options=game.description.selected,
            hides=hides(game),
            labels=labels,
            agents=infos,
            formats=formats(game),
            chance=game.is_stochastic,
        )
    return _facts[game]


def scene_of(game: Game) -> Scene:
    """What never changes of a game's picture; of a match each game has its own."""
    if game not in _scenes:
        with words.speaking(words.MARKED):
            _scenes[game] = Scene(msgspec.json.encode(scene.scene(game)))
    return _scenes[game]


def _restored(game: Game, request: Restore) -> Timeline:
    timeline = Timeline(game, request.rng, request.start)
    timeline.restore(request.plies, request.cursor)
    return timeline
