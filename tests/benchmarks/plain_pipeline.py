"""What one would write with spaCy alone: a tokenizer, its sentencizer, and a Matcher of sixty fixed patterns.

It is what somebody who knows the cards and spaCy writes in an afternoon: text in, tokens and sentences, the longest
matches out with their places and the words of their sentence. It masks no names, cuts no effects and does not say which
effect a limit governs, which onceper does; it keeps nothing between texts, which onceper does too.
"""

from __future__ import annotations

from itertools import accumulate, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import fugashi
import spacy
from spacy.matcher import Matcher
from spacy.tokens import Doc
from spacy.util import filter_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from spacy.tokens import Token
    from spacy.vocab import Vocab

HERE = Path(__file__).parent
A_NAME = "N"


class Morphemes:
    """Cut Japanese into tokens with lemmas in the way that fugashi's README shows, and keep white space."""

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab
        self._tagger = fugashi.Tagger()

    def __call__(self, text: str) -> Doc:
        """Return the tokens of a text."""
        words: list[str] = []
        lemmas: list[str] = []
        for word in self._tagger(text):
            if word.white_space:
                words.append(word.white_space)
                lemmas.append(word.white_space)
            words.append(word.surface)
            lemmas.append(word.feature.lemma or word.surface)
        return Doc(self._vocab, words=words, spaces=[False] * len(words), lemmas=lemmas)


class Writing(NamedTuple):
    """Hold what patterns need of a language: what stands between words, what marks a name, the form that is compared.

    ``tokenizer`` stands in where spaCy's own needs a dictionary that is not installed.
    """

    joint: str
    quotes: list[str]
    attribute: str
    form: Callable[[Token], str]
    tokenizer: Callable[[Vocab], Callable[[str], Doc]] | None = None


WRITINGS = {
    "en": Writing(" ", ['"'], "LOWER", lambda token: token.lower_),
    "ja": Writing("", ["「", "」"], "LEMMA", lambda token: token.lemma_, Morphemes),
    "tr": Writing(" ", ['"'], "LOWER", lambda token: token.lower_),
}


class PlainPipeline:
    """Find the spans of the fixed patterns in each text of a language."""

    def __init__(self, lang: str) -> None:
        self._writing = WRITINGS[lang]
        self._nlp = spacy.blank("xx" if self._writing.tokenizer else lang)
        if self._writing.tokenizer:
            self._nlp.tokenizer = self._writing.tokenizer(self._nlp.vocab)
        self._nlp.add_pipe("sentencizer")
        self._matcher = Matcher(self._nlp.vocab)
        for line in (HERE / f"plain_patterns.{lang}.txt").read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                self._matcher.add(line, [self._pattern(line.split())])

    def __len__(self) -> int:
        return len(self._matcher)

    def read(self, texts: Iterable[str]) -> list[list[tuple[str, int, int, str]]]:
        """Return for each text the longest matches as (pattern, start, end, words of the sentence)."""
        return [
            [
                (span.label_, span.start_char, span.end_char, span.sent.text)
                for span in filter_spans(self._matcher(doc, as_spans=True))
            ]
            for doc in self._nlp.pipe(texts)
        ]

    def _pattern(self, items: Sequence[str]) -> list[dict[str, Any]]:
        """Return the tokens of a pattern; a word is cut as it is in its line, behind and before the first choices."""
        choices = [[item] if item == A_NAME else item.rstrip("?*").split("|") for item in items]
        pattern: list[dict[str, Any]] = []
        for place, item in enumerate(items):
            if item == A_NAME:
                pattern.append({"ORTH": {"NOT_IN": self._writing.quotes}, "OP": "+"})
                continue
            forms = [
                self._forms([*choices[:place], [choice], *choices[place + 1 :]], place) for choice in choices[place]
            ]
            for column in zip_longest(*forms):
                words = [word for word in column if word is not None]
                # Where one choice has fewer tokens than another, the rest may be missing.
                operator = item[-1] if item[-1] in "?*" else "?" * (len(words) < len(column))
                compared: Any = {"IN": words} if len(words) > 1 else words[0]
                pattern.append({self._writing.attribute: compared} | ({"OP": operator} if operator else {}))
        return pattern

    def _forms(self, choices: Sequence[Sequence[str]], place: int) -> list[str]:
        """Return the forms of the tokens that the item at this place has in its line."""
        joint = self._writing.joint
        words = [choice[0] for choice in choices]
        ends = [*accumulate(len(word) + len(joint) for word in words)]
        end = ends[place] - len(joint)
        span = self._nlp.make_doc(joint.join(words)).char_span(end - len(words[place]), end)
        if span is None:
            raise ValueError(f"{words[place]!r} begins or ends within a token of {joint.join(words)!r}")
        return [self._writing.form(token) for token in span]
