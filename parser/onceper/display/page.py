"""Where HTML is made: templates, in which text stays text, one style, and pages of their own that load nothing."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from onceper.display.control import show_controls
from onceper.files.finished import finished
from onceper.resources import packaged

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from jinja2 import Environment

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def templates() -> Environment:
    """Return where templates are found, by their folder and name; what they are given is shown as text."""
    # Displays on a terminal do without.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    found = Environment(
        loader=PackageLoader("onceper", "."),
        autoescape=True,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    found.globals |= {"style": style, "version": version("onceper")}
    found.filters["number"] = "{:,}".format
    return found


def macro(name: str, *told: Any) -> str:
    """Return what a macro of ``cards.html`` makes of this."""
    return str(getattr(templates().get_template("display/cards.html").module, name)(*told))


def whole_page(template: str, styles: Sequence[str], scripts: Sequence[str], **told: Any) -> str:
    """Return a page of its own from a template that extends ``display/page.html``; styles and scripts are files.

    Of scripts and styles the browser takes these alone, and nothing from anywhere else.
    """
    own_style, script = ("".join(map(packaged, names)) for names in (styles, scripts))
    policy = (
        f"default-src 'none'; style-src '{_digest(own_style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return templates().get_template(template).render(told, policy=policy, own_style=own_style, script=script)


def write_page(target: Path, page: str) -> int:
    """Write a page, which takes its name when it is complete, and return its size in bytes."""
    with finished(target) as path:
        # Halves of characters, as damaged files and names of files may hold, cannot be written.
        return path.write_bytes(page.encode(errors="replace"))


@cache
def style() -> str:
    """Return the style of all displays on one line: each output of a notebook brings it along."""
    return " ".join(_COMMENT.sub("", packaged("display/onceper.css")).split())


def safe(text: str) -> str:
    """Return text in which no sign is markup, and nothing steers the page."""
    return escape(show_controls(text))


def _shown(value: Any) -> Any:
    # What is markup already has a type of its own.
    return show_controls(value) if type(value) is str else value


def _digest(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"
