"""The texts that the project wrote itself: corpora, wordings, sample cards and scenarios."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import msgspec

from onceper.files.formats import source_of
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator

CORPORA = resource("corpora")


def texts_in(lang: str) -> Iterator[tuple[str, str | None]]:
    """Yield each hand-written text of a language with its game."""
    for file in sorted((CORPORA / lang).glob("*.jsonl")):
        for line in file.read_bytes().splitlines():
            row = msgspec.json.decode(line)
            yield row["text"], row["game"]
    for file in sorted((CORPORA / "sample").glob(f"*.{lang}.*")):
        if file.suffix in {".cdb", ".jsonl"}:
            with source_of(file) as source:
                for card in source.cards:
                    yield card.text, "duelmasters" if "duelmasters" in file.name else "yugioh"
    # Those of which each line says its language.
    for name in ("other_games", "sample/cards.rushduel"):
        for line in (CORPORA / f"{name}.jsonl").read_bytes().splitlines():
            row = msgspec.json.decode(line)
            if row["lang"] == lang:
                yield row["text"], row.get("group", "rushduel")
    for game in ("duelmasters", "rushduel", "yugioh"):
        for file in sorted((CORPORA / "scenarios" / game).rglob("*.toml")):
            for prints in tomllib.loads(file.read_text(encoding="utf-8")).get("cards", {}).values():
                if lang in prints:
                    yield prints[lang]["text"], game


def wordings_in(lang: str) -> Iterator[tuple[str, str]]:
    """Yield each frozen wording of a language with its game."""
    for name, game in ((lang, "yugioh"), *([("duelmasters", "duelmasters")] if lang == "ja" else [])):
        file = CORPORA / "wordings" / f"{name}.jsonl"
        for line in file.read_bytes().splitlines() if file.exists() else ():
            yield msgspec.json.decode(line)["text"], game
