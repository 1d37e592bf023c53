"""Put the text of a card together that YAML Yugi keeps in pieces, as the card prints it under its headings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.lang.games import known_games

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onceper.lang.games import PartHeadings

# The games of the databases of Yu-Gi-Oh!.
YUGIOH, RUSH = "yugioh", "rushduel"
# What stands before the headings of a card of Rush Duel, in printed order.
_BEFORE = ("materials", "summoning_condition")
_EFFECTS = {"Continuous": "continuous", "Multi-Choice": "multi_choice"}
_PIECES = frozenset({*_BEFORE, "requirement", "activation", "effect"})


def is_rush(values: Mapping[str, Any]) -> bool:
    """Tell whether an object of YAML Yugi is a card of Rush Duel: others have a password, and Skills an activation."""
    return "requirement" in values or (
        "yugipedia_page_id" in values and "password" not in values and "activation" not in values
    )


def printed_whole(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a card with its text in each language under ``text``, in place of the pieces that it is kept in.

    Whatever is not kept in pieces, or in pieces that are no objects, is as it was.
    """
    effect = values.get("effect")
    if not isinstance(effect, dict) or not ({"requirement", "activation"} & values.keys()):
        return values
    known = known_games()[YUGIOH if "activation" in values else RUSH].headings
    texts = {
        lang: "\n".join(_lines(values, lang, known.get(lang) or known["en"])) for lang, text in effect.items() if text
    }
    # The type line of a Skill names its character.
    dropped = _PIECES | {"type_line"} if "activation" in values else _PIECES
    kept = {key: value for key, value in values.items() if key not in dropped}
    return {**kept, "text": texts}


def _lines(values: Mapping[str, Any], lang: str, headings: PartHeadings) -> Iterator[str]:
    said = {key: values[key].get(lang) for key in _PIECES if isinstance(values.get(key), dict)}
    if "activation" in values:
        headed = ((headings.activation, said.get("activation")), (headings.effect, said["effect"]))
    else:
        kinds = (_EFFECTS.get(kind) for kind in values.get("effect_types") or ())
        kind = next(filter(None, kinds), "effect")
        yield from (said[key] for key in _BEFORE if said.get(key))
        headed = ((headings.requirement, said.get("requirement")), (getattr(headings, kind), said["effect"]))
    for heading, text in headed:
        if text:
            yield from (heading, text)
