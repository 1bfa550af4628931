"""The page, which routes itself, and its files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ludens.web.routes.answers import http_error

STATIC = Path(__file__).parents[1] / "static"
PAGES = (
    "/",
    "/table/{table}",
    "/analysis",
    "/analysis/{table}",
    "/design",
    "/library",
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
    return await _files.get_response("index.html", request.scope)


async def missing(request: Request, error: Exception) -> Response:
    """What people get where there is no such page: the page, which says so; programs get a message."""
    is_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not is_page or request.url.path.startswith(("/api/", "/static/")):
        return http_error(request, error)
    shown = await page(request)
    shown.status_code = 404
    return shown


async def icon(request: Request) -> Response:
    return await _files.get_response("icon.svg", request.scope)


def routes() -> list[BaseRoute]:
    pages = [Route(path, page) for path in PAGES]
    return [*pages, Mount("/static", _files), Route("/favicon.ico", icon)]
