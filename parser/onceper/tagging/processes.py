"""Tag pieces in this process or in several, in their order."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, islice
from typing import TYPE_CHECKING

import msgspec

from onceper.files.card_text import CardText
from onceper.tagging.pieces import tagged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    from onceper.tagging.pieces import Options, Piece

# Enough that no process waits for the next piece, and few enough that they need no memory to speak of.
_AHEAD = 2


def tagged_in_order(pieces: Iterable[list[CardText]], options: Options, jobs: int) -> Iterator[Piece]:
    """Yield the tagged pieces in the order of the texts, made by ``jobs`` processes that are started once.

    Raises:
        BadRowError: with ``strict``, at the first text that cannot be read.
    """
    waiting = iter(pieces)
    first = list(islice(waiting, 2))
    if jobs == 1 or len(first) < 2:
        for piece in chain(first, waiting):
            yield tagged(piece, options)
        return
    # A process that is forked would hold the locks that threads of pyarrow and Polars hold at that moment.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_start) as pool:
        running: deque[Future[Piece]] = deque()
        try:
            for piece in chain(first, waiting):
                running.append(pool.submit(_tagged, msgspec.msgpack.encode(piece), options))
                if len(running) == jobs * _AHEAD:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _tagged(piece: bytes, options: Options) -> Piece:
    # Pickling the texts would take the process that reads them eight times as long.
    return tagged(msgspec.msgpack.decode(piece, type=list[CardText]), options)


def _start() -> None:
    # The interruption is told to the run, which ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
