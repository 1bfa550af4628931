"""Doubts about the rules of a game, once they are bound: pieces that nobody puts down, conditions that never hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ludens.game import Game
from ludens.game.direct import direct
from ludens.game.single import SingleGame
from ludens.language import Clause, LudError, Span, String, did_you_mean
from ludens.lsp.findings import Finding
from ludens.ludemes.clauses import PieceChoice
from ludens.ludemes.equipment import Piece
from ludens.ludemes.integers.names import IdOfName, IdOfPiece
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanConstant, BooleanLudeme, IntConstant, StartRuleLudeme
from ludens.rules.state.constants import Unknown, constant
from ludens.rules.state.context import Context, Slots
from ludens.rules.structure import Phase, Rules
from ludens.stage import IntLike, Variable
from ludens.stage.direct import GivenUp


def doubts_of(game: Game) -> list[Finding]:
    """The doubts about a game's rules; none about those of a match."""
    if not isinstance(game, SingleGame):
        return []
    return [*_unplaced(game), *_unknown(game), *_settled(game), *_unreached(game)]


def _warn(span: Span, code: str, message: str, hint: str | None = None) -> Finding:
    return Finding(span.start, max(span.end, span.start + 1), "warning", code, message, hint)


# --- pieces


def _unplaced(game: SingleGame) -> Iterator[Finding]:
    """Pieces that no start rule and no move names, where moves name what they put down."""
    names = _names_put(game.ludemes())
    if names is None:
        return
    model, reported = game.model, set[int]()
    for component in model.components[1:]:
        item = component.item
        if not isinstance(item, Piece) or component.index <= model.num_players or id(item) in reported:
            continue
        same = {one.name for one in model.components[1:] if one.item is item}
        if not names & {item.name, *same}:
            reported.add(id(item))
            yield _warn(item.node.span, "unplaced-piece", f'no rule puts the piece "{item.name}" anywhere')


def _names_put(ludemes: Iterable[Ludeme]) -> set[str] | None:
    """The names in start rules and behind `(piece ...)`; None where a piece is computed."""
    names: set[str] = set()
    for ludeme in ludemes:
        if isinstance(ludeme, Piece):
            continue
        if isinstance(ludeme, PieceChoice):
            inner = [one for one in ludeme.walk() if one is not ludeme]
            if any(not isinstance(one, IdOfName | IdOfPiece | IntConstant) for one in ludeme.children()):
                return None
            names |= {text for one in [ludeme, *inner] for text in one.strings()}
        elif isinstance(ludeme, StartRuleLudeme) or not isinstance(ludeme, BooleanLudeme):
            names |= set(ludeme.strings())
    return names


def _unknown(game: SingleGame) -> Iterator[Finding]:
    """Names of pieces to put down that no piece has."""
    names = {name for one in game.model.components[1:] for name in (one.name, one.base_name)}
    reported: set[int] = set()
    for ludeme in game.ludemes():
        if not isinstance(ludeme, PieceChoice) or not isinstance(ludeme.node, Clause):
            continue
        for node in ludeme.node.arguments:
            if not isinstance(node, String) or node.text in names or node.span.start in reported:
                continue
            if "<" in node.span.text or "#" in node.span.text:
                continue
            reported.add(node.span.start)
            message = f'there is no piece "{node.text}": this puts nothing down'
            yield _warn(node.span, "unknown-piece", message, did_you_mean(node.text, names))


# --- conditions


def _settled(game: SingleGame) -> Iterator[Finding]:
    """Conditions of which the board and the equipment decide what they give, whatever is played."""
    rules = game.rulebook.rules
    context = direct(game.model, game.rulebook.layout, bytearray(game.rulebook.layout.size))
    reported: set[tuple[int, int]] = set()
    for ludeme in _playing(rules):
        for condition in _conditions(ludeme):
            value = _value(context, condition)
            span = condition.node.span
            if value is None or (span.start, span.end) in reported or "<" in span.text or "#" in span.text:
                continue
            reported.add((span.start, span.end))
            if value:
                yield _warn(span, "always-true", "this condition always holds")
            else:
                yield _warn(span, "never-true", "this condition never holds: what it guards never applies")


def _playing(rules: Rules) -> Iterator[Ludeme]:
    for part in (rules.play, rules.end, *(rules.phases or ())):
        if part is not None:
            yield from part.walk()


def _conditions(ludeme: Ludeme) -> Iterator[BooleanLudeme]:
    """The conditions of a ludeme, but for those that are written out as True or False."""
    if isinstance(ludeme, BooleanLudeme):
        return
    for name in ("condition", "if_"):
        value = getattr(ludeme, name, None)
        if isinstance(value, BooleanLudeme) and not isinstance(value, BooleanConstant):
            yield value


class _Unbound(Slots):
    """Iterators, each of which may be anything but those that are bound here."""

    def __getitem__(self, name: str) -> IntLike:
        if not super().__contains__(name):
            raise Unknown
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        return True

    def plain(self, name: str) -> int | None:
        return super().plain(name) if super().__contains__(name) else None

    def bind(self, values: Mapping[str, IntLike | Variable[IntLike]]) -> Slots:
        return _Unbound({**self._values, **values})

    def frozen(self) -> Slots:
        return _Unbound({name: self[name] for name in self})


def _value(context: Context, condition: BooleanLudeme) -> bool | None:
    try:
        value = constant(context, lambda c: condition.emit(replace(c, slots=_Unbound())))
    except (LudError, GivenUp, ArithmeticError, LookupError, NotImplementedError, TypeError):
        return None  # it cannot be settled without a position
    return value if isinstance(value, bool) else None


# --- phases


def _unreached(game: SingleGame) -> Iterator[Finding]:
    phases = game.rulebook.rules.phases or ()
    if len(phases) < 2 or any(phase.role is not None for phase in phases):
        return
    reached, todo = set[str](), [phases[0]]
    by_name = {phase.name: phase for phase in phases}
    while todo:
        phase = todo.pop()
        if phase.name not in reached:
            reached.add(phase.name)
            todo += (by_name[name] for name in _following(phase, phases) if name in by_name)
    for phase in phases:
        if phase.name not in reached:
            message = f'the game never comes to the phase "{phase.name}": no (nextPhase ...) leads there'
            yield _warn(phase.node.span, "unreached-phase", message)


def _following(phase: Phase, phases: tuple[Phase, ...]) -> Iterator[str]:
    behind = phases[(phases.index(phase) + 1) % len(phases)].name
    for following in phase.next_phases:
        yield following.phase if following.phase is not None else behind
