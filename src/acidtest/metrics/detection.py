"""Detection: how much of what exists was reported. Undefined values are `None` with a reason."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from acidtest.stats.value import Value

_NO_POSITIVES = "the truth has no positives"
_NO_NEGATIVES = "the truth has no negatives"
_NO_REPORTS = "nothing was reported as positive"
_OPEN = "true negatives are not counted where anything may be reported"


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts of right and wrong verdicts, for the class named as positive.

    `tn` is None if the negatives are everything that could have been reported but was not, which
    cannot be counted. Add the counts of several samples with `+`.
    """

    positive: str
    tp: int
    fp: int
    fn: int
    tn: int | None

    def __add__(self, other: "Confusion") -> "Confusion":
        """Pool two counts of the same positive class."""
        if self.positive != other.positive:
            raise ValueError(f"{self.positive!r} and {other.positive!r} are different classes")
        open_world = self.tn is None or other.tn is None
        return Confusion(
            self.positive,
            self.tp + other.tp,
            self.fp + other.fp,
            self.fn + other.fn,
            None if open_world else (self.tn or 0) + (other.tn or 0),
        )


def confusion(
    truth: Sequence[Hashable], predicted: Sequence[Hashable], positive: Hashable
) -> Confusion:
    """Count verdicts against the truth, for one class as the positive.

    >>> confusion(["bug", "ok", "bug"], ["bug", "bug", "ok"], positive="bug")
    Confusion(positive='bug', tp=1, fp=1, fn=1, tn=0)
    """
    if len(truth) != len(predicted):
        raise ValueError(f"{len(truth)} truths but {len(predicted)} predictions")
    counts = Counter((t == positive, p == positive) for t, p in zip(truth, predicted, strict=True))
    return Confusion(
        str(positive),
        counts[True, True],
        counts[False, True],
        counts[True, False],
        counts[False, False],
    )


def confusions(truth: Sequence[Hashable], predicted: Sequence[Hashable]) -> dict[str, Confusion]:
    """Count verdicts for each class in turn as the positive, in order of name.

    >>> sorted(confusions(["a", "b"], ["a", "c"]))
    ['a', 'b', 'c']
    """
    classes = sorted({*truth, *predicted}, key=str)
    return {str(name): confusion(truth, predicted, name) for name in classes}


def match_sets(
    truth: Iterable[Hashable], findings: Iterable[Hashable], positive: str = "finding"
) -> Confusion:
    """Match findings with the truth, counting each once however often it is reported.

    >>> match_sets({"AES", "RSA"}, ["AES", "AES", "DES"])
    Confusion(positive='finding', tp=1, fp=1, fn=1, tn=None)
    """
    return match_multisets(set(truth), set(findings), positive)


def match_multisets(
    truth: Iterable[Hashable], findings: Iterable[Hashable], positive: str = "finding"
) -> Confusion:
    """Match findings with the truth, counting repeats.

    >>> match_multisets(["AES", "AES", "RSA"], ["AES", "DES"])
    Confusion(positive='finding', tp=1, fp=1, fn=2, tn=None)
    """
    there, reported = Counter(truth), Counter(findings)
    tp = (there & reported).total()
    return Confusion(positive, tp, reported.total() - tp, there.total() - tp, None)


def precision(counts: Confusion) -> Value:
    """Return the share of reports that are right.

    >>> precision(Confusion("bug", tp=3, fp=1, fn=0, tn=0)).value
    0.75
    """
    return Value.ratio(counts.tp, counts.tp + counts.fp, _NO_REPORTS)


def recall(counts: Confusion) -> Value:
    """Return the share of the positives that were reported.

    >>> recall(Confusion("bug", tp=3, fp=0, fn=1, tn=0)).value
    0.75
    """
    return Value.ratio(counts.tp, counts.tp + counts.fn, _NO_POSITIVES)


def f_beta(counts: Confusion, beta: float = 1.0) -> Value:
    """Return the weighted harmonic mean of precision and recall; beta > 1 favours recall.

    >>> f_beta(Confusion("bug", tp=1, fp=1, fn=1, tn=0)).value
    0.5
    """
    if beta <= 0:
        raise ValueError("beta must be positive")
    b2 = beta * beta
    whole = (1 + b2) * counts.tp + b2 * counts.fn + counts.fp
    return Value.ratio((1 + b2) * counts.tp, whole, "nothing is there and nothing was reported")


def specificity(counts: Confusion) -> Value:
    """Return the share of the negatives that were not reported.

    >>> specificity(Confusion("bug", tp=0, fp=1, fn=0, tn=3)).value
    0.75
    """
    if counts.tn is None:
        return Value(None, _OPEN)
    return Value.ratio(counts.tn, counts.tn + counts.fp, _NO_NEGATIVES)


def false_positive_rate(counts: Confusion) -> Value:
    """Return the share of the negatives that were reported.

    >>> false_positive_rate(Confusion("bug", tp=0, fp=1, fn=0, tn=3)).value
    0.25
    """
    if counts.tn is None:
        return Value(None, _OPEN)
    return Value.ratio(counts.fp, counts.tn + counts.fp, _NO_NEGATIVES)


def false_negative_rate(counts: Confusion) -> Value:
    """Return the share of the positives that were missed.

    >>> false_negative_rate(Confusion("bug", tp=3, fp=0, fn=1, tn=0)).value
    0.25
    """
    return Value.ratio(counts.fn, counts.tp + counts.fn, _NO_POSITIVES)


def accuracy(counts: Confusion) -> Value:
    """Return the share of verdicts that are right.

    >>> accuracy(Confusion("bug", tp=1, fp=1, fn=1, tn=1)).value
    0.5
    """
    if counts.tn is None:
        return Value(None, _OPEN)
    right = counts.tp + counts.tn
    return Value.ratio(right, right + counts.fp + counts.fn, "there are no verdicts")


def youden_j(counts: Confusion) -> Value:
    """Return Youden's J: recall + specificity − 1; 0 for random guessing at any rate.

    >>> youden_j(Confusion("bug", tp=3, fp=1, fn=1, tn=3)).value
    0.5
    """
    return _both(counts, lambda hit, spared: hit + spared - 1)


def balanced_accuracy(counts: Confusion) -> Value:
    """Return the mean of recall and specificity.

    >>> balanced_accuracy(Confusion("bug", tp=3, fp=1, fn=1, tn=3)).value
    0.75
    """
    return _both(counts, lambda hit, spared: (hit + spared) / 2)


def mcc(counts: Confusion) -> Value:
    """Return Matthews' correlation of verdict and truth, from −1 to 1.

    >>> mcc(Confusion("bug", tp=3, fp=1, fn=1, tn=3)).value
    0.5
    """
    if counts.tn is None:
        return Value(None, _OPEN)
    tp, fp, fn, tn = counts.tp, counts.fp, counts.fn, counts.tn
    for margin, reason in (
        (tp + fn, _NO_POSITIVES),
        (tn + fp, _NO_NEGATIVES),
        (tp + fp, _NO_REPORTS),
        (tn + fn, "everything was reported as positive"),
    ):
        if not margin:
            return Value(None, reason)
    return Value((tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))


def micro(classes: Mapping[str, Confusion], metric: Callable[[Confusion], Value]) -> Value:
    """Return a metric of the pooled counts of all classes: every verdict weighs the same.

    >>> micro(confusions(["a", "a", "b"], ["a", "b", "b"]), precision).value
    0.6666666666666666
    """
    if not classes:
        return Value(None, "there are no classes")
    pooled = [Confusion("all", c.tp, c.fp, c.fn, c.tn) for c in classes.values()]
    return metric(sum(pooled[1:], pooled[0]))


def macro(classes: Mapping[str, Confusion], metric: Callable[[Confusion], Value]) -> Value:
    """Return the mean of a metric over the classes: every class weighs the same.

    Undefined if it is undefined for any class, which the reason names: leaving that class out or
    counting it as 0 would change the meaning.

    >>> macro(confusions(["a", "a", "b"], ["a", "b", "b"]), precision).value
    0.75
    """
    if not classes:
        return Value(None, "there are no classes")
    total = 0.0
    for name, counts in classes.items():
        figure = metric(counts)
        if figure.value is None:
            return Value(None, f"undefined for class {name!r}: {figure.reason}")
        total += figure.value
    return Value(total / len(classes))


def _both(counts: Confusion, combine: Callable[[float, float], float]) -> Value:
    hit, spared = recall(counts), specificity(counts)
    if hit.value is None:
        return hit
    return spared if spared.value is None else Value(combine(hit.value, spared.value))
