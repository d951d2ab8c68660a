"""Summaries as terminal tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from acidtest.core.metric import headlines
from acidtest.core.protocols import Suite
from acidtest.core.records import Json
from acidtest.core.text import counted, sampled_words, visible
from acidtest.report.fitting import FittingTable

_PIPE_WIDTH = 80
_SHORT_GROUP = 8
_ABSENT: Mapping[str, Json] = {"value": None, "low": None, "high": None, "n": 0}
"""Stands for a figure that a summary does not have."""


def console() -> Console:
    """Standard output; in a pipe, of 80 columns or what COLUMNS says."""
    known = sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal()
    return Console(width=None if known else _PIPE_WIDTH)


def new_table(title: str = "", roomy: Iterable[str] = ()) -> FittingTable:
    """An empty table in the style of all commands; `roomy` columns need a wide terminal."""
    return FittingTable(title, roomy)


def plain(text: str) -> str:
    """Untrusted text for a cell, escaped for the terminal and for rich."""
    return escape(visible(text))


def figure(data: Mapping[str, Json], unit: str = "%", digits: int = 1) -> str:
    """`72.6 [66.9, 78.1]` in percent, other units unscaled; or the reason there is no figure.

    If some answers were not scored, with the figure that counts them as failed.
    """
    text = _figure(data, unit, digits)
    return f"{text}, worst {_figure(data['worst'], unit, digits)}" if "worst" in data else text


def _figure(data: Mapping[str, Json], unit: str, digits: int) -> str:
    if data["value"] is None:
        return f"- ({plain(str(data.get('reason', 'not applicable')))})"
    if data["low"] is None:
        return f"{_alone(data['value'], unit)} {unit if unit != '%' else ''}".rstrip()
    if unit != "%":
        return f"{data['value']:.3g} [{data['low']:.3g}, {data['high']:.3g}] {unit}".rstrip()
    low, high = 100 * data["low"], 100 * data["high"]
    return f"{100 * data['value']:.1f} [{low:.{digits}f}, {high:.{digits}f}]"


def _short(data: Mapping[str, Json], unit: str) -> str:
    """A figure for a narrow cell; the full table has the reason for a missing one."""
    if data["value"] is None:
        return f"-, worst {_figure(data['worst'], unit, 0)}" if "worst" in data else "-"
    return figure(data, unit, 0)


def scored_of(summary: Mapping[str, Json]) -> str:
    """How many answers were scored, of how many that were asked for."""
    n = summary["n"]
    return f"{summary.get('scored', n - summary['errors'])} / {summary.get('asked', n)}"


def _units(suite: Suite) -> dict[str, str]:
    return {metric.name: metric.unit for metric in suite.metrics if metric.unit != "%"}


def _alone(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f}" if unit == "%" else f"{value:.3g}"


def suite_table(data: Mapping[str, Json]) -> FittingTable:
    """One of a suite's own tables."""
    table = new_table(plain(data["title"]))
    wide = len(data["columns"])
    rows = [
        [*row, *[None] * wide][:wide] for row in data["rows"]
    ]  # plug-in rows may differ in length
    numeric = [all(isinstance(row[i], int | float | None) for row in rows) for i in range(wide)]
    for name, number in zip(data["columns"], numeric, strict=True):
        table.add_column(plain(name), justify="right" if number else "left")
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    return table


def _cell(value: Json) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.4g}" if isinstance(value, float) else plain(str(value))


def headline_metrics(suite: Suite, summary: Mapping[str, Json]) -> list[str]:
    """The applicable metrics of short tables, and pass@k if there is one."""
    known = summary["metrics"]
    headline = [metric.name for metric in headlines(suite.metrics)]
    names = [name for name in headline if name in known and known[name]["n"]]
    return (names or headline) + [name for name in known if "@" in name]


def summary_tables(
    suite: Suite, summary: Mapping[str, Json], *, short: bool = False
) -> Iterable[FittingTable | Text]:
    """A run's figures with intervals, by group, and those of the controls.

    If `short`, without groups, and only the metrics that a first look needs; `left_out` names the
    rest.
    """
    table = new_table(
        plain(
            f"{summary['suite']}: {summary['system']}, {counted(summary['n'], 'sample')}, "
            f"scored {scored_of(summary)}"
        ),
        roomy=["meaning"],
    )
    table.add_column("metric", no_wrap=True)
    table.add_column("% [95 % interval]", justify="right")
    table.add_column("n", justify="right")
    table.add_column("meaning")
    described = {metric.name: metric.words for metric in suite.metrics}
    units = _units(suite)
    absent: dict[str, list[str]] = {}
    own = {name: summary["metrics"][name] for name in _first_look(suite, summary)}
    figures = own if short else summary["metrics"]
    for name, data in figures.items():
        text = described.get(name, "unbiased estimate over the attempts")
        if name.startswith("repaired."):
            text = "the same after one round of repair"
        if data["n"] or "worst" in data:
            table.add_row(plain(name), figure(data, units.get(name, "%")), str(data["n"]), text)
        else:
            absent.setdefault(str(data.get("reason", "not applicable")), []).append(name)
    yield table
    bare: dict[str, list[str]] = {}
    for name, data in figures.items():
        if data["value"] is not None and data.get("reason"):
            bare.setdefault(str(data["reason"]), []).append(name)
    for reason, names in bare.items():
        every = len(names) == sum(d["value"] is not None for d in figures.values())
        yield Text(visible(reason if every else f"{', '.join(names)}: {reason}"))
    if summary["errors"]:
        yield Text(
            f"{counted(summary['errors'], 'sample')} not scored. Figures are without them; worst "
            f"counts them as failed.{_causes(summary.get('error_causes', {}))}"
        )
    zeros, causes = _zeros(suite, summary), _causes(summary.get("causes", {}))
    if zeros and causes:
        yield Text(f"why {', '.join(zeros)} {'is' if len(zeros) == 1 else 'are'} 0:{causes}")
    for reason, names in absent.items():
        yield Text(visible(f"not applicable: {', '.join(names)} ({reason})"))
    for group, values in ({} if short else _groups(summary)).items():
        if len(values) <= _SHORT_GROUP and not _singles(values):
            yield group_table(suite, summary, group)
        else:
            line = f"by {group}: {len(values)} values; acidtest show RUN --by {group}"
            yield Text(visible(line))
    if summary["controls"]:
        yield controls_table(suite, summary, summary["controls"])


def _groups(summary: Mapping[str, Json]) -> dict[str, Json]:
    """The groups with more than one value; another has the figures over all samples."""
    return {group: values for group, values in summary["groups"].items() if len(values) > 1}


def _first_look(suite: Suite, summary: Mapping[str, Json]) -> list[str]:
    """The headline metrics, and those after a repair, in the order of the summary.

    A metric for certain samples alone is left out where the run has none of them, unless nothing
    would be left.
    """
    known = summary["metrics"]
    lead = {metric.name: metric.partial for metric in headlines(suite.metrics)}
    names = {n for n, partial in lead.items() if not partial or known.get(n, {}).get("n")} or lead
    return [n for n in known if n in names or "@" in n or n.startswith("repaired.")]


def left_out(suite: Suite, summary: Mapping[str, Json]) -> str:
    """What a short summary leaves out; empty if nothing."""
    more = len(summary["metrics"]) - len(_first_look(suite, summary))
    parts = [counted(more, "more metric")] if more else []
    if groups := _groups(summary):
        parts.append(f"figures by {', '.join(groups)}")
    return " and ".join(parts)


def _singles(values: Mapping[str, Mapping[str, Mapping[str, Json]]]) -> bool:
    """Whether every value of a group has one sample, so that a table would only list samples."""
    return all(
        data.get("worst", data)["n"] <= 1
        for figures in values.values()
        for data in figures.values()
    )


def _zeros(suite: Suite, summary: Mapping[str, Json]) -> list[str]:
    """The headline metrics in which no answer achieved anything."""
    named = {metric.name for metric in headlines(suite.metrics) if metric.better == "higher"}
    return [
        name for name, data in summary["metrics"].items() if name in named and data["value"] == 0
    ]


def _causes(causes: Mapping[str, int]) -> str:
    """The commonest causes, one to a line."""
    return "".join(f"\n  {count:>5,} × {visible(cause)}" for cause, count in causes.items())


def group_table(suite: Suite, summary: Mapping[str, Json], group: str) -> FittingTable:
    """The headline figures for each value of one group."""
    headline, units = headline_metrics(suite, summary), _units(suite)
    table = new_table(plain(f"by {group}, % [95 % interval]"))
    table.add_column(plain(group), no_wrap=True)
    table.add_column("n", justify="right")
    for name in headline:
        table.add_column(_foldable(name), justify="right", no_wrap=True)
    for value, figures in summary["groups"][group].items():
        given = [figures.get(name, _ABSENT) for name in headline]
        n = max((data["n"] for data in given), default=0)
        most = max((data.get("worst", data)["n"] for data in given), default=0)
        pairs = zip(given, headline, strict=True)
        cells = [_short(data, units.get(name, "%")) for data, name in pairs]
        table.add_row(plain(value), f"{n} / {most}" if most > n else str(n), *cells)
    return table


def provenance(*summaries: Mapping[str, Json]) -> str:
    """The lines below every table: what was sampled, signature, question form, and the effort of
    a model.
    """
    taken = {sampled_words(s["sampled"]) if "sampled" in s else "all samples" for s in summaries}
    lines: dict[str, None] = {}
    if len(taken) == 1 and "sampled" in summaries[0]:
        lines[taken.pop()] = None
    lines[f"signature {summaries[0]['signature']}"] = None
    for summary in summaries:
        who = f"{visible(summary['system'])}: " if len(summaries) > 1 else ""
        prompt = _prompt(summary.get("identity", {}))
        if len(taken) > 1 and "sampled" in summary:
            lines[f"{who}{sampled_words(summary['sampled'])}"] = None
        asked = f"question form {summary['question_form']}{prompt}"
        lines[f"{who if prompt else ''}{asked}"] = None
        lines |= dict.fromkeys(f"{who}{line}" for line in _effort(summary))
    return "\n".join(visible(line) for line in lines)


def _prompt(identity: Mapping[str, Json]) -> str:
    """The prompt and options of a model, so that readers know how it was asked."""
    if "prompt" not in identity:
        return ""
    said = [f"prompt {identity['prompt']} ({str(identity.get('prompt_sha256'))[:12]})"]
    options = (
        *("preset", "api", "temperature", "max_tokens", "reasoning", "stop", "top_p", "top_k"),
        "sampling_seed",
    )
    said += [f"{name} {identity[name]}" for name in options if name in identity]
    return "".join(f", {visible(part)}" for part in said)


_STOPS = {
    "max_tokens": "cut off at max_tokens",
    "model_length": "cut off at the model's context length",
    "content_filter": "stopped by the content filter",
    "refusal": "refused",
}
"""What ended answers that did not finish normally."""


def _effort(summary: Mapping[str, Json]) -> Iterable[str]:
    """Time, tokens and cost of a model's answers, and the results per dollar and second."""
    effort = summary.get("effort", {})
    if "models" not in effort:
        return
    parts = [visible(", ".join(effort["models"]))]
    for name, text in (
        ("time_s", "{:,.0f} s answering time"),
        ("tokens_in", "{:,} tokens in"),
        ("tokens_out", "{:,} tokens out"),
        ("cost_usd", "${:,.4f}"),
    ):
        if name in effort:
            parts.append(text.format(effort[name]))
    for stop, count in effort.get("stops", {}).items():
        if stop != "stop":
            were = "was" if count == 1 else "were"
            how = _STOPS.get(stop, f"stopped: {stop}")
            parts.append(f"{counted(count, 'answer')} {were} {how}")
    if "logprob" in effort:
        parts.append(f"mean log-probability of a token {effort['logprob']:.3f}")
    yield "answered by " + "; ".join(parts)
    for note, count in effort.get("notes", {}).items():
        yield f"{counted(count, 'answer')}: {visible(note)}"
    for name, unit in (("per_usd", "dollar"), ("per_s", "second")):
        if rates := effort.get(name):
            shown = ", ".join(f"{metric} {value:.3g}" for metric, value in rates.items())
            yield f"per {unit}: {shown}"


def _foldable(name: str) -> str:
    """A metric's name with line breaks allowed after its dot or before its underscores."""
    return plain(name).replace(".", ".\n").replace("_with", "\n_with")


def controls_table(
    suite: Suite, summary: Mapping[str, Json], rows: Mapping[str, Mapping[str, float | None]]
) -> FittingTable:
    """Controls on the same samples, in percent."""
    headline = [name for name in headline_metrics(suite, summary) if "@" not in name]
    units = _units(suite)
    table = new_table("controls on the same samples, %")
    table.add_column("control", no_wrap=True)
    for name in headline:
        table.add_column(_foldable(name), justify="right", no_wrap=True)
    for control, values in rows.items():
        table.add_row(
            plain(control), *(_alone(values.get(name), units.get(name, "%")) for name in headline)
        )
    return table


def runs_table(suite: Suite, summaries: Sequence[Mapping[str, Json]]) -> FittingTable:
    """One row per run."""
    applying = {name for summary in summaries for name in headline_metrics(suite, summary)}
    order = [metric.name for metric in suite.metrics] + sorted(applying)
    headline = [name for name in dict.fromkeys(order) if name in applying]
    units = _units(suite)
    table = new_table(f"{suite.name}, % [95 % interval]")
    table.add_column("system", no_wrap=True)
    table.add_column("scored", justify="right", no_wrap=True)
    for name in headline:
        table.add_column(_foldable(name), justify="right", no_wrap=True)
    for summary in summaries:
        cells = [plain(summary["system"]), scored_of(summary)]
        figures = summary["metrics"]
        given = [_short(figures.get(name, _ABSENT), units.get(name, "%")) for name in headline]
        table.add_row(*cells, *given)
    return table
