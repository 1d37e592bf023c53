"""Sentences as fan translations, OCR and careless copies have them, made from clean ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from onceper.resources import resource
from onceper.text.normal import MASK

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

# The share of characters that a copy may have lost; a third of the copies is as clean as its original.
RATES = (0.0, 0.0, 0.02, 0.05, 0.05, 0.1)
FILE = "noise.toml"
_CUT_OFF = 5


class Noise(msgspec.Struct, frozen=True):
    """Hold how a language is written elsewhere: words of one meaning, signs that look alike, and its letters.

    ``limits`` and ``non_effects`` are the phrases that tell of these.
    """

    same: tuple[tuple[str, ...], ...]
    alike: tuple[tuple[str, str], ...]
    letters: str
    limits: tuple[str, ...]
    non_effects: tuple[str, ...]

    def copy(self, template: str, names: Sequence[str], chance: random.Random) -> str:
        """Return a careless copy of a template; ``names`` stand where a name has lost its quotes."""
        text = self.reworded(template, chance)
        if MASK in text and chance.random() < 0.3:
            text = text.replace(MASK, chance.choice(names), 1)
        if chance.random() < 0.1:
            text = text[: -chance.randint(1, min(_CUT_OFF, max(len(text) // 4, 1)))]
        if chance.random() < 0.1:
            text = text.replace(" ", "", 1) if chance.random() < 0.5 else text.replace(",", "").replace("、", "")
        return self.corrupted(text, chance.choice(RATES), chance)

    def reworded(self, text: str, chance: random.Random) -> str:
        """Return a text with some words in place of others of the same meaning."""
        for words in self.same:
            for word in words:
                if word in text:
                    if chance.random() < 0.3:
                        text = text.replace(word, chance.choice(words), 1)
                    break
        return text

    def corrupted(self, text: str, rate: float, chance: random.Random) -> str:
        """Return a text in which this share of the characters is lost, doubled, or taken for another."""
        return self.corrupted_at(text, rate, chance)[0] if rate else text

    def corrupted_at(self, text: str, rate: float, chance: random.Random) -> tuple[str, list[int]]:
        """Return the same, and for each of its characters the place in the text that it stands for."""
        pieces: list[str] = []
        places: list[int] = []
        at = 0
        while at < len(text):
            new, used = text[at], 1
            if chance.random() < rate:
                confused = [pair for pair in self.alike if text.startswith(pair[0], at)]
                kind = chance.random()
                if confused and kind < 0.5:
                    old, new = chance.choice(confused)
                    used = len(old)
                elif kind < 0.75:
                    new = chance.choice(self.letters)
                elif kind < 0.9:
                    new = ""
                else:
                    new += chance.choice(self.letters)
            pieces.append(new)
            places += [at] * len(new)
            at += used
        return "".join(pieces), places


@lru_cache(maxsize=4)
def noise_of(lang: str) -> Noise:
    """Return how a language is written elsewhere than in print."""
    return msgspec.toml.decode((resource("patterns") / lang / FILE).read_bytes(), type=Noise)
