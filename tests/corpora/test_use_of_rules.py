"""Each rule reads something in the corpora, sample cards or scenarios: none goes unnoticed with its examples.

What only asks whether words could state a limit has its own examples: a corpus that it reads would be a gap.
"""

from __future__ import annotations

import pytest
from tests.bundled import CLASSIFIED
from tests.corpus_texts import texts_in

from onceper.lang.languages import language
from onceper.reader.readers import reader_of


@pytest.mark.parametrize("lang", CLASSIFIED)
def test_each_rule_reads_a_text(lang: str) -> None:
    used = {
        rule
        for text, game in dict.fromkeys(texts_in(lang))
        for _, clause in reader_of(lang, game).every_clause(text)
        for rule in clause.rules
    }
    rules = [rule for rule in language(lang).every_rule if rule.reading_kind != "could_limit"]
    assert [rule.id for rule in rules if rule.id not in used] == []
