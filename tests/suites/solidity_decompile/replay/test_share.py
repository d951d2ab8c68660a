"""A wrong contract earns what it does right, and nothing for what knows nothing of the original."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import acidtest
from acidtest.core.options import RunOptions
from acidtest.core.records import Question, Sample
from acidtest.engine import Reward
from acidtest.lang.solidity import nodes, parse, replaced, text_of
from acidtest.suites.solidity_decompile.suite import SUITE

BITS, TOKEN = "bit_flags@optimised", "pebble_token@optimised"
STEPS = {"compiles": 0.1, "agrees": 0.4}
RIGHT = ("oracle", "recompiled", "renamed", "mutant")
CHEATS = [control.name for control in SUITE.controls if control.name not in RIGHT]
SAMPLES = {sample.id: sample for sample in SUITE.read([]).samples}


@pytest.fixture(scope="module")
def reward() -> Iterator[Reward]:
    with acidtest.reward("solidity-decompile", shaping=STEPS) as opened:
        yield opened


def control(name: str, of: Sample) -> str:
    """What a control answers."""
    answer = next(c for c in SUITE.controls if c.name == name).answer
    with SUITE.questions(RunOptions()) as builder:
        program = builder.program(of) if name == "embed" else None
    return answer(Question(of, "bytecode", 0, lambda form: "0x00", lambda: program)) or ""


def without(source: str, *names: str) -> str:
    """The source, in which some functions do nothing."""
    data, root = parse(source)
    bodies = [
        node.child_by_field_name("body")
        for node in nodes(root)
        if node.type == "function_definition" and text_of(node.child_by_field_name("name")) in names
    ]
    assert len(bodies) == len(names)
    return replaced(data, [(body.start_byte, body.end_byte, "{}") for body in bodies if body])


def earned(reward: Reward, name: str, *texts: str) -> list[float | None]:
    return reward(completions=texts, id=[name] * len(texts))


@pytest.mark.parametrize("name", [BITS, TOKEN])
def test_cheats_and_silence_earn_no_more_than_by_compiling(reward: Reward, name: str) -> None:
    values = earned(reward, name, *(control(each, SAMPLES[name]) for each in CHEATS))
    assert {c: v for c, v in zip(CHEATS, values, strict=True) if v not in (0.0, 0.1)} == {}


def test_what_is_nearly_right_earns_more_than_what_is_less_so(reward: Reward) -> None:
    source = SAMPLES[BITS].truth.source
    forgets = ("average",), ("average", "gray", "rotate"), ("set", "toggle", "rotate", "clear")
    nearly, less, least = earned(reward, BITS, *(without(source, *names) for names in forgets))
    assert earned(reward, BITS, source) == [1.0]
    assert nearly is not None
    assert less is not None
    assert least is not None
    assert nearly > less >= least >= 0.1
