"""Control flow and complexity: the same flow in other words, and another flow."""

import random

import pytest

from acidtest import metrics
from acidtest.metrics import structure


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("while (a) { b(); }", "for (; a; ) { b(); }"),
        ("if (a) b(); else if (c) d();", "if (a) { b(); } else { if (c) { d(); } }"),
        ("assert(a);", "if (!a) { revert Wrong(); }"),
        ("if (a) throw;", "require(!a);"),
    ],
)
def test_the_same_flow_in_other_words(reference: str, candidate: str) -> None:
    assert metrics.control_flow(reference, candidate) == 1
    assert metrics.complexity(reference, candidate) == 1


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("if (a) { if (b) c(); }", "if (a) d(); if (b) c();"),
        ("while (a) { b(); }", "if (a) { b(); }"),
        ("if (a) { return; } b();", "if (a) { c(); } b();"),
        ("if (a) revert(); else b();", "require(!a);"),
    ],
)
def test_another_flow_is_seen(reference: str, candidate: str) -> None:
    assert metrics.control_flow(reference, candidate) < 1


def test_c_has_its_own_constructs() -> None:
    code = "int f(int a) { switch (a) { case 1: return 1; default: break; } return a ? 2 : 3; }"
    assert structure.shape(code, "c").complexity == 3
    assert structure.shape("do { x--; } while (x && y);", "c").complexity == 3
    assert metrics.control_flow(code, code.replace("case 1: return 1;", ""), "c") < 1


def test_broken_code_keeps_most_of_its_structure(real_functions: list[str]) -> None:
    rng = random.Random(5)
    kept = []
    for code in real_functions:
        place = rng.randrange(len(code))
        broken = code[:place] + code[place + rng.randrange(1, 10) :]
        kept.append(metrics.control_flow(code, broken))
    assert sum(kept) / len(kept) > 0.9
