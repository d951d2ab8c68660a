"""The metrics of one answer, from what was read in it. Pure: no process, no clock, no file."""

from __future__ import annotations

from collections.abc import Sequence

from acidtest.core.metric import Metric
from acidtest.core.records import Answer, Json, Observation, Sample, Score
from acidtest.metrics import effort, retrieval
from acidtest.suites.sast_triage import figures
from acidtest.suites.sast_triage.record import Case
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)

METRICS = (
    Metric(
        "suppressed_real_bugs",
        "real bugs the filter drops",
        True,
        figures.SUPPRESSED,
        better="lower",
        of="real bugs",
        beside="alarms_removed",
    ),
    Metric(
        "alarms_removed", "false alarms the filter drops", True, figures.REMOVED, of="false alarms"
    ),
    Metric(
        "alarms_removed_at_no_loss",
        "false alarms dropped, surest first, before the first real bug would be",
        False,
        figures.removed_at_loss(0),
        of="false alarms",
    ),
    Metric(
        "alarms_removed_at_5pct_loss",
        "the same, until more than 5 % of the real bugs would be lost",
        False,
        figures.removed_at_loss(0.05),
        of="false alarms",
    ),
    Metric(
        "dropped_rightly",
        "share of dropped findings that are false alarms",
        False,
        figures.DROPPED_RIGHTLY,
        of="dropped findings",
    ),
    Metric(
        "accuracy",
        "right verdicts; review and unreadable count as wrong",
        True,
        figures.ACCURACY,
        of="judged findings",
    ),
    Metric(
        "mcc",
        "Matthews' correlation of keeping and being real, -1 to 1",
        True,
        figures.MCC,
        unit="",
        lead=True,  # dropping nothing or everything is best on the others,
        of="judged findings",
    ),
    Metric(
        "youden_j",
        "real bugs kept + false alarms dropped - 1, -1 to 1",
        False,
        figures.YOUDEN,
        unit="",
        of="judged findings",
    ),
    Metric("f2_real_bug", "F of beta 2, real bug as the class to be kept", False, figures.F2),
    Metric(
        "cost_10_to_1",
        "share of the worst cost; losing a real bug costs 10 kept alarms",
        False,
        figures.COST,
        better="lower",
    ),
    Metric(
        "needs_review",
        "findings the filter leaves to a person",
        False,
        figures.REVIEW,
        better="lower",
        beside="accuracy",
    ),
    Metric(
        "wrong_when_decided",
        "wrong verdicts among those given",
        False,
        figures.WRONG_WHEN_DECIDED,
        better="lower",
        of="findings with a verdict",
    ),
    Metric(
        "unreadable",
        "answers without a verdict; they stay in every denominator",
        False,
        figures.UNREADABLE,
        better="lower",
    ),
    Metric("right", "accuracy per sample: the verdict is right", of="judged findings"),
    Metric(
        "repaired",
        "answers read only after a repair: thoughts, fences, prose, broken JSON (see the evidence)",
        better="lower",
        beside="accuracy",
    ),
    Metric(
        "brier",
        "squared difference of confidence and truth; 0 is best",
        better="lower",
        of="judged findings",
    ),
    Metric(
        "calibration_error",
        "difference of confidence and truth over ten bins; 0 is best",
        False,
        figures.CALIBRATION,
        better="lower",
        of="judged findings",
    ),
    Metric(
        "retrieval.recall_at_1",
        "the issue ranked first is right",
        of="findings with a right known issue",
    ),
    Metric(
        "retrieval.recall_at_5",
        "right known issues among the first five, of those that can be there",
        of="findings with a right known issue",
    ),
    Metric(
        "retrieval.mrr",
        "1 / rank of the first right known issue",
        of="findings with a right known issue",
    ),
    Metric(
        "retrieval.precision",
        "share of the returned known issues that are right",
        of="findings with a right known issue",
    ),
    Metric(
        "retrieval.no_match",
        "nothing returned where no known issue is right",
        of="findings without a right known issue",
        beside="retrieval.recall_at_5",
    ),
    Metric(
        "hallucinated_citations",
        "answers that cite a known issue which is not in the store",
        better="lower",
        of="findings with a store of known issues",
        beside="retrieval.recall_at_5",
    ),
    Metric(
        "published.accuracy",
        "as published: unreadable answers left out",
        True,
        figures.PUBLISHED_ACCURACY,
        of="answers that are JSON",
    ),
    Metric(
        "published.precision",
        "as published: real bug as the positive",
        False,
        figures.PUBLISHED_PRECISION,
    ),
    Metric(
        "published.recall",
        "as published: real bug as the positive",
        False,
        figures.PUBLISHED_RECALL,
    ),
    Metric("published.f1", "as published: real bug as the positive", False, figures.PUBLISHED_F1),
    Metric(
        "published.matching_document",
        "paths, common to both / in either (the document)",
        of="findings with an expected match",
    ),
    Metric(
        "published.matching_code",
        "paths, found / expected (the published code)",
        of="findings with an expected match",
    ),
    Metric(
        "published.matching_code_total",
        "the same over all cases together",
        False,
        figures.PUBLISHED_MATCHING,
        of="expected matches",
    ),
    *effort.effort_metrics("accuracy"),
)

_PLAIN = tuple(metric.name for metric in METRICS if metric.pooled is None)


def score(sample: Sample, answer: Answer, observation: Observation) -> Score:
    """Metrics and evidence for one answer."""
    metrics: dict[str, float | None] = dict.fromkeys(_PLAIN)
    reasons: dict[str, str] = {}
    evidence: dict[str, Json] = {}
    _score_case(sample.truth, observation, metrics, reasons, evidence)
    took, why = effort.effort_of(answer)
    metrics |= took
    reasons |= why
    cause = _cause(sample.truth, observation)
    return Score(sample.id, answer.attempt, metrics, reasons, evidence, cause=cause)


def _cause(case: Case, observation: Observation) -> str | None:
    """Why the verdict is wrong."""
    if observation["problem"]:
        return str(observation["problem"])
    if case.label is None or observation["verdict"] == case.label:
        return None
    return f"{case.label} called {observation['verdict']}"


def _score_case(
    case: Case,
    observation: Observation,
    metrics: dict[str, float | None],
    reasons: dict[str, str],
    evidence: dict[str, Json],
) -> None:
    p = sureness_of(observation, case.label)
    evidence["truth"] = case.label
    evidence["verdict"] = observation["verdict"]
    evidence["p"] = p
    evidence["confidence"] = observation["confidence"]
    evidence["similar"] = observation["similar"]
    published = observation["published"]
    evidence["published"] = None if published is None else published["result"]
    if published is not None:
        shown = dict(observation["published_shown"])
        if published["similar"] != observation["similar"]:
            shown.setdefault("cited", published["similar"])
        if shown:
            evidence["published_shown"] = shown
    metrics["repaired"] = float(bool(observation["repairs"]))
    if observation["repairs"]:
        evidence["repairs"] = observation["repairs"]
    if observation["problem"]:
        evidence["problem"] = observation["problem"]
    if case.label is None:
        _no(metrics, reasons, "brier", "it is not known whether the finding is a real bug")
        _no(metrics, reasons, "right", "it is not known whether the finding is a real bug")
    else:
        metrics["right"] = float(observation["verdict"] == case.label)
        metrics["brier"] = (p - (case.label == FALSE_ALARM)) ** 2
    _score_retrieval(case, observation["similar"], metrics, reasons)
    if case.known is None:
        reasons["hallucinated_citations"] = "the data has no store of known issues"
    else:
        invented = [cited for cited in observation["similar"] if not case.known.has(cited)]
        metrics["hallucinated_citations"] = float(bool(invented))
        if invented:
            evidence["invented"] = invented[:5]
    _score_published_matching(case, observation, metrics, reasons, evidence)


def sureness_of(observation: Observation, label: str | None) -> float:
    """How sure the answer is that the finding is a false alarm, from 0 to 1.

    A verdict without a confidence counts as sure, a review as undecided, and an answer that
    cannot be read as sure and wrong.
    """
    sure = 1.0 if observation["confidence"] is None else observation["confidence"]
    if observation["verdict"] == NEEDS_REVIEW:
        return 0.5
    if observation["verdict"] is None:
        return float(label == REAL_BUG)
    return sure if observation["verdict"] == FALSE_ALARM else round(1.0 - sure, 9)


def _score_retrieval(
    case: Case,
    answered: Sequence[str],
    metrics: dict[str, float | None],
    reasons: dict[str, str],
) -> None:
    if case.similar is None:
        _no(metrics, reasons, "retrieval.", "the data does not say which known issues are right")
        return
    if not case.similar:
        _no(metrics, reasons, "retrieval.", "no known issue is right for the finding")
        metrics["retrieval.no_match"] = float(not answered)
        del reasons["retrieval.no_match"]
        return
    right = set(case.similar)
    ranked = canonical(answered, case.similar)
    hits = sum(item in right for item in ranked)
    metrics["retrieval.recall_at_1"] = retrieval.capped_recall_at_k(right, ranked, 1).value
    metrics["retrieval.recall_at_5"] = retrieval.capped_recall_at_k(right, ranked, 5).value
    metrics["retrieval.mrr"] = retrieval.reciprocal_rank(right, ranked).value
    metrics["retrieval.precision"] = hits / len(ranked) if ranked else 0.0
    reasons["retrieval.no_match"] = "a known issue is right for every finding"


def canonical(answered: Sequence[str], similar: Sequence[str]) -> list[str]:
    """Citations spelled as the truth spells them, each once.

    Where the truth names paths, an entry counts as its path; where it names entries, a path
    alone counts as the first right entry of that path which is not named yet.
    """
    paths = not any("#" in right for right in similar)
    named: list[str] = []
    for cited in answered:
        item = path_of(cited) if paths else cited
        if not paths and "#" not in cited:
            free = (r for r in similar if path_of(r) == cited and r not in named)
            item = next(free, cited)
        if item not in named:
            named.append(item)
    return named


def path_of(cited: str) -> str:
    """The path of a citation `path#identity`."""
    head, sign, _ = cited.rpartition("#")
    return head if sign else cited


def expected_paths(case: Case) -> list[str]:
    """The expected matches as paths: as listed, or those of the entries named, each once."""
    similar = list(case.similar or ())
    if not any("#" in right for right in similar):
        return similar
    return list(dict.fromkeys(path_of(right) for right in similar))


def _score_published_matching(
    case: Case,
    observation: Observation,
    metrics: dict[str, float | None],
    reasons: dict[str, str],
    evidence: dict[str, Json],
) -> None:
    names = ("published.matching_document", "published.matching_code")
    if not case.similar:
        reasons.update(dict.fromkeys(names, "no match is expected for the finding"))
        reasons["published.matching_code_total"] = reasons[names[0]]
        return
    if observation["published"] is None:
        reasons.update(dict.fromkeys(names, "the answer is not JSON, an error as published"))
        return
    expected = expected_paths(case)
    paths = {path_of(cited) for cited in observation["published"]["similar"]}
    common = paths & set(expected)
    metrics[names[0]] = len(common) / len(paths | set(expected))
    metrics[names[1]] = len(common) / len(expected)
    evidence["published_matching"] = [len(common), len(expected)]


def _no(
    metrics: dict[str, float | None], reasons: dict[str, str], prefix: str, reason: str
) -> None:
    for name in metrics:
        if name.startswith(prefix):
            reasons[name] = reason
