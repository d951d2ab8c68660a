"""The share of inputs on which a wrong answer agrees: nothing for whatever ignores its inputs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import acidtest
from acidtest.core.records import Question, Sample
from acidtest.core.registry import find_suite
from acidtest.engine import Reward
from acidtest.lang import c_source as source
from acidtest.metrics.agreement import STEPS, share

SUITE = find_suite("c-decompile")
NAMES = ("nibble_braid", "anti_transpose")
SHAPING = {"extracts": 0.01, "compiles_with_types": 0.04, "agrees": 0.5}
RESULTS = st.dictionaries(st.integers(0, 40), st.integers(0, 5), min_size=1)


@given(RESULTS, st.integers(0, 6))
def test_no_constant_has_a_share(reference: dict[int, int], constant: int) -> None:
    assert share(reference, dict.fromkeys(reference, constant), []) == 0


@given(RESULTS, st.lists(RESULTS, max_size=3), RESULTS)
def test_a_share_is_a_quarter_or_more_beyond_the_best_of_the_idle(
    reference: dict[int, int], idle: list[dict[int, int]], answer: dict[int, int]
) -> None:
    value = share(reference, answer, idle)
    assert value * STEPS in range(STEPS + 1)
    assert share(reference, {}, idle) == 0
    for one in idle:
        assert share(reference, one, idle) == 0
    full = share(reference, reference, idle)
    assert value <= full
    assert full in (0.0, 1.0)
    more = dict(answer)
    for number in list(reference)[: len(reference) // 2]:
        more[number] = reference[number]
    assert share(reference, more, idle) >= value


def test_often_the_same_result_weighs_no_more_than_a_rare_one() -> None:
    truth = {number: number >= 9 for number in range(12)}
    mostly = {number: number >= 11 for number in range(12)}
    assert share(truth, mostly, []) == 0.25  # 9 of 9 and 1 of 3: half of 4/3 is 2/3, less 1/2


@pytest.fixture(scope="module")
def reward() -> Iterator[Reward]:
    with acidtest.reward("c-decompile", shaping=SHAPING, groups={"opt": ["O0"]}) as opened:
        yield opened


def sample(name: str) -> Sample:
    return next(s for s in SUITE.read([]).samples if s.id == f"{name}-O0")


def earned(reward: Reward, name: str, *texts: str) -> list[float | None]:
    return reward(completions=texts, id=[f"{name}-O0"] * len(texts))


@pytest.mark.parametrize("name", NAMES)
def test_cheats_constants_and_silence_earn_no_share(reward: Reward, name: str) -> None:
    of = sample(name)
    task = of.truth
    names = [c.name for c in SUITE.controls if c.name.startswith("exploit:")]
    cheats = ["stub", "silent", "echo", *names[4 * NAMES.index(name) :: 8]]
    question = Question(of, "asm", 0, lambda form: "", lambda: None)
    texts = [c.answer(question) or "" for c in SUITE.controls if c.name in cheats]
    head = (source.prototype(task.function, task.entry) or "").rstrip().rstrip(";")
    value = "" if head.startswith("void") else "{}"
    texts += [f"{head} {{ return {value.format(n)}; }}" for n in (1, -1, 2, 100)]
    assert {value for value in earned(reward, name, *texts) if (value or 0) > 0.0501} == set()


def test_an_answer_that_is_nearly_right_earns_a_share(reward: Reward) -> None:
    function = sample("nibble_braid").truth.function
    forgets_a_bit = function.replace("flip & (1u", "(flip & 7) & (1u")
    forgets_all = function.replace("flip & (1u", "0 & (1u")
    assert len({function, forgets_a_bit, forgets_all}) == 3
    right, nearly, less = earned(reward, "nibble_braid", function, forgets_a_bit, forgets_all)
    assert (right, nearly) == (1.0, 0.05 + 0.5 * 0.5)
    assert less is not None
    assert (nearly or 0) >= less >= 0.05


def test_another_seed_draws_other_inputs() -> None:
    function = sample("nibble_braid").truth.function
    with acidtest.reward("c-decompile", groups={"opt": ["O0"]}, seed=5) as other:
        assert earned(other, "nibble_braid", function, function + "\nint x;") == [1.0, 1.0]
        assert earned(other, "nibble_braid", "") == [0.0]


def test_what_holds_the_function_is_told_from_what_does_not(reward: Reward) -> None:
    entry = sample("nibble_braid").truth.entry
    broken = f"Here it is:\n```c\nint {entry}(int a) {{ return undeclared_thing(a) + b; }}\n```"
    values = earned(reward, "nibble_braid", broken, "I do not know.", "int x;", "", "}" * 90_000)
    assert values == [0.01, 0.0, 0.0, 0.0, 0.0]
