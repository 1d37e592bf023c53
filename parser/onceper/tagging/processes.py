"""Tag chunks in this process or in several, in their order."""

from __future__ import annotations

import signal
from collections import deque
from itertools import chain, islice
from typing import TYPE_CHECKING

import msgspec

from onceper.errors import OnceperError
from onceper.files.protocol import CardText
from onceper.tagging.chunks import tag_chunk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from onceper.tagging.chunks import Chunk, RunOptions

# So many wait for each process that is started: it never waits for the next one, nor do many wait for it at the end.
_AHEAD = 2
# So many for each process are kept at most until one before them is finished, as when others have yet to start.
_KEPT = 8


def tag_in_order(chunks: Iterable[list[CardText]], options: RunOptions, jobs: int) -> Iterator[Chunk]:
    """Yield the tagged chunks in the order of the texts, made by ``jobs`` processes, of which this one is one.

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
    from concurrent.futures import Future, ProcessPoolExecutor  # noqa: PLC0415

    # A process that is forked would hold the locks that threads of pyarrow and Polars hold at that moment.
    context = multiprocessing.get_context("spawn")
    # While the others import what they need, which takes as long as thousands of texts, this one reads.
    with ProcessPoolExecutor(jobs - 1, mp_context=context, initializer=_start) as pool:
        tagged: deque[Future[Chunk]] = deque()
        try:
            for cards in chain(first, waiting):
                if sum(not chunk.done() for chunk in tagged) < (jobs - 1) * _AHEAD:
                    tagged.append(pool.submit(_tag_packed, msgspec.msgpack.encode(cards), options))
                else:
                    tagged.append(_tag_here(Future(), cards, options))
                while tagged and (tagged[0].done() or len(tagged) > jobs * _KEPT):
                    yield tagged.popleft().result()
            while tagged:
                yield tagged.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _tag_here(chunk: Future[Chunk], cards: list[CardText], options: RunOptions) -> Future[Chunk]:
    try:
        chunk.set_result(tag_chunk(cards, options))
    except OnceperError as error:
        # What is wrong in a chunk before this one is told first.
        chunk.set_exception(error)
    return chunk


def _tag_packed(cards: bytes, options: RunOptions) -> Chunk:
    # Pickling the texts would take the process that reads them eight times as long.
    return tag_chunk(msgspec.msgpack.decode(cards, type=list[CardText]), options)


def _start() -> None:
    # The interruption is told to the run, which ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
