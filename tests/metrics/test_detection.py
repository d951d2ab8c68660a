"""Detection figures agree with scikit-learn, and say why when they are undefined."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acidtest.metrics.detection import (
    Confusion,
    accuracy,
    balanced_accuracy,
    confusion,
    confusions,
    f_beta,
    false_negative_rate,
    false_positive_rate,
    macro,
    match_multisets,
    match_sets,
    mcc,
    micro,
    precision,
    recall,
    specificity,
    youden_j,
)
from tests.late import late

reference = late("sklearn.metrics")

EVERY = [
    accuracy,
    balanced_accuracy,
    f_beta,
    false_negative_rate,
    false_positive_rate,
    mcc,
    precision,
    recall,
    specificity,
    youden_j,
]
verdicts = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60)


@given(verdicts, st.sampled_from([0.5, 1.0, 2.0]))
def test_figures_equal_scikit_learn_where_defined(
    pairs: list[tuple[bool, bool]], beta: float
) -> None:
    truth, predicted = [t for t, _ in pairs], [p for _, p in pairs]
    counts = confusion(truth, predicted, positive=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = {
            precision: reference.precision_score(truth, predicted),
            recall: reference.recall_score(truth, predicted),
            specificity: reference.recall_score(truth, predicted, pos_label=False),
            accuracy: reference.accuracy_score(truth, predicted),
            mcc: reference.matthews_corrcoef(truth, predicted),
            balanced_accuracy: reference.balanced_accuracy_score(truth, predicted),
            youden_j: reference.balanced_accuracy_score(truth, predicted, adjusted=True),
        }
        f_score = reference.fbeta_score(truth, predicted, beta=beta)
    for metric, value in expected.items():
        figure = metric(counts)
        if figure.value is not None:
            assert figure.value == pytest.approx(value, abs=1e-12)
    weighted = f_beta(counts, beta)
    if weighted.value is not None:
        assert weighted.value == pytest.approx(f_score, abs=1e-12)
    missed, alarmed = false_negative_rate(counts), false_positive_rate(counts)
    if missed.value is not None:
        assert missed.value == pytest.approx(1 - (recall(counts).value or 0))
    if alarmed.value is not None:
        assert alarmed.value == pytest.approx(1 - (specificity(counts).value or 0))


@pytest.mark.parametrize(
    ("counts", "undefined"),
    [
        (Confusion("bug", 0, 0, 0, 0), {m.__name__ for m in EVERY}),
        (
            Confusion("bug", 0, 1, 0, 1),
            {"recall", "false_negative_rate", "mcc", "youden_j", "balanced_accuracy"},
        ),
        (
            Confusion("bug", 1, 0, 1, 0),
            {"specificity", "false_positive_rate", "mcc", "youden_j", "balanced_accuracy"},
        ),
        (Confusion("bug", 0, 0, 1, 1), {"precision", "mcc"}),
        (Confusion("bug", 1, 1, 0, 0), {"mcc"}),
        (
            Confusion("bug", 1, 1, 1, None),
            {
                "specificity",
                "false_positive_rate",
                "mcc",
                "youden_j",
                "balanced_accuracy",
                "accuracy",
            },
        ),
    ],
)
def test_undefined_figures_are_none_with_a_reason(counts: Confusion, undefined: set[str]) -> None:
    got = {metric.__name__: metric(counts) for metric in EVERY}
    assert {name for name, figure in got.items() if figure.value is None} == undefined
    assert all(figure.reason for figure in got.values() if figure.value is None)


def test_the_positive_class_is_named_and_matters() -> None:
    truth, predicted = ["bug", "ok", "ok"], ["bug", "bug", "ok"]
    assert precision(confusion(truth, predicted, "bug")).value == 0.5
    assert precision(confusion(truth, predicted, "ok")).value == 1
    with pytest.raises(ValueError, match="different classes"):
        confusion(truth, predicted, "bug") + confusion(truth, predicted, "ok")
    with pytest.raises(ValueError, match="1 truths but 0"):
        confusion(["a"], [], "a")


labels = st.sampled_from(["a", "b", "c"])


@given(st.lists(st.tuples(labels, labels), min_size=1, max_size=40))
def test_micro_and_macro_equal_scikit_learn_where_defined(pairs: list[tuple[str, str]]) -> None:
    truth, predicted = [t for t, _ in pairs], [p for _, p in pairs]
    classes = confusions(truth, predicted)
    for metric, theirs in [
        (precision, reference.precision_score),
        (recall, reference.recall_score),
        (f_beta, reference.f1_score),
    ]:
        for way, average in [(micro, "micro"), (macro, "macro")]:
            figure = way(classes, metric)
            if figure.value is not None:
                assert figure.value == pytest.approx(theirs(truth, predicted, average=average))


def test_macro_names_the_class_that_leaves_it_undefined() -> None:
    figure = macro(confusions(["a", "a"], ["a", "b"]), recall)
    assert figure.value is None
    assert figure.reason == "undefined for class 'b': the truth has no positives"
    assert micro({}, recall).value is None
    assert macro({}, recall).value is None


def test_sets_forget_repeats_and_multisets_do_not() -> None:
    assert match_sets(["x", "x"], ["x"]) == Confusion("finding", 1, 0, 0, None)
    assert match_multisets(["x", "x"], ["x"]) == Confusion("finding", 1, 0, 1, None)
    pooled = match_sets(["x"], ["x"]) + match_sets(["y"], [])
    assert pooled == Confusion("finding", 1, 0, 1, None)


def test_nothing_there_and_nothing_found_is_undefined_not_perfect() -> None:
    assert f_beta(match_sets([], [])).value is None
    with pytest.raises(ValueError, match="beta"):
        f_beta(match_sets([], []), beta=0)
