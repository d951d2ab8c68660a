"""Tables for the terminal."""

from __future__ import annotations

from acidtest.core.registry import find_suite
from acidtest.report.terminal import group_table, runs_table


def test_a_figure_that_a_summary_lacks_is_a_dash() -> None:
    suite = find_suite("sast-triage")
    figure = {"value": 0.5, "low": 0.4, "high": 0.6, "n": 7}
    name = next(metric.name for metric in suite.metrics if metric.headline)
    whole = {metric.name: figure for metric in suite.metrics if metric.headline}
    summary = {"metrics": whole, "groups": {"type": {"a": {name: figure}, "b": {}}}}
    table = group_table(suite, summary, "type")
    assert [list(column.cells) for column in table.columns][1] == ["7", "0"]
    assert list(table.columns[-1].cells) == ["-", "-"]
    other = {"system": "s", "n": 7, "errors": 0, "metrics": {}}
    both = runs_table(suite, [{**other, "metrics": whole}, other])
    assert list(both.columns[-1].cells)[1] == "-"
