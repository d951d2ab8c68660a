"""Comparison tables for papers and pipelines: Markdown, LaTeX, CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, fields
from statistics import median, stdev

from acidtest.analysis.sections import Section
from acidtest.core.metric import Metric
from acidtest.core.text import counted, sampled_words, visible
from acidtest.report.board import ranked
from acidtest.report.plot import amount
from acidtest.store import Run


@dataclass(frozen=True)
class Line:
    """One metric of one run. Median and standard deviation are over samples.

    `scored` and `asked` count answers; `worst` is the mean with unscored ones counted as failed.
    """

    suite: str
    data: str
    system: str
    control: bool
    metric: str
    unit: str
    mean: float | None
    low: float | None
    high: float | None
    median: float | None
    sd: float | None
    n: int
    signature: str
    question_form: str
    scored: int
    asked: int
    worst: float | None
    worst_low: float | None
    worst_high: float | None


def lines(section: Section, metrics: Sequence[Metric]) -> list[Line]:
    """One line for each metric of each run that has a figure."""
    return [
        _line(section, run, metric)
        for run in ranked(section)
        for metric in metrics
        if metric.name in run.figures
    ]


def _line(section: Section, run: Run, metric: Metric) -> Line:
    data = run.figures[metric.name]
    worst = data.get("worst", data)
    values = [] if metric.pooled else run.values(metric).tolist()
    return Line(
        section.suite.name,
        section.data,
        run.label,
        run.control,
        metric.name,
        metric.unit,
        data["value"],
        data["low"],
        data["high"],
        median(values) if values else None,
        stdev(values) if len(values) > 1 else None,
        data["n"],
        section.signature,
        str(run.summary["question_form"]),
        run.scored_answers,
        run.asked,
        worst["value"],
        worst["low"],
        worst["high"],
    )


def as_csv(sections: Sequence[Section]) -> str:
    """All metrics, unrounded, one row per run and metric."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(field.name for field in fields(Line))
    for section in sections:
        for line in lines(section, section.metrics):
            writer.writerow(_unformula(value) for value in astuple(line))
    return out.getvalue()


def _unformula(value: object) -> object:
    """Escape names that a spreadsheet would run as formulas."""
    if isinstance(value, str):
        text = visible(value)
        return f"'{text}" if text.strip()[:1] in set("=+-@") else text
    return value


_COLUMNS = ("system", "metric", "mean", "95 % interval", "median", "sd", "n", "scored / asked")


def _cells(line: Line) -> tuple[str, ...]:
    def formatted(value: float | None) -> str:
        return amount(value, line.unit)

    name = f"{visible(line.system)} (control)" if line.control else visible(line.system)
    unit = "" if line.unit == "%" else f" ({line.unit})" if line.unit else ""

    def span(low: float | None, high: float | None) -> str:
        return "-" if low is None else f"[{formatted(low)}, {formatted(high)}]"

    mean, ends = formatted(line.mean), span(line.low, line.high)
    if line.worst != line.mean:
        mean += f" (worst case {formatted(line.worst)})"
        ends += f" ({span(line.worst_low, line.worst_high)})"
    return (
        name,
        line.metric + unit,
        mean,
        ends,
        formatted(line.median),
        formatted(line.sd),
        str(line.n),
        f"{line.scored} / {line.asked}",
    )


def as_markdown(sections: Sequence[Section]) -> str:
    """A table for each section, with its signature below."""

    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(_markdown(cell) for cell in cells) + " |"

    parts = []
    for section in sections:
        rule = "|" + "|".join(["---", "---", *["---:"] * 6]) + "|"
        body = [row(_cells(line)) for line in lines(section, section.headline)]
        parts.append(
            f"### {_markdown(section.suite.name)}: {_markdown(visible(section.data))}\n\n"
            + "\n".join([row(_COLUMNS), rule, *body])
            + f"\n\nPercent, 95 % intervals over clusters. {_provenance(section, _code)}\n"
        )
    return "\n".join(parts)


def _code(text: str) -> str:
    return "`" + text.replace("`", "'") + "`"


def _provenance(section: Section, quote: Callable[[str], str]) -> str:
    def quoted(text: str) -> str:
        return quote(visible(text).replace("\n", " "))

    forms = sorted({str(run.summary["question_form"]) for run in section.runs})
    asked = ", ".join(quoted(form) for form in forms)
    chosen = selection(section)
    which = f" Samples: {quoted(chosen)}." if chosen else ""
    if section.apart:
        apart = "; ".join(
            f"{quoted(run.label)}: {quoted(', '.join(section.asked(run)))}" for run in section.runs
        )
        which += f" The runs were asked different questions: {apart}."
    return f"Signature {quoted(section.signature)}; question form {asked}.{which}"


def selection(section: Section) -> str:
    """The selected part of the data: that of most runs first, then the runs that differ; empty
    if it was all of the data.
    """
    runs_by_part: dict[str, list[str]] = {}
    for run in section.runs:
        runs_by_part.setdefault(_selected(run), []).append(run.label)
    first, *others = sorted(runs_by_part, key=lambda text: -len(runs_by_part[text]))
    if not others:
        return first
    every = f"all {counted(len(section.ids), 'sample')}"
    return "; ".join(
        [first or every, *(f"{', '.join(runs_by_part[text])}: {text or every}" for text in others)]
    )


def _selected(run: Run) -> str:
    data, groups = run.manifest["data"], run.manifest["options"]["groups"]
    parts = [f"{name} = {' or '.join(map(str, values))}" for name, values in groups.items()]
    selected, whole = data.get("selected"), data.get("samples")
    if "sampled" in data:
        parts.append(sampled_words(data["sampled"]))
    elif isinstance(selected, int) and isinstance(whole, int) and selected < whole:
        parts.append(f"{selected:,} of {counted(whole, 'sample')}")
    return ", ".join(parts)


def _markdown(text: str) -> str:
    """Text escaped for Markdown and for HTML in Markdown."""
    text = text.replace("\n", " ").replace("&", "&amp;").replace("<", "&lt;")
    escaped = "".join(f"\\{c}" if c in "\\`*{}#+!|~>" else c for c in text)
    # No links, and no addresses that a viewer would turn into links.
    return escaped.replace("](", "]&#40;").replace("][", "]&#91;").replace("://", "&#58;//")


def as_latex(sections: Sequence[Section]) -> str:
    """A table for each section, with booktabs rules and its signature below."""
    parts = []
    for section in sections:
        body = [
            " & ".join(_latex(cell) for cell in _cells(line)) + r" \\"
            for line in lines(section, section.headline)
        ]
        parts.append(
            "\n".join(
                [
                    r"\begin{table}",
                    r"\centering",
                    rf"\caption{{{_latex(section.suite.name)}: {_latex(visible(section.data))}. "
                    r"Percent, 95\,\% intervals over clusters.}",
                    r"\begin{tabular}{llrrrrrr}",
                    r"\toprule",
                    " & ".join(_latex(name) for name in _COLUMNS) + r" \\",
                    r"\midrule",
                    *body,
                    r"\bottomrule",
                    r"\end{tabular}",
                    rf"\par\smallskip{{\footnotesize {_provenance(section, _latex)}}}",
                    r"\end{table}",
                ]
            )
        )
    return "\n\n".join(parts) + "\n"


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "[": "{[}",
    "]": "{]}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}


def _latex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in text.replace("\n", " "))
