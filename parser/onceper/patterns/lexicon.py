"""The word list of a language: which phrases fill a slot, and what each means."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  mypyc resolves what a record names
from typing import TYPE_CHECKING, NamedTuple

from onceper.patterns.word_list import BUILT_IN, COUNT, NAME, NUMBERS, Phrase
from onceper.text.normal import CIRCLED, MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from onceper.contract.span import Span
    from onceper.lang.words import WordSplitter

_SAMPLES = {NAME: MASK, COUNT: "1", NUMBERS: "①"}


class Lexed(NamedTuple):
    """Hold the tokens of a text as two lists: the words of each, and the phrase it is (or null).

    ``words`` are the words of the text as printed, of which the token at ``i`` holds those up to ``ends[i]``.
    """

    orths: list[str]
    phrases: list[Phrase | None]
    words: list[str]
    ends: list[int]

    def says(self, at: int, *fields: str) -> bool:
        """Tell whether a phrase at a token means something of one of these fields; any other word means nothing."""
        phrase = self.phrases[at]
        return phrase is not None and not phrase.means.keys().isdisjoint(fields)

    def places(self, text: str, first: int, last: int) -> Span:
        """Return the span in the lexed text of the tokens from ``first`` up to, but not with, ``last``.

        Of no token it begins where the text does.
        """
        ends = [0, *self.ends]
        spans = [*spans_of(self.words[: ends[last]], text)]
        return spans[ends[first]][0] if first < last else 0, spans[-1][1]


def spans_of(words: Iterable[str], text: str) -> Iterator[Span]:
    """Yield where the words of a text stand in it."""
    at = 0
    for word in words:
        begin = text.index(word, at)
        at = begin + len(word)
        yield begin, at


class Prints(NamedTuple):
    """Hold phrases one of which every print of something holds, and whether that is all, so that they join others.

    Of a number that ``is_cut`` they hold one digit, so that it joins what stands before or behind it, and not both.
    No space stands before what ``is_ending``.
    """

    phrases: tuple[str, ...]
    joins: bool = True
    is_cut: bool = False
    is_ending: bool = False


_A_NAME = Phrase(NAME, MASK, {})


class Lexicon:
    """Join the words of a text, which ``splitter`` tells apart, to the phrases of a word list, the longest first."""

    def __init__(self, splitter: WordSplitter, fold: Callable[[str], str], telling: Iterable[str] = ()) -> None:
        self.telling = frozenset(telling)
        self.splitter = splitter
        self.fold = fold
        self.split = splitter.split
        self.joint, self.skipped = splitter.joint, splitter.skipped
        self.phrases: tuple[Phrase, ...] = ()
        # The phrases that begin with one word by all their words, and in how many they are printed, the most first.
        self._beginnings: dict[str, tuple[list[int], Mapping[tuple[str, ...], Phrase]]] = {}
        # The phrases of each slot with how they are printed, without the signs that do not count.
        self._printed: dict[str, list[tuple[Phrase, str]]] = {}

    @property
    def slots(self) -> set[str]:
        """The names of all slots, the built-in ones included."""
        return {*self._printed, *BUILT_IN}

    def phrases_of(self, slot: str, lemma: str | None = None) -> list[str]:
        """Return the phrases of a slot, or of one meaning of it, as the word list has them.

        Signs that do not count are left out.
        """
        return [printed for phrase, printed in self._printed.get(slot, ()) if lemma in {None, phrase.lemma}]

    def sample_of(self, slot: str) -> str:
        """Return a phrase that fills a slot."""
        return _SAMPLES.get(slot) or self._printed[slot][0][1]

    def described_slots(self) -> str:
        """Return the names of all slots, each with a phrase that fills it, for who has named another."""
        told = [slot if slot == NAME else f"{slot} ({self.sample_of(slot)})" for slot in sorted(self.slots)]
        return f"one of {', '.join(told)}"

    def lex(self, text: str) -> Lexed:
        """Return the tokens of a folded text: each phrase is one token, every other word is its own."""
        return self.joined(*self.split(text))

    def splits(self, phrase: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yield the words of a folded phrase and their forms, alone, behind a noun and before one.

        Without spaces, what begins or ends it may be split in another way than alone.
        """
        for before, behind in (("", ""), (MASK + self.joint, ""), ("", self.joint + MASK)):
            kept = slice(before != "", -1 if behind else None)
            words, forms = self.split(before + phrase + behind)
            yield tuple(words[kept]), tuple(forms[kept])

    def joined(self, words: list[str], forms: list[str]) -> Lexed:
        """Return the tokens of words, given as printed and in the forms by which rules know them."""
        orths: list[str] = []
        phrases: list[Phrase | None] = []
        ends: list[int] = []
        at = 0
        count = len(words)
        beginnings = self._beginnings
        while at < count:
            word = forms[at]
            phrase: Phrase | None = None
            if word in beginnings:
                lengths, begun = beginnings[word]
                for length in lengths:
                    # Of fewer words than that another phrase might be made.
                    if length <= count - at and (phrase := begun.get(tuple(forms[at : at + length]))):
                        orths.append(phrase.lemma)
                        at += length
                        break
            if phrase is None:
                orths.append(word)
                phrase = None if word.isalpha() else _built_in(word)
                at += 1
            phrases.append(phrase)
            ends.append(at)
        return Lexed(orths, phrases, words, ends)

    def take(self, phrases: Iterable[Phrase]) -> None:
        """Fill an empty word list."""
        self.phrases = tuple(phrases)
        leave_out = str.maketrans("", "", self.skipped)
        beginnings: dict[str, dict[tuple[str, ...], Phrase]] = {}
        for phrase in self.phrases:
            for one in phrase.prints:
                self._printed.setdefault(phrase.slot, []).append((phrase, one.text.translate(leave_out)))
                for words in one.splits:
                    # Of phrases with the same words the first counts.
                    beginnings.setdefault(words[0], {}).setdefault(words, phrase)
        self._beginnings = {
            word: (sorted({*map(len, begun)}, reverse=True), begun) for word, begun in beginnings.items()
        }


def printed_as_is(word: str) -> Prints:
    """Return the one print of a word that rules know by it.

    Beside a sign a space may stand or not; behind an apostrophe that ends a word none does.
    """
    return Prints((word,), joins=word.replace("'", "").isalnum() and not word.endswith("'"))


def _built_in(word: str) -> Phrase | None:
    if word[0] == MASK:
        return _A_NAME
    if word[0] in CIRCLED:
        return Phrase(NUMBERS, NUMBERS, {"numbers": numbers_in(word), "reference": "numbered", "reach": "numbered"})
    # Nothing that a card counts has five digits; and zero uses is no limit.
    if word.isascii() and word.isdecimal() and len(word) < 5 and int(word) > 0:
        return Phrase(COUNT, word, {"count": int(word)})
    return None


_RANGE = ("~", "〜", "から")


def numbers_in(run: str) -> tuple[int, ...]:
    """Return the numbers in a run such as ①③, ①~③ or ①から③まで, in order.

    >>> numbers_in("①③"), numbers_in("①~③"), numbers_in("①から③まで")
    ((1, 3), (1, 2, 3), (1, 2, 3))
    """
    found: list[int] = []
    for at, sign in enumerate(run):
        if sign in CIRCLED:
            number = CIRCLED.index(sign) + 1
            first = found[-1] + 1 if found and run.endswith(_RANGE, 0, at) else number
            found += range(first, number + 1)
    return tuple(found)
