"""Write the words of the language that the vocabulary lacks to the end of `words.txt`; say which."""

from __future__ import annotations

import sys

from ludens.encoding.graph.vocabulary import WORDS_FILE, WORDS_HEADER, common_words, is_player
from ludens.ludemes import registry


def language() -> set[str]:
    """All keywords and constants of the language but those that stand for players."""
    forms = [form for alike in registry.forms().values() for form in alike]
    constants = {str(one.value) for kind in registry.enumerations() for one in kind}
    listed = {form.keyword for form in forms} | {word for form in forms for word in form.constants} | constants
    return {word for word in listed if word and not is_player(word)} - set(common_words())


def missing() -> list[str]:
    """The words that the file lacks, sorted."""
    there = WORDS_FILE.read_text(encoding="utf-8").splitlines()[1:] if WORDS_FILE.exists() else []
    return sorted(language() - set(there))


def main() -> None:
    new = missing()
    if not WORDS_FILE.exists():
        WORDS_FILE.write_text(WORDS_HEADER + "\n", encoding="utf-8")
    with WORDS_FILE.open("a", encoding="utf-8") as file:
        file.writelines(f"{word}\n" for word in new)
    sys.stdout.write(f"{len(new)} new words\n")


if __name__ == "__main__":
    main()
