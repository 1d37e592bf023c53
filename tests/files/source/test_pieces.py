"""Cards whose texts YAML Yugi keeps in pieces, put together under their headings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from onceper import tag_file

if TYPE_CHECKING:
    from pathlib import Path

RUSH: dict[str, Any] = {
    "konami_id": 1,
    "name": {"en": "Ash Drummer", "ja": "灰の鼓手"},
    "card_type": "Monster",
    "yugipedia_page_id": 11,
    "materials": {"en": '"Ash" + "Bor"', "ja": None},
    "requirement": {"en": "Pay 600 LP.", "ja": "なし"},
    "effect": {"en": "● Draw 1 card.\n● Gain 500 LP.", "ja": "カードを１枚引く。"},
    "effect_types": ["Multi-Choice"],
}
SKILL: dict[str, Any] = {
    "name": {"en": "Ash Trick"},
    "type_line": "Odd Player / Skill",
    "activation": {"en": "Flip this card over when you activate this Skill."},
    "effect": {"en": "Once per Duel, you can draw 1 card.", "fr": None},
    "yugipedia_page_id": 12,
}


def test_a_file_of_them_is_read(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([RUSH, SKILL]), encoding="utf-8")
    out = tmp_path / "tags.jsonl"
    tag_file(file, out, with_text=True)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(row["id"], row["lang"], row["game"], len(row["effects"])) for row in rows] == [
        ("1", "en", "rushduel", 1),
        ("1", "ja", "rushduel", 1),
        ("yugipedia12", "en", "yugioh", 1),
    ]
    assert all(row["text"][slice(*effect["span"])] == effect["text"] for row in rows for effect in row["effects"])
