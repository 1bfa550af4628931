"""Certificates as a page: a table of games, each with its claims and a badge."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludens.certify.certificate import Certificate, Check

_STYLE = """
body {
  font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff
}
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ccc; vertical-align: top }
.holds { color: #176b2c } .fails { color: #a1162b } .open { color: #666 }
summary { cursor: pointer } small { color: #555 }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818 } .holds { color: #7fd694 } .fails { color: #ff9aa8 }
  .open, small { color: #aaa } td, th { border-color: #444 }
}
"""
_CLASSES = {"holds": "holds", "fails": "fails", "not tested": "open"}


def page(certificates: Sequence[Certificate]) -> str:
    """A page of its own, without anything to fetch."""
    good = sum(certificate.holds for certificate in certificates)
    rows = "\n".join(map(_row, sorted(certificates, key=lambda one: one.game)))
    return (
        "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>Certificates</title><style>{_STYLE}</style>\n<h1>Certificates</h1>\n"
        f"<p>{good} of {len(certificates)} games: nothing that was tested failed.</p>\n"
        f"<table>\n<tr><th>Game<th>Verdict<th>Tests<th>Claims</tr>\n{rows}\n</table>\n</html>\n"
    )


def badge(certificate: Certificate) -> str:
    """An SVG picture of one line: the verdict, and on how many tests it rests."""
    text = f"{'certified' if certificate.holds else 'not exact'} · {certificate.tests:,} tests"
    width, colour = 20 + 7 * len(text), "#176b2c" if certificate.holds else "#a1162b"
    label = escape(f"{certificate.game}: {text}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{label}">'
        f'<title>{label}</title><rect width="{width}" height="20" rx="3" fill="{colour}"/>'
        f'<text x="{width / 2}" y="14" fill="#fff" font-family="sans-serif" font-size="11" text-anchor="middle">'
        f"{escape(text)}</text></svg>\n"
    )


def _row(certificate: Certificate) -> str:
    verdict = ("holds", "holds") if certificate.holds else ("fails", "fails")
    claims = "".join(map(_claim, certificate.checks))
    about = escape(f"{certificate.date}, ludens {certificate.version}, {certificate.machine}, seed {certificate.seed}")
    options = f" <small>{escape(', '.join(certificate.options))}</small>" if certificate.options else ""
    return (
        f"<tr><td>{escape(certificate.game)}{options}<td class={verdict[0]}>{verdict[1]}<td>{certificate.tests:,}"
        f"<td><details><summary>{len(certificate.checks)} claims</summary><ul>{claims}</ul><small>{about}</small>"
        "</details></tr>"
    )


def _claim(check: Check) -> str:
    failures = "".join(f"<li class=fails>{escape(failure)}" for failure in check.failures)
    told = f"{check.count:,} tests" if check.count else check.skipped
    inner = f"<ul>{failures}</ul>" if failures else ""
    verdict = f"<span class={_CLASSES[check.verdict]}>{check.verdict}</span>"
    return f"<li>{verdict}: {escape(check.claim)} <small>({escape(told)})</small>{inner}"
