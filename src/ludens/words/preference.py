"""Which language somebody reads: what their browser or their terminal says."""

from __future__ import annotations

from collections.abc import Mapping

from ludens.words.catalogue import ENGLISH, languages


def from_header(header: str) -> str:
    """The first language of an `Accept-Language` that there is a catalogue of.

    >>> from_header("pl, de-CH;q=0.8, en;q=0.9"), from_header("zh-Hant-TW,zh;q=0.9"), from_header("*")
    ('en', 'zh', 'en')
    """
    parts = [part.partition(";") for part in header.split(",")]
    weighed = sorted((-_weight(parameters), n, code) for n, (code, _, parameters) in enumerate(parts))
    accepted = (code for weight, _, code in weighed if weight < 0)
    return next(filter(None, map(_of_tag, accepted)), ENGLISH)


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0


def from_environment(environment: Mapping[str, str]) -> str:
    """The language of a terminal: what `LUDENS_LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG` says.

    >>> from_environment({"LANG": "fr_CA.UTF-8"}), from_environment({"LC_ALL": "C", "LANG": "de_DE"})
    ('fr', 'en')
    """
    names = ("LUDENS_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    return _of_tag(next(filter(None, map(environment.get, names)), "")) or ENGLISH


def _of_tag(tag: str) -> str:
    """The language of a tag such as `de-CH` or `de_CH.UTF-8`, empty where there is no catalogue of it."""
    code = tag.strip().lower().replace("_", "-").partition(".")[0].partition("-")[0]
    return code if code in languages() else ""
