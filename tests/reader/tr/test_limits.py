"""What Turkish limits bind, share and count."""

from __future__ import annotations

import pytest

from onceper.reader.read import read

DRAW = "Turda bir kez: 1 kart çekin."
GAIN = "Turda bir kez: 500 LP kazanın."


@pytest.mark.parametrize(
    ("text", "kind", "effects"),
    [
        (f"{DRAW} {GAIN} Bu efektleri aynı zincirde etkinleştiremezsiniz.", "soft", (1, 2)),
        (f'"Kül Bekçisi"nin aşağıdaki efektlerini aynı zincirde etkinleştiremezsiniz. {DRAW} {GAIN}', "hard", (1, 2)),
    ],
)
def test_effects_that_exclude_each_other_share_one_use_in_a_chain(
    text: str, kind: str, effects: tuple[int, ...]
) -> None:
    (limit,) = (limit for limit in read(text, lang="tr", game="yugioh").limits if limit.period == "chain")
    assert (limit.kind, limit.count, limit.shared, limit.applies_to.effects) == (kind, 1, True, effects)


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        (
            "Rakibiniz her tur yalnızca 1 Büyü veya Tuzak Kartı çalıştırabilir.",
            ("activate", "opponent", "Büyü veya Tuzak Kartı"),
        ),
        ("Hiçbir oyuncu turda 1'den fazla Tuzak Kartı etkinleştiremez.", ("activate", "any", "Tuzak Kartı")),
        ("Turda en fazla 2 Tuzak etkinleştirebilirsiniz.", ("activate", "own", "Tuzak")),
        ("Hiçbir oyuncu turda 2 kereden fazla Çağrı yapamaz.", ("summon", "any", "")),
        ("Her oyuncu turda yalnızca bir kez canavar Özel Çağırabilir.", ("special_summon", "any", "canavar")),
    ],
)
def test_a_ceiling_says_what_it_counts(text: str, counted: tuple[str, str, str]) -> None:
    (limit,) = read(text, lang="tr", game="yugioh").limits
    assert limit.kind == "cap"
    assert limit.event is not None
    assert (limit.event.what, limit.event.whose, limit.event.object) == counted


def test_the_opponents_phase_limits_oneself() -> None:
    (limit,) = read(
        "Turda bir kez, rakibinizin Bekleme Aşaması sırasında: 1 kart çekin.", lang="tr", game="yugioh"
    ).limits
    assert (limit.player, limit.whose_turn, limit.phase) == ("you", "opponent", "standby")


@pytest.mark.parametrize(
    ("text", "period", "phase"),
    [
        ("Turda 1: 1 kart çek.", "turn", None),
        ("Her saldırıda bir, 1 zar çevir.", "attack", "battle"),
        ("Her savaşta bir, 1 zar çevir.", "battle", "battle"),
    ],
)
def test_a_bare_number_counts_within_its_period(text: str, period: str, phase: str | None) -> None:
    (limit,) = read(text, lang="tr").limits
    assert (limit.kind, limit.count, limit.period, limit.phase) == ("soft", 1, period, phase)
