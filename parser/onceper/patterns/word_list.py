"""A word list as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Phrase(msgspec.Struct, frozen=True, eq=False):
    """Hold one phrase: the slot it fills, the first phrase of the same meaning, and that meaning."""

    slot: str
    lemma: str
    means: Mapping[str, Any]


class WordList(msgspec.Struct, frozen=True, array_like=True):
    """Hold a word list as plain data: its meanings, and by their places what ``Lexicon`` knows of them.

    ``split`` are the phrases by their first words, ``literals`` and ``samples`` stand by their slots.
    """

    meanings: list[Phrase]
    split: dict[str, list[tuple[list[str], int]]]
    literals: dict[str, list[tuple[str, int, str]]]
    samples: dict[str, str]
