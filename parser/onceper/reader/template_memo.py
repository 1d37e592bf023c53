"""Keep what was read of templates: what many texts print is read once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from onceper.lang.grammar import LONGEST_KEPT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_Read = TypeVar("_Read")
# A folded sentence or clause with one sign for each name, and its position.
Template = tuple[str, int]


class TemplateMemo(Generic[_Read]):
    """Keep what was read of templates; those of one text that are new are read at once.

    A very long one is no template of other texts, and is not kept.
    """

    def __init__(self, read: Callable[[Sequence[Template]], list[_Read]], most: int) -> None:
        self._read = read
        self._most = most
        self._kept: dict[Template, _Read] = {}

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
        if len(kept) + len(now) > self._most:
            kept.clear()
        kept.update((template, known) for template, known in now.items() if len(template[0]) <= LONGEST_KEPT)
        return [read[template] or now[template] for template in templates]
