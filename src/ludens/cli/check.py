"""check: what is wrong with a description."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from ludens.cli.common import FAILED, OPTION, Misuse, add_command, counted, games_of, say, source_of, tell
from ludens.cli.errors import unread
from ludens.cli.facts import add_json, print_facts
from ludens.language import Defect, LudError, LudWarning, Source
from ludens.lsp import Document, Finding, diagnose
from ludens.lsp.repair import repair
from ludens.lsp.sarif import sarif
from ludens.system import files

#: the parts in which messages of one kind differ
_NAMES = re.compile(r"\"[^\"]*\"|`[^`]*`|(?<![\w-])[\d,.]*\d")


@dataclass(frozen=True)
class _Checked:
    """A file, and what is wrong with it; `trouble` says why it could not be read at all."""

    name: str
    document: Document
    findings: Sequence[Finding]
    trouble: str | None = None

    @property
    def is_well(self) -> bool:
        return self.trouble is None and all(one.severity != "error" for one in self.findings)

    @property
    def path(self) -> str:
        """The name of its file, where it comes from one."""
        return self.document.source.name


def add(commands: Any) -> None:
    check = add_command(commands, "check", _check)
    check.epilog = (
        "What is doubtful, or wrong in the metadata, is a warning: it is printed, and the exit code is 0 all the same, "
        "unless --strict is given. Of a folder, all descriptions in it and below it are checked; of several files, a "
        "summary counts them and what was said of them."
    )
    check.add_argument(
        "files", nargs="+", metavar="FILE", help="a path, a folder, a library name, or - for standard input"
    )
    check.add_argument("--option", **OPTION)
    check.add_argument("--strict", action="store_true", help="fail where there are warnings, too")
    check.add_argument("--sarif", action="store_true", help="as SARIF 2.1.0, which forges and editors read")
    check.add_argument("--fix", action="store_true", help="mend what can be meant in one way only, and show it")
    check.add_argument("--dry-run", action="store_true", help="with --fix: show what would change, and write nothing")
    add_json(check)


def _check(arguments: argparse.Namespace) -> int:
    if arguments.json and arguments.sarif:
        raise Misuse("--json and --sarif exclude each other")
    if arguments.dry_run and not arguments.fix:
        raise Misuse("--dry-run goes with --fix")
    if arguments.fix and (arguments.json or arguments.sarif):
        raise Misuse("--fix shows what changes: without --json and --sarif")
    checked = []
    for name, _ in games_of(arguments.files):
        if arguments.fix:
            _fix(name, arguments)
        checked.append(_checked(name, arguments.option))
        if not (arguments.json or arguments.sarif):
            _tell(checked[-1])
    if arguments.json:
        print_facts({"files": [_facts(one) for one in checked]})
    elif arguments.sarif:
        _print_sarif(checked)
    elif len(checked) > 1:
        _summarise(checked)
    well = all(one.is_well and not (arguments.strict and one.findings) for one in checked)
    return 0 if well else FAILED


def _checked(name: str, options: Sequence[str]) -> _Checked:
    try:
        text, source = source_of(name)
    except Misuse as error:
        return _Checked(name, Document("", name), (), str(error))
    except OSError as error:
        return _Checked(name, Document("", name), (), unread(error))
    document = Document(text, source)
    try:
        return _Checked(name, document, diagnose(document, options))
    except Defect as defect:
        return _Checked(name, document, (), str(defect))


def _fix(name: str, arguments: argparse.Namespace) -> None:
    """Mend a file, and show how; a library game and standard input are shown only."""
    try:
        text, source = source_of(name)
        if Path(name).is_file():
            text = Path(name).read_bytes().decode("utf-8")  # with its ends of lines
    except (Misuse, OSError, UnicodeDecodeError):
        return  # the check reports it
    done = repair(text, source, arguments.option)
    for one in done.applied:
        tell(f"{name}:{one.line}:{one.column}: {one.title}  ({one.message})")
    for finding in done.choices:
        titles = " or ".join(fix.title[:1].lower() + fix.title[1:] for fix in finding.fixes)
        tell(f"{name}: to be chosen: {titles}  ({finding.message})")
    if done.text == text:
        return
    before, after = text.splitlines(keepends=True), done.text.splitlines(keepends=True)
    print("".join(unified_diff(before, after, name, f"{name} (mended)")), end="")
    if Path(name).is_file() and not arguments.dry_run:
        files.write_text(name, done.text, newline="")


def _print_sarif(checked: Sequence[_Checked]) -> None:
    for one in checked:
        if one.trouble is not None:
            say(f"ludens: {one.trouble}")
    print_facts(sarif((one.path, one.document.source, one.findings) for one in checked))


def _tell(checked: _Checked) -> None:
    if checked.trouble is not None:
        say(f"ludens: {checked.trouble}")
        return
    for finding in checked.findings:
        text = str(_error(finding, checked.document.source))
        tell(text if finding.has_place else f"{checked.name}: {text}")
    if checked.is_well:
        count = len(checked.findings)
        tell(f"{checked.name}: no errors" + (f", {counted(count, 'warning')}" if count else ""))


def _summarise(checked: Sequence[_Checked]) -> None:
    """Print how many files are well, and how often each kind of message occurs: errors first, then by number."""
    failed = [one for one in checked if not one.is_well]
    doubtful = [one for one in checked if one.is_well and one.findings]
    tell(f"{counted(len(checked), 'file')}: {len(failed)} with errors, {len(doubtful)} with warnings alone")
    counts = Counter((one.severity != "error", _kind(one.message)) for each in checked for one in each.findings)
    counts.update((False, _kind(each.trouble)) for each in checked if each.trouble is not None)
    for (is_warning, message), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1], item[0][1])):
        tell(f"{count:6}  {'warning: ' if is_warning else ''}{message}")


def _kind(message: str) -> str:
    """The kind of a message: the message without the names and numbers in it."""
    return _NAMES.sub("...", message.splitlines()[0])


def _error(finding: Finding, source: Source) -> LudError:
    """A finding as the error that the library raises for it, which shows its place."""
    span = Document(source.text, source.name).span(finding.start, finding.end) if finding.has_place else None
    kind = LudError if finding.severity == "error" else LudWarning
    return kind(finding.message, span, finding.hint)


def _facts(checked: _Checked) -> dict[str, Any]:
    """A file's errors and warnings, ready for JSON."""
    findings = [finding.to_json(checked.document.source) for finding in checked.findings]
    if checked.trouble is not None:
        findings = [Finding(0, 0, "error", "error", checked.trouble, has_place=False).to_json(checked.document.source)]
    return {"file": checked.name, "ok": checked.is_well, "findings": findings}
