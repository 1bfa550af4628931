"""Defines: named pieces of text, with parameters `#1` to `#9`, that replace their uses."""

import re
from collections.abc import Iterable, Mapping, Sequence

from ludens.language.errors import LudError
from ludens.language.scan import PARTNERS, QUOTED, WHITE, closing_bracket
from ludens.language.text import MAX_LENGTH, Edit, Text, check_length, too_long

MAX_ROUNDS = 1000
MAX_STEPS = 1000
MAX_DEFINES = 2000
# Characters searched and copied over all rounds: far beyond any description, but soon enough for one that never ends.
_MAX_WORK = 4_000_000_000

_DEFINE = re.compile(r"\(define\s")
_METADATA = "(metadata"
_KEEPERS = re.compile(r'(?<![\w"\-.+*/%=!^~<>&|#])(?:game|match|instance)\Z')
_LONGEST_KEEPER = len("instance")
_LOOK_BACK = 500
_SKIPPED = WHITE + "(){}[]"
_WORD_ARGUMENT = re.compile(r"(?:[^ \n\r\t:]|:(?![({\[<]))*+")
_FIRST_WHITE = re.compile(r"[ \n\r\t]")
_STRING_OR_WHITE = re.compile(r'"[^"]*+"|[ \n\r\t]{2,}+|[\n\r\t]')
_NOT_WHITE = re.compile(r"[^ \n\r\t]")
# Stands for a missing argument until the pass is over; no source contains it.
_MISSING = "\0"


class Define:
    """A named text. `tag` is the name in quotes; a predefined one belongs to no place of the user's text."""

    __slots__ = ("_template", "body", "name", "predefined", "tag")

    def __init__(self, name: str, body: Text, predefined: bool = False) -> None:
        self.name = name
        self.tag = f'"{name}"'
        self.body = body
        self.predefined = predefined
        self._template: list[Text | int] | None = None

    def fill(self, arguments: Sequence[Text], text: Text, use: int, keep_marks: bool) -> Text:
        """The body with its parameters replaced, for a use that stands at origin `use` of `text`."""
        if not self._simple(arguments):
            return self._fill_in_turn(arguments, text, use, keep_marks)
        pieces = []
        for piece in self._pieces():
            if isinstance(piece, Text):
                pieces.append(text.made_up(piece.chars, use) if self.predefined else piece)
            elif piece <= len(arguments) and arguments[piece - 1].chars != "~":
                pieces.append(arguments[piece - 1])
            elif keep_marks:
                pieces.append(text.made_up(_MISSING, use))
        return text.join(pieces)

    def _simple(self, arguments: Sequence[Text]) -> bool:
        """Whether no replacement can make or change a parameter."""
        return "##" not in self.body.chars and all("#" not in argument.chars for argument in arguments)

    def _pieces(self) -> list[Text | int]:
        """The body as a sequence of texts and of the numbers of parameters between them."""
        if self._template is None:
            last = next(number for number in range(1, 11) if number > 9 or f"#{number}" not in self.body.chars) - 1
            self._template = []
            done = 0
            for match in re.finditer(f"#([1-{last}])" if last else r"(?!)", self.body.chars):
                self._template += [self.body.cut(done, match.start()), int(match[1])]
                done = match.end()
            self._template.append(self.body.cut(done, len(self.body)))
        return self._template

    def _fill_in_turn(self, arguments: Sequence[Text], text: Text, use: int, keep_marks: bool) -> Text:
        body = text.made_up(self.body.chars, use) if self.predefined else self.body
        for number in range(1, 21):
            parameter = f"#{number}"
            if parameter not in body.chars:
                break
            argument = arguments[number - 1] if number <= len(arguments) else None
            if argument is None or argument.chars == "~":
                argument = text.made_up(_MISSING if keep_marks else "", use)
            count = 1 if argument.chars.startswith("#") else body.chars.count(parameter)
            if len(body) + count * len(argument) > MAX_LENGTH:
                raise too_long(body, 0)
            body = body.replaced(parameter, argument, count)
        return body


def take_defines(text: Text) -> tuple[Text, list[Define]]:
    """The text without its define clauses, and the defines, in order."""
    defines = []
    edits = []
    position = 0
    while match := _DEFINE.search(text.chars, position):
        position = closing_bracket(text, match.start(), "this define") + 1
        edits.append(Edit(match.start(), position, ""))
        defines.append(_read_define(text, match.end(), position - 1))
    if len(defines) > MAX_DEFINES:
        raise text.error(f"more than {MAX_DEFINES} defines", edits[MAX_DEFINES].start)
    return text.edited(edits), defines


def expand_defines(text: Text, predefined: Mapping[str, Define]) -> tuple[Text, list[Define]]:
    """The text without defines and with all their uses replaced, and the defines that the text had itself."""
    all_defines: list[Define] = []
    meter = _Meter(all_defines)
    for _ in range(MAX_ROUNDS):
        before = text.chars
        text, defines = take_defines(text)
        all_defines += defines
        text = _expand_round(text, defines, predefined, meter)
        if text.chars == before:
            return text, all_defines
    raise text.error(f"the defines are not done after {MAX_ROUNDS} rounds", 0)


class _Meter:
    """Counts the work of expanding, so that defines which never come to an end are found out."""

    def __init__(self, defines: list[Define]) -> None:
        self._defines = defines
        self._work = 0

    def count(self, text: Text, weight: int = 1) -> None:
        self._work += (len(text) + 1000) * weight
        if self._work > _MAX_WORK:
            raise self.endless(text)

    def endless(self, text: Text, define: Define | None = None) -> LudError:
        circle = _circle(self._defines)
        hint = None if circle is None else "it is used in its own body: " + " > ".join(one.tag for one in circle)
        define = circle[0] if circle else define
        if define is None:
            return text.error("expanding the defines never ends", 0)
        message = f'expanding the define "{define.name}" never ends'
        return text.error(message, 0) if define.predefined else define.body.error(message, 0, len(define.body), hint)


def _circle(defines: Iterable[Define]) -> list[Define] | None:
    """Defines, each used in the body of the one before; the last is the first again."""
    by_name = {define.name: define for define in reversed(list(defines))}
    state: dict[str, bool] = {}
    for start in by_name:
        if start in state:
            continue
        path = [start]
        todo = [iter(_uses(by_name, start))]
        while todo:
            name = next(todo[-1], None)
            if name is None:
                todo.pop()
                state[path.pop()] = True
            elif name in path:
                return [by_name[one] for one in [*path[path.index(name) :], name]]
            elif name not in state:
                path.append(name)
                todo.append(iter(_uses(by_name, name)))
    return None


def _uses(by_name: Mapping[str, Define], name: str) -> list[str]:
    return [used for used in dict.fromkeys(by_name[name].body.chars.split('"')) if used in by_name]


def _expand_round(text: Text, defines: Sequence[Define], predefined: Mapping[str, Define], meter: _Meter) -> Text:
    """The text after expanding the file's own defines, the predefined ones and the AI define until nothing changes."""
    for _ in range(MAX_ROUNDS):
        text, own = _expand_all(text, defines, meter)
        game, metadata = _split_metadata(text)
        game, standard = _expand_predefined(game, predefined, meter)
        text = text.join([game, metadata]) if standard or len(game) + len(metadata) < len(text) else text
        text, agent = _expand_agent(text, meter)
        if not (own or standard or agent):
            return text
    raise meter.endless(text)


def _expand_all(text: Text, defines: Sequence[Define], meter: _Meter) -> tuple[Text, bool]:
    """Expand the defines in turn until none is used any more. Also says whether one was."""
    any_expanded = False
    for _ in range(MAX_ROUNDS):
        again = False
        meter.count(text, 1 + len(defines))
        for define in defines:
            if define.tag in text.chars:
                expanded = _expand(text, define, meter)
                again = again or expanded is not None
                text = expanded or text
        if not again:
            return text, any_expanded
        any_expanded = True
    raise meter.endless(text)


def _expand_predefined(text: Text, predefined: Mapping[str, Define], meter: _Meter) -> tuple[Text, bool]:
    any_expanded = False
    for _ in range(MAX_ROUNDS):
        # Every string between two neighbouring quotes is among these, whichever of the quotes opens.
        used = predefined.keys() & set(text.chars.split('"'))
        text, again = _expand_all(text, [predefined[name] for name in sorted(used)], meter) if used else (text, False)
        if not again:
            return text, any_expanded
        any_expanded = True
    raise meter.endless(text)


def _expand_agent(text: Text, meter: _Meter) -> tuple[Text, bool]:
    """Remove the use of the define that holds what agents know of the game: playing does not need it."""
    end = text.chars.find('_ai"') if "(ai" in text.chars else -1
    start = text.chars.rfind('"', 0, end) if end >= 0 else -1
    if start < 0:
        return text, False
    agent = Define(text.chars[start + 1 : end + 3], text.cut(0, 0))
    expanded = _expand(text, agent, meter)
    return (text, False) if expanded is None else (expanded, True)


def _split_metadata(text: Text) -> tuple[Text, Text]:
    """The text before the metadata, and the metadata clause; what follows it is dropped."""
    start = text.chars.find(_METADATA)
    if start < 0:
        return text, text.cut(0, 0)
    end = closing_bracket(text, start, "the metadata")
    return text.cut(0, start), text.cut(start, end + 1)


def _read_define(text: Text, start: int, end: int) -> Define:
    name_start = _NOT_WHITE.search(text.chars, start, end + 1)
    opening = name_start.start() if name_start else end
    closing = text.chars.find('"', opening + 1, end)
    if text.chars[opening] != '"' or closing < 0:
        raise text.error("a define begins with its name in quotes", opening)
    return Define(text.chars[opening + 1 : closing], _narrowed(text.cut(closing + 1, end).stripped()))


def _narrowed(text: Text) -> Text:
    """The text with single blanks outside its strings: how long a description grows is no matter of its layout."""
    matches = _STRING_OR_WHITE.finditer(text.chars)
    return text.edited(Edit(*match.span(), " ") for match in matches if match[0][0] != '"')


def _expand(text: Text, define: Define, meter: _Meter) -> Text | None:
    """The text after one pass that replaces the uses of a define, or None if there are none to replace.

    The pass goes from left to right and also finds uses in what it has put in, except at its first character.
    """
    pass_over = _Pass(text, define)
    meter.count(text, 20)
    for _ in range(MAX_STEPS):
        if not pass_over.step():
            return pass_over.result()
        if pass_over.rebuilt:
            meter.count(pass_over.text, 10)
    raise meter.endless(text, define)


class _Pass:
    """One pass over a text for one define: `pieces` and then `text` from `done` on are the text as it is so far."""

    __slots__ = ("define", "done", "expanded", "length", "marked", "pieces", "rebuilt", "search", "text")

    def __init__(self, text: Text, define: Define) -> None:
        self.text = text
        self.define = define
        self.pieces: list[Text] = []
        self.length = 0
        self.done = 0
        self.search = 1
        self.expanded = False
        self.marked = False
        self.rebuilt = False

    def result(self) -> Text | None:
        if not self.expanded:
            return None
        self._rebuild([])
        text = self.text.replaced(_MISSING, self.text.cut(0, 0)) if self.marked else self.text
        return check_length(text)

    def step(self) -> bool:
        """Deal with the next use. False if there is none."""
        at = self.text.chars.find(self.define.tag, self.search)
        if at < 0:
            return False
        self.rebuilt = False
        if _KEEPERS.search(self._before(at)):
            self.search = at + 1
        else:
            self._replace(at)
        return True

    def _before(self, at: int) -> str:
        """The end of the text before `at`, without the blanks and brackets that follow the last word."""
        before = self.text.chars[max(self.done, at - _LOOK_BACK) : at]
        for piece in reversed(self.pieces):
            if len(before.rstrip(_SKIPPED)) > _LONGEST_KEEPER:
                break
            before = piece.chars[-_LOOK_BACK:] + before
        return before.rstrip(_SKIPPED)

    def _replace(self, at: int) -> None:
        text, define = self.text, self.define
        start, end, arguments = _read_use(text, at, len(define.tag))
        use = text.places.register(text.origins[at], text.origins[at + len(define.tag) - 1])
        new = define.fill(arguments, text, use, keep_marks=False)
        self.expanded = True
        before = text.cut(self.done, start)
        self.length += len(before) + len(new)
        if self.length > MAX_LENGTH:
            raise too_long(text, start)
        if define.tag in new.chars + text.chars[end : end + len(define.tag)]:
            self._insert_to_search(before, define.fill(arguments, text, use, keep_marks=True), end)
        else:
            self.pieces += [before, new]
            self.done = self.search = end

    def _insert_to_search(self, before: Text, new: Text, end: int) -> None:
        """Put in a text that has, or may make, further uses of the define."""
        self.marked = self.marked or _MISSING in new.chars
        self.pieces.append(before)
        self.search = sum(map(len, self.pieces)) + 1
        self.done = end
        self._rebuild([new])

    def _rebuild(self, new: list[Text]) -> None:
        rest = self.text.cut(self.done, len(self.text))
        self.text = self.text.join([*self.pieces, *new, rest])
        self.pieces = []
        self.length = self.done = 0
        self.rebuilt = True


def _read_use(text: Text, at: int, tag_length: int) -> tuple[int, int, list[Text]]:
    """Start, end and arguments of the use whose tag is at `at`."""
    if text.chars[at - 1] != "(":
        return at, at + tag_length, []
    end = closing_bracket(text, at - 1, "this use of a define")
    name_end = _FIRST_WHITE.search(text.chars, at, end)
    return at - 1, end + 1, _split_arguments(text, name_end.end(), end) if name_end else []


def _split_arguments(text: Text, start: int, end: int) -> list[Text]:
    arguments = []
    while match := _NOT_WHITE.search(text.chars, start, end):
        start = _argument_end(text, match.start(), end)
        arguments.append(text.cut(match.start(), start))
    return arguments


def _argument_end(text: Text, start: int, end: int) -> int:
    if text.chars[start] == '"':
        match = QUOTED.match(text.chars, start, end)
        if not match:
            raise text.error("the quote of this argument is never closed", start)
        return match.end()
    word = start
    if text.chars[start] not in PARTNERS:
        # A label goes with the bracket behind it.
        match = _WORD_ARGUMENT.match(text.chars, start, end)
        word = match.end() if match else end
        if word == end or text.chars[word] != ":":
            return word
        word += 1
    closing = closing_bracket(text, word, "this argument")
    if closing >= end:
        raise text.error("the bracket of this argument is never closed", word)
    return closing + 1
