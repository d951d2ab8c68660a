"""The sound metrics on real C: reference functions, and a real decompiler's answers."""

from statistics import fmean

import pytest

from acidtest import metrics
from acidtest.lang import tree
from acidtest.metrics import signatures

PLAIN = ["bleu", "rouge_l", "edit_similarity", "token_accuracy", "token_distribution"]


def test_every_reference_function_has_its_signature(
    ghidra_pairs: list[tuple[str, str]],
) -> None:
    for function in {reference for reference, _ in ghidra_pairs}:
        (found,) = signatures.signatures(function, "c")
        assert found.name == "func0"
        assert found.returns != ("",)
        scores = metrics.code_metrics(function, function, "c")
        assert scores == dict.fromkeys(scores, pytest.approx(1))


def test_a_decompilers_names_cost_until_they_are_renamed(
    ghidra_pairs: list[tuple[str, str]],
) -> None:
    scores = [metrics.code_metrics(*pair, language="c") for pair in ghidra_pairs[::8]]
    assert all(0 <= value <= 1 for score in scores for value in score.values())
    for name in PLAIN:
        plain, renamed = (fmean(s[key] for s in scores) for key in (name, f"renamed_{name}"))
        assert renamed > plain + 0.05, name


def test_the_right_answer_is_nearer_than_another_function(
    ghidra_pairs: list[tuple[str, str]],
) -> None:
    near = ghidra_pairs[::8]
    far = [(near[i][0], near[(i + 7) % len(near)][1]) for i in range(len(near))]
    for name in ("renamed_rouge_l", "renamed_token_distribution", "control_flow", "complexity"):
        metric = getattr(metrics, name)
        right, wrong = (fmean(metric(*pair, "c") for pair in pairs) for pairs in (near, far))
        assert right > wrong + 0.05, name


def test_a_system_types_name_is_not_a_parameter() -> None:
    assert tree.words("size_t n;", "c") == ["size_t", "n", ";"]
    code = "unsigned long f(size_t, struct foo *p, float xs[]) { return 0; }"
    (found,) = signatures.signatures(code, "c")
    assert found.parameters == ("size_t", "struct foo *", "float *")
    assert found.returns == ("unsigned long",)
