"""Japanese words: dictionary forms, one class for every negation, a run of effect numbers or a masked name as one."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

from fugashi import Tagger

from onceper.patterns.lexicon import Prints, printed_as_is
from onceper.text.normal import MASK
from onceper.text.numbers import CIRCLED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


FORMS_KEPT = 16_384
# A sign that UniDic knows and that leaves its neighbours' tokens as they are, unlike 〓.
_MASK_FOR_MECAB, _PRINTED_SIGN = "◇", "◆"
_NEGATIONS = {"ない", "ず"}
NEGATION = "ない/助動詞"
_POLITE = "ます"
# につき is one word before a number, and before a comma another.
_ONE_WORD = {"つく": "付く"}
# Print may set or leave out a comma nearly everywhere.
_COMMA = "、"
# Verbs of which no sign stays in every form.
_IRREGULAR = {"為る", "来る"}
_VERB = "動詞"
_ALL_HIRAGANA, _ALL_KANA = re.compile("[ぁ-ゖ]+"), re.compile("[ぁ-ヿ]+")
_FROM, _UP_TO = "から", "まで"
# By dictionary forms, as または and 又は are one word.
_BETWEEN_NUMBERS = {"~", "〜", "・", "と", "か", "や", "及び", "又は", "か又は", "並びに", _FROM}
_LONGEST_BETWEEN = 3


class _Known(NamedTuple):
    """Hold the form by which rules know a morpheme, and whether it may be one word with what follows."""

    form: str
    may_join: bool


class JapaneseWords:
    """Split Japanese text; ``kana_or_kanji`` are the words that print shows in either, with a space between them."""

    def __init__(self, kana_or_kanji: Iterable[str]) -> None:
        self._in_kana: dict[str, str] = {
            kanji: kana for kanji, _, kana in (pair.partition(" ") for pair in kana_or_kanji)
        }
        self._known = lru_cache(maxsize=FORMS_KEPT)(self._know)

    def split(self, text: str) -> tuple[list[str], list[str]]:
        """Return the words of a folded text as printed, and in the forms by which rules know them.

        A word that inflects is known by its dictionary form with its part of speech, which no printed form equals.
        """
        read, starts = _morphemes(text)
        known = [(self._known if len(one.surface) < _LONGEST_KEPT else self._know)(one) for one in read]
        if not any(one.may_join for one in known):
            return [morpheme.surface for morpheme in read], [one.form for one in known]
        surfaces: list[str] = []
        forms: list[str] = []
        at = 0
        while at < len(read):
            form, taken = known[at].form, 1
            if read[at].surface in CIRCLED:
                taken = _run_of_numbers(read, at)
                form = "".join(morpheme.surface for morpheme in read[at : at + taken])
            elif read[at].lemma == _POLITE and at + 1 < len(read) and read[at + 1].lemma in _NEGATIONS:
                form, taken = NEGATION, 2
            last = at + taken - 1
            # Print may set a space or a comma inside: the word is all that is printed, the form has neither.
            surfaces.append(text[starts[at] : starts[last] + len(read[last].surface)])
            forms.append(form)
            at += taken
        return surfaces, forms

    def prints(self, form: str, word: str) -> Prints | None:
        """Return how a word is printed that rules know by a form and a file prints as ``word``: in kanji or in kana.

        Of a verb that is what stands before its ending; other words that inflect do so in too many ways.
        """
        lemma, is_told, tag = form.partition("/")
        if not is_told:
            may_be_kanji = form != word and _ALL_HIRAGANA.fullmatch(word)
            return Prints((form, word)) if may_be_kanji else printed_as_is(form, word)
        if not tag:
            return Prints((lemma, self._in_kana[lemma]))
        kana = in_kana(lemma) if tag == _VERB and lemma not in _IRREGULAR else None
        if kana is None:
            return None
        kanji = sorted({known[: _kanji_in(known)] for known in (lemma, word)} - {""})
        # Of a verb made of two either may be in kana.
        stem = kana[:1] if _ALL_KANA.fullmatch(lemma[_kanji_in(lemma) :]) is None else kana[:-1]
        return Prints((*kanji, stem), ends=False) if kanji else None

    def _know(self, morpheme: Morpheme) -> _Known:
        return _Known(self._form_of(morpheme), morpheme.surface in CIRCLED or morpheme.lemma == _POLITE)

    def _form_of(self, morpheme: Morpheme) -> str:
        """Return the form by which rules know a word; of one in kana that does not inflect, its kanji."""
        surface, tag, lemma = morpheme
        if not morpheme.inflects:
            known = lemma if _ALL_HIRAGANA.fullmatch(surface) and not _ALL_KANA.fullmatch(lemma) else surface
            return f"{known}/" if known in self._in_kana else known
        if lemma in _NEGATIONS and tag.startswith("助動詞"):
            return NEGATION
        return f"{_ONE_WORD.get(lemma, lemma)}/{tag.split('-')[0]}"


def _kanji_in(word: str) -> int:
    """Return how many signs of kanji a word begins with."""
    return next((at for at, sign in enumerate(word) if _ALL_KANA.fullmatch(sign)), len(word))


def _morphemes(text: str) -> tuple[list[Morpheme], list[int]]:
    """Return the morphemes of a text with masked names, without commas, and where each begins in the text."""
    readable = text.replace(_MASK_FOR_MECAB, _PRINTED_SIGN).replace(MASK, _MASK_FOR_MECAB)
    read = morphemes(readable)
    comma = text.find(_COMMA)
    if comma == len(text) - 1 and read and read[-1].surface == _COMMA:
        # As it stands behind most clauses.
        del read[-1]
        comma = -1
    if comma < 0 and readable == text and " " not in text and "\u3000" not in text:
        *starts, _ = accumulate([len(morpheme.surface) for morpheme in read], initial=0)
        return read, starts
    return _with_names(read, readable, text)


def _with_names(read: Iterable[Morpheme], readable: str, text: str) -> tuple[list[Morpheme], list[int]]:
    """Return what ``_morphemes`` does of the morphemes of a text that MeCab read in another form or with spaces."""
    found: list[Morpheme] = []
    starts: list[int] = []
    at = 0
    for morpheme in read:
        at = readable.index(morpheme.surface, at)
        printed = text[at : at + len(morpheme.surface)]
        if printed != morpheme.surface or _COMMA in printed:
            signs = [(number, sign) for number, sign in enumerate(printed) if sign != _COMMA]
            found += [Morpheme(sign, morpheme.tag, sign) for _, sign in signs]
            starts += [at + number for number, _ in signs]
        else:
            found.append(morpheme)
            starts.append(at)
        at += len(printed)
    return found, starts


def _run_of_numbers(read: Sequence[Morpheme], at: int) -> int:
    """Return of how many morphemes a run such as ①②, ①・③, ①~③, ①から③まで or ①または② is made."""
    end = at + 1
    while (further := _next_number(read, end)) is not None:
        is_range = read[further - 1].surface == _FROM
        end = further + 1
        if is_range and end < len(read) and read[end].surface == _UP_TO:
            end += 1
    return end - at


def _next_number(read: Sequence[Morpheme], end: int) -> int | None:
    """Return the place of the number that goes on a run which ends here, or null."""
    between = printed = ""
    for place in range(end, min(end + _LONGEST_BETWEEN + 1, len(read))):
        if read[place].surface in CIRCLED:
            return place if not between or {between, printed} & _BETWEEN_NUMBERS else None
        between += read[place].lemma
        printed += read[place].surface
    return None
