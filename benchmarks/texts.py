"""The texts that benchmarks read: real ones where they are at hand, else ones made from the rules' examples."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

from onceper.rules.loading import rules_of

REAL = Path(__file__).resolve().parents[1] / ".." / "shared" / "data" / "ygo" / "texts.jsonl.gz"

Card = tuple[str, str | None]

_NAMES = ("Ember", "Lantern", "Brass", "Mire", "Hollow", "Tide", "Kiln", "Parish", "Reed", "Copper")
_RANKS = ("Warden", "Keeper", "Colossus", "Piper", "Queen", "Duke", "Engine", "Heron", "Matron", "Seed")
_EFFECTS = (
    "If this card is Normal or Special Summoned: You can add 1 {a} monster from your Deck to your hand.",
    "You can discard 1 card, then target {n} cards your opponent controls; destroy them.",
    "All {a} monsters you control gain {n}00 ATK, also they cannot be targeted by Trap effects.",
    "During your Main Phase: You can Special Summon 1 Level {n} or lower {a} monster from your hand or GY.",
    "When a monster declares an attack: You can banish this card from your GY; end the Battle Phase.",
    "If this face-up card leaves the field: Draw {n} cards, then shuffle 1 card from your hand into the Deck.",
)


def english() -> tuple[str, list[Card]]:
    """Return what the texts are, and (text, own name) of each."""
    if REAL.is_file():
        with gzip.open(REAL, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        return "real English texts", [(row["text"], row["name"]) for row in rows if row["lang"] == "en"]
    return "generated English texts", _generated(7_000)


def _generated(count: int) -> list[Card]:
    """Make texts of two effects and, for two in three, a limit; the same on every run."""
    chance = random.Random(20)  # noqa: S311
    examples = [example for rule in rules_of("en") if rule.reading_kind == "limit" for example in rule.matches]
    cards: list[Card] = []
    for _ in range(count):
        family = chance.choice(_NAMES)
        name = f"{family} {chance.choice(_RANKS)}"
        sentences = [effect.format(a=f'"{family}"', n=chance.randint(1, 3)) for effect in chance.sample(_EFFECTS, 2)]
        if chance.random() < 2 / 3:
            sentences.append(chance.choice(examples).replace("Ember Warden", name))
        cards.append((" ".join(sentences), name))
    return cards
