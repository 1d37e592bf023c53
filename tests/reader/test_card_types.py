"""What databases of any language call a card, and what that tells."""

from __future__ import annotations

import pytest

from onceper.reader.card_type import CardType, card_type_of

PRINTED = {
    "en": ("Normal Monster", "Effect Monster", "Quick-Play Spell", "Field Spell", "Counter Trap", "Continuous Trap"),
    "de": ("Normales Monster / Normal", "Effektmonster / Monster / Effekt", "Schnellzauber", "Ausrüstungszauber",
           "Konterfalle", "Falle / Permanent"),
    "es": ("Monstruo Normal", "Monstruo de Efecto", "Mágica de Juego Rápido", "Mágica de Equipo",
           "Trampa de Contraefecto", "Trampa Continua"),
    "fr": ("Monstre / Normal", "Monstre à Effet", "Magie Jeu-Rapide", "Magie de Terrain", "Contre-Piège",
           "Piège Continu"),
    "it": ("Mostro Normale", "Mostro con Effetto", "Magia Rapida", "Magia Terreno", "Contro-Trappola",
           "Trappola Continua"),
    "ja": ("通常モンスター", "効果モンスター", "速攻魔法", "装備魔法", "カウンター罠", "永続罠"),
    "ko": ("일반 몬스터", "효과 몬스터", "속공 마법", "장착 마법", "카운터 함정", "지속 함정"),
    "pt": ("Monstro Normal", "Monstro de Efeito", "Magia Rápida", "Magia de Equipamento", "Armadilha de Resposta",
           "Armadilha Contínua"),
    "zh-CN": ("通常怪兽", "效果怪兽", "速攻魔法", "场地魔法", "反击陷阱", "永续陷阱"),
    "zh-TW": ("通常怪獸", "效果怪獸", "速攻魔法", "場地魔法", "反擊陷阱", "永續陷阱"),
}  # fmt: skip
FURTHER = {
    "Zauberkarte / Normal": (True, "spell"), "Ritualzauber": (True, "spell"), "Spielfeldzauber": (False, "spell"),
    "Zauber / Permanente": (False, "spell"), "Zauber / Spielfeld": (False, "spell"),
    "Zauber / Ausrüstung": (False, "spell"),
    "Zauber / Schnell": (True, "spell"), "Falle / Konter": (True, "trap"), "Permanente Fallenkarte": (False, "trap"),
    "Magie Rituelle": (True, "spell"), "Magie Normale": (True, "spell"), "Magie / jeu rapide": (True, "spell"),
    "Magie Continue": (False, "spell"), "Magie d'Équipement": (False, "spell"),
    "Magia Rituale": (True, "spell"), "Magia Continua": (False, "spell"), "Magia Equipaggiamento": (False, "spell"),
    "Trappola Normale": (True, "trap"), "Mágica de Campo": (False, "spell"), "Magia Contínua": (False, "spell"),
    "일반 마법": (True, "spell"), "의식 마법": (True, "spell"), "지속 마법": (False, "spell"),
    "필드 마법": (False, "spell"),
    "일반 함정": (True, "trap"), "仪式魔法": (True, "spell"), "永续魔法": (False, "spell"),
    "装备魔法": (False, "spell"),
    "永續魔法": (False, "spell"), "裝備魔法": (False, "spell"), "Mágica / Permanente": (False, "spell"),
    "Falle": (None, "trap"), "Magie": (None, "spell"), "마법": (None, "spell"),
}  # fmt: skip


@pytest.mark.parametrize("lang", PRINTED)
def test_a_type_is_known_in_every_language(lang: str) -> None:
    assert list(map(card_type_of, PRINTED[lang])) == [
        CardType("monster", None, has_lore=True),
        CardType("monster", None, has_lore=False),
        CardType("spell", resolves=True, has_lore=False),
        CardType("spell", resolves=False, has_lore=False),
        CardType("trap", resolves=True, has_lore=False),
        CardType("trap", resolves=False, has_lore=False),
    ]


def test_what_stays_is_told_from_what_resolves() -> None:
    told = {printed: card_type_of(printed) for printed in FURTHER}
    assert {printed: known and (known.resolves, known.sort) for printed, known in told.items()} == FURTHER
