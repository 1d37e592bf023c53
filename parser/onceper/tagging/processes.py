"""Tag chunks in this process or in several, in their order."""

from __future__ import annotations

import signal
from collections import deque
from itertools import chain, islice
from typing import TYPE_CHECKING

import msgspec

from onceper.files.protocol import CardText
from onceper.tagging.chunks import tag_chunk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from onceper.tagging.chunks import Chunk, RunOptions

# Enough that no process waits for the next chunk, and few enough that they need no memory to speak of.
_AHEAD = 2


def tag_in_order(chunks: Iterable[list[CardText]], options: RunOptions, jobs: int) -> Iterator[Chunk]:
    """Yield the tagged chunks in the order of the texts, made by ``jobs`` processes that are started once.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    waiting = iter(chunks)
    first = list(islice(waiting, 2))
    if jobs == 1 or len(first) < 2:
        for cards in chain(first, waiting):
            yield tag_chunk(cards, options)
        return
    # One process, as most runs are, does without what starts others.
    import multiprocessing  # noqa: PLC0415
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    # A process that is forked would hold the locks that threads of pyarrow and Polars hold at that moment.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_start) as pool:
        running: deque[Future[Chunk]] = deque()
        try:
            for cards in chain(first, waiting):
                running.append(pool.submit(_tag_packed, msgspec.msgpack.encode(cards), options))
                if len(running) == jobs * _AHEAD:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _tag_packed(cards: bytes, options: RunOptions) -> Chunk:
    # Pickling the texts would take the process that reads them eight times as long.
    return tag_chunk(msgspec.msgpack.decode(cards, type=list[CardText]), options)


def _start() -> None:
    # The interruption is told to the run, which ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
