"""What differs between two taggings of the same cards, text by text."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from onceper.comparing.pairing import WAYS, match
from onceper.comparing.texts import compare_texts
from onceper.contract.difference import Difference
from onceper.display.progress import progress_on
from onceper.errors import OnceperError
from onceper.files.formats import output_path, write_records
from onceper.files.opening import input_path, name_of
from onceper.files.tags import tagged_rows
from onceper.lang.languages import check_language

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from onceper.comparing.pairing import By
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

    @property
    def texts(self) -> int:
        """How many texts both have."""
        return sum(None not in pair[:2] for pair in self.pairs)

    def differences(self) -> list[Difference]:
        """Return the differences of all texts, those of a text together."""
        return [difference for pair in self.pairs for difference in pair.differences]


class CompareSummary(NamedTuple):
    """Count what a comparison found: texts in both, alike and differing, and differences by what differs.

    ``differing`` counts texts by what differs in them, ``differences`` by the same and by how. ``not_compared`` counts
    what could not be compared, by the reason.
    """

    texts: int
    alike: int
    differing: Counter[str]
    differences: Counter[tuple[str, str]]
    not_compared: Counter[str]


def check_languages(languages: Sequence[str] | None) -> Languages | None:
    """Return the codes of two languages, which may be one and the same, in any spelling, such as ``en,ja``.

    Raises:
        ComparisonError: they are not two.
        LanguageError: onceper reads no such language.
    """
    if languages is None:
        return None
    pair = languages.split(",") if isinstance(languages, str) else languages
    if len(pair) != 2:
        raise ComparisonError(
            f"{pair!r} are not two languages",
            expected="two, of which the first is that of a and the second that of b",
            remedy='name them as en,ja (in Python: ["en", "ja"])',
        )
    first, second = (check_language(lang) or lang for lang in pair)
    return first, second


def compare_rows(
    a: Sequence[Row],
    b: Sequence[Row] | None = None,
    languages: Languages | None = None,
    *,
    by: By = "id",
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
    b = a if b is None else b
    lang_a, lang_b = languages or (None, None)
    if b is a and languages is None:
        raise ComparisonError(
            "a tagging is to be compared with itself",
            expected="another tagging of the same cards, or two languages",
            remedy='name two of its languages, such as --languages en,ja (in Python: ["en", "ja"])',
        )
    of_a, of_b = _in_language(a, lang_a), _in_language(b, lang_b)
    between = lang_a != lang_b if languages else {row.lang for row in a}.isdisjoint({row.lang for row in b} - {None})
    matches = match(of_a, of_b, between_languages=between, by=by)
    if of_a and of_b and all(None in places for places in matches):
        raise ComparisonError(
            "no card of the one tagging is in the other",
            expected=f"two taggings of the same cards, matched by their {by}",
            remedy="tag both from files that give the cards the same ids, or the same names and compare them --by name",
        )
    others = len(a) + (len(b) if b is not a else 0) - len(of_a) - len(of_b)
    not_compared, pairs = Counter({"texts in another language, or in none": others}), list[Pair]()
    for here, there in matches:
        found = compare_texts(of_a.get(here), of_b.get(there), not_compared, between_languages=between)
        pairs.append(Pair(here, there, tuple(found)))
    return Comparison(a, b, pairs, between, +not_compared)


def compare_file(
    a: Path | str,
    b: Path | str | None = None,
    target: Path | str | None = None,
    *,
    languages: Sequence[str] | None = None,
    by: By = "id",
    quiet: bool = False,
) -> CompareSummary:
    """Compare two taggings of the same cards, or two languages of one, and write the differences.

    ``a`` and ``b`` are files that ``tag_file`` wrote, in any of its formats; without ``b`` it is two languages of
    ``a``, which ``languages`` names. ``by`` says by what a card is the same in both, its
    ``id``, ``name`` or ``konami_id``. ``target`` tells its format by its suffix, as that of ``tag_file``; without one,
    differences go as JSON Lines to standard output. Progress is shown on standard error, unless ``quiet``.

    Raises:
        InputError: a file cannot be read, or is no tagging.
        ComparisonError: the two have no card in common, or a language is not there.
        OutputError: the target cannot be written.
    """
    first, second = input_path(a), None if b is None else input_path(b)
    place = output_path(target, (first, second))
    comparison = compare_tags(first, second, check_languages(languages), by=by, quiet=quiet)
    found = comparison.differences()
    write_records(found, Difference, place)
    return CompareSummary(
        texts=comparison.texts,
        alike=sum(not pair.differences for pair in comparison.pairs),
        differing=Counter(of for pair in comparison.pairs for of in dict.fromkeys(one.of for one in pair.differences)),
        differences=Counter((one.of, one.differs) for one in found),
        not_compared=comparison.not_compared,
    )


def compare_tags(
    a: Path, b: Path | None, languages: Languages | None, *, by: By = "id", quiet: bool = False
) -> Comparison:
    """Read and compare two taggings, or two languages of one; standard error shows what is read, unless ``quiet``.

    Raises:
        InputError: a file cannot be read, or is no tagging.
        ComparisonError: they cannot be compared.
    """
    files = [*dict.fromkeys(filter(None, (a, b)))]
    taggings: list[list[Row]] = []
    with progress_on(sys.stderr, quiet=quiet) as report:
        for file in files:
            taggings.append([])
            for row in tagged_rows(file):
                taggings[-1].append(row)
                report(len(taggings[-1]))
    try:
        return compare_rows(taggings[0], taggings[-1], languages, by=by)
    except ComparisonError as error:
        error.where = " and ".join(map(name_of, files))
        raise


def _in_language(rows: Sequence[Row], lang: str | None) -> dict[int | None, Row]:
    """Return the texts in a language, or all, by their places."""
    texts: dict[int | None, Row] = {place: row for place, row in enumerate(rows) if lang in {None, row.lang}}
    if lang and not texts:
        held = sorted({row.lang for row in rows if row.lang})
        raise ComparisonError(
            f"no text is in {lang!r}",
            expected=f"a language of the tagging: {', '.join(held)}",
            remedy="name two of these, such as en,ja",
        )
    return texts
