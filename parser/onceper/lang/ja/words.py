"""Japanese words: dictionary forms, one class for every negation, a run of effect numbers or a masked name as one."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from fugashi import Tagger

from onceper.lang.words import WordSplitter
from onceper.patterns.lexicon import Prints, printed_as_is, spans_of
from onceper.text.normal import CIRCLED, MASK

if TYPE_CHECKING:
    from collections.abc import Iterable

# The node as one line of surface, part of speech and dictionary form: a third of the time that attributes take.
_KNOWN = r"%m\t%f[0]-%f[1]\t%f[7]\n"
_UNKNOWN = r"%m\t%f[0]-%f[1]\t%m\n"
_LOAN_MARK = "-"
_TO_HIRAGANA = str.maketrans({chr(sign + 0x60): chr(sign) for sign in range(ord("ぁ"), ord("ゖ") + 1)})
_LINES_KEPT = 16_384
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
    return [_morpheme(line) for line in lines if line]


def in_kana(lemma: str) -> str | None:
    """Return a dictionary form in hiragana, or null where MeCab takes that for another word, or more than one."""
    kana = "".join(node.feature.lForm or node.surface for node in _tagger()(lemma)).translate(_TO_HIRAGANA)
    return kana if [morpheme.lemma for morpheme in morphemes(kana)] == [lemma] else None


def dictionary() -> str:
    """Return which dictionary MeCab has, another of which may cut and name words in another way."""
    return " ".join(f"{info['size']} {info['version']}" for info in _tagger().dictionary_info)


@lru_cache(maxsize=_LINES_KEPT)
def _morpheme(line: str) -> Morpheme:
    surface, tag, lemma = line.split("\t")
    # UniDic gives loan words with the word they come from: ターン-turn.
    return Morpheme(surface, tag.rstrip("-*"), lemma.split(_LOAN_MARK)[0] or surface)


@cache
def _tagger() -> Tagger:
    """Return the tagger, made when the first text asks for it: its dictionary takes a while to load."""
    return Tagger(f'-O "" -F "{_KNOWN}" -U "{_UNKNOWN}" -E ""')


_FORMS_KEPT = 16_384
# A sign that UniDic knows and that leaves its neighbours' tokens as they are, unlike 〓.
_MASK_FOR_MECAB = "◇"
NEGATION = "ない/助動詞"
# One of these begins every form of both.
_NEGATED = tuple("なずぬんねざ")
_POLITE = "ます/助動詞"
# Both deny; and につき is one word before a number, and before a comma another.
_ONE_WORD = {"ず": "ない", "つく": "付く"}
# Print may set or leave out a comma nearly everywhere.
_COMMA = "、"
# Verbs of which no sign stays in every form.
_IRREGULAR = {"為る", "来る"}
_VERB = "動詞"
_ALL_HIRAGANA, _ALL_KANA = re.compile("[ぁ-ゖ]+"), re.compile("[ぁ-ヿ]+")
# Several numbers, such as ①②, ①・③, ①~③, ①から③まで or ①または②, are one word.
_BETWEEN = "[~〜・とやか]|及び|および|か?(?:又は|または)|並びに|ならびに|から"
_NUMBERS = re.compile(f"[{CIRCLED}](?:[ 、]*(?:{_BETWEEN})?[ 、]?[{CIRCLED}](?:(?<=から.)まで)?)*")
_JOINED = re.compile(f"[{CIRCLED}]|ませ")
_DIGITS = "十一二三四五六七八九"
# How a kanji is read; a number as it is typed where ① is not at hand; a number of two signs in kanji; and one sign that
# was taken for another, or typed for it. One sign begins each, for that is found fastest.
_WORN = re.compile(
    rf"[(\[lI|.{_DIGITS}](?:(?<=[々-鿿]\()[ぁ-ゖ]+\)|(?<=[(\[])[1-9][)\]](?=[ の:([])"
    rf"|(?<![{_DIGITS}].)(?:(?<=十)[{_DIGITS[1:]}]|(?<=[{_DIGITS[2:]}])十)(?=[度回枚体])"
    r"|(?<=[lI|])(?<![A-Za-z].)(?=ターン|タ一ン|[度回枚体つ])|(?<=[ァ-ヺ]一)(?=[ァ-ヺ])|(?<=[いたる]\.)(?!\.))"
)


class JapaneseWords(WordSplitter):
    """Split Japanese text; ``kana_or_kanji`` are the words that print shows in either, with a space between them."""

    joint = ""

    def __init__(self, kana_or_kanji: Iterable[str]) -> None:
        super().__init__()
        self._in_kana: dict[str, str] = dict(pair.split(" ", 1) for pair in kana_or_kanji)
        self._form = lru_cache(maxsize=_FORMS_KEPT)(self._form_of)

    def fold(self, text: str) -> str:
        """Return the text as print has it, at its length; Japanese has no capitals, but signs typed for others."""
        return _WORN.sub(_in_print, text)

    def split(self, text: str) -> tuple[list[str], list[str]]:
        """Return the words of a folded text as printed, and in the forms by which rules know them.

        A word that inflects is known by its dictionary form with its part of speech, which no printed form equals; a
        run of numbers is one word, and so is the negation of a polite verb.
        """
        readable = text.replace(MASK, _MASK_FOR_MECAB)
        words: list[str] = []
        forms: list[str] = []
        at = 0
        for morpheme in morphemes(readable):
            at = readable.index(morpheme.surface, at)
            printed = text[at : at + len(morpheme.surface)]
            if printed == morpheme.surface and _COMMA not in printed:
                words.append(printed)
                forms.append(self._form(morpheme))
            else:
                # Each sign of it is a word, such as that of a name, but for commas.
                signs = printed.replace(_COMMA, "")
                words += signs
                forms += [self._form_of(Morpheme(sign, morpheme.tag, sign)) for sign in signs]
            at += len(printed)
        return _joined(text, words, forms) if _JOINED.search(text) else (words, forms)

    def prints(self, form: str, word: str) -> Prints | None:
        """Return how a word is printed that rules know by a form and a file prints as ``word``: in kanji or in kana.

        Of a verb that is what stands before its ending; other words that inflect do so in too many ways.
        """
        lemma, is_told, tag = form.partition("/")
        if not is_told:
            return Prints((form, word)) if form != word else printed_as_is(word)
        if form == NEGATION:
            return Prints(_NEGATED, joins=False)
        if not tag:
            return Prints((lemma, self._in_kana[lemma]))
        kana = in_kana(lemma) if tag == _VERB and lemma not in _IRREGULAR else None
        if kana is None:
            return None
        kanji = sorted({known[: _kanji_in(known)] for known in (lemma, word)} - {""})
        # Of a verb made of two either may be in kana.
        stem = kana[:1] if _ALL_KANA.fullmatch(lemma[_kanji_in(lemma) :]) is None else kana[:-1]
        return Prints((*kanji, stem), joins=False) if kanji else None

    def _form_of(self, morpheme: Morpheme) -> str:
        """Return the form by which rules know a word; of one in kana that does not inflect, its kanji."""
        surface, tag, lemma = morpheme
        if not morpheme.inflects:
            known = lemma if _ALL_HIRAGANA.fullmatch(surface) and not _ALL_KANA.fullmatch(lemma) else surface
            return f"{known}/" if known in self._in_kana else known
        return f"{_ONE_WORD.get(lemma, lemma)}/{tag.split('-')[0]}"


def _in_print(worn: re.Match[str]) -> str:
    """Return what print has in place of some signs, with spaces for the rest of them."""
    signs = worn[0]
    if len(signs) == 1:
        return {"一": "ー", ".": "。"}.get(signs, "1")
    if "十" in signs:
        return f"{_DIGITS.find(signs[0]) or 1}{_DIGITS.find(signs[1])}"
    return (CIRCLED[int(signs[1]) - 1] if signs[1].isdigit() else "").ljust(len(signs))


def _kanji_in(word: str) -> int:
    """Return how many signs of kanji a word begins with."""
    return next((at for at, sign in enumerate(word) if _ALL_KANA.fullmatch(sign)), len(word))


def _joined(text: str, words: list[str], forms: list[str]) -> tuple[list[str], list[str]]:
    """Return the words of a text, and their forms, with one for each run of numbers and each negation of a polite verb.

    Print may set a space or a comma inside: the word is all that is printed, the form has neither.
    """
    starts = [start for start, _ in spans_of(words, text)]
    runs = dict(found.span() for found in _NUMBERS.finditer(text))
    printed: list[str] = []
    known: list[str] = []
    at = 0
    while at < len(words):
        behind, form = at + 1, forms[at]
        if starts[at] in runs:
            behind = bisect_left(starts, runs[starts[at]])
            form = "".join(words[at:behind])
        elif forms[at : at + 2] == [_POLITE, NEGATION]:
            behind, form = at + 2, NEGATION
        printed.append(text[starts[at] : starts[behind - 1] + len(words[behind - 1])])
        known.append(form)
        at = behind
    return printed, known
