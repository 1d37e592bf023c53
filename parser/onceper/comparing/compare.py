"""What differs between two taggings of the same cards, text by text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from onceper.comparing.pairing import WAYS, match
from onceper.comparing.texts import compare_texts, difference
from onceper.contract.reading import ALL_PARTS
from onceper.errors import OnceperError, perhaps
from onceper.lang.languages import check_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from onceper.comparing.pairing import By
    from onceper.contract.difference import Difference
    from onceper.contract.reading import Part, Row

    Languages = tuple[str, str]

# Fewer texts may well hold none of what others hold.
_ENOUGH = 50


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


def two_languages(rows: Iterable[Row]) -> Languages:
    """Return the two languages of a tagging, the one of more texts first.

    Raises:
        ComparisonError: it has more or fewer.
    """
    texts = Counter(row.lang for row in rows if row.lang)
    held = sorted(texts, key=lambda lang: (-texts[lang], lang))
    if len(held) != 2:
        raise ComparisonError(
            f"this tagging has texts in {', '.join(held) or 'no language'}",
            expected="texts in two languages, or another tagging",
            remedy="name two languages, such as en,ja" if len(held) > 2 else "name a second tagging",
        )
    return held[0], held[1]


def compare_rows(
    a: Sequence[Row],
    b: Sequence[Row] | None = None,
    languages: Languages | None = None,
    *,
    by: By = "id",
    progress: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Compare two taggings of the same cards, or the texts of two languages in one or two taggings.

    Cards are the same ``by`` their id, their name or their Konami id, each of which is meant where it says id below.
    With ``languages`` it is the texts of the first in ``a`` with those of the second in ``b``; without ``b`` it is two
    languages of ``a``, which has just two where none are named. Without either, texts of the same id, field and
    language make a pair; where the taggings have no language in common, those of the same id and field. What is
    compared is what readings mean in play: neither words nor places are, and effects that languages print in another
    order keep their counterparts.

    Raises:
        ComparisonError: ``by`` is none of the three, a language has no text, or both hold texts and not one makes a
            pair.
    """
    if by not in WAYS:
        raise ComparisonError(
            f"{by!r} is nothing that cards are compared by",
            expected=f"one of {', '.join(WAYS)}",
            remedy="name one of these, or leave it out",
        )
    if b is None:
        b, languages = a, languages or two_languages(a)
    lang_a, lang_b = languages or (None, None)
    of_a, of_b = _in_language(a, lang_a), _in_language(b, lang_b)
    between = lang_a != lang_b if languages else {row.lang for row in a}.isdisjoint({row.lang for row in b} - {None})
    matches = match(of_a, of_b, between_languages=between, by=by)
    if of_a and of_b and all(None in places for places in matches):
        raise ComparisonError(
            "no card of the one tagging is in the other",
            expected=f"two taggings of the same cards, matched by their {by.replace('_', ' ')}",
            remedy="tag both from files that give the cards the same ids, or compare them --by name"
            if by == "id"
            else "check whether both hold these cards, in the same language",
        )
    parts, not_compared = _parts(a, b)
    taken = {*map(id, of_a.values()), *map(id, of_b.values())}
    not_compared["texts in another language, or in none"] = len({*map(id, a), *map(id, b)} - taken)
    pairs = []
    for here, there in matches:
        if here is None or there is None:
            side = "b" if here is None else "a"
            not_compared[f"texts that only {side} has"] += 1
            found = [difference(of_a.get(here), of_b.get(there), "text", f"only_{side}")]
        else:
            found = [*compare_texts(a[here], b[there], parts, not_compared, between_languages=between)]
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


def _parts(a: Sequence[Row], b: Sequence[Row]) -> tuple[set[Part], Counter[str]]:
    """Return the parts that are compared; what a whole tagging holds none of was not asked for in it."""
    parts, not_compared = set(ALL_PARTS), Counter[str]()
    for part in sorted(ALL_PARTS):
        fewest, most = sorted(sum(bool(getattr(row, part)) for row in rows) for rows in (a, b))
        if fewest == 0 and most >= _ENOUGH and min(len(a), len(b)) >= _ENOUGH:
            parts.remove(part)
            not_compared[f"texts with {part.replace('_', '-')}, of which one tagging holds none"] = most
    return parts, not_compared
