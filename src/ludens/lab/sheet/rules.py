"""Rules as lists: what a generator of moves, an end rule or a start rule says, its cases one under the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludens.lab.sheet.document import Item
from ludens.ludemes.booleans.satisfy import Satisfy
from ludens.ludemes.effects.sow import Sow
from ludens.ludemes.ends import EndIf
from ludens.ludemes.moves.do import Do
from ludens.ludemes.moves.for_each_piece import ForEachPiece
from ludens.ludemes.moves.operators import Combine, IfMoves
from ludens.ludemes.moves.priority import Priority
from ludens.ludemes.nouns import lowered, sentence
from ludens.ludemes.terms import key_of
from ludens.ludemes.translation import above
from ludens.ludemes.translation import sentence as told
from ludens.ludemes.wording import Wording, phrase
from ludens.rules.base import Ludeme
from ludens.rules.categories import EndRuleLudeme, MovesLudeme
from ludens.words import language, say

#: what is shorter than this is said in one sentence
_SHORT = 120
#: what stands before alternatives
_CHOICE = "One of these:"
#: what stands before what follows a move
_AFTER = {
    "Then": "Then:",
    "After that": "After that:",
    "At the end": "At the end:",
    "Otherwise": "Otherwise:",
}
_FIRST = "The first of these that is possible:"


def list_moves(moves: MovesLudeme, words: Wording) -> tuple[Item, ...]:
    """What a generator of moves says: its alternatives, conditions and consequences as items under each other."""
    whole = phrase(moves, words)
    if words.called(moves) is not None:
        return (Item(told(moves, words)),)
    if words.terms and (term := words.terms.get(key_of(moves) or 0)) is not None:
        words = words.telling(term, words.letters)
    then = getattr(moves, "then", None)
    if len(whole) <= _SHORT and then is None and not _has_then(moves):
        return (Item(told(moves, words)),)
    items = _cases(moves, words)
    if then is None:
        return items
    after = list_moves(then.moves, words.following())
    if len(items) == 1 and not items[0].items:
        return (Item(items[0].text, _after("Then", after)),)
    return (*items, *_after("After that", after))


def _has_then(moves: MovesLudeme) -> bool:
    """Whether a sentence would leave consequences out."""
    return any(getattr(one, "then", None) is not None for one in moves.walk())


def _after(word: str, items: Sequence[Item]) -> tuple[Item, ...]:
    """What follows: in the same sentence if it is one."""
    if len(items) == 1 and language() == "en":
        text = items[0].text
        return (Item(f"{word}, {lowered(text)}", items[0].items),)
    return (Item(say(_AFTER[word]), tuple(items)),)


def _cases(moves: MovesLudeme, words: Wording) -> tuple[Item, ...]:
    match moves:
        case Combine() | Priority():
            return _several(moves, words)
        case Satisfy():
            return (Item(say("Fill in the board so that:"), tuple(Item(told(c, words)) for c in moves.listed)),)
        case Sow(apply=effect) if effect is not None:
            sown = Item(told(moves, words.without("then", "apply")))
            after = list_moves(effect, words.following())
            if moves.if_ is not None:
                after = (_if(moves.if_, after, words),)
            return (sown, *_after("At the end", after))
        case IfMoves(condition=condition, moves=inner, otherwise=otherwise):
            first = _if(condition, list_moves(inner, words), words)
            if otherwise is None:
                return (first,)
            return (first, *_otherwise(list_moves(otherwise, words)))
        case Do(prior=prior, next=following, if_afterwards=condition):
            items = list_moves(prior, words)
            if following is not None:
                items = (*items, *_after("Then", list_moves(following, words)))
            if condition is not None:
                items = (*items, Item(told(condition, words, "this is allowed only if afterwards {0}")))
            return items
        case ForEachPiece(moves=None):
            return (Item(told(moves, words.without("then"))),)
    repeated = getattr(moves, "moves", None)
    if isinstance(repeated, MovesLudeme):
        within = words.going_through(moves)
        whole, part = phrase(moves, words.without("then")), phrase(repeated, within)
        lead = whole[: whole.rfind(part)].rstrip(" :,") if part in whole else ""
        lead = lead or whole.removeprefix(part).lstrip(" ,").removeprefix("but ")
        if language() == "en":
            return (_under(lead, list_moves(repeated, within)),)
        text = above(moves, repeated, words.without("then"), sentence(f"{lead}:"))
        return (Item(text, list_moves(repeated, within)),)
    return (Item(told(moves, words.without("then"))),)


def _if(condition: Ludeme, items: Sequence[Item], words: Wording) -> Item:
    """Items under a condition."""
    if language() == "en":
        return _under(f"if {phrase(condition, words)}", items)
    return Item(told(condition, words, "if {0}:"), tuple(items))


def _several(moves: Combine | Priority, words: Wording) -> tuple[Item, ...]:
    parts = moves.first if isinstance(moves.first, tuple) else (moves.first,)
    parts = parts if moves.second is None else (*parts, moves.second)
    if isinstance(moves, Combine) and moves.spelling == "and":
        return tuple(item for each in parts for item in list_moves(each, words))
    items = tuple(_one(list_moves(each, words), each) for each in parts)
    if not isinstance(moves, Priority):
        items = tuple(inner for item in items for inner in (item.items if item.text == say(_CHOICE) else (item,)))
    if len(items) == 1:
        return items
    return (Item(say(_FIRST) if isinstance(moves, Priority) else say(_CHOICE), items),)


def _one(items: Sequence[Item], moves: MovesLudeme) -> Item:
    """The items of moves as one."""
    if len(items) == 1:
        return items[0]
    is_choice = isinstance(moves, IfMoves) and moves.otherwise is not None
    return Item(say("One of two cases:") if is_choice else say("This:"), tuple(items))


def _under(lead: str, items: Sequence[Item]) -> Item:
    """Items under a clause, in one sentence with it where that is short."""
    if len(items) == 1 and not items[0].items and len(lead) + len(items[0].text) <= _SHORT:
        text = items[0].text
        joint = "," if lead.startswith("if ") else ":"
        return Item(sentence(f"{lead}{joint} {lowered(text)}"))
    return Item(sentence(f"{lead}:"), tuple(items))


def _otherwise(items: Sequence[Item]) -> tuple[Item, ...]:
    return _after("Otherwise", items)


def list_ends(rules: Iterable[EndRuleLudeme], words: Wording) -> tuple[Item, ...]:
    """What end rules say: an item for each, its cases under it."""
    return tuple(_list_end(rule, words) for rule in rules)


def _list_end(rule: EndRuleLudeme, words: Wording) -> Item:
    if isinstance(rule, EndIf) and rule.cases:
        cases = rule.cases if isinstance(rule.cases, tuple) else (rule.cases,)
        items = [_list_end(case, words) for case in cases]
        if rule.result is not None:
            items.append(Item(told(rule.result, words, "otherwise, {0}")))
        return Item(told(rule.condition, words, "if {0}:"), tuple(items))
    return Item(told(rule, words))
