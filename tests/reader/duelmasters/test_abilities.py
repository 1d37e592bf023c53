"""Abilities of Duel Masters: their lines, kinds and notes, and what is none of them."""

from __future__ import annotations

from onceper.lang.languages import language
from onceper.reader.read import read
from onceper.reader.readers import reader_of


def test_the_game_is_told_and_has_a_reader_of_its_own() -> None:
    reading = read("各ターンに一度、自分の灰のクリーチャーがバトルゾーンに出た時、相手のシールドを１つ見てもよい。")
    assert (reading.lang, reading.game) == ("ja", "duelmasters")
    assert [limit.rule for limit in reading.limits] == ["once.each_turn"]
    assert reader_of("ja", "duelmasters") is not reader_of("ja", None)


def test_no_id_is_used_in_two_games() -> None:
    ids = [rule.id for rule in language("ja").every_rule]
    assert len(ids) == len(set(ids))


def test_optional_is_always_told() -> None:
    for rule in language("ja").every_rule:
        for example in rule.matches if rule.game == "duelmasters" else ():
            for limit in read(example, lang="ja", game="duelmasters").limits:
                assert limit.optional is not None, example
