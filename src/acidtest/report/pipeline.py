"""Output for CI: JUnit XML, and a job summary for GitHub Actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from acidtest.analysis.gates import Bound, held_to
from acidtest.analysis.pairs import compare_pair
from acidtest.analysis.sections import Section
from acidtest.core.records import Json
from acidtest.core.text import counted, visible
from acidtest.report.figures import as_markdown
from acidtest.report.plot import amount
from acidtest.store import Run

_REASON = 500


def as_junit(sections: Sequence[Section], bounds: Sequence[Bound]) -> str:
    """A test suite for each run except controls: its cases are the bounds, or else the samples.

    A sample fails unless its first yes-or-no metric is 1. If a tool failed, it is an error.
    """
    root = ElementTree.Element("testsuites", name="acidtest")
    for section in sections:
        for run in section.systems:
            name = f"{section.key}.{visible(run.label)}"
            suite = ElementTree.SubElement(root, "testsuite", name=name)
            if bounds:
                _bounds(suite, name, section, run, bounds)
            else:
                _samples(suite, name, section, run)
            for kind in ("failure", "error"):
                suite.set(f"{kind}s", str(len(suite.findall(f"testcase/{kind}"))))
            suite.set("tests", str(len(suite.findall("testcase"))))
            properties = ElementTree.Element("properties")
            ElementTree.SubElement(
                properties, "property", name="signature", value=visible(section.signature)
            )
            suite.insert(0, properties)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _bounds(
    suite: ElementTree.Element, name: str, section: Section, run: Run, bounds: Sequence[Bound]
) -> None:
    for bound, missed in held_to(section, run, bounds):
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=visible(str(bound)))
        if missed:
            ElementTree.SubElement(case, "failure", message=visible(missed))
    if errors := run.summary["errors"]:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name="samples not scored")
        ElementTree.SubElement(case, "error", message=not_scored(errors, run.n))


def _samples(suite: ElementTree.Element, name: str, section: Section, run: Run) -> None:
    metric = section.suite.pass_metric or (section.by_sample[0].name if section.by_sample else None)
    for score in run.scores():
        label = score.id if score.attempt == 0 else f"{score.id} (attempt {score.attempt})"
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=visible(label))
        value = score.metrics.get(metric) if metric else None
        if score.error is not None:
            ElementTree.SubElement(case, "error", message=visible(score.error)[:_REASON])
        elif value is None:
            ElementTree.SubElement(case, "skipped", message=f"{metric} does not apply")
        elif value < 1:
            failure = ElementTree.SubElement(case, "failure", message=f"{metric} is {value:g}")
            failure.text = visible(str(dict(score.evidence)))[:_REASON]


def as_github(sections: Sequence[Section], bounds: Sequence[Bound]) -> str:
    """Markdown for `$GITHUB_STEP_SUMMARY`: bounds first, then tables and comparisons."""
    parts = ["## acidtest\n"]
    for section in sections:
        units = {metric.name: metric.unit for metric in (*section.suite.metrics, *section.metrics)}
        for run in section.systems:
            who = f"{_code(section.key)} {_code(run.label)}"
            for bound, missed in held_to(section, run, bounds):
                mark, unit = ":x:" if missed else ":white_check_mark:", units[bound.metric]
                text = _figure(run.figures.get(bound.metric, {}), unit)
                parts.append(f"- {mark} {who}: {_code(str(bound))} ({text})")
            if errors := run.summary["errors"]:
                parts.append(f"- :warning: {who}: {not_scored(errors, run.n)}")
    parts.append("\n" + as_markdown(sections))
    for section in sections:
        first, *others = section.systems
        for other in others:
            rows = compare_pair(first, other, section.headline, len(others))["rows"]
            words = [f"- {_code(row['words'])}" for row in rows if row["words"]]
            parts.append(
                f"{_code(first.label)} (A) and {_code(other.label)} (B):\n\n"
                + "\n".join(words)
                + "\n"
            )
    return "\n".join(parts)


def not_scored(errors: int, n: int) -> str:
    """What a pipeline says about samples without a score."""
    return f"{errors:,} of {counted(n, 'sample')} not scored: an error in the answer or in judging"


def _figure(data: Mapping[str, Json], unit: str) -> str:
    if data.get("value") is None:
        return "no figure"
    text = f"{amount(data['value'], unit)} {unit}".rstrip()
    if "worst" in data:
        text += f", at worst {amount(data['worst']['value'], unit)}"
    return text


def _code(text: str) -> str:
    return "`" + visible(text).replace("`", "'").replace("\n", " ") + "`"
