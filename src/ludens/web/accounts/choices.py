"""What a host says of accounts: a file of TOML, and variables of the environment for what is secret."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from ludens.web.hosting import Provider
from ludens.web.middleware import is_loopback

#: `LUDENS_OAUTH_GITHUB_CLIENT_SECRET`: what the file says of a provider, or lacks
_VARIABLE: Final = re.compile(r"LUDENS_OAUTH_([A-Z0-9]+)_([A-Z_]+)\Z")
_NAME: Final = re.compile(r"[a-z0-9]{1,40}\Z")
_FIELDS: Final = tuple(one.name for one in dataclasses.fields(Provider) if one.name != "name")
_ADDRESSES: Final = ("authorize_url", "token_url", "userinfo_url")


def read(path: Path | None, environment: Mapping[str, str]) -> tuple[tuple[Provider, ...], tuple[str, ...]]:
    """The providers, and the moderators. Raises ValueError, which says where what is wrong, and OSError."""
    try:
        stated = {} if path is None else tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    place = str(path or "the environment")
    if unknown := stated.keys() - {"moderators", "providers"}:
        raise ValueError(f"{place}: there is no {min(unknown)!r}, only moderators and providers")
    moderators, tables = stated.get("moderators", []), stated.get("providers", {})
    if not isinstance(moderators, list) or not all(isinstance(one, str) and one.strip() for one in moderators):
        raise ValueError(f"{place}: moderators is a list of names")
    if not isinstance(tables, dict) or not all(isinstance(one, dict) for one in tables.values()):
        raise ValueError(f"{place}: each provider is a table, as in [providers.example]")
    by_name: dict[str, dict[str, Any]] = {name: dict(fields) for name, fields in tables.items()}
    for variable, value in environment.items():
        if match := _VARIABLE.match(variable):
            by_name.setdefault(match[1].lower(), {})[match[2].lower()] = value
    return tuple(_provider(place, name, fields) for name, fields in by_name.items()), tuple(moderators)


def _provider(place: str, name: str, fields: dict[str, Any]) -> Provider:
    """A provider. Raises ValueError."""
    about = f"{place}: provider {name!r}"
    if not _NAME.match(name):
        raise ValueError(f"{about}: its name has small letters of English and digits, as it stands in addresses")
    if unknown := fields.keys() - {*_FIELDS}:
        raise ValueError(f"{about}: there is no {min(unknown)!r}, only {', '.join(_FIELDS)}")
    if wrong := next((field for field, value in fields.items() if not isinstance(value, str)), None):
        raise ValueError(f"{about}: {wrong} is a text")
    made = Provider(**{"name": name, "label": name.capitalize(), "client_id": "", **fields})
    if not made.client_id:
        raise ValueError(f"{about}: client_id is missing, which the provider gives to sites that it knows")
    lacking = [one for one in _ADDRESSES if not getattr(made, one)]
    if not made.issuer and lacking:
        raise ValueError(f"{about}: it wants an issuer (OpenID Connect), or {', '.join(lacking)}")
    for field in ("issuer", *_ADDRESSES):
        _check_address(f"{about}: {field}", getattr(made, field))
    return made


def _check_address(about: str, address: str) -> None:
    """Secrets are sent by TLS, or within this machine. Raises ValueError."""
    if not address:
        return
    parts = urlsplit(address)
    host = parts.hostname or ""
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))):
        raise ValueError(f"{about} is an address that begins with https://")
