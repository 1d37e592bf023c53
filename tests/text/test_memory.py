"""What a process keeps of texts stays within its budget, however they are made."""

from __future__ import annotations

import gc
import tracemalloc
from typing import TYPE_CHECKING

import pytest

import onceper
from onceper.text import memory
from onceper.text.memory import BudgetError

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXTS = {
    ("ja", "yugioh"): "{}。" + "①：１ターンに１度、引く。" * 150,
    ("ja", "duelmasters"): "{}。" + "■各ターンに一度、カードを引く。\n" * 100,
    ("en", "yugioh"): "{}. " + "Once per turn: You can draw 1 card. " * 50,
}
PRINTS = [pytest.param(*of, marks=() if of == ("en", "yugioh") else pytest.mark.whole) for of in TEXTS]


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    # What the tests before have read is kept, too.
    memory.forget()
    yield
    memory.forget()
    memory._budget.cache_clear()
    memory._left[0] = 0


@pytest.mark.parametrize(("lang", "game"), PRINTS)
def test_what_is_kept_stays_within_the_budget(monkeypatch: pytest.MonkeyPatch, lang: str, game: str) -> None:
    monkeypatch.setenv(memory.VARIABLE, "1")
    memory._budget.cache_clear()
    memory._left[0] = 0
    first = onceper.read(TEXTS[lang, game].format(0), lang=lang, game=game)
    most = 0
    for number in range(1, 20):
        onceper.read(TEXTS[lang, game].format(number), lang=lang, game=game)
        most = max(most, memory._bytes_kept())
    # The last entry comes on top.
    assert 1 << 19 < most < (1 << 20) + 400_000
    assert onceper.read(TEXTS[lang, game].format(0), lang=lang, game=game) == first


@pytest.mark.parametrize(("lang", "game"), PRINTS)
def test_what_is_counted_is_what_is_taken(lang: str, game: str) -> None:
    onceper.read(TEXTS[lang, game].format(0), lang=lang, game=game)
    memory.forget()
    gc.collect()
    tracemalloc.start()
    for number in range(1, 9):
        onceper.read(TEXTS[lang, game].format(number), lang=lang, game=game)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.4 < taken / memory._bytes_kept() < 1.25


@pytest.mark.parametrize("setting", ["many", "-1", "1.5"])
def test_a_budget_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    monkeypatch.setenv(memory.VARIABLE, setting)
    memory._budget.cache_clear()
    memory._left[0] = 0
    with pytest.raises(BudgetError, match=r"ONCEPER_MEMORY is .*; expected how many MiB"):
        onceper.read("Once per turn: You can draw 7 cards.", lang="en", game="yugioh")
