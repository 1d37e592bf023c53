"""Tell what people are told otherwise than they were: ``python corpora/words.py``.

``words/said/`` holds for each language what each key of its ``reasons.toml`` and ``display.toml`` says, a line for
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

import msgspec

from onceper.lang.languages import language, language_codes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

FOLDER = Path(__file__).resolve().parent / "words" / "said"
# What stands in the slots of a sentence: another key, or words.
_SLOTS = {
    "action": "reasons.action.effect",
    "allowance": "reasons.allowance.any",
    "are": "reasons.are.more",
    "by": "reasons.ids",
    "capped": "display.capped.any",
    "card": "Ember",
    "copies": "Tide",
    "count": "4",
    "counted": "display.counted.own",
    "deeds": "reasons.deed.use",
    "done": "reasons.done.other",
    "each": "display.each.turn",
    "effect": "reasons.action.effect",
    "effects": "display.effect.counted",
    "event": "reasons.event.attack",
    "for": "reasons.for.copy",
    "id": "a1",
    "ids": "reasons.by.activation",
    "name": "Ember",
    "negated": "",
    "nth": "reasons.nth.1",
    "number": "2",
    "numbers": "2",
    "object": "Tide",
    "of": "Tide",
    "often": "reasons.often.2",
    "option": "3",
    "pattern": "1",
    "per": "reasons.per.turn",
    "phase": "reasons.phase.draw",
    "player": "B",
    "reason": "reasons.not_governed",
    "reasons": "display.reset.leaves_location",
    "rule": "reasons.rule.union",
    "since": "reasons.since.turn",
    "summoned": "display.summoned.any",
    "sure": "83%",
    "target": "Tide",
    "text": "T",
    "there": "reasons.there.1",
    "things": "display.effect.counted",
    "times": "reasons.often.1",
    "together": "",
    "upper": "Tide",
    "used": "3",
    "wanted": "reasons.nth.2",
    "what": "display.what.single",
    "when": "",
    "who": "reasons.you",
    "whose": "display.whose.copy",
    "way": "display.way.this",
    "words": "T",
}
# In which sentence, and in place of what there, the words of a table are said; those of other tables stand alone.
_SAID_IN = {
    "reasons.allowance": ("reasons.free", "allowance"),
    "reasons.rule": ("reasons.spent_by_rule", "rule"),
    "reasons.often": ("reasons.ceiling", "times"),
    "reasons.number": ("reasons.controlled_by_both", "used"),
    "reasons.are": ("reasons.controlled_by_both", "are"),
    "reasons.nth": ("reasons.occurrence_free", "nth"),
    "reasons.there": ("reasons.occurrence_other", "there"),
    "reasons.action": ("reasons.not_governed", "action"),
    "reasons.deed": ("reasons.spent", "deeds"),
    "reasons.since": ("reasons.spent", "since"),
    "reasons.per": ("reasons.allowance.any", "per"),
    "reasons.for": ("reasons.allowance.any", "for"),
    "reasons.phase": ("reasons.other_phase", "wanted"),
    "reasons.event": ("reasons.occurrence_free", "event"),
    "reasons.done": ("reasons.ceiling", "done"),
    "display.whose": ("display.says.uses", "whose"),
    "display.what": ("display.says.uses", "what"),
    "display.times": ("display.says.uses", "times"),
    "display.when": ("display.says.uses", "when"),
    "display.way": ("display.says.summon", "way"),
    "display.summoned": ("display.says.special_summon", "summoned"),
    "display.summon": ("display.says.cap", "counted"),
    "display.each": ("display.says.ordinal", "each"),
    "display.nth": ("display.counted.any", "nth"),
    "display.capped": ("display.says.cap", "counted"),
    "display.reset": ("display.tail.resets", "reasons"),
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
    spoken = language(lang)
    general = {"reasons": spoken.reasons, "display": spoken.display}
    words = dict(_flat(msgspec.to_builtins(general)))
    said = {key: _sentence(words, key) for key in words}
    for game in sorted(spoken.display.game) if spoken.display else ():
        of_game = {key: of.in_game(game) for key, of in general.items() if of}
        own = dict(_flat(msgspec.to_builtins(of_game)))
        said |= {f"{game}.{key}": _sentence(own, key) for key in own if own[key] != words.get(key)}
    return said


def _flat(words: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in words.items():
        if isinstance(value, str):
            yield path + key, value
        elif key != "game":
            yield from _flat(value, f"{path}{key}.")


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
