"""Spoil clean sentences as fan translations, OCR and careless copies do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onceper.text.normal import MASK

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from onceper.patterns.language_files import Noise

# The share of characters that a copy may have lost; a third of the copies is as clean as its original.
RATES = (0.0, 0.0, 0.02, 0.05, 0.05, 0.1)
_CUT_OFF = 5


def spoil(template: str, noise: Noise, names: Sequence[str], chance: random.Random) -> str:
    """Make a careless copy of a template; ``names`` stand where a name has lost its quotes."""
    text = template
    for words in noise.same:
        # One of some words that mean the same, in place of the first that stands there.
        found = next((word for word in words if word in text), "")
        if found and chance.random() < 0.3:
            text = text.replace(found, chance.choice(words), 1)
    if MASK in text and chance.random() < 0.3:
        text = text.replace(MASK, chance.choice(names), 1)
    if chance.random() < 0.1:
        text = text[: -chance.randint(1, min(_CUT_OFF, max(len(text) // 4, 1)))]
    if chance.random() < 0.1:
        text = text.replace(" ", "", 1) if chance.random() < 0.5 else text.replace(",", "").replace("、", "")
    return corrupt(text, noise, chance.choice(RATES), chance)


def corrupt(text: str, noise: Noise, rate: float, chance: random.Random) -> str:
    """Lose, double, swap or mistake this share of the characters.

    A language that names no letters is mistaken for letters of the text itself.
    """
    letters = noise.letters or text
    pieces: list[str] = []
    at = 0
    while at < len(text):
        new, used = text[at], 1
        if chance.random() < rate:
            confused = [pair for pair in noise.alike if text.startswith(pair[0], at)]
            kind = chance.random()
            if confused and kind < 0.5:
                old, new = chance.choice(confused)
                used = len(old)
            elif kind < 0.65:
                new = chance.choice(letters)
            elif kind < 0.8:
                new = ""
            elif kind < 0.9:
                new, used = text[at : at + 2][::-1], 2
            else:
                new += chance.choice((*letters, " "))
        pieces.append(new)
        at += used
    return "".join(pieces)
