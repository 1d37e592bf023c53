"""Write a file of card texts again with its texts in a style."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from onceper.display.progress import progress_on
from onceper.errors import UsageError
from onceper.files.finished import OutputError, finished
from onceper.files.formats import check_outputs, output_path, source_in, source_of, write_records
from onceper.files.opening import InputFile, input_path, name_of, open_input
from onceper.files.source.columns import Columns
from onceper.files.source.known_formats import ENDING_OF, format_of_suffix, suffix_of, tell_format
from onceper.lang.languages import check_game, check_language
from onceper.marking.rewriting import rewrite
from onceper.marking.styles import check_style, mark_row
from onceper.marking.unmark import unmark
from onceper.marking.witness import Likened, liken
from onceper.tagging.file_language import read_whole
from onceper.tagging.rows import RowOptions, tag_cards
from onceper.tagging.summary import first_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from onceper.contract.reading import Row
    from onceper.files.protocol import CardText
    from onceper.files.source.columns import Column
    from onceper.files.source.known_formats import InputFormat


_IN_PIECES = "the file keeps this text in pieces"


@dataclass(repr=False)
class MarkSummary:
    """Count texts, those that were changed, and those left as they are, by the reason.

    ``likened`` are the texts of which a witness numbers the effects otherwise, with what came of each.
    """

    texts: int = 0
    changed: int = 0
    left: Counter[str] = field(default_factory=Counter)
    likened: list[Likened] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<MarkSummary {self.texts} texts, {self.changed} changed, {self.left.total()} left>"


def mark_file(
    file: Path | str,
    target: Path | str,
    style: str,
    *,
    like: Path | str | None = None,
    told: Path | str | None = None,
    lang: str | None = None,
    game: str | None = None,
    columns: Mapping[Column, str | None] | None = None,
    input_format: InputFormat | None = None,
    quiet: bool = False,
) -> MarkSummary:
    """Write a file of card texts again with its texts in a style, and return what was done, to print.

    The target is a file of the same format; all that is no card text stays as it was. A text that is marked is marked
    anew; one that cannot be read stays as it is. ``like`` is a database of the same cards in another language, whose
    print numbers the effects: where it has fewer, or another order, the effects are joined and numbered as there, if
    the two can be brought together. ``told`` is a file for these cards and what came of each, in a format that its
    suffix says. ``lang``, ``game``, ``columns`` and ``input_format`` are those of ``tag_file``. Progress is shown on
    standard error, unless ``quiet``.

    Raises:
        StyleError: there is no such style.
        InputError: a file cannot be read, or is a folder.
        LanguageError: ``lang`` is not a language that onceper reads, or that of a file cannot be told.
        GameError: ``game`` is no name of a game.
        OutputError: the target cannot be written, or is of another format.
        UsageError: ``told`` is given without ``like``.
    """
    summary = MarkSummary()
    checked, lang, game = check_style(style), check_language(lang), check_game(game)
    if told is not None and like is None:
        raise UsageError("nothing is to be told of", expected="a witness", remedy="name one with --like (like=)")
    source, witness, place = input_path(file), None if like is None else input_path(like), Path(target)
    likenings, named = output_path(told, [source, witness]), Columns(columns, whole=True)
    with ExitStack() as stack:
        opened = stack.enter_context(open_input(source))
        found = tell_format(opened, suffix_of(source), named, input_format)
        if format_of_suffix(place.suffix) != found:
            raise OutputError(
                f"{opened.name} is {found}, and the name of the output says otherwise",
                where=str(place),
                expected=f"a file of the same format, such as {place.stem}{ENDING_OF[found]}",
                remedy="give the output this ending",
            )
        check_outputs([place, likenings], [source, witness])
        # It is read once for its texts, and once more to be written again.
        copy = stack.enter_context(opened.on_disk())
        streams = [InputFile(opened.name, stack.enter_context(copy.open("rb")), copy) for _ in range(2)]
        cards, lang = read_whole(stack.enter_context(source_in(streams[0], found, named)), lang, opened.name)
        plain = [
            replace(card, text=unmark(card.text), error=card.error or (None if card.keys else _IN_PIECES))
            for card in cards
        ]
        rows: Iterable[Row | CardText] = plain if checked == "plain" else _rows(plain, lang, game)
        if witness is not None:
            printed = read_whole(stack.enter_context(source_of(witness, Columns(whole=True))), None, name_of(witness))
            rows = liken(list(_rows(plain, lang, game)), list(_rows(*printed, game)), summary.likened.append)
        show = stack.enter_context(progress_on(sys.stderr, quiet=quiet))
        marked = []
        for card, row in zip(cards, rows, strict=True):
            new, problem = mark_row(row, checked)
            if problem:
                summary.left[first_words(problem)] += 1
            elif new is not None and new != card.text:
                marked.append((card, new))
            summary.texts += 1
            show(summary.texts, len(cards))
        summary.changed = len(marked)
        if likenings:
            write_records(summary.likened, Likened, likenings)
        with finished(place) as unfinished:
            rewrite(streams[1], unfinished, found, named, marked)
    return summary


def _rows(cards: Iterable[CardText], lang: str | None, game: str | None) -> Iterator[Row]:
    return filter(None, tag_cards(cards, RowOptions(lang, game, with_text=True)))
