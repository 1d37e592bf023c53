"""What is kept of a language's files: found again, made anew where it is damaged or foreign, never run."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.own_rules import write_files

from onceper.lang.languages import Languages
from onceper.matching import compile as compiling
from onceper.patterns import kept as module
from onceper.patterns.catalogue import catalogue
from onceper.patterns.kept import VARIABLE, digest_of, kept
from onceper.reader.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from onceper.contract.reading import CardReading

TEXTS = {
    "en": "Once per turn, if you control no monsters: Draw 1 card. You can only use each effect of “Ash” once.",
    "ja": "①：１ターンに１度、手札を１枚捨てて発動できる。このカード名の①の効果は１ターンに１度しか使用できない。",
}
OWN = """
["own"]
pattern = "zig zag"
matches = ["zig zag"]
source = "none"
limit = { kind = "soft" }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep in a folder of the test's own, however fast it is made."""
    # It is made once a process, by whichever test is the first.
    catalogue()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def made(say: str) -> Callable[[], list[str]]:
    return lambda: [say]


def refuse() -> list[str]:
    raise AssertionError


def words(name: str, digest: str, make: Callable[[], list[str]]) -> list[str]:
    return kept(name, digest, list[str], make)


def test_what_is_kept_is_found_again(folder: Path) -> None:
    assert words("a", "1", made("first")) == ["first"]
    assert words("a", "1", refuse) == ["first"]
    assert words("a", "2", made("second")) == ["second"]
    assert words("b", "1", made("third")) == ["third"]
    assert sorted(file.name for file in folder.iterdir()) == ["a-1", "a-2", "b-1"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"short",
        bytes(40),
        blake2b(b"\xc1", digest_size=16).digest() + b"\xc1",
        blake2b(msgspec.msgpack.encode({"a": 1}), digest_size=16).digest() + msgspec.msgpack.encode({"a": 1}),
    ],
)
def test_what_is_damaged_or_foreign_is_made_anew(folder: Path, content: bytes) -> None:
    words("a", "1", made("first"))
    (folder / "a-1").write_bytes(content)
    assert words("a", "1", made("again")) == ["again"]
    assert words("a", "1", refuse) == ["again"]


def test_where_nothing_can_be_written_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.write_text("no folder", encoding="utf-8")
    assert words("a", "1", made("first")) == ["first"]
    assert words("a", "1", made("second")) == ["second"]
    monkeypatch.setenv(VARIABLE, "")
    assert words("a", "1", made("third")) == ["third"]


def test_no_more_is_kept_than_a_bound(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_FILES", 3)
    for number in range(6):
        words("a", str(number), made("one"))
    assert len(list(folder.iterdir())) == 3


@pytest.mark.parametrize("lang", TEXTS)
def test_a_language_reads_the_same_from_what_is_kept(folder: Path, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def reading() -> CardReading:
        language = Languages().of(lang)
        return Reader(language, language.book.rules).read(TEXTS[lang])

    read = reading()
    assert len(list(folder.iterdir())) == 2
    monkeypatch.setattr(compiling, "_compile", refuse)
    monkeypatch.setattr("onceper.patterns.load.load_book", refuse)
    assert reading() == read


def test_any_change_of_a_file_is_another_digest(tmp_path: Path) -> None:
    write_files(tmp_path, {"en/own.toml": OWN})
    folders = Languages(tmp_path).of("en").folders
    before = digest_of(folders)
    assert digest_of(folders) == before
    assert digest_of(folders, ["another dictionary"]) != before
    (tmp_path / "en" / "own.toml").write_text(OWN.replace("zag", "zug"), encoding="utf-8")
    assert digest_of(folders) != before
    (tmp_path / "en" / "own.toml").rename(tmp_path / "en" / "other.toml")
    assert digest_of(folders) != before
