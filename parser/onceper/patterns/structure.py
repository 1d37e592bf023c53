"""How a language's print is cut, and what its phrases tell of a sentence: the content of its ``structure.toml``."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

from onceper.patterns.records import fields_of, read_bundled, table_of
from onceper.patterns.word_list import spelled
from onceper.text.normal import MASK, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from onceper.patterns.records import Loader

# Stands in a phrase for any words. The others are of languages whose words change with their endings: any letters of a
# word, and what stands before the name of a class of endings.
ANY_WORDS = "..."
# Stands for a number in bullets that are numbers.
NUMBER = "#"
ANY_LETTERS = "-"
OF_CLASS = "+"

Style = Literal["psct", "ocg", "abilities"]
Words = Literal["spaced", "elided", "unspaced", "mecab", "stems"]
Mark = Annotated[str, msgspec.Meta(min_length=1, max_length=1)]


class PrintStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say by which marks a language prints, and how its words are told apart.

    ``style`` is ``psct`` (sentences with full stops, activations with colon and semicolon), ``ocg`` (numbered effects,
    clauses cut at commas) or ``abilities`` (one a line, with notes in parentheses). ``words`` are ``spaced``,
    ``elided`` (spaced, and an apostrophe ends one), ``unspaced`` (each sign is a word), cut by ``mecab``, or split into
    the ``stems`` of ``stems.toml`` and endings.
    ``stops`` end a sentence, ``comma`` a clause in the style ``ocg``; ``names`` are the pairs of marks around names.
    """

    style: Style = "psct"
    words: Words = "spaced"
    stops: Annotated[str, msgspec.Meta(min_length=1)] = ".!?"
    comma: Mark = ","
    names: Annotated[tuple[tuple[Mark, Mark], ...], msgspec.Meta(min_length=1)] = (('"', '"'),)

    @property
    def told_by(self) -> tuple[str, ...]:
        """The tables of ``styles.toml`` that say for which lists of phrases this print asks."""
        return ("stems",) if self.words == "stems" else (self.words, self.style)


class Example(NamedTuple):
    """Hold a text in which ``{}`` stands for each of some phrases, what is read in it, in printed order, and those."""

    text: str
    read: str
    phrases: tuple[str, ...]


class Structure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold by which marks a language prints, and lists of phrases that tell something; ``styles.toml`` says what.

    A list is in ``examples``, by what shows its phrases; those without an example are one without a text. ``telling``
    are slots whose phrases tell that words may state a limit. ``evidence`` are words and ``script`` are letters that
    only this language uses; ``games`` are the terms of each game, where the language has several.
    """

    print: PrintStyle = PrintStyle()
    telling: tuple[str, ...] = ()
    evidence: frozenset[str] = frozenset()
    script: str = ""
    games: dict[str, tuple[str, ...]] = {}
    examples: dict[str, tuple[Example, ...]] = {}

    def __getitem__(self, key: str) -> tuple[str, ...]:
        """Return the phrases of a list, none of one that the file does not have."""
        return tuple(chain.from_iterable(example.phrases for example in self.examples.get(key, ())))

    def folded(self, fold: Callable[[str], str], letters: Collection[str]) -> Structure:
        """Return the structure with its marks as texts are read, and each of its phrases as folded text has it.

        A capital that stands for any of several ``letters`` stays, and so does a masked name, which no text holds.
        """

        def fold_phrase(phrase: str) -> str:
            normal = MASK.join(Text(piece).normal for piece in phrase.split(MASK))
            return "".join(sign if sign in letters else small for sign, small in zip(normal, fold(normal), strict=True))

        print_ = self.print
        names = tuple((Text(opening).normal, Text(closing).normal) for opening, closing in print_.names)
        marks = msgspec.structs.replace(
            print_, stops=Text(print_.stops).normal, comma=Text(print_.comma).normal, names=names
        )
        examples = {
            key: tuple(
                one._replace(phrases=tuple(map(fold_phrase, chain.from_iterable(map(spelled, one.phrases)))))
                for one in listed
            )
            for key, listed in self.examples.items()
        }
        return msgspec.structs.replace(self, print=marks, examples=examples)


def styles() -> Mapping[str, Any]:
    """Return what ``styles.toml`` says of each style of print."""
    said: Mapping[str, Any] = read_bundled("styles.toml")
    return said


def lists_of(told_by: str) -> tuple[str, ...]:
    """Return the lists of phrases for which a style of print, or one of splitting words, asks."""
    return tuple(styles().get(told_by, {}).get("lists", "").split())


@lru_cache
def _file(print_: PrintStyle) -> Any:
    """Return what the file of this print may hold; a list has phrases, or these by what is read in a text."""
    types = {key: kind for key, kind in fields_of(Structure).items() if key != "examples"}
    for key in chain.from_iterable(map(lists_of, print_.told_by)):
        like, said = styles()["forms"].get(key, styles()["forms"]["any"])
        phrases = tuple[Annotated[str, msgspec.Meta(pattern=like, description=said)], ...]
        types[key] = phrases | dict[str, dict[str, tuple[str, ...]]]
    return table_of("StructureFile", types)


def read_structure(content: Mapping[str, Any], file: str, loader: Loader) -> Structure:
    """Return the structure that a file states; what is wrong in it is told to the loader."""
    print_ = loader.make(PrintStyle, content.get("print", {}), file, "print")
    if print_ is None or loader.make(_file(print_), content, file) is None:
        return Structure()
    fixed = {key: content[key] for key in fields_of(Structure).keys() & content}
    examples = {key: [*examples_in(shown)] for key, shown in content.items() if key not in fixed}
    structure = msgspec.convert({**fixed, "examples": examples}, Structure)
    try:
        re.compile(f"[{structure.script or '-'}]")
    except re.error as error:
        loader.tell(file, "script", f"{structure.script!r} gives no letters: {error}", "such as ぁ-ヿ")
    return structure


def examples_in(shown: Any) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield the texts of a list, what is read in each and what stands in place of ``{}``; a list alone has no text."""
    if isinstance(shown, dict):
        yield from ((text, read, phrases) for read, texts in shown.items() for text, phrases in texts.items())
    else:
        yield "", "", shown
