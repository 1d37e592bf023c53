"""The wording of the worked example in CONTRIBUTING.md is read as the example says, without its rule."""

import re
from pathlib import Path

from onceper.reader.read import read

TEXT = (Path(__file__).resolve().parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_wording_of_the_example_is_not_read_as_the_example_says() -> None:
    (wording,) = re.findall(r"^> (.*)$", TEXT, flags=re.MULTILINE)
    reading = read(wording, lang="en")
    assert not reading.limits
    assert reading.unread
