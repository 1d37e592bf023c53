"""Tell what people are told otherwise than they were: ``python corpora/words.py``.

``words/said/`` holds for each language what each key of its ``said.toml`` says, a line for
each: in the sentence in which it is said, about one card, so that a person who reads the lines of two languages beside
each other sees what is swapped. ``--accept LANG.KEY`` takes over what is said today by this key; the other lines stay
as they are. The other tables are words of people: each of them is still understood.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.lang.games import known_games
from onceper.lang.languages import language, language_codes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onceper.patterns.said import Said

FOLDER = Path(__file__).resolve().parent / "words" / "said"
# What stands in the slots of a sentence: another key, or words.
_SLOTS = {
    "action": "action.effect",
    "allowance": "allowance.any",
    "are": "are.more",
    "by": "ids",
    "card": "Ember",
    "copies": "Tide",
    "count": "4",
    "counted": "counted.own",
    "deeds": "deed.use",
    "done": "done.other",
    "each": "each.turn",
    "effect": "action.effect",
    "effects": "effect.counted",
    "event": "event.attack",
    "holder": "holder.copy",
    "id": "a1",
    "ids": "by.activated",
    "its_phase": "phase.main",
    "name": "Ember",
    "negated": "",
    "nth": "nth.1",
    "number": "2",
    "numbers": "2",
    "object": "Tide",
    "of": "Tide",
    "often": "often.2",
    "option": "3",
    "pattern": "1",
    "per": "per.turn",
    "phase": "phase.draw",
    "player": "B",
    "reason": "not_governed",
    "reasons": "reset.leaves_location",
    "rule": "rule.union",
    "since": "since.turn",
    "summoned": "summoned.any",
    "sure": "83%",
    "target": "Tide",
    "text": "T",
    "there": "there.1",
    "things": "effect.counted",
    "times": "often.1",
    "together": "",
    "upper": "Tide",
    "used": "3",
    "wanted": "nth.2",
    "what": "what.single",
    "when": "",
    "who": "you",
    "whose": "whose.copy",
    "way": "way.this",
    "words": "T",
}
# In which sentence, and in place of what there, the words of a table are said; those of other tables stand alone.
_SAID_IN = {
    "allowance": ("free", "allowance"),
    "rule": ("spent_by_rule", "rule"),
    "often": ("ceiling", "times"),
    "number": ("controlled_by_both", "number"),
    "are": ("controlled_by_both", "are"),
    "nth": ("occurrence_free", "nth"),
    "there": ("occurrence_other", "there"),
    "action": ("not_governed", "action"),
    "deed": ("spent", "deeds"),
    "since": ("spent", "since"),
    "per": ("allowance.any", "per"),
    "per_phase": ("allowance.any", "per"),
    "holder": ("allowance.any", "holder"),
    "phase": ("other_phase", "its_phase"),
    "event": ("occurrence_free", "event"),
    "done": ("ceiling", "done"),
    "whose": ("says.uses", "whose"),
    "what": ("says.uses", "what"),
    "times": ("says.uses", "times"),
    "when": ("says.uses", "when"),
    "way": ("says.summon", "way"),
    "summoned": ("says.special_summon", "summoned"),
    "summon": ("says.cap", "counted"),
    "each": ("says.ordinal", "each"),
    "nth_said": ("counted.any", "nth"),
    "capped": ("says.cap", "counted"),
    "reset": ("tail.resets", "reasons"),
}


class _Slots(dict[str, str]):
    """Fill the slots of a sentence with what one language says."""

    def __init__(self, words: Mapping[str, str], **told: str) -> None:
        super().__init__(told)
        self._words = words

    def __missing__(self, slot: str) -> str:
        said = _SLOTS.get(slot, slot)
        return self._words[said].format_map(self) if said in self._words else said


def sentences(lang: str) -> dict[str, str]:
    """Return by its key what each sentence of a language says, and each word in the sentence it is said in."""
    spoken = language(lang).said
    words = dict(_flat(spoken)) if spoken else {}
    said = {key: _sentence(words, key) for key in words}
    for game in known_games():
        own = dict(_flat(spoken.in_game(game))) if spoken else {}
        said |= {f"{game}.{key}": _sentence(own, key) for key in own if own[key] != words.get(key)}
    return said


def _flat(said: Said) -> Iterator[tuple[str, str]]:
    for key, value in vars(said).items():
        if isinstance(value, str):
            yield key, value
        elif not key.startswith("_"):
            yield from ((f"{key}.{word}", template) for word, template in value.items())


def _sentence(words: Mapping[str, str], key: str) -> str:
    table, _, _ = key.rpartition(".")
    said = words[key].format_map(_Slots(words))
    if table not in _SAID_IN:
        return said
    sentence, slot = _SAID_IN[table]
    return words[sentence].format_map(_Slots(words, **{slot: said}))


def kept(lang: str) -> dict[str, str]:
    """Return what a language said by each key."""
    return tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))


def changes(lang: str) -> Iterator[str]:
    """Yield for each key by which a language says something else what it said and says."""
    before, now = kept(lang), sentences(lang)
    for key in [*before, *(now.keys() - before.keys())]:
        if before.get(key) != now.get(key):
            yield f"{lang}.{key}\n- {before.get(key)}\n+ {now.get(key)}"


def accept(names: set[str]) -> None:
    """Write what is said today by these keys, each behind the code of its language."""
    for lang in {name.partition(".")[0] for name in names}:
        now = sentences(lang)
        said = {key: now.get(key) if f"{lang}.{key}" in names else was for key, was in kept(lang).items()}
        said |= {key: now[key] for key in now.keys() - said.keys() if f"{lang}.{key}" in names}
        lines = (f"{_quoted(key)} = {_quoted(words)}\n" for key, words in said.items() if words is not None)
        (FOLDER / f"{lang}.toml").write_text("".join(lines), encoding="utf-8")


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def main() -> int:
    """Accept what is named, and print what is said otherwise."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--accept", nargs="+", metavar="LANG.KEY", default=[], help="take over what is said by these keys"
    )
    accept({*parser.parse_args().accept})
    changed = [told for lang in language_codes() for told in changes(lang)]
    print(*changed, sep="\n\n")  # noqa: T201
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
