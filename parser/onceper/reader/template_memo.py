"""Keep what was read of templates: what many texts print is read once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from onceper.text.memory import Kept

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from onceper.reader.candidate import ClauseReading, SentenceReading

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
