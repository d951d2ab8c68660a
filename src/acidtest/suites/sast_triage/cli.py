"""`acidtest sast-known`, `sast-calibrate` and `sast-leaks`: what judged findings are good for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from acidtest.core.commands import Command, CommandResult, Option
from acidtest.core.errors import InputError
from acidtest.core.options import parse_groups
from acidtest.core.paths import check_file
from acidtest.core.progress import Progress
from acidtest.core.records import Json, Sample, Table
from acidtest.core.untrusted import without_surrogates
from acidtest.engine.plan import select
from acidtest.metrics import detection
from acidtest.suites.sast_triage import dataset
from acidtest.suites.sast_triage.blind import RULES, confusion
from acidtest.suites.sast_triage.guarantee import Guarantee, guaranteed_threshold
from acidtest.suites.sast_triage.known import KnownIssue, format_known, format_lines
from acidtest.suites.sast_triage.record import Case

_JUDGED = (
    Option(
        "--data",
        "File or folder with judged findings; may repeat. Default: the shipped corpus.",
        Path,
        many=True,
    ),
    Option(
        "--groups",
        "Only findings in this group, for example split=calibration.",
        many=True,
        metavar="GROUP=V,V",
    ),
)
_KNOWN = """Write judged findings as a store of known issues for the filter.

FILE.err holds the false alarms in the known-issues format, FILE.jsonl real bugs as well.
"""
_CALIBRATE = """Choose the filter's threshold on judged findings.

A known issue that is the finding itself, on the same line, is left out. Calibrate on other findings
than those you report results on.
"""


def _judged_samples(data: Sequence[Path], groups: Sequence[str]) -> list[Sample]:
    samples = select(dataset.read(data).samples, parse_groups(groups), None)
    judged = [sample for sample in samples if sample.truth.label]
    if not judged:
        raise InputError("none of these findings is labelled as a real bug or a false alarm")
    return judged


def _judged(data: Sequence[Path], groups: Sequence[str]) -> list[Case]:
    return [sample.truth for sample in _judged_samples(data, groups)]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _known(
    *, data: Sequence[Path], groups: Sequence[str], out: Path, progress: Progress
) -> CommandResult:
    check_file(out)
    entries = []
    for case in _judged(data, groups):
        finding, label = case.finding, str(case.label)
        entries.append(
            KnownIssue(finding.issue_type, finding.cwe, finding.trace, case.reason or label, label)
        )
    if out.suffix == ".jsonl":
        text = format_lines(entries)
    elif out.suffix == ".err":
        text = format_known(entries)
    else:
        raise InputError(f"--out {out}: expected a name that ends in .err or .jsonl")
    out.write_text(without_surrogates(text), encoding="utf-8")
    return CommandResult(data={"out": str(out), "entries": len(entries)})


def _calibrate(
    *,
    data: Sequence[Path],
    groups: Sequence[str],
    loss: float,
    confidence: float | None,
    embedder: str | None,
    progress: Progress,
) -> CommandResult:
    from acidtest.suites.sast_triage.filter import nearest_similarities
    from acidtest.suites.sast_triage.filter.calibrate import best_threshold, fit_chance
    from acidtest.suites.sast_triage.filter.embed import Embedder, MiniLM
    from acidtest.suites.sast_triage.filter.embed_api import ApiEmbedder

    samples = _judged_samples(data, groups)
    judged = [sample.truth for sample in samples]
    store = judged[0].known
    if store is None:
        raise InputError("the data has no store of known issues; add one with --data FILE.err")
    labels = [str(case.label) for case in judged]
    embeds: Embedder = ApiEmbedder(embedder) if embedder else MiniLM()
    nearest = nearest_similarities([case.finding for case in judged], store, embeds)
    lines, promise = [], dict[str, Json]()
    if confidence is None:
        threshold = best_threshold(nearest, labels, loss)
    else:
        made = guaranteed_threshold(nearest, labels, [s.cluster for s in samples], loss, confidence)
        promise = {"loss": loss, "confidence": confidence, **asdict(made)}
        if made.threshold is None:
            return CommandResult(
                lines=[_abstention(made, loss, confidence)], data=promise, status=1
            )
        threshold = made.threshold
        lines.append(
            f"with {_percent(confidence)} confidence at most {_percent(loss)} of the clusters lose "
            f"a real bug: {made.lost} of {made.clusters} do, a bound of {made.bound:.1%}"
        )
    if threshold is None:
        raise InputError(
            f"no threshold loses at most {loss:.0%} of the real bugs: more of them are as like a "
            "known false alarm as any finding is; allow more with --loss"
        )
    slope, offset = fit_chance(nearest, labels)
    counts = dict[str, Json]()
    for label in ("real bug", "false alarm"):
        of_label = [s for s, given in zip(nearest, labels, strict=True) if given == label]
        dropped = sum(s >= threshold for s in of_label)
        counts[label] = {"dropped": dropped, "of": len(of_label)}
        lines.append(f"{label}s at or above the threshold: {dropped} of {len(of_label)}")
    lines.append(
        f"--system 'sast-filter:threshold?threshold={threshold!r}&slope={slope:.3f}"
        f"&offset={offset:.3f}{f'&embedder={embedder}' if embedder else ''}'"
    )
    calibration = {"threshold": threshold, "slope": slope, "offset": offset, "at_threshold": counts}
    return CommandResult(lines=lines, data=calibration | ({"promise": promise} if promise else {}))


def _abstention(made: Guarantee, loss: float, confidence: float) -> str:
    lost = f", of which {made.lost} are as like a known false alarm as any finding" * bool(
        made.lost
    )
    promise = (
        f"at most {_percent(loss)} of clusters with a loss and {_percent(confidence)} confidence"
    )
    if made.missing is not None:
        needs = f"{promise} need {made.missing} more real bugs, each from another place"
    elif loss <= 0:
        needs = f"for {promise} no number of labels is enough"
    else:
        needs = f"{promise} need more than ten million labels"
    return (
        f"no threshold: {made.clusters} clusters with a real bug are labelled{lost}; {needs}; or "
        "allow more with --loss"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.6g}%"


def _leaks(
    *, data: Sequence[Path], groups: Sequence[str], most: float, progress: Progress
) -> CommandResult:
    judged = _judged_samples(data, groups)
    rows, over = [], []
    for name, words in RULES.items():
        counts = confusion(judged, name)
        mcc = detection.mcc(counts).value
        shares = [
            figure(counts).value
            for figure in (detection.accuracy, detection.false_negative_rate, detection.specificity)
        ]
        rows.append((f"by-{name}", words, *(_rounded(share) for share in shares), _rounded(mcc)))
        if mcc is not None and mcc > most:
            over.append(f"by-{name} reaches an MCC of {mcc:.2f}: more than {most:g}")
    columns = ("control", "looks at", "accuracy", "suppressed real bugs", "alarms removed", "mcc")
    note = "Each rule has seen the labels. It gives all findings of a group their commonest label."
    table = Table("leaks", "what rules reach that never look at the code", columns, rows, note)
    data_ = [dict(zip(columns, row, strict=True)) for row in rows]
    return CommandResult([table], warnings=over, data=data_, status=int(bool(over)))


LEAKS = Command(
    "sast-leaks",
    "Show how far the label of findings can be told without looking at their code.",
    _leaks,
    (
        *_JUDGED,
        Option(
            "--most",
            "Exit with status 1 if Matthews' correlation of a rule is above this.",
            float,
            default=0.1,
            least=0,
            most=1,
        ),
    ),
)
KNOWN = Command(
    "sast-known",
    _KNOWN,
    _known,
    (*_JUDGED, Option("--out", "FILE.err or .jsonl.", Path, required=True)),
)
CALIBRATE = Command(
    "sast-calibrate",
    _CALIBRATE,
    _calibrate,
    (
        *_JUDGED,
        Option(
            "--loss",
            "Share of real bugs that may be lost.",
            float,
            default=0.05,
            least=0,
            most=1,
        ),
        Option(
            "--confidence",
            "Promise with this confidence that at most the share --loss of the clusters (files, or "
            "test cases) lose a real bug, or say how many labels are missing.",
            float,
            least=0.5,
            most=0.9999,
        ),
        Option(
            "--embedder", "Embedding endpoint to use instead of local MiniLM.", metavar="NAME@URL"
        ),
    ),
)
