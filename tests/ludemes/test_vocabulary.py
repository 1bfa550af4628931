"""The words of the language all have a class: those of `tests/data/forms.txt`, and those of the grammar where it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludens.ludemes.registry import enumerations, forms, forms_of

GRAMMAR = Path(__file__).resolve().parents[3] / "shared" / "spec" / "grammar.ebnf"
#: listed in the grammar, and nowhere accepted (manual: text)
UNUSABLE = {"component"}


def test_every_form_of_the_language_has_a_class(data: Path) -> None:
    known = {form.spelling for listed in forms().values() for form in listed}
    listed = set((data / "forms.txt").read_text(encoding="utf-8").splitlines())
    assert len(listed) > 500
    assert not listed - known


def signatures(grammar: str) -> set[tuple[str, ...]]:
    """The keyword and the constants of each clause in the grammar."""
    clauses = re.finditer(r"\(([^\s()<>{}\[\]|:]+|<=|>=|<|>)((?:\s+[A-Z]\w*)*)(?=[\s)])", re.sub("//.*", "", grammar))
    return {(found[1], *found[2].split()) for found in clauses}


def words(keyword: str) -> set[str]:
    """The constants in the forms of a keyword."""
    return {constant for form in forms_of(keyword) for constant in form.constants}


@pytest.mark.skipif(not GRAMMAR.exists(), reason="the grammar is not beside the repository")
def test_every_signature_of_the_grammar_has_a_class() -> None:
    found = signatures(GRAMMAR.read_text(encoding="utf-8"))
    constants = {member.value for kind in enumerations() for member in kind}
    assert len(found) > 300
    assert not {keyword for keyword, *_ in found} - set(forms()) - UNUSABLE
    assert not {" ".join(signature) for signature in found if not set(signature[1:]) <= constants | words(signature[0])}
