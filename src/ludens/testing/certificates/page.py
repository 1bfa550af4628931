"""Certificates as a page: a table of games with how often each claim was tested, and badges."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludens.testing.certificates.certificate import Certificate, Check

_STYLE = """
body {
  font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 90rem;
  color: #222; background: #fff
}
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .875rem }
td, th { text-align: right; padding: .15rem .5rem; border-bottom: 1px solid #ccc; vertical-align: bottom }
td { white-space: nowrap }
td:first-child, th:first-child { text-align: left; position: sticky; left: 0; background: #fff }
dt { font-weight: 600 } dd { margin: 0 0 .3rem 1rem }
a { color: #0b5a8a } .holds { color: #176b2c } .fails { color: #a1162b; font-weight: 600 } .open { color: #666 }
@media (prefers-color-scheme: dark) {
  body, td:first-child, th:first-child { color: #ddd; background: #181818 }
  a { color: #8cc8f0 } .holds { color: #7fd694 } .fails { color: #ff9aa8 } .open { color: #aaa }
  td, th { border-color: #444 }
}
"""
_CLASSES = {"holds": "holds", "fails": "fails", "not tested": "open"}


def page(certificates: Sequence[tuple[str, Certificate]]) -> str:
    """A page of its own, without anything to fetch, of certificates and the names of their files (without an end)."""
    ordered = sorted(certificates, key=lambda one: one[1].game.casefold())
    claims = {check.name: check.claim for _, one in ordered for check in one.checks}
    good, tests = sum(one.holds for _, one in ordered), sum(one.tests for _, one in ordered)
    heads = "".join(f"<th>{escape(name)}" for name in claims)
    rows = "\n".join(_row(file, one, list(claims)) for file, one in ordered)
    meanings = "".join(f"<dt>{escape(name)}<dd>{escape(claim)}" for name, claim in claims.items())
    failures = "".join(
        f"<li class=fails>{escape(one.game)}, {escape(check.name)}: {escape(failure)}"
        for _, one in ordered
        for check in one.checks
        for failure in check.failures
    )
    return (
        "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>Certificates</title><style>{_STYLE}</style>\n<h1>Certificates</h1>\n"
        f"<p>{good} of {len(ordered)} games: nothing that was tested failed, in {tests:,} tests. "
        f"{_origin([one for _, one in ordered])} A number says how often a claim was tested; a dash, that it was not, "
        f"and why when it is pointed at. A game's name leads to its certificate as JSON.</p>\n"
        + (f"<h2>What fails</h2>\n<ul>{failures}</ul>\n" if failures else "")
        + f"<div class=wide><table>\n<thead><tr><th>Game<th>Verdict<th>Tests{heads}<th>Day<th>Version</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody></table></div>\n<h2>What is claimed</h2>\n<dl>{meanings}</dl>\n</html>\n"
    )


def _origin(certificates: Sequence[Certificate]) -> str:
    """When, by which versions and on which machines."""
    days = sorted({one.date for one in certificates})
    versions, machines = ({getattr(one, name) for one in certificates} for name in ("version", "machine"))
    if not days:
        return ""
    span = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return escape(f"Made {span} by ludens {', '.join(sorted(versions))} on {', '.join(sorted(machines))}.")


def badge(certificate: Certificate) -> str:
    """An SVG picture of one line: the verdict, and on how many tests it rests."""
    text = f"{'certified' if certificate.holds else 'not exact'} · {certificate.tests:,} tests"
    width, colour = 20 + 7 * len(text), "#176b2c" if certificate.holds else "#a1162b"
    label = escape(f"{certificate.game}: {text}, {certificate.date}, ludens {certificate.version}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{label}">'
        f'<title>{label}</title><rect width="{width}" height="20" rx="3" fill="{colour}"/>'
        f'<text x="{width / 2}" y="14" fill="#fff" font-family="sans-serif" font-size="11" text-anchor="middle">'
        f"{escape(text)}</text></svg>\n"
    )


def _row(file: str, certificate: Certificate, claims: Sequence[str]) -> str:
    verdict = "holds" if certificate.holds else "fails"
    checks = {check.name: check for check in certificate.checks}
    cells = "".join(_cell(checks.get(name)) for name in claims)
    options = f" <small>{escape(', '.join(certificate.chosen))}</small>" if certificate.chosen else ""
    return (
        f"<tr><td><a href='{escape(file)}.json'>{escape(certificate.game)}</a>{options}<td class={verdict}>{verdict}"
        f"<td>{certificate.tests:,}{cells}<td>{certificate.date}<td>{escape(certificate.version)}</tr>"
    )


def _cell(check: Check | None) -> str:
    if check is None:
        return "<td>"
    count = f"{check.count:,}" if check.count else "–"
    why = f" title='{escape(check.skipped)}'" if check.skipped else ""
    return f"<td class={_CLASSES[check.verdict]}{why}>{count}"
