"""The page, which routes itself, and its files."""

from __future__ import annotations

import functools
import hashlib
import html
import json
import os
import re
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ludens import words
from ludens.web.languages import reader
from ludens.web.routes.answers import http_error, tagged

STATIC = Path(__file__).parents[1] / "static"
PAGES = (
    "/",
    "/table/{table}",
    "/analysis",
    "/analysis/{table}",
    "/design",
    "/library",
    "/mail",
    "/account",
    "/moderation",
    "/explorer/{name}",
    "/tournaments",
    "/tournament/{id}",
    "/profile/{person}",
)


class PageFiles(StaticFiles):
    """Files that browsers ask for again each time, and get only where they have changed."""

    def file_response(self, full_path: str | os.PathLike[str], *arguments: Any, **more: Any) -> Response:
        response = super().file_response(full_path, *arguments, **more)
        response.headers["Cache-Control"] = "no-cache"
        return response


_files = PageFiles(directory=STATIC)


async def page(request: Request) -> Response:
    return Response(_page(reader.get()), media_type="text/html", headers={"Cache-Control": "no-cache"})


@functools.cache
def _page(language: str) -> str:
    """The page with the texts of a language: those between its tags, and those of some attributes."""
    text = words.catalogue(language).text

    def translated(match: re.Match[str]) -> str:
        return match[1] + html.escape(text(html.unescape(match[2])) or html.unescape(match[2])) + match[3]

    whole = (STATIC / "index.html").read_text(encoding="utf-8").replace('lang="en"', f'lang="{language}"', 1)
    return _TEXT.sub(translated, whole)


#: the texts of a page
_TEXT = re.compile(r'(>|\b(?:aria-label|title|content)=")([A-Z][^<"]*)([<"])')


async def texts(request: Request) -> Response:
    """The texts of the page in the language of who reads it, as a script, which is there before all modules."""
    body = _script(reader.get())
    return tagged(request, body, hashlib.sha256(body).hexdigest()[:32], "text/javascript; charset=utf-8")


@functools.cache
def _script(language: str) -> bytes:
    return f"globalThis.ludensWords = {json.dumps(words.page_texts(language), ensure_ascii=False)};\n".encode()


async def missing(request: Request, error: Exception) -> Response:
    """What people get where there is no such page: the page, which says so; programs get a message."""
    is_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not is_page or request.url.path.startswith(("/api/", "/static/")):
        return http_error(request, error)
    shown = await page(request)
    shown.status_code = 404
    return shown


async def worker(request: Request) -> Response:
    """What a browser runs to show messages while no page is open: it stands at the root, as that is what it is for."""
    return await _files.get_response("sw.js", request.scope)


async def icon(request: Request) -> Response:
    return await _files.get_response("icon.svg", request.scope)


def routes() -> list[BaseRoute]:
    pages = [Route(path, page) for path in PAGES]
    others = [Route("/words.js", texts), Route("/favicon.ico", icon), Route("/sw.js", worker)]
    return [*pages, Mount("/static", _files), *others]
