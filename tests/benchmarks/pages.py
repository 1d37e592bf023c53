"""Write the figures of the last ``make bench`` into the pages that tell them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from results import kept, table
from texts import PRINTED_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Figures = Mapping[str, Mapping[str, Any]]

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Write each page anew."""
    for name in PAGES:
        page = ROOT / name
        page.write_text(built(name, page.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def built(name: str, page: str) -> str:
    """Return a page with the tables between its marks as the figures say now."""
    figures = kept()
    for mark, lines in PAGES[name].items():
        begin, end = f"<!-- {mark}, written by tests/benchmarks/pages.py -->\n", f"<!-- end of {mark} -->"
        table = "\n".join(lines(figures))
        before, begun, rest = page.partition(begin)
        _, ended, after = rest.partition(end)
        if not (begun and ended):
            raise ValueError(f"{name} has no place for {mark}: {begin.strip()} … {end}")
        page = f"{before}{begin}\n{table}\n\n{end}{after}"
    return page


def _reading(figures: Figures) -> Iterator[str]:
    """Yield what each arm reads a second in each language, and in times the plain pipeline."""
    return _arms(figures["reading"])


def _compiled(figures: Figures) -> Iterator[str]:
    """Yield what each arm reads a second with compiled modules, and in times the plain pipeline."""
    return _arms(figures["reading, compiled"])


def _expressions(figures: Figures) -> Iterator[str]:
    """Yield what each engine searches a second in each language, and in times the plain pipeline."""
    return _arms(figures["expressions"])


def _arms(of: Mapping[str, Any]) -> Iterator[str]:
    languages = [lang for lang in PRINTED_NAMES if lang in of]
    arms = {arm: [of[lang]["arms"][arm] for lang in languages] for arm in of[languages[0]]["arms"]}
    rows = ((arm, *map(_paces, cells)) for arm, cells in arms.items())
    return table(("cards a second (times plain spaCy)", *(of[lang]["what"] for lang in languages)), rows)


def _pace(figures: Figures) -> Iterator[str]:
    """Yield what one core reads a second of new texts, in each language, compiled and as pure Python."""
    builds = {"texts a second, read for the first time": "reading, compiled", "pure Python": "reading"}
    of = {build: figures[benchmark] for build, benchmark in builds.items()}
    languages = [lang for lang in PRINTED_NAMES if all(lang in run for run in of.values())]
    rows = (
        (build, *(_paces(run[lang]["arms"]["onceper, full reading, caches empty"]) for lang in languages))
        for build, run in of.items()
    )
    return table(("", *(PRINTED_NAMES[lang] for lang in languages)), rows)


def _paces(arm: Mapping[str, float]) -> str:
    """Return how many cards an arm reads a second, and in times the plain pipeline."""
    return f"{_rounded(arm['cards per second'])} ({_times(arm['times plain'])})"


def _scale(figures: Figures) -> Iterator[str]:
    """Yield what a row costs in files of each size."""
    columns = (
        "rows",
        "processes",
        "rows a second",
        "processor time a row",
        "memory of the largest",
        "times one process",
    )
    rows = (
        (
            f"{int(of.split()[0]):,}",
            of.split()[1],
            _rounded(cost["rows per second"]),
            f"{cost['processor us per row']:.0f} µs",
            f"{cost['MB']:.0f} MB",
            f"{cost['gain']:.2f}",
        )
        for of, cost in figures["scale"][""]["arms"].items()
    )
    return table(columns, rows)


def _entry_points(figures: Figures) -> Iterator[str]:
    """Yield what each way in takes, in times the core."""
    of = {lang: run["arms"] for lang, run in figures["entry points"].items()}
    languages = [lang for lang in PRINTED_NAMES if lang in of]
    states = [(lang, state) for lang in languages for state in ("cold", "warm")]
    rows = (
        (arm, *(f"{of[lang][arm][state]:.2f}" if state in first else "" for lang, state in states))
        for arm, first in of[languages[0]].items()
    )
    return table(("in times the core", *(f"{PRINTED_NAMES[lang]}, {state}" for lang, state in states)), rows)


def _repeats(figures: Figures) -> Iterator[str]:
    """Yield what a row costs in tables that repeat their texts."""
    of = {lang: run["arms"] for lang, run in figures["repeats"].items()}
    rows = ((arm, *(f"{costs[arm]['µs a row']:.1f}" for costs in of.values())) for arm in next(iter(of.values())))
    return table(("µs a row", *(PRINTED_NAMES[lang] for lang in of)), rows)


def _rounded(number: float) -> str:
    """Return a number with three figures that count."""
    return f"{float(f'{number:.3g}'):,.0f}"


def _times(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < 100 else _rounded(ratio)


PAGES: dict[str, dict[str, Callable[[Figures], Iterator[str]]]] = {
    "README.md": {"speed": _pace},
    "docs/speed.md": {
        "speed": _reading,
        "speed of compiled modules": _compiled,
        "expressions": _expressions,
        "scale": _scale,
    },
    "docs/pipelines.md": {"repeats": _repeats, "entry points": _entry_points},
}

if __name__ == "__main__":
    main()
