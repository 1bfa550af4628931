"""What a model is shown: the language, what is wrong with its description, what the rules came to mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Final

from ludens import library
from ludens.language import LudError, parse
from ludens.lsp import Finding, lookup
from ludens.lsp.document import Document
from ludens.ludemes.metadata.clause import read_metadata

#: how a model says that the rules are those of the idea
AGREED: Final = "AGREED"
#: what every game needs, beside what the idea asks for
_ESSENTIAL: Final = ("game", "players", "equipment", "board", "piece", "place", "move", "sites", "is", "end", "result")
#: how many games are shown, and findings at once
_EXAMPLES, _FINDINGS = 3, 8
_BLOCK: Final = re.compile(r"```[^\n]*\n(.*?)```", re.DOTALL)
_WORD: Final = re.compile(r"[a-z]{4,}")
_SYSTEM: Final = """\
You write descriptions of board games in the .lud language, which a compiler checks and plays.
A description is one clause, (game "Name" (players N) (equipment {...}) (rules (start ...) (play ...) (end ...))).
Clauses are in round brackets, lists in braces; players are P1, P2, Mover, Next; sites have labels such as "A1".
Answer with the whole description in one block, which begins with ```lud and ends with ```. Use no ludeme that you have
not seen here or in the manual's words below, and no define that the description does not contain."""


def first_messages(idea: str, without: Collection[str] = ()) -> list[dict[str, str]]:
    """The beginning of the conversation; the games `without` are not shown as examples."""
    parts = [_SYSTEM, "Ludemes that may be of use:", *_ludemes(idea), "Descriptions that play:"]
    parts += [f"```lud\n{library.read(name).strip()}\n```" for name in alike(idea, without)]
    return [
        {"role": "system", "content": "\n\n".join(parts)},
        {"role": "user", "content": f"Write the description of this game:\n\n{idea.strip()}"},
    ]


def _ludemes(idea: str) -> list[str]:
    names = dict.fromkeys([*_ESSENTIAL, *(name for name, _ in lookup.for_purpose(idea))])
    entries = [entry for name in names if (entry := lookup.explain(name)) is not None]
    return ["\n".join(f"{form}\n    {means.partition(chr(10))[0]}" for form, means in one.forms) for one in entries]


def alike(idea: str, without: Collection[str] = ()) -> list[str]:
    """The games of the library whose rules share most words with an idea, rare words counting more."""
    words, texts = set(_WORD.findall(idea.lower())), {n: t for n, t in _rules().items() if n not in without}
    frequency = {word: sum(word in text for text in texts.values()) for word in words}
    worth = {word: 1 / count for word, count in frequency.items() if count}
    scores = {name: sum(worth.get(word, 0) for word in text) / (len(text) + 20) for name, text in texts.items()}
    return sorted(scores, key=lambda name: (-scores[name], name))[:_EXAMPLES]


@cache
def _rules() -> dict[str, frozenset[str]]:
    """The words of the rules of each game of the library, as its metadata tell them."""
    names = sorted(path.stem for path in library.shipped().values())
    return {name: frozenset(_WORD.findall(prose(name).lower())) for name in names}


@cache
def prose(name: str) -> str:
    """The rules of a game of the library as they are written for people; empty where they are not."""
    try:
        return read_metadata(parse(library.read(name)))[0].text("rules")
    except LudError:
        return ""


def description_in(answer: str) -> str | None:
    """The last block of an answer, or all of it where it is a description; None where there is none."""
    blocks = [block.strip() for block in _BLOCK.findall(answer) if "(game" in block]
    if blocks:
        return str(blocks[-1])
    return answer.strip() if answer.strip().startswith(("(game", "(define", "//")) else None


def of_findings(text: str, findings: Sequence[Finding], applied: Iterable[str]) -> str:
    """What is wrong with a description, with places and what the manual says of the ludemes there."""
    document, parts = Document(text), [f"The description has {len(findings)} errors."]
    keywords = dict[str, None]()
    for finding in findings[:_FINDINGS]:
        line, column = document.source.locate(min(finding.start, len(text)))
        hint = f" ({finding.hint})" if finding.hint else ""
        lines = text.splitlines()
        shown = lines[line - 1].strip() if finding.has_place and line <= len(lines) else ""
        parts.append(f"Line {line}, column {column}: {finding.message}{hint}\n    {shown}".rstrip())
        keywords |= dict.fromkeys(re.findall(r"\((\w+)", shown))
    if mended := list(applied):
        parts.append("These were mended already: " + "; ".join(mended) + ".")
    entries = [entry for word in keywords if (entry := lookup.explain(word)) is not None]
    parts += ["\n".join(form for form, _ in entry.forms) for entry in entries[:4]]
    return "\n\n".join([*parts, "Write the whole description again, mended."])


def of_play(troubles: Sequence[str]) -> str:
    """What random games of a description showed."""
    return "\n\n".join(["The description compiles, but:", *troubles, "Write the whole description again, mended."])


def of_rules(idea: str, rules: str, facts: str) -> str:
    """The rules as they came out, to be compared with the idea."""
    return "\n\n".join(
        [
            "The description compiles and plays. Put into words, its rules are:",
            rules,
            facts,
            "The idea was:",
            idea.strip(),
            f"Compare them sentence by sentence. If all of the idea holds, answer {AGREED} and nothing else. Otherwise "
            "say what differs, and write the whole description again.",
        ]
    )
