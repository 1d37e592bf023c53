"""A run of any spaces is read as one, by the rules and by the cues of quick rejection alike."""

import pytest

from onceper.reader.read import read
from onceper.reader.readers import reader_of


@pytest.mark.parametrize(
    "space",
    ["\xa0 ", " \xa0", "&nbsp; ", "\x1f", " \n", " \r\n", " <br>", "<b> </b> ", " \u200b ", "\u3000\u3000", " \x01"],
    ids=repr,
)
def test_any_run_of_spaces_is_read_as_one(space: str) -> None:
    text = f'You can{space}only{space}control 1 "Ash".'
    (template,) = reader_of("en", None).every_clause(text)
    assert template[1].rules == ("control.card.by_parts",)
    assert [limit.text for limit in read(text, lang="en").limits] == [text]
