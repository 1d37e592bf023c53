"""Tag one file from end to end."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from onceper.display.progress import progress_on
from onceper.files.formats import refuse_overwriting, sink_to, source_of
from onceper.files.opening import name_of
from onceper.files.sink.jsonl import json_lines_to
from onceper.files.sink.unread import unread_to
from onceper.files.source.columns import Columns
from onceper.lang.telling import tell
from onceper.reader.reader import read
from onceper.tagging.file_language import FIRST_TEXTS, told_language
from onceper.tagging.rows import tag_rows
from onceper.tagging.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onceper.files.source.columns import Column
    from onceper.files.source.known_formats import InputFormat


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
) -> Summary:
    """Tag the card texts of a file or folder, write the rows to the target, and return what was found.

    The file ``-`` is standard input; without a target the rows go to standard output as JSON Lines. ``unread`` is a
    file for the sentences that look like a limit and that no rule reads. ``columns`` says under which name the file
    keeps what, such as ``{"text": "rules_text"}``, where that is none of the usual names; null, that it does not.
    ``input_format`` is its format where that cannot be told. Progress is shown on standard error.

    Raises:
        InputError: the file cannot be read, or has no such columns.
        LanguageError: the file holds one language and it cannot be told.
        OutputError: the target cannot be written.
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    file, target = Path(file), Path(target) if target is not None else None
    summary = Summary()
    with ExitStack() as stack:
        source = stack.enter_context(source_of(file, Columns(columns), input_format))
        if target is None:
            write = stack.enter_context(json_lines_to(sys.stdout.buffer))
        else:
            refuse_overwriting(file, target)
            write = stack.enter_context(sink_to(target))
        write_unread = stack.enter_context(unread_to(unread)) if unread else None
        cards = source.cards
        if source.one_language and lang is None:
            first = list(islice(cards, FIRST_TEXTS))
            lang = told_language(first, tell, name_of(file))
            cards = chain(first, cards)
        show = stack.enter_context(progress_on(sys.stderr, source.share_read))
        for row in tag_rows(cards, read=read, lang=lang, game=game, only_lang=only_lang, strict=strict):
            summary.add(row)
            write(row)
            if write_unread:
                write_unread(row)
            show(summary.rows)
    return summary
