"""Every signature of the grammar can be written, with each argument and each constant; but what the manual excludes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludemes.signature_texts import Grammar
from ludens.language import LudError
from ludens.language.description import parse
from ludens.ludemes.matching import FAILED, Matcher
from ludens.ludemes.registry import forms_of
from ludens.rules import categories
from ludens.rules.base import Ludeme

FILE = Path(__file__).resolve().parents[3] / "shared" / "spec" / "grammar.ebnf"
#: the rules whose members a category of ludemes reads; other clauses are read by any class of their keyword
CATEGORIES = {
    "<boolean>": categories.BooleanLudeme,
    "<int>": categories.IntLudeme,
    "<ints>": categories.IntsLudeme,
    "<float>": categories.FloatLudeme,
    "<dim>": categories.DimLudeme,
    "<sites>": categories.SitesLudeme,
    "<moves>": categories.MovesLudeme,
    "<graph>": categories.GraphLudeme,
}
#: what the grammar shows and nobody can write (manual: text 5.8, integers 4.8), or what means nothing
EXCLUDED = [
    r"^\(match \"Disc\"\)$",
    r"\(component ",
    r"\(region[ )]",
    r"\(graph\)|\(graph \(",
    r"\(regular \w+ \w+ ",
    r"\(nextPhase[ )]|\(regions ",  # read in their own slots only
    r"\{1\}|\{\{1\}\}",  # a list is no array of integers where integers are asked for
    r"\(count Off\)|\(count \"Disc\"\)",
    r"\(move Swap Players 1 |\(swap Players 1 \w+ 1",
    r"\(shoot \(piece \"Disc\"\)|\(move Shoot \(piece \"Disc\"\)",  # needs the condition of its (to ..)
    r"\(place Stack \"Disc\" (\{|coord:|counts:)",  # fails when a game starts (manual: structure 4.7)
    r"\(is (AnyDie|Even|Odd|Visited|Flat|PipsMatch|SidesMatch|Within)\)",
    r"\(sites State\)",
    r"\(hint (Cell|Edge|Vertex)\)|\(hint at:1\)",
]
_EXCLUDED = re.compile("|".join(EXCLUDED))


def is_read(grammar: Grammar, rule: str, keyword: str, text: str) -> bool:
    """Whether some class that may stand for the clause takes its arguments."""
    kinds: list[type[Ludeme]] = [kind for name, kind in CATEGORIES.items() if rule in grammar.members(name)]
    node = parse(f"(game {text})").game.arguments[0]
    for kind in kinds or [form.cls for form in forms_of(keyword)]:
        try:
            if Matcher().match(node, kind) is not FAILED:
                return True
        except LudError:  # another class may read it
            continue
    return False


@pytest.mark.skipif(not FILE.exists(), reason="the grammar is not beside the repository")
def test_every_signature_can_be_written() -> None:
    grammar = Grammar(FILE.read_text(encoding="utf-8"))
    tried, refused = 0, list[str]()
    for rule, clause in grammar.clauses():
        for text in grammar.varied(clause):
            if _EXCLUDED.search(text):
                continue
            tried += 1
            if not is_read(grammar, rule, clause.text, text):
                refused.append(f"{rule}: {text}")
    assert tried > 15_000
    assert not refused, f"{len(refused)} are refused: {refused[:20]}"
