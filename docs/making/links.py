"""Follow every link of the built site, as a browser that has it from a server of its own.

python docs/making/links.py build/site

Every link, picture, script, style and anchor that a page names has to be there, and nothing may be loaded from
elsewhere: the site works without a network. Prints what is wrong; the exit code is 1 then.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.parse import unquote, urldefrag, urljoin
from urllib.request import urlopen

#: elements that make a browser load something by itself
LOADING: Final = {"img", "script", "link", "iframe", "source", "video", "audio", "object"}


class Page(HTMLParser):
    """What a page names: anchors of its own, and what it links to or loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = {name: value for name, value in attributes if value is not None}
        self.anchors |= {named[name] for name in ("id", "name") if name in named}
        self.links += [(tag, named[name]) for name in ("href", "src", "data") if name in named]


class Crawl:
    """The pages that were seen, and what was wrong with them."""

    def __init__(self, start: str) -> None:
        self.start = start
        self.pages: dict[str, Page | None] = {}
        self.wrong: list[str] = []
        self.checked = 0

    def run(self) -> None:
        """Begin at the first page and follow links until none is new."""
        waiting = [self.start]
        while waiting:
            address = waiting.pop()
            page = self._page(address)
            if page is not None:
                waiting += self._followed(address, page)

    def _followed(self, address: str, page: Page) -> Iterator[str]:
        for tag, link in page.links:
            target, anchor = urldefrag(urljoin(address, link))
            if not target.startswith(self.start):
                if tag in LOADING and target.startswith("http"):
                    self.wrong.append(f"{self._shown(address)} loads {link} from elsewhere")
                continue
            self.checked += 1
            seen = target in self.pages
            found = self._page(target)
            if found is None:
                self.wrong.append(f"{self._shown(address)}: {link} is not there")
            elif anchor and unquote(anchor) not in found.anchors:
                self.wrong.append(f"{self._shown(address)}: {link} names no place of its page")
            if not seen:
                yield target

    def _page(self, address: str) -> Page | None:
        """What an address answers; None where it does not."""
        if address not in self.pages:
            try:
                with urlopen(address) as answer:
                    body = answer.read()
                    is_page = answer.headers.get_content_type() == "text/html"
                    self.pages[address] = Page(body.decode() if is_page else "")
            except HTTPError:
                self.pages[address] = None
        return self.pages[address]

    def _shown(self, address: str) -> str:
        return address.removeprefix(self.start) or "index"


class Quiet(SimpleHTTPRequestHandler):
    """A handler that says nothing on the terminal."""

    def log_message(self, format: str, *args: object) -> None: ...


def check(site: Path) -> Crawl:
    """Serve a built site on this machine and follow all its links."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        crawl = Crawl(f"http://127.0.0.1:{server.server_port}/")
        crawl.run()
        server.shutdown()
    missed = {path for path in site.rglob("*.html") if path.name != "404.html"} - {
        (site / unquote(address.removeprefix(crawl.start)) / "index.html") for address in crawl.pages
    }
    crawl.wrong += [f"no page links to {path.relative_to(site)}" for path in sorted(missed)]
    return crawl


def main() -> int:
    crawl = check(Path(sys.argv[1]).resolve())
    for line in sorted(set(crawl.wrong)):
        print(line)
    print(f"{len(crawl.pages)} addresses, {crawl.checked} links, {len(set(crawl.wrong))} wrong")
    return 1 if crawl.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
