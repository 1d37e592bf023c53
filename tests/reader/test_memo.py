"""Readings are remembered by template: alike each time, and not without bound."""

from __future__ import annotations

import gc
import tracemalloc
from functools import _lru_cache_wrapper
from inspect import signature

import pytest

from onceper.lang.languages import language
from onceper.reader.read import read
from onceper.reader.reader import Reader

TEXT = 'Once per turn: Draw "{}".\r\nYou can only use this effect of "{}" once per turn. Zig once zag.'


def new_reader() -> Reader:
    english = language("en")
    return Reader(english, english.book.rules)


@pytest.fixture
def fresh() -> Reader:
    return new_reader()


def test_the_order_of_reading_changes_nothing() -> None:
    texts = [TEXT.format(name, name) for name in ("A", "Ash Vicar", "Pale Crow")] + ["Draw 1.", "Zig once zag."]
    forward, backward = new_reader(), new_reader()
    there = [forward.read(text) for text in texts]
    assert [backward.read(text) for text in reversed(texts)] == there[::-1]


def test_every_cache_that_depends_on_the_text_is_bounded() -> None:
    read(TEXT.format("Ash", "Ash"), lang="en", name='Iron "Duke" Havel')
    caches = [
        cache
        for cache in gc.get_objects()
        if isinstance(cache, _lru_cache_wrapper)
        and (cache.__wrapped__.__module__ or "").startswith("onceper")
        and not signature(cache.__wrapped__).parameters.keys() <= {"lang", "code", "record", "kind"}
    ]
    assert len(caches) >= 6
    for cache in caches:
        assert cache.cache_parameters()["maxsize"], cache.__wrapped__.__qualname__


@pytest.mark.parametrize(
    ("text", "name"),
    [("Zig{} once " + "zag " * 25_000, "Ash"), ("Draw 1.", 'Iron "Duke" {} ' + "of the fens " * 10_000)],
)
def test_what_is_long_is_not_kept(fresh: Reader, text: str, name: str) -> None:
    fresh.read("Once per turn: Draw 1. Zig once.", name="Ash")
    tracemalloc.start()
    for number in range(3):
        fresh.read(text.format(number), name=name.format(number))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 200_000
