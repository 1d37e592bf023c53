"""What a tagging run found, counted."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from onceper.reader.card_type import card_type_of, has_card_types
from onceper.reader.readers import has_rules_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.contract.reading import Row
    from onceper.files.protocol import TaggedLine

    # What was counted in words, how often, and how that divides.
    Counted = tuple[str, int, Mapping[str, int]]

# The place and the quoted words differ from row to row, and would make each error a kind of its own.
_QUOTED = re.compile(r"'[^']{9,}'|\"[^\"]{9,}\"")
# A file may hold anything under the name of a type or of a game, and a folder any number of files.
_SHOWN = 40
_MOST_NAMES = 20
_FURTHER = "further ones"
WITH_AN_ERROR = "rows with an error"
_DETAIL = re.compile(r"[;:(]")


@dataclass(repr=False)
class Summary:
    """Count rows, limits by kind, sentences left unread, and errors by their first words; ``seconds`` is what it took.

    ``without_model`` are the rows by language of which the classifier was asked and for which there is no model.

    ``other_games`` are the rows of games that no rules are for, which are read with the general ones of their language.
    ``taken_over`` are the texts whose rows a tagging from before had.

    ``merged`` are the databases that were read as one, in their order, each with how many cards it has and how many of
    those before it they took the place of; ``left_aside`` the files that were not read, each with the reason.
    ``unknown_types`` are the words of card types that are not known, of Yu-Gi-Oh! rows.

    >>> print(Summary(rows=1200, rows_with_limits=2, limits=Counter(soft=1, hard=2), unread=3, seconds=0.25))
    1,200 rows in 0.2 s
    2 rows with limits: 2 hard, 1 soft
    3 sentences left unread
    0 rows with an error
    """

    rows: int = 0
    rows_with_limits: int = 0
    limits: Counter[str] = field(default_factory=Counter)
    unread: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    other_games: Counter[str] = field(default_factory=Counter)
    without_model: Counter[str] = field(default_factory=Counter)
    unknown_types: Counter[str] = field(default_factory=Counter)
    taken_over: int = 0
    merged: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    left_aside: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    def add(
        self, row: Row | TaggedLine, card_type: str | None = None, *, lacks_model: bool = False, times: int = 1
    ) -> None:
        """Count rows that are alike, with what their file says that the card is."""
        self.rows += times
        self.rows_with_limits += bool(row.limits) * times
        self.unread += len(row.unread) * times
        for limit in row.limits:
            self.limits[str(limit.kind)] += times
        if row.error is not None:
            self.errors[first_words(row.error)] += times
        elif lacks_model:
            self.without_model[str(row.lang)] += times
        if row.game and not has_rules_for(row.lang, row.game):
            _count(self.other_games, row.game, times)
        if card_type and row.game and has_card_types(row.game) and card_type_of(card_type) is None:
            _count(self.unknown_types, card_type, times)

    def merge(self, other: Summary) -> None:
        """Add what another run counted."""
        for counted in fields(self):
            its = getattr(other, counted.name)
            if isinstance(its, int | Counter):
                setattr(self, counted.name, getattr(self, counted.name) + its)

    def __repr__(self) -> str:
        (what, rows, _), *others = self.counted()
        lines = [f"{rows:,} {what} in {self.seconds:.1f} s"]
        for what, number, of in others:
            divided = ", ".join(f"{count:,} {name}" for name, count in of.items())
            lines.append(f"{number:,} {what}: {divided}".removesuffix(": "))
        return "\n".join(lines)

    def counted(self) -> list[Counted]:
        """Return what was counted in words, how often, and how that divides; the seldom only where there is any."""
        by_name = {
            "rows of other games, read with general rules": self.other_games,
            "rows of which the classifier has no model": self.without_model,
            "rows of card types not known": self.unknown_types,
        }
        cards = {name: cards for name, (cards, _) in self.merged.items()}
        seldom = [
            *((what, counts.total(), dict(counts.most_common())) for what, counts in by_name.items()),
            ("texts whose rows were taken over", self.taken_over, {}),
            ("databases in their order, the later over the earlier", len(cards), cards),
            ("cards that a later database has anew", sum(replaced for _, replaced in self.merged.values()), {}),
            ("files left aside", len(self.left_aside), dict.fromkeys(self.left_aside[:_MOST_NAMES], 1)),
        ]
        return [
            ("rows", self.rows, {}),
            ("rows with limits", self.rows_with_limits, dict(self.limits.most_common())),
            ("sentences left unread", self.unread, {}),
            (WITH_AN_ERROR, self.errors.total(), dict(self.errors.most_common())),
            *(line for line in seldom if line[1]),
        ]


def _count(counts: Counter[str], name: str, times: int) -> None:
    """Count what stands in a column that may hold anything."""
    known = name[:_SHOWN]
    counts[known if known in counts or len(counts) < _MOST_NAMES else _FURTHER] += times


def first_words(error: str) -> str:
    """Return the words of an error that those of its kind share."""
    return _DETAIL.split(_QUOTED.sub("…", error), maxsplit=1)[0].strip()
