"""Which two languages are compared."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from onceper.comparing.compare import ComparisonError
from onceper.lang.languages import check_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from onceper.comparing.compare import Languages
    from onceper.contract.reading import Row


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
            remedy='name them as ["en", "ja"]',
        )
    first, second = (check_language(lang) or lang for lang in languages)
    return first, second


def two_languages(rows: Iterable[Row]) -> Languages:
    """Return the two languages of a tagging, the one of more texts first.

    Raises:
        ComparisonError: it has more or fewer.
    """
    texts = Counter(row.lang for row in rows if row.lang)
    held = [lang for lang, _ in sorted(texts.items(), key=lambda item: (-item[1], item[0]))]
    if len(held) != 2:
        raise ComparisonError(
            f"this tagging has texts in {', '.join(held)}" if held else "this tagging has no language",
            expected="texts in two languages, or another tagging",
            remedy="name two languages, such as en,ja" if len(held) > 2 else "name a second tagging",
        )
    return held[0], held[1]
