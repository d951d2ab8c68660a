"""Which samples a run takes."""

from __future__ import annotations

import pytest

from acidtest.core.errors import InputError
from acidtest.core.records import Sample
from acidtest.engine import select

SAMPLES = [
    Sample(f"{t}-{o}", f"{t}", {"opt": o, **({"lang": "c"} if t < 5 else {})}, None, {})
    for t in range(10)
    for o in ("O0", "O1")
]


def ids(samples: list[Sample]) -> list[str]:
    """Their names."""
    return [s.id for s in samples]


def test_without_wishes_all_are_taken_in_order() -> None:
    assert select(SAMPLES, {}, None) == SAMPLES


def test_groups_are_met_all_at_once() -> None:
    assert ids(select(SAMPLES, {"opt": ["O1"], "lang": ["c"]}, None)) == [
        f"{t}-O1" for t in range(5)
    ]
    assert len(select(SAMPLES, {"opt": ["O0", "O1"]}, None)) == 20


def test_a_limit_counts_within_the_groups() -> None:
    chosen = select(SAMPLES, {"opt": ["O1"]}, 4)
    assert len(chosen) == 4
    assert all(sample.groups["opt"] == "O1" for sample in chosen)
    assert sum("lang" in sample.groups for sample in chosen) == 2


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ({"colour": ["red"]}, "unknown group 'colour'; this data has: lang, opt"),
        ({"opt": ["O0", "O9"]}, "group 'opt' has no value 'O9'; it has: O0, O1"),
        ({"opt": [""]}, "group 'opt' has no value ''"),
    ],
)
def test_what_is_not_there_is_named(groups: dict[str, list[str]], said: str) -> None:
    with pytest.raises(InputError) as caught:
        select(SAMPLES, groups, None)
    assert said in str(caught.value)


def test_groups_that_share_no_sample_are_refused() -> None:
    samples = [
        Sample("a", "a", {"opt": "O0", "lang": "c"}, None, {}),
        Sample("b", "b", {"opt": "O1", "lang": "cpp"}, None, {}),
    ]
    with pytest.raises(InputError, match="no sample is in all of the selected groups"):
        select(samples, {"opt": ["O0"], "lang": ["cpp"]}, None)
