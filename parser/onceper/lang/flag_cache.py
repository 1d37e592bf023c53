"""The flags of sentences, which many cards print alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.text.memory import LONGEST_KEPT, Kept

if TYPE_CHECKING:
    from collections.abc import Callable

SENTENCES_KEPT = 65_536
# Of a sentence that is longer than any that is printed, its beginning and its end are looked at.
LONGEST_TOLD = 2 * LONGEST_KEPT


class FlagCache(Kept[str, int]):
    """Keep the flags of sentences; a hit costs half of one in an ``lru_cache``."""

    __slots__ = ("_tell",)

    def __init__(self, tell: Callable[[str], int]) -> None:
        super().__init__(SENTENCES_KEPT)
        self._tell = tell

    def __missing__(self, sentence: str) -> int:
        if len(sentence) > LONGEST_TOLD:
            sentence = sentence[: LONGEST_TOLD // 2] + sentence[-LONGEST_TOLD // 2 :]
        flags = self._tell(sentence)
        self.keep(sentence, flags, len(sentence))
        return flags
