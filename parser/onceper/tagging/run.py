"""Tag one file from end to end."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing, nullcontext
from itertools import chain, islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from onceper.display.progress import progress_on
from onceper.errors import OnceperError, UsageError
from onceper.files.finished import place_of
from onceper.files.formats import (
    check_target,
    form_of,
    parts_to,
    refuse_meeting,
    refuse_overwriting,
    source_of,
    whole_to,
)
from onceper.files.opening import InputError, input_path, name_of
from onceper.files.sink.jsonl import json_lines_to
from onceper.files.sink.standard_output import standard_output
from onceper.files.sink.unread import unread_lines, unread_to
from onceper.files.source.columns import Columns
from onceper.lang.languages import check_game, check_language, languages_in_use
from onceper.reader.options import RULES_ALONE, Options
from onceper.reader.unmodelled import has_no_model
from onceper.tagging.chunks import RunOptions, split_into_chunks, tag_as_asked, write_chunk
from onceper.tagging.file_language import FIRST_TEXTS, tell_language
from onceper.tagging.processes import tag_in_order
from onceper.tagging.rows import BadRowError
from onceper.tagging.summary import Summary
from onceper.tagging.work_folder import ResumeError, Run, WorkFolder, run_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from contextlib import AbstractContextManager

    from onceper.display.progress import Report
    from onceper.files.protocol import CardText
    from onceper.files.sink.jsonl import JsonLines
    from onceper.files.source.columns import Column
    from onceper.files.source.known_formats import InputFormat
    from onceper.reader.options import Mode

    Unread = Callable[[bytes], object]


def tag_file(
    file: Path | str,
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
    resume: bool | None = None,
    parts: bool = False,
    with_text: bool = False,
    quiet: bool = False,
    classifier: Mode = RULES_ALONE,
    model: Path | str | None = None,
) -> Summary:
    """Tag the card texts of a file or folder, write the rows to the target, and return what was found, to print.

    The file ``-`` is standard input; without a target the rows go to standard output as JSON Lines. ``unread`` is a
    file for the sentences that look like a limit and that no rule reads. ``columns`` says under which name the file
    keeps what, such as ``{"text": "rules_text"}``, where that is none of the usual names; null, that it does not.
    ``input_format`` is its format where that cannot be told. Progress is shown on standard error, unless ``quiet``.

    ``jobs`` processes share the texts. Finished chunks of up to 2,048 texts are kept beside the target until it is
    complete, so that a run that was stopped can be told to ``resume``: the output is that of a run that was not; with
    false they are removed. With ``parts`` the target is a folder of files, one for each chunk. ``with_text`` gives each
    row its text. ``classifier`` and ``model`` are those of ``onceper.read``.

    Raises:
        InputError: the file cannot be read, or has no such columns.
        LanguageError: ``lang`` or ``only_lang`` is not a language that onceper reads, or the file holds one language
            and it cannot be told.
        GameError: ``game`` is no name of a game.
        OutputError: the target cannot be written.
        UsageError: there is to be no process, or the input is no file.
        ResumeError: there are chunks of another run, or chunks of which nobody says whether to go on with them.
        BadRowError: with ``strict``, at the first text that cannot be read.
        ModeError, ModelError: as ``onceper.read`` does.
    """
    started = perf_counter()
    if jobs < 1:
        raise UsageError(f"{jobs} jobs", expected="one process or more (jobs=1, --jobs 1)")
    reading = Options.checked(classifier=classifier, model=model)
    lang, only_lang, game = check_language(lang), check_language(only_lang), check_game(game)
    file, target = input_path(file), Path(target) if target is not None else None
    form = form_of(target)
    with ExitStack() as stack:
        source = stack.enter_context(source_of(file, Columns(columns), input_format))
        _check_outputs(target, unread, [file, model, languages_in_use().own], parts=parts)
        if target is not None and resume and not _is_lasting(file):
            raise ResumeError(
                f"{name_of(file)} cannot be read again",
                where=str(target),
                expected="a file to go on with",
                remedy="write the texts to a file first, or leave out --resume",
            )
        cards = source.cards
        if source.one_language and lang is None:
            first = list(islice(cards, FIRST_TEXTS))
            lang = tell_language(first, languages_in_use().detector.detect_or_none, name_of(file))
            cards = chain(first, cards)
        options = RunOptions(form, lang, game, only_lang, strict, with_text, reading)
        show = stack.enter_context(progress_on(sys.stderr, source.share_read, source.bytes_read, quiet=quiet))
        if target is None:
            with standard_output() as stream, json_lines_to(stream) as write, _unread_to(unread) as write_unread:
                summary = _tag_to(write, cards, options, jobs, write_unread, show)
        else:
            run = run_of(file, options, {str(what): name for what, name in (columns or {}).items()}, input_format)
            summary = _tag_by_chunks(target, unread, run, cards, jobs, show, resume=resume, parts=parts)
    summary.seconds = perf_counter() - started
    return summary


def _check_outputs(
    target: Path | None, unread: Path | None, sources: Iterable[Path | str | None], *, parts: bool
) -> None:
    if target is not None:
        check_target(target, parts=parts)
    if unread is not None:
        place_of(unread)
    for output in filter(None, (target, unread)):
        for read in sources:
            if read:
                refuse_overwriting(Path(read), output)
    if target is not None and unread is not None:
        refuse_meeting(target, unread)


def _is_lasting(file: Path) -> bool:
    """Say whether an input can be read again, as standard input and pipes cannot."""
    return file.is_file() or file.is_dir()


def _unread_to(unread: Path | None) -> AbstractContextManager[Unread]:
    return nullcontext(_nowhere) if unread is None else unread_to(unread)


def _nowhere(_: object) -> None:
    """Write no unread sentences."""


def _tag_to(
    write: JsonLines, cards: Iterable[CardText], options: RunOptions, jobs: int, unread: Unread, show: Report
) -> Summary:
    """Tag to standard output, which is read while it is written: one process gives each row at once."""
    summary = Summary()
    if jobs > 1:
        with closing(tag_in_order(split_into_chunks(cards), options, jobs)) as tagged:
            for chunk in tagged:
                write.take(chunk.rows)
                unread(chunk.unread)
                summary.merge(chunk.summary)
                show(summary.rows)
        return summary
    for card, row in tag_as_asked(cards, options):
        summary.add(row, card.card_type, lacks_model=has_no_model(row.lang, row.game, options.reading))
        write(row)
        unread(unread_lines(row))
        show(summary.rows)
    return summary


def _tag_by_chunks(
    target: Path,
    unread: Path | None,
    run: Run,
    cards: Iterable[CardText],
    jobs: int,
    show: Report,
    *,
    resume: bool | None,
    parts: bool,
) -> Summary:
    work = WorkFolder(target)
    with work.held():
        finished = work.begin(run, resume=resume)
        summary = Summary()
        missing = islice(split_into_chunks(cards), finished, None)
        try:
            with (
                _unread_to(unread) as write_unread,
                parts_to(target) if parts else whole_to(target) as next_sink,
                closing(tag_in_order(missing, run.options, jobs)) as tagged,
            ):
                for number, chunk in enumerate(chain(work.chunks(finished), tagged)):
                    if number >= finished:
                        work.keep(number, chunk)
                    with next_sink() as write:
                        write_chunk(chunk.rows, run.options.form, write)
                    write_unread(chunk.unread)
                    summary.merge(chunk.summary)
                    show(summary.rows)
        except BaseException as error:
            _tell_what_is_kept(work, run, error)
            raise
        # Both outputs have their names: what was killed before can be told to go on.
        work.remove()
    return summary


def _tell_what_is_kept(work: WorkFolder, run: Run, error: BaseException) -> None:
    """Remove what no run can go on with, and note with what has ended this one what is kept of it."""
    finished = work.rows()
    # A text or file that is mended is another input.
    if finished and not isinstance(error, InputError | BadRowError) and run.source is not None:
        error.add_note(f"{finished:,} finished rows are kept; the same with --resume (resume=True) goes on from there")
        return
    work.remove()
    if not isinstance(error, OnceperError):
        error.add_note("nothing is kept" if finished else "nothing was finished yet, and nothing is kept")
