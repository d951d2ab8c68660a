"""Tables of a run: the published aggregates and readings, and the counts behind the metrics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from acidtest.core.records import Json, Sample, Score, Table
from acidtest.suites.crypto_inventory.published import verdict
from acidtest.suites.crypto_inventory.published.aggregate import SUCCESS, aggregate
from acidtest.suites.crypto_inventory.published.keywords import CATEGORIES
from acidtest.suites.crypto_inventory.score import BINS
from acidtest.suites.crypto_inventory.truth import Truth

_MOST = 30
_ALGORITHMS = 24
_LANGUAGES = 12


class CryptoTables:
    """Collects the scores of a run and builds its tables."""

    def __init__(self) -> None:
        self._samples: dict[str, Sample] = {}
        self._scores: list[Score] = []

    def add(self, sample: Sample, score: Score) -> None:
        """Add one answer."""
        self._samples[sample.id] = sample
        if score.error is None:
            self._scores.append(score)

    def tables(self) -> list[Table]:
        """All tables of a run that are not empty."""
        return _tables(self._samples, self._scores)


def _tables(by_id: Mapping[str, Sample], good: Sequence[Score]) -> list[Table]:
    made = [
        _aggregates(good),
        _reading(good),
        _bands(good),
        _names("published_categories", "published categories", by_id, good, "categories"),
        _names("published_korean", "Korean algorithms, published reading", by_id, good, "korean"),
        _by("threat", "by threat class", good),
        _by("evidence", "by evidence kind", good),
        _most("false_alarms", "false alarms", "algorithm", good, "false_alarms"),
        _alarm_states(good),
        _most("missed", "missed", "algorithm", good, "missed"),
        _most("traps", "reported as active though it is not", "algorithm (state)", good, "traps"),
        _most("unknown", "names that the taxonomy does not know", "name", good, "unknown"),
        _languages(by_id, good),
        _reliability(good),
        _precision_recall(good),
        _repairs(good),
        _cost(good),
        _ground_truth(by_id.values()),
    ]
    return [table for table in made if table.rows]


def _aggregates(scores: Sequence[Score]) -> Table:
    results = []
    for score in scores:
        accuracy = score.metrics["published.accuracy"] or 0.0
        results.append(
            {
                "success": accuracy >= SUCCESS,
                "accuracy_score": accuracy,
                "response_time": float(score.evidence.get("time_s", 0.0)),
                "json_stability_score": score.metrics["published.json_stability"] or 0.0,
                "completeness_score": score.metrics["published.completeness"] or 0.0,
                "false_positive_rate": score.metrics["published.false_positive_rate"] or 0.0,
                "false_negative_rate": score.metrics["published.false_negative_rate"] or 0.0,
            }
        )
    return Table(
        "published_aggregates",
        "published aggregates",
        ("key", "value"),
        [(key, value) for key, value in aggregate(results).items()],
        f"as published: an answer is successful from accuracy {SUCCESS} on, and accuracy, "
        "completeness and both rates are means over successful answers only",
    )


def _reading(scores: Sequence[Score]) -> Table:
    rows: list[tuple[Json, ...]] = []
    tp, fp, fn = (sum(s.evidence["counts"]["published"][i] for s in scores) for i in range(3))
    for name, counts in (
        ("published", (tp, fp, fn)),
        ("sound", tuple(sum(s.evidence["counts"]["names"][i] for s in scores) for i in range(3))),
    ):
        hits, alarms, missed = counts
        if not hits + alarms + missed:
            continue
        precision = hits / (hits + alarms) if hits + alarms else 0.0
        recall = hits / (hits + missed) if hits + missed else 0.0
        f1 = 2 * hits / (2 * hits + alarms + missed)
        grade = verdict.grade(f1)
        kind, meaning, advice = verdict.trade_off(precision, recall)
        rows.append(
            (
                name,
                *counts,
                round(f1, 4),
                grade.letter,
                grade.meaning,
                grade.recommendation,
                verdict.band(f1),
                f"{kind}: {meaning}; {advice}",
            )
        )
    columns = "reading,TP,FP,FN,F1,grade,meaning,recommendation,band,precision and recall"
    return Table(
        "published_reading",
        "what the published document says about such an F1",
        columns.split(","),
        rows,
        f"precision and recall are high from {verdict.HIGH} on",
    )


def _bands(scores: Sequence[Score]) -> Table:
    """The document's grades, to be drawn behind the F1 of both readings."""
    rows: list[tuple[Json, ...]] = []
    for metric in ("f1", "published.f1") if scores else ():
        high = 1.0
        for grade in verdict.GRADES:
            meaning = f"{grade.letter}: {grade.meaning}"
            rows.append((metric, f"{grade.from_f1:g} to {high:g}", meaning))
            high = grade.from_f1
    return Table("bands", "grades of the published document", ("metric", "F1", "grade"), rows)


def _languages(samples: Mapping[str, Sample], scores: Sequence[Score]) -> Table:
    """Recall of each algorithm in each language, for the most frequent of both."""
    detected: Counter[tuple[str, str]] = Counter()
    expected: Counter[tuple[str, str]] = Counter()
    for score in scores:
        language = samples[score.id].groups.get("language")
        if language is None:
            continue
        detected.update((name, language) for name in score.evidence["found"])
        for field in ("found", "missed"):
            expected.update((name, language) for name in score.evidence[field])
    algorithms, languages = (
        _frequent(expected, side, most) for side, most in enumerate((_ALGORITHMS, _LANGUAGES))
    )
    rows = [
        (name, *(_share(detected[name, place], expected[name, place]) for place in languages))
        for name in algorithms
    ]
    return Table(
        "heat_languages",
        "recall by algorithm and language, %",
        ("algorithm", *languages),
        rows if len(languages) > 1 else [],
        f"the {len(algorithms)} algorithms and {len(languages)} languages that occur most",
    )


def _frequent(counts: Counter[tuple[str, str]], side: int, most: int) -> list[str]:
    totals: Counter[str] = Counter()
    for pair, n in counts.items():
        totals[pair[side]] += n
    return [name for name, _ in sorted(totals.items(), key=lambda one: (-one[1], one[0]))[:most]]


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole}" if whole else ""


def _names(
    name: str, title: str, samples: Mapping[str, Sample], scores: Sequence[Score], field: str
) -> Table:
    expected: Counter[str] = Counter()
    detected: Counter[str] = Counter()
    for score in scores:
        truth: Truth = samples[score.id].truth
        expected.update(getattr(truth.expected, field))
        detected.update(score.evidence["published"].get(field, ()))
    rows: list[tuple[Json, ...]] = []
    for key, n in sorted(expected.items()):
        row: tuple[Json, ...] = (key, n, detected[key], round(detected[key] / n, 4))
        if field == "categories":
            row += ("yes" if key.lower() in CATEGORIES else "no: looked for literally",)
        rows.append(row)
    columns = ["name", "expected", "found", "share"]
    if field == "categories":
        columns.append("supported")
    return Table(name, title, columns, rows)


def _by(key: str, title: str, scores: Sequence[Score]) -> Table:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for score in scores:
        for value, counts in score.evidence["by"].get(key, {}).items():
            sums[value] = [a + b for a, b in zip(sums[value], counts, strict=True)]
    rows = [(value, *_set_figures(*sums[value], alarms=key == "threat")) for value in sorted(sums)]
    columns = [key, "found", "missed", "recall"]
    if key == "threat":
        columns += ["false alarms", "precision", "F1"]
    return Table(key, title, columns, rows)


def _set_figures(tp: int, fp: int, fn: int, *, alarms: bool) -> tuple[Json, ...]:
    recall = round(tp / (tp + fn), 4) if tp + fn else None
    if not alarms:
        return tp, fn, recall
    precision = round(tp / (tp + fp), 4) if tp + fp else None
    return tp, fn, recall, fp, precision, round(2 * tp / (2 * tp + fp + fn), 4)


def _most(name: str, title: str, column: str, scores: Sequence[Score], field: str) -> Table:
    counts = Counter(said for score in scores for said in score.evidence.get(field, ()))
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    note = f"{len(rows) - _MOST} more with fewer files" if len(rows) > _MOST else ""
    return Table(name, title, (column, "files"), rows[:_MOST], note)


def _alarm_states(scores: Sequence[Score]) -> Table:
    """False alarms by the state that the label gives the algorithm."""
    counts: Counter[str] = Counter()
    for score in scores:
        pairs = (trap.rpartition(" (") for trap in score.evidence.get("traps", ()))
        states = {name: state.rstrip(")") for name, _, state in pairs}
        counts.update(states.get(name, "none") for name in score.evidence["false_alarms"])
    rows = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    title = "false alarms by the state in the label"
    return Table("alarm_states", title, ("state", "false alarms"), rows)


def _reliability(scores: Sequence[Score]) -> Table:
    bins = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    for score in scores:
        stated = score.evidence["counts"]["ece"] or [0.0] * 3 * BINS
        for index, value in enumerate(stated):
            bins[index // 3][index % 3] += value
    rows = [
        (f"{i / BINS:.1f} to {(i + 1) / BINS:.1f}", int(n), round(sure / n, 4), round(right / n, 4))
        for i, (n, sure, right) in enumerate(bins)
        if n
    ]
    columns = ("confidence", "findings", "mean confidence", "right")
    return Table("calibration", "share of right findings by confidence", columns, rows)


def _precision_recall(scores: Sequence[Score]) -> Table:
    """Precision and recall if only findings at or above each confidence were reported."""
    stated = [score.evidence["counts"]["ece"] for score in scores]
    known = [bins for bins in stated if bins is not None]
    expected = sum(
        s.evidence["counts"]["names"][0] + s.evidence["counts"]["names"][2] for s in scores
    )
    rows: list[tuple[Json, ...]] = []
    findings = right = 0.0
    for i in reversed(range(BINS)):
        findings += sum(bins[3 * i] for bins in known)
        right += sum(bins[3 * i + 2] for bins in known)
        if findings and expected and sum(bins[3 * i] for bins in known):
            rows.append((round(right / expected, 4), round(right / findings, 4), i / BINS))
    columns = ("recall", "precision", "confidence from")
    return Table("precision_recall", "precision and recall by confidence", columns, rows)


def _repairs(scores: Sequence[Score]) -> Table:
    times: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    for score in scores:
        repairs = score.evidence.get("repairs", {})
        times.update(repairs)
        answers.update(dict.fromkeys(repairs, 1))
        if score.evidence["form"] == "unreadable":
            why = str(score.evidence.get("why", "unreadable"))
            times[f"not readable: {why}"] += 1
            answers[f"not readable: {why}"] += 1
    rows = [(kind, answers[kind], times[kind]) for kind in sorted(times)]
    return Table("repairs", "repairs to read answers", ("repair", "answers", "times"), rows)


def _cost(scores: Sequence[Score]) -> Table:
    rows = []
    for field, title in (
        ("time_s", "seconds"),
        ("tokens_in", "tokens in"),
        ("tokens_out", "tokens out"),
        ("cost_usd", "US dollars"),
    ):
        known = [float(s.evidence[field]) for s in scores if field in s.evidence]
        if known:
            rows.append(
                (
                    title,
                    len(known),
                    round(sum(known), 4),
                    round(sum(known) / len(known), 4),
                    round(min(known), 4),
                    round(max(known), 4),
                )
            )
    columns = ("what", "answers", "sum", "mean", "least", "most")
    return Table("cost", "cost and time", columns, rows)


def _ground_truth(samples: Iterable[Sample]) -> Table:
    """Irregularities in the data; none is left out silently."""
    return Table(
        "ground_truth",
        "ground truths that do not follow the published form",
        ("sample", "what"),
        list(_oddities(samples)),
        "samples with another schema count in the sound reading by the algorithms they name; the "
        "published program expects nothing of them, and published.* reproduces that",
    )


def _oddities(samples: Iterable[Sample]) -> Iterator[tuple[str, str]]:
    for sample in samples:
        truth: Truth = sample.truth
        if truth.schema == "other schema":
            yield sample.id, "another schema: there is no 'expected_findings'"
        if truth.data is None:
            yield sample.id, "there is no test file of this name: recorded answers only"
        for label in truth.labels:
            if label.id.startswith("?"):
                yield sample.id, f"expects '{label.name}', which the taxonomy does not know"
