"""What every display as HTML stands on: one style, and text that stays text."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from onceper.display.control import show_controls

if TYPE_CHECKING:
    from collections.abc import Iterable

# Text from a damaged file may hold halves of characters, which no page can carry.
_SURROGATE = re.compile("[\ud800-\udfff]")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def page(parts: Iterable[str]) -> str:
    """Return these parts as one piece of HTML with its style, which holds for nothing outside it."""
    return f'<div class="onceper"><style>{style()}</style>{"".join(parts)}</div>'


@cache
def style() -> str:
    """Return the style of all displays on one line: each output of a notebook brings it along."""
    written = files("onceper.display").joinpath("onceper.css").read_text(encoding="utf-8")
    return " ".join(_COMMENT.sub("", written).split())


def faint(words: str) -> str:
    """Return words that matter less than what stands before them."""
    return f"<small>{safe(words)}</small>"


def content_policy(style: str, script: str) -> str:
    """Return the policy under which a page of its own takes this style and script, and nothing from elsewhere."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(content: str) -> str:
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"


def safe(text: str) -> str:
    """Return text as HTML that shows it and does nothing else."""
    return escape(_SURROGATE.sub("\ufffd", show_controls(text)))
