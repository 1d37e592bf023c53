"""What is read in a template, for a clause and for a sentence: each reading with its place, kept for who prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from onceper.patterns.rule import Rule  # noqa: TC001  mypyc resolves what a record names
from onceper.reader.statement import Statement  # noqa: TC001  mypyc resolves what a record names
from onceper.text.memory import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class TemplateSpan(NamedTuple):
    """Hold a span in a template."""

    start: int
    end: int

    def move(self, by: int) -> TemplateSpan:
        """Give the same words their span in a template that begins so many characters earlier."""
        return TemplateSpan(self.start + by, self.end + by)


class Candidate(NamedTuple):
    """Hold one reading of a template and the place of its words.

    ``name_at`` is the number of the name that the reading gives, or -1. ``is_sentence`` tells that it is what the
    sentence says, ``is_marked`` that it is some words in it; ``place`` is null where the span is the whole sentence.
    ``object_at`` is the place of the words that say what is counted, ``count_at`` of those in place of a number,
    ``condition_at`` of those under which the reading holds.
    """

    statement: Statement
    is_sentence: bool
    is_marked: bool
    place: TemplateSpan | None
    name_at: int
    object_at: TemplateSpan | None = None
    count_at: TemplateSpan | None = None
    condition_at: TemplateSpan | None = None

    def move(self, by: int, names: int) -> Candidate:
        """Give the same words their places in a template that begins so many characters and names earlier."""
        return self._replace(
            place=self.place and self.place.move(by),
            name_at=self.name_at + names if self.name_at >= 0 else -1,
            object_at=self.object_at and self.object_at.move(by),
            count_at=self.count_at and self.count_at.move(by),
            condition_at=self.condition_at and self.condition_at.move(by),
        )


class ClauseReading(NamedTuple):
    """Hold what the rules say of a clause, with places in its template.

    ``rules`` are the ids of all rules that read it, those included that only say that it holds no limit, or that it
    could state one; ``is_read`` tells that one says what it is. ``is_unread`` tells that words of it could state a
    limit and no rule reads them, ``is_unread_alone`` that this is so without the text that asks for its like beside it.
    ``cut_off`` is the end of a clause that is too long, which was not read; ``amendments`` are the rules that change
    the limits of the whole sentence.
    """

    candidates: tuple[Candidate, ...]
    rules: tuple[str, ...]
    is_unread: bool
    cut_off: TemplateSpan | None
    amendments: tuple[Rule, ...]
    is_read: bool
    is_unread_alone: bool = False


class SentenceReading(NamedTuple):
    """Hold what the rules say of a sentence, with places in its template.

    ``is_unread`` tells that words of it could state a limit and no rule reads them, ``is_unread_alone`` that this is so
    without the text that asks for its like beside it; ``cut_off`` are ends of clauses that are too long to be read.
    ``is_read`` tells that a rule reads it, be it only as holding no limit.
    """

    candidates: tuple[Candidate, ...]
    is_unread: bool
    cut_off: tuple[TemplateSpan, ...]
    is_read: bool = False
    is_unread_alone: bool = False


NOTHING_READ = SentenceReading((), is_unread=False, cut_off=())


_Read = TypeVar("_Read", bound="ClauseReading | SentenceReading")
# A folded sentence or clause with one sign for each name, and its position.
Template = tuple[str, int]


class TemplateMemo(Generic[_Read]):
    """Keep what was read of templates; those of one text that are new are read at once."""

    def __init__(self, read: Callable[[Sequence[Template]], list[_Read]], most: int) -> None:
        self._read = read
        self._kept: Kept[Template, _Read] = Kept(most)

    def of(self, templates: Sequence[Template]) -> list[_Read]:
        """Give what was read of each template."""
        kept = self._kept
        known = [read for template in templates if (read := kept.get(template)) is not None]
        return known if len(known) == len(templates) else self._read_new(templates)

    def _read_new(self, templates: Sequence[Template]) -> list[_Read]:
        kept = self._kept
        read = {template: kept.get(template) for template in templates}
        new = [template for template, known in read.items() if known is None]
        now = dict(zip(new, self._read(new), strict=True))
        for template, found in now.items():
            kept.keep(template, found, len(template[0]), len(found.candidates))
        return [read[template] or now[template] for template in templates]
