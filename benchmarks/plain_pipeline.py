"""What one would write with spaCy alone: its tokenizer, its sentencizer, and a Matcher of sixty fixed patterns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import spacy
from spacy.matcher import Matcher
from spacy.util import filter_spans

if TYPE_CHECKING:
    from collections.abc import Iterable

PATTERNS = Path(__file__).with_name("plain_patterns.txt")


class PlainPipeline:
    """Find the spans of the fixed patterns in each text."""

    def __init__(self) -> None:
        self._nlp = spacy.blank("en")
        self._nlp.add_pipe("sentencizer")
        self._matcher = Matcher(self._nlp.vocab)
        for line in PATTERNS.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                self._matcher.add(line, [[_token(word) for word in line.split()]])

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


def _token(word: str) -> dict[str, Any]:
    if word == "N":
        return {"ORTH": {"NOT_IN": ['"']}, "OP": "+"}
    token: dict[str, Any] = {}
    if word[-1] in "?*":
        token["OP"] = word[-1]
        word = word[:-1]
    token["LOWER"] = {"IN": word.split("|")} if "|" in word else word
    return token
