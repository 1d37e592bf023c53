"""Choose the words that tell the languages apart, into patterns/evidence.toml: ``python corpora/evidence.py``.

A word is evidence for a language where it stands often in the texts of that language and hardly in any other.
The texts are all that the project has of a language: corpora, sample cards, scenarios, and the examples of its rules
and lists. Quoted names are left out: they are of any language. Articles and other small words that two languages
share fall out by themselves, so each new language makes the lists of those beside it anew.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onceper.lang.detect import FILE, bundled_evidence, words_of
from onceper.patterns.folders import bundled_folders, language_folders
from onceper.resources import resource

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CORPORA = Path(__file__).resolve().parent
# A word stands in more than this share of a language's texts, and so many times as often as in those of any other.
LEAST_SHARE = 0.002
TIMES_AS_OFTEN = 10
MOST_WORDS = 500
# So many other languages may have a word as often.
MOST_SHARING = 2
WIDTH = 118
_NAMES = re.compile(r'"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》')
HEAD = """\
# The words that tell the bundled languages apart: chosen from the texts of all of them, and written, by
# corpora/evidence.py. The scripts are written by hand: letters that no other language is written in.
"""
_PROSE = {"matches", "rejects", "examples"}


def texts_of(lang: str, folder: Path) -> Iterator[str]:
    """Yield each text that the project has of a language, the frozen splits left out."""
    for file in sorted((CORPORA / lang).glob("*.jsonl")):
        if not file.name.endswith(".test.jsonl"):
            yield from (json.loads(line)["text"] for line in file.read_text(encoding="utf-8").splitlines())
    sample = CORPORA / "sample" / f"cards.{lang}.toml"
    if sample.exists():
        for card in tomllib.loads(sample.read_text(encoding="utf-8"))["card"]:
            yield from re.split(r"(?<=[.。]) ?|\n", card["text"])
    for file in sorted((CORPORA / "scenarios").rglob("*.toml")):
        for prints in tomllib.loads(file.read_text(encoding="utf-8")).get("cards", {}).values():
            if lang in prints:
                yield prints[lang]["text"]
    for file in sorted(folder.rglob("*.toml")):
        if file.name not in {"said.toml", "noise.toml", "stems.toml"}:
            yield from _prose(tomllib.loads(file.read_text(encoding="utf-8")))


def _prose(value: Any) -> Iterator[str]:
    """Yield the examples that a file of patterns holds."""
    if isinstance(value, dict):
        for key, inside in value.items():
            if key in _PROSE:
                yield from inside
            elif "{}" in key:
                yield key
            else:
                yield from _prose(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _prose(inside)


def shares_of(lang: str, folder: Path) -> dict[str, float]:
    """Return in which share of a language's texts each word stands."""
    texts = [set(words_of(_NAMES.sub(" ", text.replace("{}", " ")))) for text in dict.fromkeys(texts_of(lang, folder))]
    return {word: count / len(texts) for word, count in Counter(word for words in texts for word in words).items()}


def evidence(folders: Mapping[str, Path], scripts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the words that tell each of these languages and its script does not, in the order of the alphabet."""
    shares = {lang: shares_of(lang, folder) for lang, folder in folders.items()}
    read_as = {lang: of.spelled.like for lang, of in language_folders(None).items() if of.spelled}
    chosen: dict[str, list[str]] = {}
    for lang, own in shares.items():
        # Of two that are read alike, the signs of both tell them from the rest, and each one's own from the other.
        others = [share for other, share in shares.items() if read_as.get(other, other) != read_as.get(lang, lang)]
        told = re.compile(f"[{scripts.get(lang) or '-'}]")
        tells = [
            word
            for word, share in sorted(own.items(), key=lambda pair: (-pair[1], pair[0]))
            # What has two letters is a word of most languages, also of those that nobody reads here.
            if share > LEAST_SHARE * (2 if len(word) == 2 else 1)
            and word.isalpha()
            and not told.search(word)
            # One sign of a language that has a script of its own stands in what others write in its signs, too.
            and not (len(word) == 1 and (word.islower() or scripts.get(lang)))
            and sum(share < TIMES_AS_OFTEN * other.get(word, 0) for other in others) <= MOST_SHARING * (len(word) > 1)
        ]
        chosen[lang] = sorted(tells[:MOST_WORDS])
    for lang, like in read_as.items():
        for one, other in ((lang, like), (like, lang)):
            # What both write, and one of them seldom, tells nothing of either.
            chosen[one] = [word for word in chosen[one] if word in chosen[other] or word not in shares[other]]
    return chosen


def listed(words: list[str]) -> str:
    """Return words as a list in TOML."""
    lines = [""]
    for word in words:
        item = f' "{word}",'
        if len(lines[-1]) + len(item) > WIDTH:
            lines.append("")
        lines[-1] += ("   " if not lines[-1] else "") + item
    return "words = [\n" + "".join(f"{line}\n" for line in lines if line) + "]\n"


def written(chosen: Mapping[str, list[str]], scripts: Mapping[str, str]) -> str:
    """Return the file with these words and scripts."""
    return HEAD + "".join(
        f"\n[{lang}]\n"
        + (f'script = "{scripts[lang]}"\n' if scripts.get(lang) else "")
        + (listed(words) if words else "")
        for lang, words in chosen.items()
    )


def main() -> None:
    """Write the words of all languages, and say which came and which went."""
    before = bundled_evidence()
    scripts = {lang: of.script for lang, of in before.items()}
    chosen = evidence(bundled_folders(), scripts)
    file = resource("patterns") / FILE
    after = written(chosen, scripts)
    if file.read_text(encoding="utf-8") == after:
        print(f"{FILE} holds the words that are chosen")  # noqa: T201
        return
    file.write_text(after, encoding="utf-8")
    print(f"wrote {FILE}")  # noqa: T201
    for lang, words in chosen.items():
        for sign, changed in (("+", {*words} - before[lang].words), ("-", before[lang].words - {*words})):
            if changed:
                print(f"  {lang} {sign} {', '.join(sorted(changed))}")  # noqa: T201


if __name__ == "__main__":
    main()
