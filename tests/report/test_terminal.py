"""Tables for the terminal."""

from __future__ import annotations

from acidtest.core.records import Json
from acidtest.core.registry import find_suite
from acidtest.report.terminal import group_table, left_out, runs_table, summary_tables


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


def test_a_first_look_has_no_metric_of_samples_that_the_run_lacks() -> None:
    suite = find_suite("c-decompile")
    absent = {"value": None, "low": None, "high": None, "n": 0, "reason": "there are none"}
    names = ("passes", "emulated.passes")
    summary: dict[str, Json] = {
        **{"suite": suite.name, "system": "x", "n": 6, "errors": 6, "groups": {}, "controls": {}},
        "metrics": dict.fromkeys(names, absent),
    }
    shown = "".join(str(part) for part in summary_tables(suite, summary, short=True))
    whole = "".join(str(part) for part in summary_tables(suite, summary))
    assert "not applicable: passes (there are none)" in shown
    assert "not applicable: passes, emulated.passes (there are none)" in whole
    assert left_out(suite, summary) == "1 more metric"
