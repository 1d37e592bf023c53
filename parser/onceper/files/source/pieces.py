"""Put the text of a card together that YAML Yugi keeps in pieces, as the card prints it under its headings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onceper.lang.games import known_games

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

# The games of the databases of Yu-Gi-Oh!.
YUGIOH, RUSH = "yugioh", "rushduel"
# The pieces in printed order, each with its heading, if it has one.
_OF_SKILL = {"activation": "activation", "effect": "effect"}
_OF_RUSH = {"materials": None, "summoning_condition": None, "requirement": "requirement", "effect": "effect"}
_EFFECTS = {"Continuous": "continuous", "Multi-Choice": "multi_choice"}


def is_rush(keys: Collection[str]) -> bool:
    """Tell whether an object of YAML Yugi is a card of Rush Duel: others have a password, and Skills an activation."""
    return "requirement" in keys or (
        "yugipedia_page_id" in keys and "password" not in keys and "activation" not in keys
    )


def printed_whole(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a card that is kept in pieces with its text in each language under ``text``; any other as it was."""
    effect, is_skill = values.get("effect"), "activation" in values
    if not isinstance(effect, dict) or not (is_skill or "requirement" in values):
        return values
    headings = known_games()[YUGIOH if is_skill else RUSH].headings
    kinds = [_EFFECTS[kind] for kind in values.get("effect_types") or () if kind in _EFFECTS]
    pieces = _OF_SKILL if is_skill else {**_OF_RUSH, "effect": [*kinds, "effect"][0]}
    texts = {}
    for lang in (lang for lang, text in effect.items() if text):
        lines = []
        for piece, heading in pieces.items():
            text = values[piece].get(lang) if isinstance(values.get(piece), dict) else None
            if text:
                lines += [getattr(headings.get(lang) or headings["en"], heading), text] if heading else [text]
        texts[lang] = "\n".join(lines)
    # The type line of a Skill names its character.
    return {**values, "text": texts, **({"type_line": None} if is_skill else {})}
