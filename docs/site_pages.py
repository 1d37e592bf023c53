"""Give the docs site the files of the checkout: a hook of MkDocs, named in ``mkdocs.yml``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
_FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
# Links, and the pictures of the README.
_NAMED = re.compile(r"\]\(([^()#\s]+)|(?:src|srcset)=\"([^\"]+)\"")
_SESSION = re.compile(r"^( *)```python\n(?= *>>> )", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the pages of the navigation, and what they link to, at their places in the checkout.

    So a link leads to the same file on the site as in the checkout.
    """
    of_theme = [file for file in files if file.src_dir != config.docs_dir]
    pages = list(_pages(config.nav))
    linked = {name for page in pages for name in _linked(page)}
    # Plugins name others, which they write themselves.
    own = {name for name in (*config.extra["polyfills"], *config.extra_css) if (ROOT / name).is_file()}
    names = [*pages, *sorted((linked | own) - set(pages))]
    return Files([*of_theme, *(File(name, str(ROOT), config.site_dir, use_directory_urls=False) for name in names)])


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Return the page with its doctests coloured as what they are."""
    # Who searches for words wants the pages that explain them first.
    if page.file.src_uri.startswith("docs/api/"):
        page.meta["search"] = {"boost": 0.2}
    return _SESSION.sub(r"\1```pycon\n", markdown)


def _pages(nav: Any) -> Iterator[str]:
    match nav:
        case str():
            yield nav
        case dict():
            for below in nav.values():
                yield from _pages(below)
        case list():
            for below in nav:
                yield from _pages(below)


def _linked(page: str) -> Iterator[str]:
    path = ROOT / page
    for link, picture in _NAMED.findall(_FENCED.sub("", path.read_text(encoding="utf-8"))):
        target = (path.parent / (link or picture)).resolve()
        if target.is_file():
            yield target.relative_to(ROOT).as_posix()
