"""Write a file of card texts again with its texts in a style."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from onceper.display.progress import progress_on
from onceper.errors import UsageError
from onceper.files.finished import OutputError, finished
from onceper.files.formats import check_outputs, source_in
from onceper.files.opening import InputFile, input_path, name_of, open_input
from onceper.files.source.columns import Columns
from onceper.files.source.known_formats import ENDING_OF, format_of_suffix, suffix_of, tell_format
from onceper.lang.languages import check_game, check_language
from onceper.marking.rewriting import rewrite
from onceper.marking.styles import MarkError, check_style, mark_text
from onceper.marking.unmark import unmark
from onceper.marking.witness import liken
from onceper.tagging.file_language import tell_language
from onceper.tagging.rows import RowOptions, tag_cards
from onceper.tagging.summary import first_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from onceper.contract.reading import Row
    from onceper.files.protocol import CardText
    from onceper.files.source.columns import Column
    from onceper.files.source.known_formats import InputFormat
    from onceper.marking.styles import Style
    from onceper.marking.witness import Likened


@dataclass(repr=False)
class MarkSummary:
    """Count texts, those that were changed, and those left as they are, by the reason.

    ``likened`` are the texts of which a witness numbers the effects otherwise, with what came of each. ``seconds`` is
    what it took.
    """

    texts: int = 0
    changed: int = 0
    left: Counter[str] = field(default_factory=Counter)
    likened: list[Likened] = field(default_factory=list)
    seconds: float = field(default=0.0, compare=False)

    def __repr__(self) -> str:
        return (
            f"<MarkSummary {self.texts} texts, {self.changed} changed, {self.left.total()} left, {self.seconds:.1f} s>"
        )


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
    print numbers the effects: where it has other numbers, the effects are cut and numbered as there, if the two can be
    brought together. ``told`` is a file for these cards and what came of each, as JSON Lines. ``lang``, ``game``,
    ``columns`` and ``input_format`` are those of ``tag_file``. Progress is shown on standard error, unless ``quiet``.

    Raises:
        StyleError: there is no such style.
        InputError: a file cannot be read, or is a folder.
        LanguageError: ``lang`` is not a language that onceper reads, or that of a file cannot be told.
        GameError: ``game`` is no name of a game.
        OutputError: the target cannot be written, or is of another format.
        UsageError: ``like`` is given with the style ``plain``, for which nothing is read, or ``told`` without ``like``.
    """
    started = perf_counter()
    checked = check_style(style)
    if told is not None and like is None:
        raise UsageError("nothing is to be told of", expected="a witness", remedy="name one with --like (like=)")
    if like is not None and checked == "plain":
        raise UsageError("a witness for plain text", expected="a style that shows effects", remedy="leave out --like")
    lang, game = check_language(lang), check_game(game)
    summary = MarkSummary()
    with ExitStack() as stack:
        opened = _Opened(stack, input_path(file), Columns(columns, whole=True), input_format)
        witness = None if like is None else _Opened(stack, input_path(like), Columns(whole=True), None)
        place, of_witness = Path(target), None if told is None else Path(told)
        _check_format(place, opened)
        check_outputs([place, of_witness], [opened.path, None if witness is None else witness.path])
        cards = opened.cards()
        show = stack.enter_context(progress_on(sys.stderr, lambda: summary.texts / max(1, len(cards)), quiet=quiet))
        texts = [replace(card, text=unmark(card.text)) for card in cards]
        rows = iter(()) if checked == "plain" else opened.rows(texts, lang, game)
        if witness is not None:
            rows = liken(list(rows), list(witness.rows(witness.cards(), None, game)), summary.likened.append)
        marked = []
        for card, text in zip(cards, texts, strict=True):
            row = next(rows, None)
            new = _marked(text, row, checked, summary, has_place=bool(card.keys) or opened.format == "cdb")
            summary.texts += 1
            show(summary.texts)
            if new is not None and new != card.text:
                marked.append((card, new))
        summary.changed = len(marked)
        if of_witness is not None:
            with finished(of_witness) as unfinished:
                unfinished.write_bytes(msgspec.json.Encoder().encode_lines(summary.likened))
        with finished(place) as unfinished, opened.file() as again:
            rewrite(again, unfinished, opened.format, opened.columns, marked)
    summary.seconds = perf_counter() - started
    return summary


class _Opened:
    """Hold a file of card texts that is read more than once, with its format."""

    def __init__(self, stack: ExitStack, path: Path, columns: Columns, given: InputFormat | None) -> None:
        self.path, self.name, self.columns = path, name_of(path), columns
        file = stack.enter_context(open_input(path))
        self.format = tell_format(file, suffix_of(path), columns, given)
        self._on_disk = stack.enter_context(file.on_disk())

    @contextmanager
    def file(self) -> Iterator[InputFile]:
        with self._on_disk.open("rb") as stream:
            yield InputFile(self.name, stream, self._on_disk)

    def cards(self) -> list[CardText]:
        with self.file() as file, source_in(file, self.format, self.columns) as source:
            self._in_one_language = source.one_language
            return list(source.cards)

    def rows(self, cards: list[CardText], lang: str | None, game: str | None) -> Iterator[Row]:
        if self._in_one_language and lang is None:
            lang = tell_language(cards, self.name)
        return filter(None, tag_cards(cards, RowOptions(lang, game, with_text=True)))


def _check_format(target: Path, opened: _Opened) -> None:
    if format_of_suffix(target.suffix) != opened.format:
        raise OutputError(
            f"{opened.name} is {opened.format}, and the name of the output says otherwise",
            where=str(target),
            expected=f"a file of the same format, such as {target.stem}{ENDING_OF[opened.format]}",
            remedy="give the output this ending",
        )


def _marked(card: CardText, row: Row | None, style: Style, summary: MarkSummary, *, has_place: bool) -> str | None:
    """Return a text in a style, null where it is left as it is, which is counted."""
    error = card.error if row is None else row.error
    if error is None and not has_place:
        error = "the file keeps this text in pieces"
    try:
        if error is None:
            return card.text if row is None else mark_text(card.text, row, style)
    except MarkError as problem:
        error = problem.what
    summary.left[first_words(error)] += 1
    return None
