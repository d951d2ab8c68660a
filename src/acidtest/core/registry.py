"""Suites, systems and commands by name, from the entry points of acidtest and plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar, cast

from acidtest.core.commands import Check, Command, Download
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.places import brought
from acidtest.core.protocols import (
    Checked,
    DataOnlySuite,
    Dataset,
    DelegatingSuite,
    Fetching,
    Suite,
    System,
    TargetedSuite,
)
from acidtest.core.redact import conceal
from acidtest.core.systems import GRADED, ControlSystem, graded_system
from acidtest.core.text import choices, described

SUITES, SYSTEMS, COMMANDS = "acidtest.suites", "acidtest.systems", "acidtest.commands"

Make = TypeVar("Make", bound=Callable[..., Any])


def suite_names() -> list[str]:
    """All installed suites, including those of plug-ins."""
    return sorted({point.name for point in entry_points(group=SUITES)})


def suites_with_corpus() -> list[Suite]:
    """The suites that can run without the user's own data."""
    suites = [find_suite(name) for name in suite_names()]
    return [s for s in suites if not (isinstance(s, DataOnlySuite) and s.needs_data)]


def find_suite(name: str) -> Suite:
    """The suite called `name`; raises `InputError` listing the available ones."""
    for point in entry_points(group=SUITES):
        if point.name == name:
            try:
                return cast(Suite, point.load())
            except MemoryError:
                raise  # no fault of the suite
            except Exception as error:
                raise InputError(f"suite {name} cannot be loaded: {described(error)}") from error
    raise InputError(f"unknown suite '{name}'; {choices(name, suite_names())}")


def suite_for(suite: Suite, paths: Sequence[Path]) -> Suite:
    """The suite that these files are for: another suite if they are in that suite's format."""
    if isinstance(suite, DelegatingSuite):
        name = suite.suite_for([brought(path) for path in paths])
        if name != suite.name:
            return find_suite(name)
    return suite


def read_dataset(suite: Suite, options: RunOptions) -> Dataset:
    """The data that the user chose, for the targets that the user chose."""
    if not options.target:
        return suite.read(options.data)
    if not isinstance(suite, TargetedSuite):
        raise InputError(f"--target: {suite.name} does not support this option")
    return suite.for_targets(suite.read(options.data), options.target)


def system(
    *,
    suites: Sequence[str] | None = None,
    programs: str | None = None,
    checks: Callable[[], Iterable[Check]] | None = None,
    downloads: Sequence[Download] = (),
) -> Callable[[Make], Make]:
    """Declare which suites a system factory supports, and what it needs.

    `programs` is the kind of program that it reads, such as ELF; it fits suites whose attribute
    `programs` names the same.
    """

    def mark(make: Make) -> Make:
        if suites is not None:
            make.suites = tuple(suites)  # type: ignore[attr-defined]
        if programs is not None:
            make.programs = programs  # type: ignore[attr-defined]
        if checks is not None:
            make.checks = checks  # type: ignore[attr-defined]
        if downloads:
            make.downloads = tuple(downloads)  # type: ignore[attr-defined]
        return make

    return mark


def _misfit(kind: str, made: Any, suite: Suite) -> str:
    """Why a system cannot answer a suite; empty if it can."""
    suites = getattr(made, "suites", None)
    if suites is not None and suite.name not in suites:
        return f"{kind} only works with {', '.join(suites)}, not with {suite.name}"
    programs = getattr(made, "programs", None)
    if programs is not None and programs != getattr(suite, "programs", None):
        return f"{kind} reads {programs} programs; the questions of {suite.name} have none"
    return ""


def system_names(suite: Suite) -> dict[str, str]:
    """All names that `--system` accepts for this suite, with descriptions."""
    names = {control.name: f"control: {control.description}" for control in suite.controls}
    names[f"{GRADED}N"] = "control: the oracle with N % right, drawn by a seed; also oracle@N:SEED"
    for point in entry_points(group=SYSTEMS):
        try:
            made = point.load()
            if _misfit(point.name, made, suite):
                continue
            lines = (made.__doc__ or "").strip().splitlines()
        except Exception as error:
            lines = [f"cannot be loaded: {described(error)}"]
        names[point.name] = lines[0] if lines else ""
    return names


def make_system(name: str, suite: Suite) -> System:
    """The system a user names: a control, or `KIND:ARGUMENT` with KIND an entry point."""
    for control in suite.controls:
        if control.name == name:
            return ControlSystem(control)
    if name.startswith(GRADED):
        return graded_system(name, suite)
    kind, _, argument = name.partition(":")
    shown = conceal(name)
    for point in entry_points(group=SYSTEMS):
        if point.name == kind:
            made = point.load()
            if problem := _misfit(kind, made, suite):
                raise InputError(problem)
            return cast(System, made(argument, suite))
    apart = {control.name for control in suite.controls if not control.core}
    known = sorted(system_names(suite), key=apart.__contains__)  # many are only more controls
    meant = choices(shown, known, f"acidtest systems {suite.name}")
    raise InputError(f"unknown system '{shown}' for {suite.name}; {meant}")


def command_names() -> list[str]:
    """The commands that other packages add to the command line."""
    return sorted({point.name for point in entry_points(group=COMMANDS)})


def find_command(name: str) -> Command | None:
    """A package's command; None if there is none of this name."""
    for point in entry_points(group=COMMANDS):
        if point.name == name:
            return cast(Command, point.load())
    return None


def _everything(suite: Suite | None = None) -> Iterator[tuple[str, Any]]:
    """All suites and system factories by name, or a suite and the systems that come with it; the
    exception for what cannot be loaded.
    """
    points: list[EntryPoint] = [*entry_points(group=SUITES), *entry_points(group=SYSTEMS)]
    if suite is not None:
        mine = {suite.name, *(name.partition(":")[0] for name in suite.embedded)}
        points = [point for point in points if point.name in mine]
    for point in points:
        try:
            yield point.name, point.load()
        except Exception as error:
            yield point.name, error


def all_checks(suite: Suite | None = None) -> list[Check]:
    """The checks of all suites and systems, or of one suite and its systems; each tool once.

    A tool may do for one suite and not for another: then it is missing.
    """
    checks: dict[str, Check] = {}
    for name, part in _everything(suite):
        if isinstance(part, Exception):
            message = described(part)
            checks[name] = Check(
                name, False, needed_for=name, advice=f"cannot be loaded: {message}"
            )
        elif isinstance(part, Checked):
            for check in part.checks():
                if checks.setdefault(check.tool, check).installed and not check.installed:
                    checks[check.tool] = check
    return list(checks.values())


def all_downloads() -> dict[str, Download]:
    """The downloads of all suites and systems, by name."""
    downloads: dict[str, Download] = {}
    for _, part in _everything():
        if isinstance(part, Fetching):
            for download in part.downloads:
                downloads.setdefault(download.name, download)
    return dict(sorted(downloads.items()))
