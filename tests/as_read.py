"""What the whole card makes of the fields that a rule states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.patterns import notation

if TYPE_CHECKING:
    from onceper.contract.reading import CardReading


def as_read(fields: dict[str, Any], variant: notation.Variant, reading: CardReading) -> dict[str, Any]:
    """Return the fields of the one limit of a reading, of which one wording of a rule states these.

    Words stand in place of its number, and where nothing that it governs is activated, nor its card, it is applied.
    """
    read = dict(fields)
    if any(isinstance(element, notation.Slot | notation.Gap) and element.tells == "count_text" for element in variant):
        read["count"] = None
    governed = {i for limit in reading.limits if not limit.applies_to.activation for i in limit.applies_to.effects}
    kinds = {effect.kind for effect in reading.effects if effect.index in governed and not effect.options}
    if (read["verb"], kinds) == ("use", {"continuous"}) and read["kind"] in {"soft", "hard"}:
        read["verb"] = "use" if read["period"] == "chain" else "apply"
    return read
