"""Reading a description: all steps from its text to its tree."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from ludens.language.checks import check_balance, check_complete
from ludens.language.cleanup import clean_up, remove_comments
from ludens.language.defines import expand_defines
from ludens.language.errors import LudError, LudWarning
from ludens.language.metadata import behind_metadata, resolve_uses, take_metadata
from ludens.language.options import (
    Option,
    OptionItem,
    check_wanted,
    select_items,
    substitute,
    take_options,
    unknown_option,
)
from ludens.language.prelude import predefined
from ludens.language.ranges import expand_ranges
from ludens.language.rulesets import Ruleset, active_ruleset, take_rulesets
from ludens.language.source import REPLACED, Source
from ludens.language.text import Text, check_length
from ludens.language.tokens import read_clause
from ludens.language.tree import Clause, Node, String, children

_SURROGATE = re.compile("[\ud800-\udfff]")
_SEMANTICS = "semantics"
_REQUIRES = "requires"
_COMMENT = "a comment begins with //"
_ROOT = re.compile(r'\((?:game|match)(?![\w"\-.+*/%=!^~<>&|#])')


class Description:
    """A description that has been read, with one item of each of its options selected.

    `game` is the tree of its `game` or `match` clause; `expanded` is the text of that clause after preprocessing, which
    decides all that the game does. `selected` are the full names of the selected items, as "Heading/Item". `slips` are
    the warnings of the text outside of the game: what stands there and is not read.
    """

    def __init__(
        self,
        source: Source,
        game: Clause,
        expanded: str,
        options: tuple[Option, ...],
        selected: tuple[str, ...],
        rulesets: tuple[Ruleset, ...],
        ruleset: Ruleset | None,
        metadata: Text | None,
        slips: Sequence[LudWarning] = (),
    ) -> None:
        self.source = source
        self.game = game
        self.options = options
        self.selected = selected
        self.rulesets = rulesets
        self.active_ruleset = ruleset
        self._metadata_text = metadata
        self.slips = tuple(slips)
        self.is_plain = self._has_item(_SEMANTICS, "plain")
        self.requires_ludens = self._has_item(_REQUIRES, "ludens")
        self.expanded = f"{expanded}\0plain" if self.is_plain else expanded

    @property
    def placed(self) -> str:
        """A text that decides what the game does, and where in the source each part of it stands."""
        return f"{self.expanded}\0{self.source.text}"

    def __repr__(self) -> str:
        return f"Description({self.source.name!r}, selected={self.selected!r})"

    def _has_item(self, keyword: str, text: str) -> bool:
        """Whether the metadata have an item of a keyword with that text."""
        if self._metadata_text is None or keyword not in self._metadata_text.chars:
            return False
        try:
            metadata = self.metadata_with_slips[0]
        except LudError:
            return False
        return metadata is not None and any(_holds_item(one, keyword, text) for one in metadata.arguments)

    @property
    def metadata(self) -> Clause | None:
        """The tree of the metadata for the selected options. Raises LudError if the metadata cannot be read."""
        clause, slips = self.metadata_with_slips
        for slip in slips:
            raise slip
        return clause

    @cached_property
    def metadata_with_slips(self) -> tuple[Clause | None, Sequence[LudError]]:
        """The tree of the metadata for the selected options, and an error for each option it names that does not exist.

        Raises LudError if it cannot be read at all.
        """
        if self._metadata_text is None:
            return None, ()
        names = {name for option in self.options for name in option.full_names()}
        names |= {ruleset.heading for ruleset in self.rulesets}
        active = {*self.selected, *([self.active_ruleset.heading] if self.active_ruleset else [])}
        text, slips = resolve_uses(self._metadata_text, active, names)
        return read_clause(text, 0)[0], slips


def _holds_item(node: Node, keyword: str, text: str) -> bool:
    if isinstance(node, Clause) and node.keyword == keyword:
        return any(isinstance(one, String) and one.text == text for one in node.arguments)
    return any(_holds_item(one, keyword, text) for one in children(node))


def parse(
    text: str,
    *,
    name: str = "<text>",
    options: Sequence[str] = (),
    ruleset: str | None = None,
    strict: bool = True,
) -> Description:
    """Read the description `text`; messages call it `name`.

    `options` are the selected items as "Heading/Item"; the heading of a ruleset among them stands for all its settings,
    as does `ruleset`, and items named beside it win over its own. An option without a selected item has its item of
    highest priority. Raises LudError if the text is no proper description, or if a selected name does not exist; with
    `strict` off such a name leads to the default items instead, as in the reference implementation.
    """
    source = Source(_normalised(text), name)
    whole = remove_comments(_checked(Text.of(source)))
    check_balance(whole)
    check_complete(whole)
    slips = [*_unreadable(whole)]
    rest, all_options = take_options(whole, slips)
    rest, rulesets = take_rulesets(rest, slips)
    chosen, items = _choose(all_options, rulesets, [*options, *([] if ruleset is None else [ruleset])], strict)
    selected = tuple(name for name, _ in items)
    rest = substitute(rest, all_options, [item for _, item in items])
    slips += behind_metadata(rest)
    rest, defines = expand_defines(rest, predefined())
    rest, metadata = take_metadata(expand_ranges(remove_comments(rest)))
    clean = clean_up(rest)
    check_balance(clean)
    game, expanded, unread = _read_game(clean, predefined().keys() | {define.name for define in defines})
    active = chosen or active_ruleset(rulesets, selected)
    return Description(source, game, expanded, all_options, selected, rulesets, active, metadata, [*unread, *slips])


def _normalised(text: str) -> str:
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _checked(text: Text) -> Text:
    nul = text.chars.find("\0")
    if nul >= 0:
        raise text.error("the text holds a NUL character", nul, hint="a file in UTF-16 should be saved as UTF-8")
    half = _SURROGATE.search(text.chars)
    if half:
        raise text.error("the text holds half of a character, which no file can hold", half.start())
    if not text.chars.strip():
        raise LudError("the description is empty")
    return check_length(text)


def _choose(
    options: Sequence[Option], rulesets: Sequence[Ruleset], selection: Sequence[str], strict: bool
) -> tuple[Ruleset | None, list[tuple[str, OptionItem]]]:
    """The selected ruleset, if any, and the selected items with their full names."""
    by_heading = {ruleset.heading: ruleset for ruleset in reversed(rulesets)}
    try:
        active, names = _wanted_items(options, by_heading, selection)
    except LudError:
        if strict:
            raise
        active, names = None, []
    return active, select_items(options, names)


def _wanted_items(
    options: Sequence[Option], rulesets: Mapping[str, Ruleset], selection: Sequence[str]
) -> tuple[Ruleset | None, Collection[str]]:
    """The selected ruleset, and the selected items, its settings among them. Raises LudError on an unknown name."""
    headings = [name for name in selection if name in rulesets]
    names = list(dict.fromkeys(name for name in selection if name not in rulesets))
    if len(set(headings)) > 1:
        raise LudError(f'the rulesets "{headings[0]}" and "{headings[1]}" exclude each other')
    items = [name for option in options for name in option.full_names()]
    for name in names:
        if name not in items:
            raise unknown_option(name, [*items, *rulesets])
    check_wanted(options, names)
    if not headings:
        return None, names
    active = rulesets[headings[0]]
    set_headings = {name.partition("/")[0] for name in names}
    names += [name for name in active.settings if name.partition("/")[0] not in set_headings]
    check_wanted(options, names)
    return active, names


def _unreadable(text: Text) -> Iterator[LudWarning]:
    """The warning for bytes of the file that are no text in UTF-8: each of them was read as a mark."""
    at = text.chars.find(REPLACED)
    if at >= 0:
        message = "the file is no text in UTF-8: what stands here is lost"
        yield LudWarning.of(text.error(message, at, hint="save the file as UTF-8"))


def _read_game(text: Text, defines: Collection[str]) -> tuple[Clause, str, Iterable[LudWarning]]:
    """The first clause of the text, which must be a game or a match, and its text; also what stands around it."""
    start = text.chars.find("(")
    if start < 0:
        raise text.error("there is no (game ...) clause", 0, hint=_where_game_may_be(text))
    root = _ROOT.match(text.chars, start)
    if not root:
        end = min(len(text), start + 20)
        raise text.error("a description begins with (game ...) or (match ...)", start, end, _where_game_may_be(text))
    clause, end = read_clause(text, start, defines)
    return clause, text.chars[start:end], _unread(text, start, end)


def _unread(text: Text, start: int, end: int) -> Iterator[LudWarning]:
    """The warnings of what stands before the game, or behind it, which nobody reads."""
    before, rest = text.chars[:start], text.chars[end:]
    if before.strip():
        at = len(before) - len(before.lstrip())
        yield LudWarning.of(text.error("this text before the game is not read", at, len(before.rstrip()), _COMMENT))
    if rest.strip():
        line = text.span(end - 1, end).line
        hint = f"the game ends in line {line}: what belongs to it stands before its last bracket; {_COMMENT}"
        if _ROOT.search(rest):
            hint = "only the first game of a file is read"
        at = end + len(rest) - len(rest.lstrip())
        message = "this text behind the end of the game is not read"
        yield LudWarning.of(text.error(message, at, len(text.chars.rstrip()), hint))


def _where_game_may_be(text: Text) -> str | None:
    if _ROOT.search(text.places.source.text):
        return "the game should be the first clause that is no define, option or ruleset; the metadata follow it"
    return None
