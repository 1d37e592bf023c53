"""``--patterns`` names a folder of the user's own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from onceper.lang.languages import use_patterns

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Onceper, WriteLines

RULE = """
[[rule]]
id = "soft.once"
pattern = "<{times} per beurt>"
limit = { kind = "soft", period = "turn" }
matches = ["Eenmaal per beurt: Trek 1 kaart."]
rejects = ["EXAMPLE"]
source = "a rulebook"
"""


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "mine"
    (folder / "nl").mkdir(parents=True)
    (folder / "nl" / "words.toml").write_text('[[times]]\nmeans = { count = 1 }\nwords = ["eenmaal"]\n')
    (folder / "nl" / "limits.toml").write_text(RULE.replace("EXAMPLE", "Eenmaal is geenmaal."))
    yield folder
    use_patterns(None)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_database_is_tagged_in_an_own_language(
    onceper: Onceper, mine: Path, write_lines: WriteLines, jobs: str
) -> None:
    rows = [{"id": number, "text": "Eenmaal per beurt: Trek 1 kaart."} for number in range(1500)]
    result = onceper("tag", write_lines(*rows), "--lang", "nl", "--patterns", mine, "--jobs", jobs)
    assert result.code == 0, result.err
    assert result.out.count('"rule":"soft.once"') == 1500


def test_a_text_is_explained_in_an_own_language(onceper: Onceper, mine: Path) -> None:
    result = onceper("explain", "Eenmaal per beurt: Trek 1 kaart.", "--lang", "nl", "--patterns", mine)
    assert "rule soft.once" in result.out


def test_rules_are_listed_and_checked(onceper: Onceper, mine: Path) -> None:
    assert "soft.once\t" in onceper("rules", "--lang", "nl", "--patterns", mine).out
    result = onceper("rules", "--check", "--lang", "nl", "--patterns", mine)
    assert result.code == 0, result.err
    yields, last = result.out.splitlines()
    assert yields.split("\t") == [
        "soft.once",
        "soft · Each copy, effect 1, once per turn; anew when it leaves the field or is flipped face-down",
        "Eenmaal per beurt: Trek 1 kaart.",
    ]
    assert last == "every example is read as its rule says: 1 nl"


def test_a_limit_without_a_period_is_told(onceper: Onceper, mine: Path) -> None:
    (mine / "nl" / "limits.toml").write_text(
        RULE.replace("EXAMPLE", "Trek 1 kaart.").replace(', period = "turn"', ""), encoding="utf-8"
    )
    result = onceper("rules", "--check", "--lang", "nl", "--patterns", mine)
    assert result.code == 1
    assert "1 example is read as a limit without a period" in result.err
    assert "mine/nl/limits.toml: soft.once reads a limit without a period in 'Eenmaal per beurt" in result.err
    assert "expected one of turn, duel" in result.err
    assert "remedy: " in result.err


TAKES = """
[[rule]]
id = "players_can_only"
pattern = "(players|you) can only {verb} {gap:12} {times} per {period}"
limit = { kind = "gain" }
matches = ["Players can only use the effects of their cards once per turn."]
source = "a rulebook"
"""


@pytest.mark.parametrize("asked", [["players_can_only"], []])
def test_what_another_rule_loses_is_told_with_the_rule_that_reads_it(
    onceper: Onceper, mine: Path, asked: list[str]
) -> None:
    (mine / "en").mkdir()
    (mine / "en" / "added.toml").write_text(TAKES, encoding="utf-8")
    result = onceper("rules", *asked, "--check", "--lang", "en", "--patterns", mine)
    assert result.code == 1
    assert "1 example is not read as the rules say" in result.err
    assert "limits.toml: hard.previous_effect does not read 'You can only use this effect" in result.err
    assert "read by players_can_only" in result.err


IDLE = """
[[rule]]
id = "idle"
pattern = ["one of a kind {times} per {period}", "two of a kind {times} per {period}"]
unless = "never"
limit = { kind = "soft" }
matches = ["One of a kind once per turn: Draw 1 card."]
source = "a rulebook"
"""


def test_hints_name_what_no_example_needs(onceper: Onceper, mine: Path) -> None:
    (mine / "en").mkdir()
    (mine / "en" / "added.toml").write_text(IDLE, encoding="utf-8")
    result = onceper("rules", "idle", "--check", "--patterns", mine)
    assert result.code == 0
    assert result.err.splitlines() == [
        "hint: mine/en/added.toml: idle: none of the matches needs the pattern 'two of a kind {times} per {period}'",
        "hint: mine/en/added.toml: idle: none of the rejects needs the unless 'never'",
    ]


STRUCTURE = """
terms = ["kaart", "kaarten"]

[[continues_plainly]]
words = ["dan", "daarna", "trek"]
[continues_plainly.examples]
"Vernietig 1 monster. {}, en leg 1 kaart af." = "EXPECTED"
"""


def test_hints_name_the_phrases_of_an_own_structure(onceper: Onceper, mine: Path) -> None:
    (mine / "nl" / "structure.toml").write_text(STRUCTURE.replace("EXPECTED", "unknown"), encoding="utf-8")
    result = onceper("rules", "--check", "--lang", "nl", "--patterns", mine)
    assert result.code == 0, result.err
    assert "hint: mine/nl/structure.toml: terms: no example needs the phrases 'kaart', 'kaarten'" in result.err
    assert "continues_plainly" not in result.err


def test_an_example_of_an_own_structure_that_is_read_otherwise_is_told(onceper: Onceper, mine: Path) -> None:
    (mine / "nl" / "structure.toml").write_text(STRUCTURE.replace("EXPECTED", "activated"), encoding="utf-8")
    result = onceper("rules", "--check", "--lang", "nl", "--patterns", mine)
    assert result.code == 1
    assert "3 examples are not read as the structure says" in result.err
    assert "mine/nl/structure.toml: continues_plainly: 'Vernietig 1 monster. Dan, en" in result.err


def test_what_an_own_language_lacks(onceper: Onceper, mine: Path) -> None:
    lines = onceper("rules", "--missing", "--lang", "nl", "--patterns", mine).out.splitlines()
    printed, rule, reading, example, source = lines[0].split("\t")
    assert (rule, reading, source) == ("hard.effect", "limit: hard", "Perfect Rulebook 2017, pp. 176-177")
    assert int(printed) > 1000
    assert example == 'You can only use this effect of "Ember Warden" once per turn.'
    (mine / "nl" / "limits.toml").write_text(
        RULE.replace("EXAMPLE", "Trek 1 kaart.").replace("soft.once", "hard.effect"), encoding="utf-8"
    )
    rest = onceper("rules", "--missing", "--lang", "nl", "--patterns", mine).out.splitlines()
    assert rest == lines[1:]


def test_rules_of_a_game_with_a_print_of_its_own_are_checked_too(onceper: Onceper, mine: Path) -> None:
    game = mine / "nl" / "duelmasters"
    game.mkdir()
    (game / "words.toml").write_text((mine / "nl" / "words.toml").read_text())
    (game / "once.toml").write_text(
        RULE.replace("soft.once", "game.once").replace("EXAMPLE", "Eenmaal is geenmaal.").replace("beurt", "ronde")
    )
    result = onceper("rules", "--check", "--lang", "nl", "--patterns", mine)
    assert result.code == 0
    assert result.out.splitlines()[-1] == "every example is read as its rule says: 2 nl"
    assert {line.split("\t")[0] for line in result.out.splitlines()[:-1]} == {"soft.once", "game.once"}
    (game / "once.toml").write_text("[[rule]")
    result = onceper("rules", "--check", "--lang", "nl", "--patterns", mine)
    assert result.code == 1
    assert "mine/nl/duelmasters/once.toml: not TOML" in result.err


def test_a_near_rule_that_lacks_no_word_is_told_so(onceper: Onceper, mine: Path) -> None:
    barred = 'unless = ["beurt"]\nmatches'
    (mine / "nl" / "limits.toml").write_text(
        RULE.replace("EXAMPLE", "Eenmaal is geenmaal.").replace("matches", barred, 1)
    )
    result = onceper("rules", "--check", "--lang", "nl", "--patterns", mine)
    assert result.code == 1
    assert "nearest: soft.once, which has all its words here, in another order or beside what it" in result.err


def test_an_example_that_is_not_read_is_told_with_what_came_nearest(onceper: Onceper, mine: Path) -> None:
    file = mine / "nl" / "limits.toml"
    file.write_text(
        RULE.replace("EXAMPLE", "Eenmaal per beurt.").replace("Eenmaal per beurt: T", "Tweemaal per beurt: T")
    )
    result = onceper("rules", "--check", "--lang", "nl", "--patterns", mine)
    assert result.code == 1
    assert "2 examples are not read as the rules say" in result.err
    assert "nearest: soft.once, which misses times" in result.err
    assert "soft.once reads, though it must not, 'Eenmaal per beurt.'" in result.err


def test_a_model_of_an_own_language_is_trained_and_asked(
    onceper: Onceper, mine: Path, write_lines: WriteLines, tmp_path: Path
) -> None:
    drawn = [f"Trek {number} kaarten van de stapel." for number in range(20)]
    texts = [*drawn, *(f"Eenmaal per beurt: {text}" for text in drawn)]
    cards, tags = write_lines(*({"id": at, "text": text} for at, text in enumerate(texts))), tmp_path / "tags.jsonl"
    spoken = ("--lang", "nl", "--patterns", mine)
    assert onceper("tag", cards, "-o", tags, *spoken).code == 0
    code, _, err = onceper("train", "--from", tags, "-o", tmp_path, *spoken)
    assert (code, "nl.json" in err) == (0, True), err
    asked = ("--classifier", "only", "--model", tmp_path / "nl.json")
    assert '"rule":"classifier.soft"' in onceper("tag", cards, *spoken, *asked).out
