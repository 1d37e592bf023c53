"""Cut Japanese into morphemes with MeCab and UniDic."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from fugashi import Tagger

# The node as one line of surface, part of speech and dictionary form: a third of the time that attributes take.
_KNOWN = r"%m\t%f[0]\t%f[1]\t%f[7]\n"
_UNKNOWN = r"%m\t%f[0]\t%f[1]\t%m\n"
_LOAN_MARK = "-"
_TO_HIRAGANA = ord("ァ") - ord("ぁ")
_LINES_KEPT = 16_384
# A longer word stands in no other text.
_LONGEST_KEPT = 200
# MeCab's time for letters of one kind grows with their square, and from 180,000 on it takes the process down. No
# clause of a card is so long that it is cut here.
_LONGEST = 1_000


class Morpheme(NamedTuple):
    """Hold the printed form, the part of speech with its first division, and UniDic's dictionary form."""

    surface: str
    tag: str
    lemma: str

    @property
    def inflects(self) -> bool:
        """Whether print shows this word in several forms."""
        return self.tag.startswith(("動詞", "形容詞", "助動詞"))


def morphemes(text: str) -> list[Morpheme]:
    """Return the morphemes of a text, of which MeCab leaves out only spaces.

    The text is free of control characters, which MeCab would take for its end.
    """
    pieces = (text[start : start + _LONGEST].replace("\u3000", " ") for start in range(0, len(text), _LONGEST))
    lines = chain.from_iterable(_tagger().parse(piece).split("\n") for piece in pieces)
    return [_morpheme(line) if len(line) < _LONGEST_KEPT else _morpheme.__wrapped__(line) for line in lines if line]


def in_kana(lemma: str) -> str | None:
    """Return a dictionary form in hiragana, or null where MeCab takes that for another word, or more than one."""
    kana = "".join(_hiragana(node.feature.lForm or node.surface) for node in _tagger()(lemma))
    return kana if [morpheme.lemma for morpheme in morphemes(kana)] == [lemma] else None


def _hiragana(katakana: str) -> str:
    return "".join(chr(ord(sign) - _TO_HIRAGANA) if "ァ" <= sign <= "ヶ" else sign for sign in katakana)


def dictionary() -> str:
    """Return which dictionary MeCab has, another of which may cut and name words in another way."""
    return " ".join(f"{info['size']} {info['version']}" for info in _tagger().dictionary_info)


@lru_cache(maxsize=_LINES_KEPT)
def _morpheme(line: str) -> Morpheme:
    surface, part, division, lemma = line.split("\t")
    # UniDic gives loan words with the word they come from: ターン-turn.
    form = lemma.split(_LOAN_MARK)[0] or surface
    return Morpheme(surface, f"{part}-{division}" if division not in {"", "*"} else part, form)


@cache
def _tagger() -> Tagger:
    """Return the tagger, made when the first text asks for it: its dictionary takes a while to load."""
    return Tagger(f'-O "" -F "{_KNOWN}" -U "{_UNKNOWN}" -E ""')
