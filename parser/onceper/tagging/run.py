"""Tag one file from end to end."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing, contextmanager
from itertools import chain, islice, repeat
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from onceper.display.progress import progress_on
from onceper.errors import UsageError
from onceper.files.finished import finished, writing
from onceper.files.formats import (
    DATABASES,
    check_format,
    check_outputs,
    flat_to,
    form_of,
    sink_to,
    source_of,
)
from onceper.files.opening import input_path, input_paths, name_of
from onceper.files.protocol import chunk_sizes, in_chunks
from onceper.files.source.columns import Columns
from onceper.lang.languages import check_game, check_language, languages_in_use
from onceper.reader.options import BY_DEFAULT, Options
from onceper.tagging.file_language import tell_language
from onceper.tagging.processes import tag_in_order
from onceper.tagging.rows import RowOptions
from onceper.tagging.since import rows_from_before
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from onceper.files.protocol import Sink
    from onceper.files.source.columns import Column
    from onceper.files.source.known_formats import InputFormat
    from onceper.reader.options import Mode


def tag_file(
    file: Path | str | Sequence[Path | str],
    target: Path | str | None,
    *,
    lang: str | None = None,
    game: str | None = None,
    only_lang: str | None = None,
    strict: bool = False,
    unread: Path | None = None,
    columns: Mapping[Column, str | None] | None = None,
    input_format: InputFormat | None = None,
    jobs: int = 1,
    with_text: bool = False,
    quiet: bool = False,
    classifier: Mode = BY_DEFAULT,
    model: Path | str | None = None,
    since: Path | str | None = None,
    flat: bool = False,
) -> Summary:
    """Tag the card texts of a file or folder, write the rows to the target, and return what was found, to print.

    Several files and folders, in a list, are read as one; card databases are merged, in which a later card takes the
    place of an earlier one of its id. The file ``-`` is standard input; without a target the rows go to standard output
    as JSON Lines. ``unread`` is a file for the sentences that look like a limit and that no rule reads. ``columns``
    says under which name the file keeps what, such as ``{"text": "rules_text"}``, where that is none of the usual
    names; null, that it does not.
    ``input_format`` is its format where that cannot be told. Progress is shown on standard error, unless ``quiet``.

    ``jobs`` processes share the texts. ``with_text`` gives each row its text. ``classifier`` and ``model`` are those of
    ``onceper.read``. ``since`` is a tagging from before, in any format, of which the rows are taken over whose texts
    would be read alike; what comes out is the same without it. ``flat`` writes in place of rows one ``FlatCard`` for
    each card and language. An output takes its name when it is complete: of a run that is stopped nothing is left.

    Raises:
        InputError: the file cannot be read, or has no such columns.
        LanguageError: ``lang`` or ``only_lang`` is not a language that onceper reads, or the file holds one language
            and it cannot be told.
        GameError: ``game`` is no name of a game.
        OutputError: the target cannot be written.
        UsageError: there is to be no process, the input is no file, or the target has no room for flat cards.
        BadRowError: with ``strict``, at the first text that cannot be read.
        ModeError, ModelError: as ``onceper.read`` does.
    """
    started = perf_counter()
    if jobs < 1:
        raise UsageError(f"{jobs} jobs", expected="one process or more (jobs=1, --jobs 1)")
    files = input_paths(file)
    if not files:
        raise UsageError("there is no input", expected="a file, a folder, or several of them")
    target = Path(target) if target is not None else None
    options = RowOptions(
        check_language(lang),
        check_game(game),
        check_language(only_lang),
        strict,
        with_text,
        Options.checked(classifier=classifier, model=model),
        with_unread=unread is not None,
    )
    if flat and (target is None or with_text or target.suffix.lower() in DATABASES):
        raise UsageError(
            "flat cards for standard output, for a database or with their texts",
            expected="one file of .parquet, .csv, .jsonl, .arrow or .feather; a database has the view cards_flat",
            remedy="name it with -o, and leave out --with-text, or leave out --flat (in Python: flat=)",
        )
    with ExitStack() as stack:
        source = stack.enter_context(source_of(files, Columns(columns), input_format))
        if target is not None:
            check_format(target)
        check_outputs([target, unread], [*files, model, languages_in_use().own, since])
        is_told = options.lang is None and source.one_language
        # What reads standard output has each row at once, where one process reads in turn.
        sizes = repeat(1) if target is None and jobs == 1 and not is_told else chunk_sizes()
        chunks = in_chunks(source.texts, sizes)
        if is_told:
            first = list(islice(chunks, 1))
            cards = [placed.text for chunk in first for placed in chunk.texts]
            told = tell_language(cards, ", ".join(map(name_of, files)), source.merged)
            chunks, options = chain(first, chunks), replace(options, lang=told)
        options = replace(options, form="arrow" if flat else form_of(target))
        show = stack.enter_context(progress_on(sys.stderr, source.share_read, quiet=quiet))
        write_unread = stack.enter_context(_unread_to(unread))
        write = stack.enter_context(flat_to(target) if flat else sink_to(target))
        if since is not None:
            chunks = stack.enter_context(rows_from_before(input_path(since), options))(chunks)
        summary = Summary(
            merged={database.name: (database.cards, database.replaced) for database in source.merged},
            left_aside=tuple(source.left_aside),
        )
        for piece in stack.enter_context(closing(tag_in_order(chunks, options, jobs))):
            write(piece.rows)
            write_unread(piece.unread)
            summary.merge(piece.summary)
            show(summary.rows)
    summary.seconds = perf_counter() - started
    return summary


@contextmanager
def _unread_to(unread: Path | None) -> Iterator[Sink]:
    """Write lines of unread sentences; the file takes its name when the block ends well."""
    if unread is None:
        yield lambda _: None
        return
    with finished(unread) as unfinished, unfinished.open("wb") as stream:

        def write(lines: bytes) -> None:
            # Else a full disk would be told of the output of the rows, which is written at the same time.
            with writing(unread):
                stream.write(lines)

        yield write
