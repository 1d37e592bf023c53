"""Limits and rows made by hand, which must not hang on what the reader can read, a table of cards, and a browser."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
import pyarrow as pa
import pytest

from onceper.contract.effect import Effect
from onceper.contract.limit import AppliesTo, Limit, LimitKind
from onceper.contract.non_effect import NonEffect
from onceper.contract.reading import Row
from onceper.contract.span import Unread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

# Programs, which measure or try for as long as they are told: their tests are beside them.
collect_ignore = [
    str(file)
    for folder in ("benchmarks", "torture")
    for file in Path(__file__).parent.joinpath(folder).glob("*.py")
    if not file.name.startswith("test_")
]
_FIELDS = msgspec.json.decode(Path(__file__).with_name("limits.json").read_bytes())


def _make_limit(kind: LimitKind = "soft", *effects: int, verb: str = "", **changes: Any) -> Limit:
    governs = {key: changes.pop(key) for key in ("options", "activation", "summon") if key in changes}
    usual = _FIELDS["of any kind"] | _FIELDS["of a kind"].get(kind, {}) | _FIELDS["of a verb"].get(verb, {})
    made = msgspec.convert(usual | {"kind": kind, "applies_to": {"reference": "this"}}, Limit)
    return msgspec.structs.replace(made, **{"applies_to": AppliesTo("this", effects, **governs)} | changes)


class MakeLimit(Protocol):
    def __call__(self, kind: LimitKind = "soft", *effects: int, verb: str = "", **changes: Any) -> Limit: ...


@pytest.fixture(scope="session")
def make_limit() -> MakeLimit:
    """Return the function that makes a limit of a kind over effects, with any field changed."""
    return _make_limit


class MakeRow(Protocol):
    def __call__(self, text: str, *limits: Limit, **changes: Any) -> Row: ...


def _placed(text: str, words: str) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


def _make_row(text: str, *limits: Limit, **changes: Any) -> Row:
    """Read the text as one effect, its limits where their words stand; ``flavor`` and ``unread`` are words in it."""
    flavor, unread = changes.pop("flavor", None), changes.pop("unread", None)
    fields: dict[str, Any] = {"id": "1", "name": "Ember Warden", "lang": "en", "game": "yugioh", "field": "text"}
    fields["limits"] = tuple(msgspec.structs.replace(limit, span=_placed(text, limit.text)) for limit in limits)
    if flavor:
        span = _placed(text, flavor)
        fields["non_effects"] = (
            NonEffect("flavor", span, flavor, "everywhere", (), None, None, None, "flavor.any", "rule", 1.0),
        )
    elif text:
        whole = (0, len(text))
        fields["effects"] = (Effect(1, None, "activated", whole, (whole,), text),)
    if unread:
        fields["unread"] = (Unread(_placed(text, unread), unread, "no_rule"),)
    return Row(**fields | changes)


@pytest.fixture(scope="session")
def make_row() -> MakeRow:
    """Return the function that makes the row of a text."""
    return _make_row


@pytest.fixture(scope="session")
def card_table() -> pa.Table:
    """Return cards that can be read, one after another that cannot, and a column that is none of onceper's."""
    return pa.Table.from_pylist(msgspec.json.decode(Path(__file__).with_name("cards.json").read_bytes()))


_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# It runs as root in containers too, and asks nobody for anything.
_ALONE = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")


# Of a module, for no other event loop can run beside it in its thread, and the notebooks have their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Run the machine's Chromium without a window."""
    path = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    if path is None:
        pytest.skip(f"needs a browser: none of {', '.join(_CHROMIUM)} is installed")
    # Only the tests in a browser need it.
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright, to drive a browser")
    with (
        api.sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=path, args=_ALONE) as running,
    ):
        yield running
