"""Every rule reads its examples, and none that it must not read."""

import pytest
from tests.bundled import LANGUAGES

from onceper.cli.examples import records_in, wrong_examples
from onceper.lang.languages import language
from onceper.patterns.rule import Rule
from onceper.reader.readers import reader_of

RULES = [pytest.param(lang, rule, id=f"{lang}:{rule.id}") for lang in LANGUAGES for rule in language(lang).every_rule]


@pytest.mark.parametrize(("lang", "rule"), RULES)
def test_a_rule_reads_its_examples_alone_and_each_gives_a_record_and_each_limit_a_period(lang: str, rule: Rule) -> None:
    reader = reader_of(lang, rule.game)
    wrong = list(wrong_examples(reader, rule))
    assert not wrong, "\n".join(wrong)
    assert rule.why or all(records_in(reader, rule, example) for example in rule.matches)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_id_is_used_in_two_games(lang: str) -> None:
    ids = [rule.id for rule in language(lang).every_rule]
    assert len(ids) == len(set(ids))
