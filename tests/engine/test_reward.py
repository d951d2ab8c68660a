"""The verdict as a reward: what answers earn in a batch, whatever they contain."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import acidtest
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.records import Question, Score
from acidtest.core.registry import find_suite
from acidtest.engine import Reward
from acidtest.engine.reward import shaped
from acidtest.suites.c_decompile.judge import CJudge
from acidtest.suites.c_decompile.published import PublishedProcedure

STEP = {"compiles_with_types": 0.1}
C = find_suite("c-decompile")
GROUPS = {"opt": ["O0"]}


@pytest.fixture(scope="module")
def reward() -> Iterator[Reward]:
    with acidtest.reward("c-decompile", shaping=STEP, groups=GROUPS, limit=6) as opened:
        yield opened


def answer(name: str, reward: Reward, sample: str) -> str:
    """What a control answers."""
    control = next(c for c in C.controls if c.name == name)
    given = next(s for s in C.read([]).samples if s.id == sample)
    return control.answer(Question(given, "asm", 0, lambda form: "", lambda: None)) or ""


def test_rewards_come_in_the_order_of_the_answers(reward: Reward) -> None:
    one, two = reward.ids[:2]
    right, other = answer("oracle", reward, one), answer("oracle", reward, two)
    broken = "int func0(int a) { return a + ; }"
    earned = reward(
        prompts=["?"] * 6,
        completions=[right, "", other, broken, right, other],
        id=[one, one, two, two, one, one],
        trainer_state=None,
    )
    assert earned[:5] == [1.0, 0.0, 1.0, 0.0, 1.0]
    assert earned[5] is not None
    assert earned[5] <= STEP["compiles_with_types"]
    assert reward.last.answers == 6
    assert reward.last.full == 3


def test_equal_answers_are_judged_once(reward: Reward) -> None:
    name = reward.ids[2]
    text = answer("oracle", reward, name) + "\n// the same\n"
    assert reward(completions=[text, text, text], id=[name] * 3) == [1.0] * 3
    assert reward.last.judged == 1
    assert reward(completions=[text], id=[name]) == [1.0]
    assert reward.last.judged == 0


def test_a_completion_may_be_a_conversation(reward: Reward) -> None:
    name = reward.ids[0]
    text = answer("oracle", reward, name)
    said = [{"role": "user", "content": "?"}, {"role": "assistant", "content": text}]
    half = {"type": "text", "text": text[: len(text) // 2]}, {"text": text[len(text) // 2 :]}
    parts = [{"role": "assistant", "content": [*half, {"type": "image"}, None, {"text": 7}]}]
    odd: list[Any] = [[{"role": "assistant", "content": None}], [], None, 7, [["x"]], b"int x;"]
    odd += [{}, [None], [{"content": [[]]}], float("nan"), object, text.encode()]
    given = [said, parts, *odd]
    earned = reward(completions=given, id=[name] * len(given))
    assert earned == [1.0, 1.0] + [0.0] * len(odd)


def test_no_text_ends_the_training(reward: Reward) -> None:
    name = reward.ids[0]
    right = answer("oracle", reward, name)
    texts = ["\ud800", "\0" * 5000, "x" * 10_000_000, "(" * 100_000, "\u202e}", f"\udfff{right}"]
    texts += [right, f"```c\n{right}\n```", "#include </dev/zero>", "#include __FILE__\n"]
    earned = reward(completions=texts * 2, id=[name] * len(texts) * 2)
    assert earned[: len(texts)] == [0.0] * 5 + [1.0] * 3 + [0.0] * 2
    assert earned[len(texts) :] == earned[: len(texts)]
    assert reward.last.errors == 0
    assert reward.last.answers == 2 * len(texts)
    assert reward(completions=(), id=()) == []


def test_cheats_earn_no_more_than_the_step_of_compiling(reward: Reward) -> None:
    cheats = [c.name for c in C.controls if c.name.startswith("exploit:")][::4]
    cheats += ["stub", "silent", "echo"]
    texts = [answer(name, reward, reward.ids[0]) for name in cheats]
    earned = reward(completions=texts, id=[reward.ids[0]] * len(texts))
    assert {n: e for n, e in zip(cheats, earned, strict=True) if e not in (0.0, 0.1)} == {}
    assert reward.last.rules  # reward hacking shows
    assert sum(reward.last.causes.values()) == len(cheats)


def test_a_weak_test_is_not_passed_by_doing_nothing() -> None:
    metrics = {"passes": 1.0, "agrees": None, "weak_test": 1.0}
    score = Score("t", 0, metrics)
    assert C.earned(score, "passes") == 0  # type: ignore[attr-defined]
    assert C.earned(Score("t", 0, {**metrics, "agrees": 1.0}), "passes") == 1  # type: ignore[attr-defined]
    strong = {**metrics, "weak_test": 0.0}
    assert C.earned(Score("t", 0, strong), "passes") == 1  # type: ignore[attr-defined]
    assert C.earned(Score("t", 0, {**strong, "agrees": 0.0}), "passes") == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("suite", ["crypto-inventory", "sast-triage", "solidity-decompile"])
def test_every_suite_rewards_its_oracle_and_not_silence(suite: str) -> None:
    found = find_suite(suite)
    oracle = next(c for c in found.controls if c.name == "oracle")
    with acidtest.reward(suite, limit=3) as opened:
        samples = [s for s in found.read([]).samples if s.id in opened.ids]
        texts = [
            oracle.answer(Question(s, "source", 0, lambda form: "", lambda: None)) for s in samples
        ]
        ids = [s.id for s in samples]
        right = opened(completions=texts, id=ids)
        assert [value for value in right if value not in (1.0, None)] == []
        assert 1.0 in right
        silent = opened(completions=[""] * len(ids), id=ids)
        assert [value for value in silent if value is not None and value > 0] == []


@pytest.mark.parametrize("suite", ["crypto-inventory", "sast-triage"])
def test_an_answer_that_can_be_read_reaches_the_first_step(suite: str) -> None:
    found = find_suite(suite)
    with acidtest.reward(suite, shaping={"extracts": 0.2}, limit=12) as opened:
        samples = {s.id: s for s in found.read([]).samples if s.id in opened.ids}
        oracle = next(c for c in found.controls if c.name == "oracle")
        given = [
            oracle.answer(Question(s, "source", 0, lambda form: "", lambda: None))
            for s in samples.values()
        ]
        one = opened.ids[opened(completions=given, id=list(samples)).index(1.0)]
        earned = opened(completions=[*given, "", "I cannot say"], id=[one] * (len(given) + 2))
        nothing = -0.8 * opened._judge.losses[one]
    assert 0.2 + nothing in earned  # readable, and for another sample
    assert earned[-2:] == [nothing, nothing]
    assert set(earned) <= {nothing, 0.2 + nothing, 1.0}


def test_a_broken_tool_gives_none_and_is_tried_again(
    reward: Reward, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    name = reward.ids[1]
    text = answer("oracle", reward, name) + "\n// once more\n"

    def broken(*_: Any) -> Any:
        raise InfrastructureError("no space left")

    with monkeypatch.context() as patched, caplog.at_level(logging.WARNING, "acidtest"):
        patched.setattr(CJudge, "observe", broken)
        assert reward(completions=[text], id=[name]) == [None]
    assert reward.last.errors == 1
    assert "no space left" in caplog.text
    assert reward(completions=[text], id=[name]) == [1.0]


def test_an_unknown_sample_has_no_reward(reward: Reward, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "acidtest"):
        odd: Any = ["nowhere", reward.ids[0], 7, ["x"]]
        assert reward(completions=["x", "", "", ""], id=odd) == [None, 0.0, None, None]
    assert "nowhere" in caplog.text


def test_a_missing_id_is_named(reward: Reward) -> None:
    with pytest.raises(InputError, match="2 completions, 0 ids"):
        reward(prompts=["?", "?"], completions=["x", "y"])
    odd: Any
    for odd in (None, 7, "x", b"x"):
        for columns in ({"completions": odd, "id": ["x"]}, {"completions": ["x"], "id": odd}):
            with pytest.raises(InputError, match="expected a list, got"):
                reward(**columns)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"metric": "pases"}, "did you mean passes"),
        ({"metric": "broke_rule"}, "cannot reward"),
        ({"shaping": {"perfect": 0.1}}, "no step"),
        ({"shaping": {"compiles": 1.5}}, "between 0 and 1"),
        ({"shaping": {"compiles": float("nan")}}, "between 0 and 1"),
        ({"shaping": {"compiles": "0.1"}}, "between 0 and 1"),
        ({"shaping": "compiles"}, "expected steps and weights, got str"),
        ({"shaping": {"compiles": 0.5, "compiles_with_types": 0.5}}, "below 1"),
    ],
)
def test_what_cannot_be_a_reward_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        acidtest.reward("c-decompile", **options)


@given(
    st.dictionaries(st.sampled_from(["compiles", "compiles_with_types"]), st.floats(0.01, 0.49)),
    st.fixed_dictionaries(
        {
            name: st.sampled_from([0.0, 1.0, None])
            for name in ("compiles", "compiles_with_types", "passes_with_types", "agrees")
        }
    ),
    st.booleans(),
)
def test_nothing_that_fails_earns_as_much_as_a_pass(
    shaping: dict[str, float], metrics: dict[str, float | None], weak: bool
) -> None:
    score = Score("t", 0, {**metrics, "weak_test": float(weak)})
    final = C.earned(score, "passes_with_types")  # type: ignore[attr-defined]
    value = shaped(final, {name: value or 0.0 for name, value in metrics.items()}, shaping)
    if final in (None, 1):
        assert value == final
    else:
        assert value is not None
        assert 0 <= value <= sum(shaping.values()) < 1


def test_only_what_the_reward_depends_on_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def verdict(self: PublishedProcedure, task: Any, text: str) -> dict[str, Any]:
        asked.append(text)
        return {"recompilable": True, "reexecutable": True, "why": "exit status 0"}

    monkeypatch.setattr(PublishedProcedure, "verdict", verdict)
    cheat = "#include <stdlib.h>\nint func0() { exit(0); }"
    for metric, earned in ((None, 0.0), ("published.reexecutable", 1.0)):
        with acidtest.reward("c-decompile", metric, groups=GROUPS, limit=1) as opened:
            assert opened(completions=[cheat], id=opened.ids[:1]) == [earned]
        assert asked == [cheat] * bool(metric)
