"""web: the game table in the browser."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import importlib.util
import ipaddress
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import platformdirs

from ludens.cli.common import FAILED, NET, OPTION, Misuse, add_command, offer, say, source_of

if TYPE_CHECKING:
    from ludens.web.errors import ApiError


def add(commands: Any) -> None:
    web = add_command(commands, "web", _web)
    web.add_argument("game", nargs="?", metavar="GAME", help="begin with this one: a library name, a path, or -")
    web.add_argument("--option", **OPTION)
    web.add_argument("--port", type=_port, default=8080, metavar="P", help="(8080)")
    web.add_argument("--host", default="127.0.0.1", metavar="H", help="who may connect (127.0.0.1: this machine alone)")
    web.add_argument("--data", type=Path, metavar="DIR", help="where games are kept (the user's data folder)")
    drafts = "a folder of .lud files that the designer's page opens and saves; for this machine alone"
    web.add_argument("--drafts", type=Path, metavar="DIR", help=drafts)
    public = "a list of free seats that anybody may take, if their hosts want that (none)"
    web.add_argument("--lobby", action="store_true", help=public)
    web.add_argument("--name", action="append", default=[], metavar="NAME", help="what it is called from outside")
    proxy = "the address, or network, of a proxy before the server, whose word about its clients is trusted"
    web.add_argument("--proxy", action="append", type=_network, default=[], metavar="ADDRESS", help=proxy)
    web.add_argument("--log", type=Path, metavar="FILE", help="write the server's log there, too; its size is bounded")
    web.add_argument("--no-browser", action="store_true", help="only say the address")
    web.add_argument("--net", **NET)
    unconfined = "serve others where what they write cannot be confined, as on macOS and Windows: people whom you trust"
    database = (
        "a PostgreSQL database that several servers may share, as in postgresql://user@host/name ($LUDENS_DATABASE)"
    )
    web.add_argument("--database", metavar="URL", default=os.environ.get("LUDENS_DATABASE", ""), help=database)
    bus = "what carries notices between servers, as in nats://host:4222 (the database does; $LUDENS_BUS)"
    web.add_argument("--bus", metavar="URL", default=os.environ.get("LUDENS_BUS", ""), help=bus)
    address = "where the other servers of the database reach this one (http://, its own address and its port)"
    web.add_argument("--node-address", metavar="URL", default="", help=address)
    site = "what links in letters begin with, as in https://games.example.org (https:// and the first --name)"
    web.add_argument("--site", metavar="URL", default="", help=site)
    mail = "tell people by mail that it is their turn: the host, as in smtp://user:password@host:587 ($LUDENS_MAIL)"
    web.add_argument("--mail", metavar="URL", default=os.environ.get("LUDENS_MAIL", ""), help=mail)
    web.add_argument("--mail-from", metavar="ADDRESS", default="", help="who letters come from (ludens@ the site)")
    web.add_argument("--push", action="store_true", help="tell their browsers, too, by Web Push")
    accounts = "people may have accounts, if they want: by letters (--mail), passkeys, and providers of the file"
    web.add_argument("--accounts", action="store_true", help=accounts)
    file = "a TOML file of providers that say who somebody is, and of moderators ($LUDENS_ACCOUNTS)"
    given = os.environ.get("LUDENS_ACCOUNTS", "")
    web.add_argument("--accounts-file", type=Path, metavar="FILE", default=Path(given) if given else None, help=file)
    moderator = "who sees reports: the name of an account, or an address that it signs in with"
    web.add_argument("--moderator", action="append", default=[], metavar="NAME", help=moderator)
    metrics = "count for Prometheus, at /metrics, for networks of one's own"
    web.add_argument("--metrics", action="store_true", help=metrics)
    lines: dict[str, Any] = {"choices": ("text", "json"), "default": "text"}
    web.add_argument("--log-format", help="lines for people, or for programs (text)", **lines)
    web.add_argument("--unconfined", action="store_true", help=unconfined)
    limits = "change a limit on what visitors may ask; a name that does not exist lists them all"
    web.add_argument("--limit", action="append", default=[], metavar="NAME=VALUE", help=limits)


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _network(text: str) -> Any:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a proxy is an address, or a network like 10.0.0.0/8, not {text!r}") from None


#: what a server for many needs, by the argument that asks for it: the packages, and the extra that brings them
_SERVER_NEEDS: Final = {
    "database": (("sqlalchemy",), "server"),
    "bus": (("nats",), "server"),
    "push": (("pywebpush",), "server"),
    "metrics": (("prometheus_client",), "server"),
    "accounts": (("webauthn", "authlib"), "accounts"),
}


def _web(arguments: argparse.Namespace) -> int:
    arguments.accounts = arguments.accounts or arguments.accounts_file is not None
    for name, (packages, extra) in _SERVER_NEEDS.items():
        for package in packages if getattr(arguments, name) else ():
            if importlib.util.find_spec(package) is None:
                raise Misuse(f'--{name} needs one more package, {package}: pip install "ludens[{extra}]"')
    try:
        import websockets  # noqa: F401  (uvicorn needs it, and asks for it too late)

        from ludens.web import server
        from ludens.web.errors import ApiError
        from ludens.web.folder import FolderInUse
        from ludens.web.meters import begin_tracing
        from ludens.web.storage import StorageError
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in ("filelock", "msgspec", "starlette", "uvicorn", "websockets"):
            raise
        raise Misuse(f'the page needs one more package, {package}: pip install "ludens[web]"') from None
    limits, source = _limits(arguments), None
    offer(arguments.net)
    if arguments.game is not None:
        read, name = source_of(arguments.game)
        source = _source(read, name)
    _check_drafts(arguments)
    _check_confinement(arguments)
    data = arguments.data or Path(platformdirs.user_data_dir("ludens"))
    ready = _say if arguments.no_browser else _open
    begin_tracing()
    sys.setswitchinterval(0.0005)  # a page does not wait long while the engine runs Python
    with (
        contextlib.suppress(KeyboardInterrupt),
        _listen(arguments) as listener,
        _log(arguments.log, limits.log_size, as_json=arguments.log_format == "json"),
    ):
        outside = {"proxies": arguments.proxy, "names": arguments.name, "drafts": arguments.drafts}
        outside["is_public"] = arguments.lobby
        outside["hosting"] = _hosting(arguments)
        options = tuple(arguments.option)
        serving = server.run(listener, limits, data, source=source, options=options, ready=ready, **outside)
        try:
            asyncio.run(serving)
        except ApiError as refused:
            return _report(refused, arguments.game)
        except FolderInUse as error:
            raise Misuse(f"{error}. End it, or keep these games elsewhere: --data DIR") from None
        except StorageError as error:
            raise Misuse(str(error)) from None
    return 0


def _hosting(arguments: argparse.Namespace) -> Any:
    """On what a server stands. Raises Misuse."""
    from ludens.web.hosting import Hosting

    site = arguments.site or (f"https://{arguments.name[0]}" if arguments.name else "")
    host = urlsplit(site).hostname or ""
    if (arguments.mail or arguments.push) and not host:
        raise Misuse("letters and messages have links: say what these begin with, --site https://games.example.org")
    hosting = Hosting(arguments.database, arguments.bus, arguments.node_address.rstrip("/"))
    sender = arguments.mail_from or (f"ludens@{host}" if host else "")
    more = {"mail": arguments.mail, "sender": sender, "push": arguments.push, "metrics": arguments.metrics}
    return dataclasses.replace(hosting, site=site.rstrip("/"), **more, **_accounts(arguments, host))


def _accounts(arguments: argparse.Namespace, host: str) -> dict[str, Any]:
    """What a host says of accounts. Raises Misuse."""
    from ludens.web.accounts.choices import read

    if not arguments.accounts:
        if arguments.moderator:
            raise Misuse("moderators have accounts: add --accounts")
        return {}
    try:
        providers, moderators = read(arguments.accounts_file, os.environ)
    except OSError as error:
        raise Misuse(f"cannot read {arguments.accounts_file}: {error.strerror or error}") from None
    except ValueError as error:
        raise Misuse(str(error)) from None
    if providers and not host:
        raise Misuse("providers send people back: say where to, --site https://games.example.org")
    if not (arguments.mail or providers or host or arguments.host in ("127.0.0.1", "localhost")):
        raise Misuse("nobody could sign in: passkeys are for a name, --site https://games.example.org, or add --mail")
    return {"accounts": True, "providers": providers, "moderators": (*moderators, *arguments.moderator)}


def _check_drafts(arguments: argparse.Namespace) -> None:
    """Files are written for nobody but the owner. Raises Misuse."""
    from ludens.web.middleware import is_loopback

    drafts = arguments.drafts
    if drafts is None:
        return
    if arguments.proxy or not is_loopback(arguments.host):
        raise Misuse("--drafts lets the page write files: it goes with --host 127.0.0.1, and without --proxy")
    if drafts.exists() and not drafts.is_dir():
        raise Misuse(f"{drafts} is no folder")


def _check_confinement(arguments: argparse.Namespace) -> None:
    """Strangers' descriptions run where they can be confined, elsewhere only with --unconfined. Raises Misuse."""
    from ludens.system import confinement
    from ludens.web.middleware import is_loopback

    if is_loopback(arguments.host) and not arguments.proxy:
        return
    held = confinement.out_of_reach()
    open_to_games = " and ".join(name for name in confinement.KEPT_FROM if name not in held)
    if not open_to_games:
        return
    if not arguments.unconfined:
        raise Misuse(
            f"this system cannot keep the games that visitors write from {open_to_games}: leave out --host and --proxy "
            "to play on this machine alone, or add --unconfined to serve people whom you trust"
        )
    print(f"ludens: games that visitors write are not kept from {open_to_games}", file=sys.stderr)


@contextlib.contextmanager
def _log(place: Path | None, most: int, *, as_json: bool) -> Iterator[None]:
    from ludens.web import logs

    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(logs.log_to(place, most, as_json=as_json))
        except OSError as error:
            raise Misuse(f"cannot write the log {place}: {error.strerror or error}") from None
        yield


def _source(read: str, name: str) -> Any:
    """A description that was read from a library game, a file or standard input."""
    from ludens.web.sources import GameSource

    named = GameSource(read, Path(name).stem)
    return (
        named if named.is_library else GameSource(read, path=str(Path(name).resolve()) if Path(name).is_file() else "")
    )


def _listen(arguments: argparse.Namespace) -> socket.socket:
    """The socket that the arguments name. Raises Misuse."""
    from ludens.web import server

    try:
        return server.bind(arguments.host, arguments.port)
    except server.PortInUse as error:
        hint = f": try --port {error.free}, which is free" if error.free else ""
        raise Misuse(f"port {error.port} is in use{hint}") from None
    except OSError as error:
        raise Misuse(f"cannot listen on {arguments.host}, port {arguments.port}: {error.strerror or error}") from None


def _report(error: ApiError, name: str) -> int:
    """Print why a game cannot be played."""
    for one in error.errors:
        say(f"{name}:{one.line}:{one.column}: {one.message}")
    if not error.errors:
        say(f"ludens: {error.message}")
    return FAILED


def _limits(arguments: argparse.Namespace) -> Any:
    from ludens.web.limits import Limits

    limits = Limits()
    for text in arguments.limit:
        try:
            limits = limits.set(text)
        except ValueError as error:
            raise Misuse(str(error)) from None
    return limits


def _say(address: str) -> None:
    print(f"ludens plays at {address} (Ctrl-C ends it)", flush=True)


def _open(address: str) -> None:
    import webbrowser

    _say(address)
    webbrowser.open(address)
