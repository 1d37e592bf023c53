"""Tag chunks in this process or in several, in their order."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import chain, islice
from threading import Thread
from typing import TYPE_CHECKING

import msgspec

from onceper.errors import OnceperError, translate
from onceper.files.protocol import Chunk
from onceper.tagging.piece import PieceTagger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection

    from onceper.tagging.piece import Piece
    from onceper.tagging.rows import RowOptions

# So many wait for each process that is started: it never waits for the next one, nor do many wait for it at the end.
_AHEAD = 2
# So many for each process are kept at most until one before them is finished, as when others have yet to start.
_KEPT = 8


class LostProcessError(OnceperError):
    """A process of a run has ended before its work was done."""


def tag_in_order(chunks: Iterable[Chunk], options: RowOptions, jobs: int) -> Generator[Piece]:
    """Yield the tagged chunks in the order of the texts, made by ``jobs`` processes, of which this one is one.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
        LostProcessError: one of the processes was ended by somebody else.
    """
    waiting, tag = iter(chunks), PieceTagger(options)
    # A stream may keep one process waiting for its next text.
    first = list(islice(waiting, min(jobs, 2)))
    if jobs == 1 or len(first) < 2:
        yield from map(tag, chain(first, waiting))
        return
    # One process, as most runs are, does without what starts others.
    from concurrent.futures import Future  # noqa: PLC0415

    with _processes(jobs) as pool:
        tagged: deque[Future[Piece]] = deque()
        for chunk in chain(first, waiting):
            # Record batches of a tagging from before stay here.
            is_placed = any(line and line.batch is not None for line in chunk.known)
            if not is_placed and sum(not piece.done() for piece in tagged) < (jobs - 1) * _AHEAD:
                packed = msgspec.msgpack.encode(chunk)
                # The first starts the processes.
                with _unheard():
                    tagged.append(pool.submit(_tag_packed, packed, options))
            else:
                tagged.append(_tag_here(Future(), chunk, tag))
            while tagged and (tagged[0].done() or len(tagged) > jobs * _KEPT):
                yield tagged.popleft().result()
        while tagged:
            yield tagged.popleft().result()


def _tag_here(piece: Future[Piece], chunk: Chunk, tag: PieceTagger) -> Future[Piece]:
    try:
        piece.set_result(tag(chunk))
    except OnceperError as error:
        # What is wrong in a chunk before this one is told first.
        piece.set_exception(error)
    return piece


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Give the others of so many processes, which end when the block does, whatever they do then, and with this one."""
    # As above.
    import multiprocessing  # noqa: PLC0415
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415
    from multiprocessing import resource_tracker  # noqa: PLC0415

    # A process that is forked would hold the locks that threads of pyarrow and Polars hold at that moment.
    context = multiprocessing.get_context("spawn")
    if sys.platform != "win32":
        # Else the first lock would start it, which would be told of the end of a terminal, and tell of that.
        with _unheard():
            resource_tracker.ensure_running()
    ended, here = context.Pipe(duplex=False)
    with (
        ended,
        here,
        translate(BrokenProcessPool, lambda _: _lost(jobs)),
        # While they import what they need, which takes as long as thousands of texts, this one reads.
        ProcessPoolExecutor(jobs - 1, mp_context=context, initializer=_start, initargs=(ended,)) as pool,
    ):
        try:
            yield pool
        except BaseException:
            # Before the pool is left, which would wait for the chunks that are being tagged.
            here.close()
            raise


def _lost(jobs: int) -> LostProcessError:
    return LostProcessError(
        f"one of the {jobs} processes was ended from outside, as the system does where memory runs out",
        expected="about 300 MB of memory for each process",
        remedy=f"free memory, or ask for fewer processes than --jobs {jobs} (jobs={jobs})",
    )


def _tag_packed(chunk: bytes, options: RowOptions) -> Piece:
    # Pickling the texts would take the process that reads them eight times as long.
    return _tagger(options)(msgspec.msgpack.decode(chunk, type=Chunk))


# A process is started for one run.
_tagger = lru_cache(1)(PieceTagger)


@contextmanager
def _unheard() -> Iterator[None]:
    """Let processes that are started meanwhile not hear what a terminal tells all: the run hears it, and ends them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(ended: Connection) -> None:
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(ended,), daemon=True).start()


def _end_with(ended: Connection) -> None:
    """End this process when the other end of the pipe is closed: by the run, or by the system where that was killed."""
    # On Windows an error tells that it is closed.
    with suppress(OSError):
        ended.poll(None)
    # At once: the main thread may be in the midst of a chunk.
    os._exit(1)
