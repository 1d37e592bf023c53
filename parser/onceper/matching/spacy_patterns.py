"""Compile the patterns of rules for spaCy's Matcher, and match them in lexed clauses with it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from spacy.matcher import Matcher
from spacy.tokens import Doc

from onceper.matching.compile import END_OBJECT, compile_rules
from onceper.matching.match import LONGEST_CLAUSE
from onceper.patterns.notation import Gap, Mark, Slot, Word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spacy.vocab import Vocab

    from onceper.matching.compile import CompiledPattern
    from onceper.patterns.lexicon import Lexed
    from onceper.patterns.rule import Rule

# Any word that no rule names: one symbol for all of them keeps spaCy's string store from growing with every text.
_OTHER = "…"
_PLAIN = "-"
_MATCHERS_KEPT = 1_024


class SpacyMatch(NamedTuple):
    """Hold a run of tokens that a pattern matches; ``alignment`` gives for each its place in the pattern's tokens.

    ``place`` is that of the pattern in the files. Of several ways to match the same tokens spaCy tells one, of which a
    gap may be longer than the pattern allows, or empty where it tells something: then ``fits`` is false.
    """

    pattern: CompiledPattern
    place: int
    start: int
    end: int
    alignment: tuple[int, ...]

    @property
    def fits(self) -> bool:
        """Whether no gap is longer than the pattern allows, and all is told that must be."""
        matched = [(token, self.alignment.count(at)) for at, token in enumerate(_without_marks(self.pattern))]
        told = {token.tells for token, times in matched if times and isinstance(token, Slot | Gap)}
        return self.pattern.must_tell <= told and all(
            times <= token.longest for token, times in matched if isinstance(token, Gap)
        )


class SpacyPatterns:
    """Match rules with Matchers over Docs of a vocabulary, in which a phrase is one token and its slot the tag."""

    def __init__(self, rules: Iterable[Rule], vocab: Vocab) -> None:
        self._vocab = vocab
        self._patterns = compile_rules(rules)
        self._needs = [frozenset(map(_symbol, pattern.needs)) for pattern in self._patterns]
        self._words = {t.orth for pattern in self._patterns for t in pattern.tokens if isinstance(t, Word)}
        self._matcher = lru_cache(maxsize=_MATCHERS_KEPT)(self._new_matcher)

    def doc(self, lexed: Lexed) -> Doc:
        """Return the first ``LONGEST_CLAUSE`` tokens of a clause as the patterns know them."""
        orths, phrases = lexed.orths[:LONGEST_CLAUSE], lexed.phrases[:LONGEST_CLAUSE]
        words = [orth if orth in self._words else _OTHER for orth in orths]
        return Doc(self._vocab, words=words, tags=[phrase.slot if phrase else _PLAIN for phrase in phrases])

    def matches(self, lexed: Lexed) -> list[SpacyMatch]:
        """Return every run of tokens that a pattern matches, be its gaps as long as they may."""
        doc = self.doc(lexed)
        there = {(attribute, value) for t in doc for attribute, value in (("ORTH", t.orth_), ("TAG", t.tag_))}
        possible = frozenset(place for place, needs in enumerate(self._needs) if needs <= there)
        if not possible:
            return []
        # The stub of spaCy's Matcher leaves out the fourth part that with_alignments adds.
        matched: Any = self._matcher(possible)(doc, with_alignments=True)
        return [
            SpacyMatch(self._patterns[key - 1], key - 1, start, end, tuple(alignment))
            for key, start, end, alignment in matched
        ]

    def _new_matcher(self, places: frozenset[int]) -> Matcher:
        """Return a Matcher of these patterns: its time grows with their number, and few are possible in a clause."""
        matcher = Matcher(self._vocab, validate=False)
        for place in sorted(places):
            # Zero is no key.
            matcher.add(place + 1, [[*map(_matcher_token, _without_marks(self._patterns[place]))]])
        return matcher


def _without_marks(pattern: CompiledPattern) -> list[Word | Slot | Gap]:
    return [token for token in pattern.tokens if not isinstance(token, Mark)]


def _matcher_token(token: Word | Slot | Gap) -> dict[str, Any]:
    match token:
        case Word(orth):
            return {"ORTH": orth}
        case Slot(name, optional):
            return {"TAG": name, "OP": "?"} if optional else {"TAG": name}
        case Gap(_, tells):
            # spaCy spells {0,8} as eight optional tokens, which match k words in C(8, k) ways; the one repeated token
            # matches them in one.
            return {"OP": "*", "TAG": {"NOT_IN": list(END_OBJECT)}} if tells == "object" else {"OP": "*"}


def _symbol(token: Word | Slot) -> tuple[str, str]:
    return ("ORTH", token.orth) if isinstance(token, Word) else ("TAG", token.name)
