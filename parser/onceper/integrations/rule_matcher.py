"""Rules in a spaCy pipeline of one's own, as if they were patterns of a Matcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from onceper.matching.compile import CompiledPatterns
from onceper.matching.compiled_rules import CompiledRules
from onceper.reader.prepare import CardTemplate, prepare
from onceper.text.normal import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spacy.tokens import Doc, Span

    from onceper.lang.base import Language
    from onceper.patterns.rule import Rule


class RuleMatcher:
    """Find every place where a rule matches a Doc, whichever of them a reading takes in the end.

    Rules match clauses of which names are masked and phrases of the word list are one word. What matches there is given
    in the tokens of the Doc; of one rule's places that overlap it is the longest.
    """

    def __init__(self, language: Language, rules: Sequence[Rule]) -> None:
        self._rules = CompiledRules(rules, CompiledPatterns.of(rules, language.book.sequences))
        self._language = language

    def __call__(self, doc: Doc) -> list[tuple[int, int, int]]:
        """Return the matches as spaCy's Matcher does: the hash of the rule's id, start and end."""
        return [(span.label, span.start, span.end) for span in self.spans(doc)]

    def spans(self, doc: Doc) -> list[Span]:
        """Return the matches as Spans with the rule's id for a label."""
        return list(dict.fromkeys(self._spans(doc)))

    def _spans(self, doc: Doc) -> Iterator[Span]:
        lexicon = self._language.book.lexicon
        prepared = prepare(Text(doc.text), self._language)
        card = CardTemplate.of(prepared.template, self._language)
        for sentence in card.sentences:
            for start, end, _ in self._language.clauses(card.words, sentence):
                words = card.words[start:end]
                lexed = lexicon.lex(words)
                for match in self._rules.match(lexed):
                    first, last = lexed.places(words, match.start, match.end)
                    place = prepared.original_span(start + first, start + last)
                    # There is none only where a place is outside of the text.
                    span = doc.char_span(*place, match.rule.id, alignment_mode="expand")
                    yield cast("Span", span)
