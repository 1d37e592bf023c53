"""Every link on a page leads somewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.docs.conftest import PAGES, ROOT, name_of

if TYPE_CHECKING:
    from pathlib import Path

_FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\[\]]*\]\((?P<target>[^()\s]+)\)")
_HEADING = re.compile(r"^#+ +(?P<text>.+)$", re.MULTILINE)


def text_of(page: Path) -> str:
    return _FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors_of(page: Path) -> set[str]:
    """Return the anchors that web pages give to the headings."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(text_of(page))}


LINKS = [(page, found["target"]) for page in PAGES for found in _LINK.finditer(text_of(page))]


@pytest.mark.parametrize(
    ("page", "target"), [pytest.param(*link, id=f"{name_of(link[0])}: {link[1]}") for link in LINKS]
)
def test_a_link_leads_somewhere(page: Path, target: str) -> None:
    if target.startswith("https://"):
        return
    file, _, anchor = target.partition("#")
    led_to = (page.parent / file).resolve() if file else page
    assert led_to.exists()
    assert not anchor or anchor in anchors_of(led_to)


def test_every_page_is_in_the_index() -> None:
    index = {target for page, target in LINKS if name_of(page) == "docs/README.md"}
    pages = {page.relative_to(ROOT / "docs").as_posix() for page in PAGES if page.is_relative_to(ROOT / "docs")}
    assert pages - {"README.md"} <= index
