"""The metrics of one answer, from what was observed. Pure: no file, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np

from acidtest.core.metric import Floats, Metric, Pooled
from acidtest.core.records import Answer, Json, Observation, Sample, Score
from acidtest.metrics.calibration import bin_of
from acidtest.suites.crypto_inventory.matching import Matched, match
from acidtest.suites.crypto_inventory.published import formulas
from acidtest.suites.crypto_inventory.truth import Truth

BINS = 10


@lru_cache  # one function per name, so that counts shared by several metrics are kept once
def _counts(name: str) -> Callable[[Score], Sequence[float] | None]:
    def counts(score: Score) -> Sequence[float] | None:
        triple: Sequence[float] | None = score.evidence["counts"].get(name)
        return triple

    return counts


def _precision(sums: Floats) -> Floats:
    return sums[..., 0] / (sums[..., 0] + sums[..., 1])


def _recall(sums: Floats) -> Floats:
    return sums[..., 0] / (sums[..., 0] + sums[..., 2])


def _f1(sums: Floats) -> Floats:
    """Undefined if there is nothing to find: a false alarm there says nothing about recall."""
    there = np.where(sums[..., 0] + sums[..., 2] > 0, 1.0, np.nan)
    values: Floats = _published_f1(sums) * there
    return values


def _published_f1(sums: Floats) -> Floats:
    return 2 * sums[..., 0] / (2 * sums[..., 0] + sums[..., 1] + sums[..., 2])


def _ratio(sums: Floats) -> Floats:
    return sums[..., 0] / sums[..., 1]


def _ece(sums: Floats) -> Floats:
    """Sums are (n, confidence, right) for each bin."""
    bins = sums.reshape(*sums.shape[:-1], BINS, 3)
    gaps = np.abs(bins[..., 1] - bins[..., 2]).sum(axis=-1)
    whole: Floats = gaps / bins[..., 0].sum(axis=-1)
    return whole


def _set(name: str, what: str, described: str, headline: bool = False) -> Metric:
    values = {"f1": _f1, "precision": _precision, "recall": _recall}
    value = values[name.rpartition("_")[2]]
    return Metric(name, described, headline, Pooled(_counts(what), value))


def _published_metric(
    name: str, described: str, headline: bool = False, better: Literal["higher", "lower"] = "higher"
) -> Metric:
    """Published, and generous to an answer that finds nothing."""
    return Metric(f"published.{name}", described, headline, better=better, beside="f1")


_PROGRAM: tuple[tuple[str, str, Literal["higher", "lower"]], ...] = (
    ("accuracy", "the accuracy that the published program computes", "higher"),
    ("false_positive_rate", "its share of keywords named where nothing is expected", "lower"),
    ("false_negative_rate", "its share of expected algorithms not named", "lower"),
    ("json_stability", "its 0.6 analysis, 0.2 summary and 0.2 for every reply", "higher"),
    ("completeness", "its share of the points asked about; needs a checkout as data", "higher"),
)

METRICS = (
    _set("f1", "names", "algorithms as sets per file, over all files together", True),
    _set("precision", "names", "of the algorithms reported as active, those that are", True),
    _set("recall", "names", "of the active algorithms, those reported", True),
    Metric(
        "f1_per_file",
        "the mean of F1 over the files with something to find",
        of="files with something to find",
    ),
    _set("vulnerable_f1", "vulnerable", "F1 over what must be migrated or is broken", True),
    _set("vulnerable_precision", "vulnerable", "its precision"),
    _set("vulnerable_recall", "vulnerable", "its recall"),
    _set("korean_f1", "korean", "F1 over algorithms of Korean origin"),
    _set("korean_precision", "korean", "its precision"),
    _set("korean_recall", "korean", "its recall"),
    Metric(
        "safe_called_vulnerable",
        "of the safe algorithms found, those put into a class that must be migrated",
        pooled=Pooled(_counts("safe"), _ratio),
        better="lower",
        of="safe algorithms found",
        beside="recall",
    ),
    _set("threat_f1", "threats", "F1 over threat classes per file, names aside"),
    Metric(
        "threat_accuracy",
        "of the active algorithms, those found and put into the right threat class",
        pooled=Pooled(_counts("threat_right"), _ratio),
        of="active algorithms",
    ),
    Metric(
        "line_evidence",
        "over the active algorithms with lines: the share of the lines given for it that show it",
        pooled=Pooled(_counts("lines"), _ratio),
        of="active algorithms with lines",
    ),
    Metric(
        "exact",
        "files where exactly the active algorithms are reported",
        of="files with something to find",
    ),
    Metric(
        "clean_flagged",
        "files with nothing to find that got a false alarm",
        True,
        better="lower",
        of="files with nothing to find",
        beside="recall",
    ),
    Metric(
        "alarms_per_clean_file",
        "false alarms in a file with nothing to find",
        unit="alarms",
        better="lower",
        of="files with nothing to find",
        beside="recall",
    ),
    Metric(
        "traps_taken",
        "share of the only mentioned, switched-off or rejected reported as active",
        better="lower",
        of="files with traps",
        beside="recall",
    ),
    Metric(
        "brier",
        "mean squared difference of confidence and truth",
        pooled=Pooled(_counts("brier"), _ratio),
        better="lower",
        of="findings with a confidence",
    ),
    Metric(
        "ece",
        f"gap between confidence and precision, {BINS} bins",
        pooled=Pooled(_counts("ece"), _ece),
        better="lower",
        of="findings with a confidence",
    ),
    Metric("readable", "answers that could be read", beside="recall"),
    Metric(
        "format_repairs",
        "repairs needed to read an answer",
        unit="repairs",
        better="lower",
        beside="recall",
    ),
    _published_metric("accuracy", "0.7 algorithms, 0.2 categories, 0.1 confidence, bonus", True),
    _published_metric("algorithms", "expected algorithms of which a spelling is in the answer"),
    _published_metric("categories", "expected categories of which a keyword is in the answer"),
    _published_metric("confidence", "how well the confidence is within the expected range"),
    _published_metric("korean", "expected Korean algorithms of which a spelling is in the answer"),
    Metric(
        "published.precision",
        "TP / (TP + FP) over all files",
        pooled=Pooled(_counts("published"), _precision),
    ),
    Metric(
        "published.recall",
        "TP / (TP + FN) over all files",
        pooled=Pooled(_counts("published"), _recall),
    ),
    Metric(
        "published.f1",
        "their harmonic mean",
        pooled=Pooled(_counts("published"), _published_f1),
    ),
    _published_metric(
        "false_positive_rate", "FP / (FP + TN) over keywords that are not expected", better="lower"
    ),
    _published_metric(
        "false_negative_rate", "share of expected algorithms not named", better="lower"
    ),
    _published_metric("derived_precision", "1 - false positive rate"),
    _published_metric("derived_recall", "1 - false negative rate"),
    _published_metric("derived_f1", "their harmonic mean"),
    _published_metric("response_time", "1 up to 10 s, 0 at 20 s, 0.1 beyond"),
    _published_metric("json_stability", "0.6 analysis, 0.2 confidence, 0.2 summary"),
    _published_metric("completeness", "expected algorithms and categories spoken to"),
    _published_metric("token_efficiency", "accuracy for each 1,000 tokens, at most the accuracy"),
    *(
        Metric(f"published.program.{name}", described, better=better, beside="f1")
        for name, described, better in _PROGRAM
    ),
)


def score(sample: Sample, answer: Answer, observation: Observation) -> Score:
    """Metrics and evidence for one answer."""
    truth: Truth = sample.truth
    matched = match(truth.labels, observation["findings"])
    metrics: dict[str, float | None] = {
        "f1_per_file": matched.f1,
        "exact": None if matched.clean else float(not matched.missed and not matched.alarms),
        "clean_flagged": float(bool(matched.alarms)) if matched.clean else None,
        "alarms_per_clean_file": float(len(matched.alarms)) if matched.clean else None,
        "traps_taken": matched.traps_taken,
        "readable": float(observation["form"] != "unreadable"),
        "format_repairs": float(sum(observation["repairs"].values())),
    }
    reasons = _reasons(matched)
    given, why = _published(truth, answer, observation["published"])
    metrics.update(given)
    reasons.update(why)
    evidence: dict[str, Json] = {
        "found": matched.detected,
        "missed": matched.missed,
        "false_alarms": matched.alarms,
        "form": observation["form"],
        "counts": {
            "names": [len(matched.detected), len(matched.alarms), len(matched.missed)],
            "vulnerable": matched.vulnerable,
            "korean": matched.korean,
            "safe": matched.safe if matched.safe[1] else None,
            "threats": matched.threats,
            "threat_right": [matched.threat_right, matched.expected] if matched.expected else None,
            "lines": matched.lines,
            **_calibration(matched),
            "published": _published_counts(truth, answer, observation["published"]),
        },
        "by": matched.by,
        "published": observation["published"],
    }
    for name, value in (
        ("unknown", matched.unknown),
        ("repairs", observation["repairs"]),
        ("traps", matched.traps),
        ("why", observation["why"] or answer.note),
        ("time_s", answer.time_s),
        ("tokens_in", answer.tokens_in),
        ("tokens_out", answer.tokens_out),
        ("cost_usd", answer.cost_usd),
    ):
        if value:
            evidence[name] = value
    cause = _cause(matched, observation)
    return Score(sample.id, answer.attempt, metrics, reasons, evidence, cause=cause)


def _cause(matched: Matched, observation: Observation) -> str | None:
    """Why the answer is not exact."""
    if observation["why"]:
        return str(observation["why"])
    parts = ["missed findings"] if matched.missed else []
    parts += ["false alarms"] if matched.alarms else []
    return " and ".join(parts) or None


def _reasons(matched: Matched) -> dict[str, str]:
    reasons = {}
    if matched.clean:
        for name in ("f1_per_file", "exact"):
            reasons[name] = "there is nothing to find in the file"
    else:
        for name in ("clean_flagged", "alarms_per_clean_file"):
            reasons[name] = "there is something to find in the file"
    if matched.traps_taken is None:
        reasons["traps_taken"] = "nothing is only mentioned, switched off or rejected"
    return reasons


def _calibration(matched: Matched) -> dict[str, Json]:
    """Brier score and bins over the findings that state a confidence."""
    if not matched.sure:
        return {"brier": None, "ece": None}
    bins = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    for confidence, right in matched.sure:
        one = bins[bin_of(confidence, BINS)]
        one[0] += 1
        one[1] += confidence
        one[2] += float(right)
    gap = sum((confidence - right) ** 2 for confidence, right in matched.sure)
    return {
        "brier": [gap, len(matched.sure)],
        "ece": [value for one in bins for value in one],
    }


def _published_counts(truth: Truth, answer: Answer, observation: Mapping[str, Json]) -> list[int]:
    """TP, FP and FN as recorded; a missing answer counts nothing."""
    if observation["valid"]:
        return list(observation["counts"])
    if answer.note and not answer.text:
        return [0, 0, 0]
    return [0, 0, len(dict.fromkeys(name.lower() for name in truth.expected.algorithms))]


def _published(
    truth: Truth, answer: Answer, observation: Mapping[str, Json]
) -> tuple[dict[str, float | None], dict[str, str]]:
    expected = truth.expected
    valid = bool(observation["valid"])
    stated = observation.get("confidence")
    algorithms = formulas.share(observation.get("algorithms", ()), expected.algorithms)
    categories = formulas.share(observation.get("categories", ()), expected.categories or ())
    korean = formulas.share(observation.get("korean", ()), expected.korean or ())
    validity = formulas.confidence_validity(stated, expected.confidence)
    accuracy = 0.0
    if valid:
        accuracy = formulas.accuracy(
            algorithms, categories, validity, korean, expected, stated is not None
        )
    fpr = observation["false_positive_rate"] if valid else 1.0
    fnr = 1.0
    if valid:
        fnr = 1.0 - algorithms
    spoken = len(observation.get("algorithms", ())) + len(observation.get("categories", ()))
    tokens = (answer.tokens_in or 0) + (answer.tokens_out or 0)
    values: dict[str, float | None] = {
        "accuracy": accuracy,
        "algorithms": algorithms * valid if expected.algorithms else None,
        "categories": categories * valid if expected.categories else None,
        "confidence": validity * valid,
        "korean": korean * valid if expected.korean else None,
        "false_positive_rate": fpr,
        "false_negative_rate": fnr,
        "derived_precision": 1.0 - fpr,
        "derived_recall": 1.0 - fnr,
        "derived_f1": formulas.f1(1.0 - fpr, 1.0 - fnr),
        "response_time": None
        if answer.time_s is None
        else formulas.response_time_score(answer.time_s),
        "json_stability": formulas.json_stability(
            valid,
            bool(observation.get("analysis")),
            stated is not None,
            bool(observation.get("summary")),
        ),
        "completeness": formulas.completeness(
            valid and bool(observation.get("analysis")), spoken, expected
        ),
        "token_efficiency": accuracy * min(1.0, 1000 / tokens) if tokens else None,
    }
    why = {
        "program.completeness": "the data are no checkout of the program, which has the points",
        "algorithms": "no algorithm is expected",
        "categories": "no category is expected",
        "korean": "no Korean algorithm is expected",
        "response_time": "the response time is not known",
        "token_efficiency": "the token count is not known",
    }
    values |= {f"program.{name}": value for name, value in observation["program"].items()}
    return (
        {f"published.{name}": value for name, value in values.items()},
        {f"published.{n}": why[n] for n, value in values.items() if value is None},
    )
