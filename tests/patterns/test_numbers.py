"""The numbers that Japanese print gives to effects."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.cases import cases

from onceper.patterns.lexicon import numbers_in
from onceper.text.normal import CIRCLED


@cases
def test_numbers_in_a_run(run: str, numbers: tuple[int, ...]) -> None:
    assert numbers_in(run) == numbers


def test_every_circled_number_is_known() -> None:
    assert numbers_in(CIRCLED) == tuple(range(1, 21))
    assert numbers_in(f"{CIRCLED[0]}~{CIRCLED[-1]}") == tuple(range(1, 21))


@given(st.lists(st.integers(1, 20), unique=True).map(sorted), st.sampled_from(["", "・"]))
def test_a_list_of_numbers_is_read_back(numbers: list[int], between: str) -> None:
    assert numbers_in(between.join(CIRCLED[number - 1] for number in numbers)) == tuple(numbers)


class _Uncopied(str):
    __slots__ = ()

    def __getitem__(self, place: object) -> str:
        raise AssertionError(f"{place} of the run is copied, which for each number takes time that grows with a square")


def test_a_long_run_is_not_copied_for_each_number() -> None:
    assert numbers_in(_Uncopied("①~③" * 3)) == (1, 2, 3) * 3
