"""What differs between two taggings of the same cards, text by text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from onceper.comparing.pairing import WAYS, match
from onceper.comparing.texts import compare_texts, difference
from onceper.errors import OnceperError, perhaps
from onceper.lang.languages import check_language

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.comparing.pairing import By
    from onceper.contract.difference import Difference
    from onceper.contract.reading import Row

    Languages = tuple[str, str]


class ComparisonError(OnceperError):
    """Two taggings cannot be compared."""


class Pair(NamedTuple):
    """Hold one text by its place in each of two taggings, one of them null where only the other has it."""

    a: int | None
    b: int | None
    differences: tuple[Difference, ...]


class Comparison(NamedTuple):
    """Hold the texts of two taggings in pairs, and what could not be compared, counted by the reason."""

    a: Sequence[Row]
    b: Sequence[Row]
    pairs: list[Pair]
    between_languages: bool
    not_compared: Counter[str]

    def differences(self) -> list[Difference]:
        """Return the differences of all texts, those of a text together."""
        return [difference for pair in self.pairs for difference in pair.differences]


def check_languages(languages: Sequence[str] | None) -> Languages | None:
    """Return the codes of two languages, which may be one and the same, in any spelling.

    Raises:
        ComparisonError: they are not two.
        LanguageError: onceper reads no such language.
    """
    if languages is None:
        return None
    if isinstance(languages, str) or len(languages) != 2:
        raise ComparisonError(
            f"{languages!r} are not two languages",
            expected="two, of which the first is that of a and the second that of b",
            remedy='name them as en,ja (in Python: ["en", "ja"])',
        )
    first, second = (check_language(lang) or lang for lang in languages)
    return first, second


def compare_rows(
    a: Sequence[Row],
    b: Sequence[Row] | None = None,
    languages: Languages | None = None,
    *,
    by: By = "id",
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Compare two taggings of the same cards, or the texts of two languages in one or two taggings.

    Cards are the same ``by`` their id, name or Konami id, which is meant then where it says id below. With
    ``languages`` it is the texts of the first in ``a`` with those of the second in ``b``; without ``b`` it is two
    languages of ``a``. Where none are named, texts of the same id, field and language make a pair; where the taggings
    have no language in common, those of the same id and field. What is compared is what readings mean in play: neither
    words nor places are, and effects that languages print in another order keep their counterparts.

    Raises:
        ComparisonError: ``by`` is none of these, a tagging is compared with itself and no languages are named, a
            language has no text, or both hold texts and not one makes a pair.
    """
    if by not in WAYS:
        raise ComparisonError(
            f"{by!r} is nothing that cards are compared by",
            expected=f"one of {', '.join(WAYS)}",
            remedy="name one of these, or leave it out",
        )
    if b is None:
        b = a
    if b is a and languages is None:
        raise ComparisonError(
            "a tagging is to be compared with itself",
            expected="another tagging of the same cards, or two languages",
            remedy='name two of its languages, such as --languages en,ja (in Python: ["en", "ja"])',
        )
    lang_a, lang_b = languages or (None, None)
    of_a, of_b = _in_language(a, lang_a), _in_language(b, lang_b)
    between = lang_a != lang_b if languages else {row.lang for row in a}.isdisjoint({row.lang for row in b} - {None})
    matches = match(of_a, of_b, between_languages=between, by=by)
    if of_a and of_b and all(None in places for places in matches):
        raise ComparisonError(
            "no card of the one tagging is in the other",
            expected=f"two taggings of the same cards, matched by their {by}",
            remedy="tag both from files that give the cards the same ids, or the same names and compare them --by name",
        )
    not_compared = Counter[str]()
    taken = {*map(id, of_a.values()), *map(id, of_b.values())}
    not_compared["texts in another language, or in none"] = len({*map(id, a), *map(id, b)} - taken)
    pairs = []
    for here, there in matches:
        if here is None or there is None:
            side = "b" if here is None else "a"
            not_compared[f"texts that only {side} has"] += 1
            found = [difference(of_a.get(here), of_b.get(there), "text", f"only_{side}")]
        else:
            found = [*compare_texts(a[here], b[there], not_compared, between_languages=between)]
        pairs.append(Pair(here, there, tuple(found)))
        if progress:
            progress(len(pairs), len(matches))
    return Comparison(a, b, pairs, between, +not_compared)


def _in_language(rows: Sequence[Row], lang: str | None) -> dict[int | None, Row]:
    """Return the texts in a language, or all, by their places."""
    texts: dict[int | None, Row] = {place: row for place, row in enumerate(rows) if lang in {None, row.lang}}
    if lang and not texts:
        held = sorted({row.lang for row in rows if row.lang})
        raise ComparisonError(
            f"no text is in {lang!r}{perhaps(lang, held)}",
            expected=f"a language of the tagging: {', '.join(held) or 'it has none'}",
            remedy="name two of these, such as en,ja",
        )
    return texts
