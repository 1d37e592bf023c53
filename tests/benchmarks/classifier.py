"""Measure how fast the classifier reads: sentences a second, and what the first text of a process waits for."""

from __future__ import annotations

import json
import sys
from subprocess import run
from time import process_time

from noise import PRINTS, cards_of

from onceper.classifier.about import plain, shipped_models
from onceper.classifier.model import load_model
from onceper.reader.readers import reader_of

# The first text that a process gives the classifier, the rules being loaded.
FIRST = """
import sys, time, onceper
lang, game = sys.argv[1:]
onceper.read("", lang=lang, game=game)
started = time.process_time()
onceper.read("0nce per tum, ターンごとに1庋", lang=lang, game=game, classifier="on")
print(round(1000 * (time.process_time() - started)))
"""
TEXTS = 1000


def speed(name: str) -> dict[str, float]:
    """Return sentences per second of processor time, each different one once, and what the first reading waits for."""
    model = load_model(shipped_models()[name])
    lang, game = model.about.lang, model.about.game or "yugioh"
    reader = reader_of(lang, game)
    clauses = [clause for card in cards_of(name, 1)[:TEXTS] for clause, _ in reader.every_clause(card.text)]
    texts = [*map(plain, dict.fromkeys(clauses))]
    started = process_time()
    for text in texts:
        model.find(text, text)
    seconds = process_time() - started
    first = run([sys.executable, "-c", FIRST, lang, game], capture_output=True, check=True, text=True)
    return {"sentences": len(texts), "a second": round(len(texts) / seconds), "first, ms": float(first.stdout)}


if __name__ == "__main__":
    for name in PRINTS:
        line = {"what": "speed", "model": name, "measured": speed(name)}
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
