"""What MkDocs runs while it builds the site (`hooks:` in mkdocs.yml): the pages that no file under docs/ holds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import lud_lexer
import ludeme_pages
from commands import with_commands
from entries import with_entries
from levels import with_levels
from measures import with_measures
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pygments.lexers import LEXERS

import ludens
from ludens import library, render
from ludens.testing.certificates import Certificate
from ludens.testing.certificates.page import page

ROOT: Final = Path(__file__).parents[2]
ICON: Final = ROOT / "src" / "ludens" / "web" / "static" / "icon.svg"
#: files of the repository's root that are pages of the site too
FRONT: Final = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Teach Pygments the language, so that ```lud blocks are coloured."""
    LEXERS["LudLexer"] = (lud_lexer.__name__, "lud", ("lud",), ("*.lud",), ())
    return config


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Write blocks that tests read in a way of their own (`lud values`) as MkDocs wants a block to be written.

    A chapter of the language reference gets links to the entries of the ludemes.
    """
    folder, _slash, name = page.file.src_uri.removesuffix(".md").rpartition("/")
    if folder == "reference":
        markdown = with_entries(markdown, name)
    markdown = with_levels(with_measures(with_commands(markdown)))
    markdown = re.sub(r"^```lud error$", '```lud title="refused"', markdown, flags=re.MULTILINE)
    return re.sub(r"^```lud \w+$", "```lud", markdown, flags=re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig, **_: Any) -> Files:
    """Add the pages of the ludemes, and those of the repository's root."""
    pages = ludeme_pages.pages(Path(config.docs_dir) / "reference")
    pages |= {name: from_the_root(ROOT / source) for source, name in FRONT.items()}
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    for name, text in certificates(ROOT / "docs" / "certificates.jsonl").items():
        files.append(File.generated(config, f"certificates/{name}", content=text))
    files.append(File.generated(config, "assets/icon.svg", abs_src_path=str(ICON)))
    files.append(File.generated(config, "tutorial/magpies.svg", content=picture(ROOT / "docs/tutorial/magpies.lud")))
    return files


def certificates(lines: Path) -> dict[str, str]:
    """The page of the library's certificates, and each of them, by the names of their files."""
    made = [Certificate.from_dict(json.loads(line)) for line in lines.read_text(encoding="utf-8").splitlines()]
    named = [(library.key(one.game), one) for one in made]
    return {f"{name}.json": one.to_json() for name, one in named} | {"index.html": page(named)}


def picture(description: Path) -> str:
    """The start of a game, drawn."""
    return render.svg(ludens.load(description).start(seed=1))


def from_the_root(source: Path) -> str:
    """A page of the repository's root, its links made those of the site."""
    text = re.sub(r"\]\(docs/", "](", source.read_text(encoding="utf-8"))
    return re.sub(r"\]\((\w+)\.md\)", lambda link: f"]({link[1].lower()}.md)", text)
