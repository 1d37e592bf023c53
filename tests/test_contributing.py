"""The worked example of CONTRIBUTING.md works as printed."""

import re
import shutil
import textwrap
from pathlib import Path

from onceper.reader.reader import Reader, read
from onceper.resources import resource
from onceper.rules.loading import load_folder

TEXT = (Path(__file__).resolve().parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_rule_of_the_example_reads_the_wording(tmp_path: Path) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", TEXT, flags=re.DOTALL)
    shutil.copytree(resource("patterns") / "en", tmp_path / "en")
    (tmp_path / "en" / "added.toml").write_text(textwrap.dedent(block), encoding="utf-8")
    rules, lexicon = load_folder(tmp_path / "en", "en")
    added = next(rule for rule in rules if rule.file == "added.toml")
    reader = Reader("en", rules, lexicon)
    assert [limit.rule for example in added.matches for limit in reader.read(example).limits] == [added.id]
    assert not [limit for example in added.rejects for limit in reader.read(example).limits]


def test_the_wording_of_the_example_is_read_as_the_example_says() -> None:
    (wording,) = re.findall(r"^> (.*)$", TEXT, flags=re.MULTILINE)
    assert [limit.kind for limit in read(wording, lang="en").limits] == ["soft"]
