"""The docs site has every page and every public name, builds without a warning, and loads nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.docs.conftest import PAGES, ROOT, name_of

import onceper

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

CONFIG = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
_DESCRIBED = re.compile(r"^::: onceper\.(\w+)$", re.MULTILINE)
_LOADED = re.compile(r"<(?:script|link|img|source|iframe)\b[^>]*?(?:src|href|srcset)=[\"']?(?:https?:)?//[^>]*>")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(r"^ +- [^:\n]+: (\S+\.md)$", CONFIG, re.MULTILINE)
    assert sorted(listed) == sorted(map(name_of, PAGES))


def test_every_public_name_is_described_once() -> None:
    pages = [page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md")]
    described = [name for page in pages for name in _DESCRIBED.findall(page)]
    assert sorted(described) == sorted([*onceper.__all__, "events", "polars", "spacy", "spark"])


def test_no_page_loads_anything_from_a_network(site: Path) -> None:
    pages = [page.read_text(encoding="utf-8") for page in site.rglob("*.html")]
    assert len(pages) >= len(PAGES)
    assert not [loaded for page in pages for loaded in _LOADED.findall(page) if 'rel="canonical"' not in loaded]


def test_the_search_works_from_the_disk(browser: Browser, site: Path) -> None:
    with browser.new_context() as context, context.new_page() as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "index.html").as_uri())
        page.get_by_role("textbox", name="Search").fill("trigger effect")
        page.locator(".md-search-result__item").first.wait_for()
        assert all(url.startswith(("file:", "data:")) for url in asked)
