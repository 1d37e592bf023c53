"""Readings are remembered by template: alike each time, and not without bound."""

from __future__ import annotations

import gc
import tracemalloc
from functools import _lru_cache_wrapper
from inspect import signature

import pytest

from onceper.lang.languages import language
from onceper.reader import sentence
from onceper.reader.read import read
from onceper.reader.reader import Reader
from onceper.reader.readers import reader_of

TEXT = 'Once per turn: Draw "{}".\r\nYou can only use this effect of "{}" once per turn. Zig once zag.'


def new_reader() -> Reader:
    english = language("en")
    return Reader(english, english.book.rules)


@pytest.fixture
def fresh() -> Reader:
    return new_reader()


def test_the_second_reading_is_as_the_first(fresh: Reader) -> None:
    text = TEXT.format("Ash", "Ash Vicar")
    first = fresh.read(text, name="Ash")
    assert fresh.read(text, name="Ash") == first == reader_of("en", None).read(text, name="Ash")


def test_cards_with_one_template_keep_their_own_names_and_places(fresh: Reader) -> None:
    short, long = TEXT.format("A", "B"), TEXT.format("Ash Vicar of the Fens", "Pale Crow")
    for text, name in ((short, "B"), (long, "Pale Crow"), (short, "B")):
        reading = fresh.read(text)
        assert [limit.name for limit in reading.limits] == [None, name]
        assert reading.limits[1].text == f'You can only use this effect of "{name}" once per turn.'
        assert all(text[slice(*limit.span)] == limit.text for limit in reading.limits)


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


def test_long_sentences_are_not_kept(fresh: Reader) -> None:
    fresh.read("Once per turn: Draw 1. Zig once.")
    tracemalloc.start()
    for number in range(8):
        fresh.read(f"Zig{number} once " + "zag " * 25_000)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 500_000


def test_long_names_are_not_kept(fresh: Reader) -> None:
    fresh.read("Draw 1.", name="Ash")
    tracemalloc.start()
    for number in range(8):
        fresh.read("Draw 1.", name=f'Iron "Duke" {number} ' + "of the fens " * 10_000)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 500_000


def test_templates_are_kept_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentence, "_SENTENCES_KEPT", 5)
    reader = Reader(language("en"), language("en").book.rules)
    for number in range(20):
        reader.read(f"Once per turn: Zig {'zag ' * number}.")
        assert len(reader.sentences._sentences) <= 5
