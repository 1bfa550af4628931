"""What the rules say about what somebody asks of a game, in no more time and words than a page has for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from msgspec import structs

from ludens import notation, words
from ludens.explain import (
    Place,
    Refusal,
    Step,
    Value,
    Why,
    WhyNot,
    WhyOver,
    points_called,
    steps,
    told_to,
    why,
    why_over,
)
from ludens.explain.players import with_names
from ludens.game import Move, State
from ludens.game.hidden import hides
from ludens.language import LudError
from ludens.render import scene
from ludens.render.names import player_names
from ludens.study import plies
from ludens.study.tree import Ply
from ludens.web.engine.requests import Choice, Explain
from ludens.web.errors import ApiError
from ludens.web.schemas.reasons import LONGEST, MOST, MOST_STEPS, ActionStep, ActionSteps, AskWhy, Reason, Reasons
from ludens.web.timeline import Timeline, is_between
from ludens.web.visibility import told_ply, viewer_of

T = TypeVar("T")
_HIDDEN = "what others do is not told in full before the game is over: it would tell what is hidden"
_NO_SITES = "moves between such sites are not explained"


def explanation(timeline: Timeline, request: Explain) -> Callable[[], Choice]:
    """What will be found out of a timeline as it is now, beside whatever is played then; that may raise ApiError."""
    try:
        with words.speaking(words.MARKED):
            answer = _explanation(timeline, request)
    except ApiError as error:
        return partial(_refuse, error)

    def speak() -> Choice:
        with words.speaking(words.MARKED), points_called(notation.of(timeline.state.playing.game).point):
            return answer()

    return speak


def _refuse(error: ApiError) -> Choice:
    raise error


def _explanation(timeline: Timeline, request: Explain) -> Callable[[], Choice]:
    question, cursor = request.question, timeline.cursor
    if question.ply > cursor:
        raise ApiError("stale", words.say("the game is at ply {0}", cursor))
    viewer = viewer_of(request.players, timeline.state, request.eyes)
    state = timeline.at(question.ply).copy()
    if question.about == "end":
        return lambda: Choice(0, reasons=_bounded(lambda: _ended(state)))
    labels = player_names(state.playing.game)
    if question.about == "sites":
        return lambda: Choice(
            0, reasons=_bounded(lambda: _of(told_to(state, viewer, *_sites(state, question)), labels))
        )
    if question.about == "move":
        return lambda: Choice(0, reasons=_bounded(lambda: _legal(state, viewer, question.move)))
    if question.ply == 0:
        raise ApiError("illegal", words.say("no move led to the start"))
    before, ply = timeline.at(question.ply - 1).copy(), told_ply(timeline, question.ply, viewer)
    if viewer is not None and hides(timeline.game):
        if request.steps:
            raise ApiError("illegal", words.say(_HIDDEN))
        return lambda: Choice(0, reasons=Reasons(ply.name, True, [], words.say(_HIDDEN)))
    if request.steps:
        return lambda: Choice(0, steps=_bounded(lambda: _steps(before, ply)))
    return lambda: Choice(0, reasons=_bounded(lambda: _played(before, ply)))


def _bounded(work: Callable[[], T]) -> T:
    """What some work gives; ApiError for what cannot be told, or takes too long."""
    try:
        return work()
    except ValueError as error:
        raise ApiError("illegal", str(error)) from None
    except (LudError, RecursionError):
        raise ApiError("limit", words.say("this position takes too long to explain"), 422) from None


def _sites(state: State, question: AskWhy) -> tuple[int, int]:
    """The numbers of the sites between which a move is asked about."""
    if question.origin is None or question.target is None:
        raise ApiError("malformed", "origin, target: they name the sites of the move")
    if {question.origin[0], question.target[0]} - {state.playing.game.model.default_site[0].lower(), "c"}:
        raise ApiError("illegal", words.say(_NO_SITES))
    return int(question.origin[2:]), int(question.target[2:])


def _legal(state: State, viewer: int | None, number: int | None) -> Reasons:
    """Why a legal move is one."""
    moves = state.legal_moves()
    move = moves[number] if number is not None and number < len(moves) else None
    if viewer is not None and hides(state.game) and not is_between(state):
        if move is None or move.mover != viewer:  # how many moves others have is not told either
            raise ApiError("illegal", words.say(_HIDDEN))
        return _of(told_to(state, viewer, move.from_site, move.to_site))
    if move is None:
        raise ApiError("illegal", words.say("there are {0} moves, numbered from 0", len(moves)))
    if is_between(state):
        return _next_game(state, move)
    return structs.replace(_of(why(state, move)), move=notation.of(state.game).ply(state, move))


def _played(state: State, ply: Ply) -> Reasons:
    """Why a move was legal that was played; of moves made at once, each."""
    if is_between(state):
        return Reasons(ply.name, True, [], words.say("the game before was over, and the next one of the match begins"))
    answers = [_of(why(state, move)) for move in plies.repeat(state.copy(), ply)]
    return Reasons(ply.name, True, [x for one in answers for x in one.reasons][:MOST], answers[0].words)


def _next_game(state: State, move: Move) -> Reasons:
    return Reasons(state.notation(move), True, [], words.say("this game is over, and the next one of the match begins"))


def _ended(state: State) -> Reasons:
    return _of(why_over(state))


def _steps(state: State, ply: Ply) -> ActionSteps:
    """What a ply did, action by action."""
    before = scene.pieces(state, None)
    if is_between(state):
        return ActionSteps(ply.name, before, [])
    done = steps(state, plies.repeat(state.copy(), ply))
    action_steps = [
        ActionStep(
            one.words[:LONGEST],
            one.action.text()[:LONGEST],
            _reason(one.clause, one.place, ()) if one.place is not None else None,
            scene.pieces(one.state, None),
        )
        for one in done[:MOST_STEPS]
    ]
    return ActionSteps(ply.name, before, action_steps, max(0, len(done) - MOST_STEPS))


def _of(answer: Why | WhyNot | WhyOver, names: Sequence[str] = ()) -> Reasons:
    """An answer as pages get it; `names` are those of the players."""
    match answer:
        case Why():
            return Reasons(answer.move, True, [_of_step(step) for step in answer.steps[:MOST]], answer.note[:LONGEST])
        case WhyNot():
            return Reasons(answer.move, False, [_of_refusal(refusal, names) for refusal in answer.refusals[:MOST]])
        case WhyOver():
            clauses = [_of_value(value) for value in answer.clauses[:MOST]]
            result = (
                []
                if answer.result is None
                else [_reason(words.say("the result that this leads to"), answer.result, ())]
            )
            return Reasons("", True, [*clauses, *result][:MOST], answer.words[:LONGEST])


def _of_step(step: Step) -> Reason:
    where = Value("", None, None, bound=step.bound).where.strip(" []")
    purpose = words.say("for {0}", where) if where else ""
    return _reason(purpose, step.place, [line for value in step.asked for line in value.lines()], step.text)


def _of_refusal(refusal: Refusal, names: Sequence[str]) -> Reason:
    parts = refusal.value.parts if refusal.value is not None else ()
    return _reason(with_names(refusal.words, names), refusal.place, [line for part in parts for line in part.lines()])


def _of_value(value: Value) -> Reason:
    first, *parts = value.lines()
    return _reason(f"{value.text} {value.given}{value.where}", value.place, parts, first)


def _reason(sentence: str, place: Place | None, details: Sequence[str], text: str = "") -> Reason:
    """A clause; `text` is what is said of one that stands nowhere."""
    cut = [line[:LONGEST] for line in details[:MOST]]
    if place is None:
        return Reason(words=sentence[:LONGEST], text=text[:LONGEST], details=cut)
    return Reason(sentence[:LONGEST], place.text[:LONGEST], place.line, place.column, place.start, place.end, cut)
