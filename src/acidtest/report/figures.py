"""Tables for papers and pipelines, a row per system: Markdown, LaTeX, CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from statistics import median, pstdev

from acidtest.analysis.boards import ranked
from acidtest.analysis.sections import Section
from acidtest.core.metric import Metric
from acidtest.core.records import Json
from acidtest.core.text import counted, sampled_words, visible
from acidtest.report.plot import amount
from acidtest.store import Run


@dataclass(frozen=True)
class Line:
    """One metric of one run. Median and population standard deviation are over samples.

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
    population_sd: float | None
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

    def own(value: float | None) -> float | None:
        return in_unit(value, metric.unit)

    return Line(
        suite=section.suite.name,
        data=section.data,
        system=run.label,
        control=run.control,
        metric=metric.name,
        unit=metric.unit,
        mean=own(data["value"]),
        low=own(data["low"]),
        high=own(data["high"]),
        median=own(median(values) if values else None),
        population_sd=own(pstdev(values) if values else None),
        n=data["n"],
        signature=section.signature,
        question_form=str(run.summary["question_form"]),
        scored=run.scored_answers,
        asked=run.asked,
        worst=own(worst["value"]),
        worst_low=own(worst["low"]),
        worst_high=own(worst["high"]),
    )


def as_statistics(sections: Sequence[Section]) -> str:
    """CSV with a row per run and metric, in the metric's unit: mean, median, deviation, worst."""
    rows = [line for section in sections for line in lines(section, section.metrics)]
    return _csv([[field.name for field in fields(Line)], *map(astuple, rows)])


def as_csv(sections: Sequence[Section], names: Sequence[str] = ()) -> str:
    """CSV with a row per run and, for each metric, its figure, interval and number of samples, or
    the reason why there is none.

    Figures are in the unit that their column names.
    """
    about = ["suite", "data", "system", "control", "scored", "asked", "question_form", "signature"]
    columns = dict.fromkeys(about)
    rows = []
    for section in sections:
        for run in ranked(section):
            row: dict[str, object] = dict(
                zip(
                    about,
                    (
                        section.suite.name,
                        section.data,
                        run.label,
                        run.control,
                        run.scored_answers,
                        run.asked,
                        run.summary["question_form"],
                        section.signature,
                    ),
                    strict=True,
                )
            )
            for metric in _columns_of(section, names):
                row |= _spread(metric, run.figures.get(metric.name, _ABSENT))
            columns |= dict.fromkeys(row)
            rows.append(row)
    return _csv([list(columns), *([row.get(name) for name in columns] for row in rows)])


_ABSENT = {"value": None, "low": None, "high": None, "n": 0, "reason": "not in this run"}


def _spread(metric: Metric, data: Mapping[str, Json]) -> dict[str, object]:
    """A figure as named cells."""
    unit = f" {metric.unit}" if metric.unit else ""
    worst = data.get("worst", data)
    numbers = {
        "": data["value"],
        " low": data["low"],
        " high": data["high"],
        " worst case": worst["value"],
    }
    cells: dict[str, object] = {
        f"{metric.name}{what}{unit}": in_unit(value, metric.unit) for what, value in numbers.items()
    }
    return {**cells, f"{metric.name} n": data["n"], f"{metric.name} reason": _why_none(data)}


def _why_none(data: Mapping[str, Json]) -> str | None:
    """The reason why a figure has no value; None if it has one."""
    return str(data.get("reason", "not applicable")) if data["value"] is None else None


def _csv(rows: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([_unformula(value) for value in row] for row in rows)
    return out.getvalue()


def in_unit(value: float | None, unit: str) -> float | None:
    """A stored figure in its unit: percent are stored as shares."""
    return None if value is None else round(100 * value, 10) if unit == "%" else value


def _unformula(value: object) -> object:
    """Escape names that a spreadsheet would run as formulas."""
    if isinstance(value, str):
        text = visible(value)
        return f"'{text}" if text.strip()[:1] in set("=+-@") else text
    return value


def _columns_of(section: Section, names: Sequence[str]) -> list[Metric]:
    """The metrics called `names`, or the headline ones; without those of other suites."""
    known = section.named
    return [known[name] for name in names if name in known] if names else section.headline


def _head(section: Section, names: Sequence[str]) -> list[str]:
    metrics = _columns_of(section, names)
    titles = [f"{m.name}, {m.unit}" if m.unit else m.name for m in metrics]
    return ["system", "scored / asked", *titles]


def _body(section: Section, names: Sequence[str]) -> list[list[str]]:
    """One row per run."""
    return [
        [
            f"{visible(run.label)} (control)" if run.control else visible(run.label),
            f"{run.scored_answers} / {run.asked}",
            *(
                _cell(run.figures.get(metric.name, _ABSENT), metric.unit)
                for metric in _columns_of(section, names)
            ),
        ]
        for run in ranked(section)
    ]


def _cell(data: Mapping[str, Json], unit: str) -> str:
    text = _with_interval(data, unit)
    return f"{text}, worst case {_with_interval(data['worst'], unit)}" if "worst" in data else text


def _with_interval(data: Mapping[str, Json], unit: str) -> str:
    text = amount(data["value"], unit)
    if data["low"] is None:
        return text
    return f"{text} [{amount(data['low'], unit)}, {amount(data['high'], unit)}]"


def as_markdown(sections: Sequence[Section], names: Sequence[str] = ()) -> str:
    """A table for each section, a row per run and a column per metric, with its signature below."""

    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(_markdown(cell) for cell in cells) + " |"

    parts = []
    for section in sections:
        head = _head(section, names)
        rule = "|" + "|".join(["---", *["---:"] * (len(head) - 1)]) + "|"
        parts.append(
            f"### {_markdown(section.suite.name)}: {_markdown(visible(section.data))}\n\n"
            + "\n".join([row(head), rule, *map(row, _body(section, names))])
            + f"\n\n95 % intervals over clusters. {_provenance(section, names, _code)}\n"
        )
    return "\n".join(parts)


def _code(text: str) -> str:
    return "`" + text.replace("`", "'") + "`"


def _provenance(section: Section, names: Sequence[str], quote: Callable[[str], str]) -> str:
    """The lines below a table: signature, question form, samples, and why cells are empty."""

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
    for (metric, reason), labels in _reasons(section, names).items():
        whose = "" if len(labels) == len(section.runs) else f" for {', '.join(map(quoted, labels))}"
        which += f" No {quoted(metric)}{whose}: {quoted(reason)}."
    return f"Signature {quoted(section.signature)}; question form {asked}.{which}"


def _reasons(section: Section, names: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """The runs without a value of a metric, by metric and reason."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for metric in _columns_of(section, names):
        for run in ranked(section):
            if reason := _why_none(run.figures.get(metric.name, _ABSENT)):
                reasons.setdefault((metric.name, reason), []).append(run.label)
    return reasons


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


def as_latex(sections: Sequence[Section], names: Sequence[str] = ()) -> str:
    """A table for each section, with booktabs rules and its signature below."""

    def row(cells: Sequence[str]) -> str:
        return " & ".join(_latex(cell) for cell in cells) + r" \\"

    parts = []
    for section in sections:
        head = _head(section, names)
        parts.append(
            "\n".join(
                [
                    r"\begin{table}",
                    r"\centering",
                    rf"\caption{{{_latex(section.suite.name)}: {_latex(visible(section.data))}. "
                    r"95\,\% intervals over clusters.}",
                    rf"\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
                    r"\toprule",
                    row(head),
                    r"\midrule",
                    *map(row, _body(section, names)),
                    r"\bottomrule",
                    r"\end{tabular}",
                    rf"\par\smallskip{{\footnotesize {_provenance(section, names, _latex)}}}",
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
