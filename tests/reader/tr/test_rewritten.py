"""Whatever hand typed it: each example of ours, rewritten by machine, gives the same reading."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from onceper.lang.languages import language
from onceper.lang.stems import TYPED_WITHOUT, plain
from onceper.reader.read import masked_names, read

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = Path(__file__).resolve().parents[3] / "corpora" / "tr" / "limits.test.jsonl"
LINES = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
EXAMPLES = [(line["text"], line["game"]) for line in LINES] + [
    (example, rule.game or "other") for rule in language("tr").every_rule for example in (*rule.matches, *rule.rejects)
]
NUMBERS = {"bir": "1", "iki": "2", "üç": "3", "1": "bir", "2": "iki", "3": "üç"}
TIMES = {"kez": "kere", "kere": "defa", "defa": "kez"}


def beside_names(rewrite: Callable[[str], str]) -> Callable[[str], str]:
    """Return what rewrites a text and leaves the quoted names in it as they are."""

    def rewritten(text: str) -> str:
        pieces, at = [], 0
        for start, end in masked_names(text, "tr"):
            pieces += [rewrite(text[at:start]), text[start:end]]
            at = end
        return "".join([*pieces, rewrite(text[at:])])

    return rewritten


def quoted_with(opening: str, closing: str, joint: str) -> Callable[[str], str]:
    """Return what sets all names in other marks, and parts their endings from them by other signs."""

    def rewritten(text: str) -> str:
        pieces, at = [], 0
        for start, end in masked_names(text, "tr"):
            glued = re.match(r"['’]?(?=\w)", text[end:])
            pieces += [text[at:start], opening, text[start + 1 : end - 1], closing, joint if glued else ""]
            at = end + (len(glued.group()) if glued else 0)
        return "".join([*pieces, text[at:]])

    return rewritten


def in_capitals(text: str) -> str:
    return text.replace("i", "İ").replace("ı", "I").upper()


def informal(text: str) -> str:
    return re.sub(r"(abilir|ebilir|amaz|emez|malı|meli)(sin|sın)[iı]z\b", r"\1\2", text)


def formal(text: str) -> str:
    return re.sub(r"(bilirsin|mazsın|mezsin)\b", lambda m: m.group() + ("iz" if m.group()[-2] == "i" else "ız"), text)


def other_number(text: str) -> str:
    return re.sub(
        r"\b(bir|iki|üç|[123])(?= (?:kez|kere|defa)\b(?! veya))",
        lambda number: NUMBERS[number.group()],
        text,
    )


def other_time(text: str) -> str:
    return re.sub(r"\b(kez|kere|defa)\b(?! mahsus)", lambda time: TIMES[time.group()], text)


def other_only(text: str) -> str:
    swapped = {"yalnızca": "sadece", "sadece": "yalnızca"}
    return re.sub(r"\b(yalnızca|sadece)\b", lambda only: swapped[only.group()], text)


def typed_without(text: str) -> str:
    return plain(text.translate(str.maketrans("İÇŞĞÖÜ", "ICSGOU")))


REWRITES: dict[str, Callable[[str], str]] = {
    "an apostrophe behind the quote": quoted_with('"', '"', "'"),
    "a curly apostrophe behind the quote": quoted_with("“", "”", "’"),
    "capitals": beside_names(in_capitals),
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "a second dot over i": beside_names(lambda text: text.replace("i", "i\u0307")),
    "one to whom the card says sen": beside_names(informal),
    "one to whom the card says siz": beside_names(formal),
    "digits and words": beside_names(other_number),
    "kez, kere and defa": beside_names(other_time),
    "yalnızca and sadece": beside_names(other_only),
}


def nfc(name: str | None) -> str | None:
    return name and unicodedata.normalize("NFC", name)


def reading_of(text: str, game: str) -> list[Any]:
    reading = read(text, lang="tr", game=game)
    limits = [
        (x.kind, x.scope, x.period, x.whose_turn, x.phase, x.count, x.verb, x.shared, x.player, x.applies_to)
        for x in reading.limits
    ]
    names = [nfc(x.name) for x in reading.limits]
    return [limits, names, [x.kind for x in reading.non_effects], len(reading.effects), len(reading.unread)]


@pytest.mark.parametrize("how", REWRITES)
def test_an_example_reads_the_same_however_it_is_typed(how: str) -> None:
    differing = []
    for text, game in EXAMPLES:
        rewritten = REWRITES[how](text)
        if rewritten != text and reading_of(rewritten, game) != reading_of(text, game):
            differing.append(f"{rewritten!r}\n  {reading_of(rewritten, game)}\n  {reading_of(text, game)}")
    assert not differing, "\n".join(differing)


def test_text_typed_without_turkish_letters_reads_the_same_with_less_confidence() -> None:
    differing = []
    for text, game in EXAMPLES:
        rewritten = typed_without(text)
        if rewritten.isascii() and "tür" not in text.lower() and rewritten != text:
            found, before = read(rewritten, lang="tr", game=game), read(text, lang="tr", game=game)
            if [(x.kind, x.period, x.count, x.verb, x.span) for x in found.limits] != [
                (x.kind, x.period, x.count, x.verb, x.span) for x in before.limits
            ]:
                differing.append(f"{rewritten!r}\n  {found.limits}\n  {before.limits}")
            as_sure = {limit.confidence for limit in before.limits}
            less_sure = {round(TYPED_WITHOUT * confidence, 4) for confidence in as_sure}
            assert {limit.confidence for limit in found.limits} <= as_sure | less_sure
    assert not differing, "\n".join(differing)
