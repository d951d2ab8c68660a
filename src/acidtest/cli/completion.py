"""Names that the shell completes: `eval "$(_ACIDTEST_COMPLETE=bash_source acidtest)"`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from acidtest.core.errors import AcidtestError
from acidtest.core.protocols import Suite
from acidtest.core.registry import find_suite, suite_names, system_names


class SuiteName(click.types.StringParamType):
    """A suite, or one of some other words in its place."""

    def __init__(self, *others: str) -> None:
        self.others = others

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """What to do if none was typed."""
        return "`acidtest suites` lists the suites."

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The suites that begin so."""
        return _beginning(incomplete, [*suite_names(), *self.others])


class SystemName(click.types.StringParamType):
    """A system of the suite that was typed before it."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """What to do if none was typed."""
        suite = (ctx.params.get("suite_name") if ctx else None) or "SUITE"
        return f"`acidtest systems {suite}` lists them; oracle is one that needs nothing."

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The systems that begin so; of all suites if none was typed."""
        try:
            return _beginning(
                incomplete, sorted({n for s in _suites(ctx) for n in system_names(s)})
            )
        except AcidtestError:
            return []


class MetricName(click.types.StringParamType):
    """A metric of the runs or of the suite that were typed before it; `after` stands behind it."""

    def __init__(self, after: str = "") -> None:
        self.after = after

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The metrics that begin so; of all suites if none was typed."""
        try:
            known = {metric.name for s in _suites(ctx) for metric in s.metrics}
        except AcidtestError:
            return []
        return _beginning(incomplete, [name + self.after for name in sorted(known)])


def _suites(ctx: click.Context) -> list[Suite]:
    from acidtest.store import read_manifest

    typed = ctx.params.get("suite_name") or ctx.params.get("what")
    if typed in suite_names():
        return [find_suite(str(typed))]
    for folder in (*(ctx.params.get("folders") or ()), typed):
        if folder and Path(folder).is_dir():
            return [find_suite(str(read_manifest(Path(folder))["suite"]))]
    return [find_suite(name) for name in suite_names()]


def _beginning(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
