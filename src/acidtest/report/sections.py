"""Runs put together as a report shows them: a section holds runs whose figures compare."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from acidtest.engine.repair import PREFIX as REPAIRED
from acidtest.errors import InputError
from acidtest.model import Answer, Json
from acidtest.report.compare import differing
from acidtest.report.load import Loaded, load
from acidtest.report.published import Published
from acidtest.store import find_answers, read_tables
from acidtest.store.columns import Floats, Places, has
from acidtest.suites import Metric, Suite


@dataclass(frozen=True)
class Run:
    """A finished run under the name it has in its report."""

    label: str
    loaded: Loaded

    @property
    def control(self) -> bool:
        """Whether its result is known beforehand."""
        return "control" in self.loaded.manifest["system"]["identity"]

    @property
    def figures(self) -> Mapping[str, Mapping[str, Json]]:
        """By metric: value, low, high, n."""
        figures: Mapping[str, Mapping[str, Json]] = self.loaded.summary["metrics"]
        return figures

    def values(self, metric: Metric) -> Floats:
        """Those of the samples that have one, for metrics that are means."""
        column = self.loaded.column(metric)
        return column[has(column)]

    @cached_property
    def tables(self) -> Mapping[str, Mapping[str, Json]]:
        """The suite's own tables by name."""
        return {table["name"]: table for table in read_tables(self.loaded.folder)}

    def answers(self, ids: Collection[str] | None = None) -> Mapping[tuple[str, int], Answer]:
        """By sample and attempt, of some samples or all; none where the file is gone."""
        return find_answers(self.loaded.folder / "answers.jsonl", ids)


@dataclass(frozen=True)
class Section:
    """Runs of one suite, scored alike on the same data. `key` begins its deep links."""

    key: str
    runs: Sequence[Run]

    @property
    def suite(self) -> Suite:
        """What they were asked."""
        return self.runs[0].loaded.suite

    @property
    def data(self) -> str:
        """What the data is called."""
        return str(self.runs[0].loaded.manifest["data"].get("name", "data"))

    @property
    def signature(self) -> str:
        """What decides the scores; alike for all runs but for the interface version."""
        return str(self.runs[0].loaded.summary["signature"])

    @property
    def systems(self) -> list[Run]:
        """The runs that are no controls; the controls if there is nothing else."""
        return [run for run in self.runs if not run.control] or list(self.runs)

    @property
    def rivals(self) -> list[Run]:
        """The runs that may differ on a sample: systems, with controls if there is only one."""
        return self.systems if len(self.systems) > 1 else list(self.runs)

    @cached_property
    def metrics(self) -> list[Metric]:
        """Those with a figure in some run, in the suite's order; pass@k last."""
        known = {name for run in self.runs for name, data in run.figures.items() if data["n"]}
        mine = [metric for metric in self.suite.metrics if metric.name in known]
        names = {metric.name for metric in mine}
        own = {metric.name: metric for metric in self.suite.metrics}
        more = []
        for name in sorted(known - names):
            first = own.get(name.removeprefix(REPAIRED))
            if first is not None:
                more.append(replace(first, name=name, pooled=None, lead=False))
            else:
                more.append(Metric(name, "unbiased estimate over the attempts", headline=True))
        return mine + more

    @property
    def headline(self) -> list[Metric]:
        """Those of short tables."""
        found = [metric for metric in self.metrics if metric.headline] or self.metrics[:3]
        return found or [metric for metric in self.suite.metrics if metric.headline]

    @property
    def lead(self) -> Metric:
        """The one figure that stands for the suite: as it says, its pass metric, or the first."""
        return max(self.headline, key=lambda m: (m.lead, m.name == self.suite.pass_metric))

    @property
    def by_sample(self) -> list[Metric]:
        """Those that every sample has a value of; first what says best how good an answer is."""
        mine = [
            metric for metric in self.metrics if metric.pooled is None and "@" not in metric.name
        ]

        def rank(metric: Metric) -> tuple[bool, bool, bool, bool]:
            first = metric.name == self.suite.pass_metric
            copied = metric.name.startswith("published.")
            return not first, metric.better != "higher", copied, not metric.headline

        return sorted(mine, key=rank)

    @cached_property
    def ids(self) -> list[str]:
        """All samples of all runs, in order."""
        return list(dict.fromkeys(i for run in self.runs for i in run.loaded.scores.ids))

    @cached_property
    def _places(self) -> list[Places]:
        """For each run: where among its own samples each of `ids` is, -1 where it is not."""
        found = []
        for run in self.runs:
            place = {identity: i for i, identity in enumerate(run.loaded.scores.ids)}
            found.append(np.array([place.get(i, -1) for i in self.ids], dtype=np.intp))
        return found

    def column(self, run: Run, metric: Metric) -> Floats:
        """A run's values in the order of `ids`; nan where it has none."""
        own = np.append(run.loaded.column(metric), np.nan)
        column: Floats = own[self._places[self.runs.index(run)]]
        return column

    @cached_property
    def groups(self) -> Mapping[str, list[str]]:
        """By group: its values, in order."""
        found: dict[str, set[str]] = {}
        for run in self.runs:
            for name, values in run.loaded.scores.groups.items():
                found.setdefault(name, set()).update(v for v in values if v is not None)
        return {name: sorted(values, key=_natural) for name, values in sorted(found.items())}

    def group(self, name: str) -> list[str | None]:
        """Each sample's value of a group, in the order of `ids`."""
        found: list[str | None] = [None] * len(self.ids)
        for run, places in zip(reversed(self.runs), reversed(self._places), strict=True):
            own = [*run.loaded.scores.groups.get(name, [None] * len(run.loaded.scores.ids)), None]
            found = [
                before if own[p] is None else own[p]
                for before, p in zip(found, places, strict=True)
            ]
        return found

    @cached_property
    def controls(self) -> Mapping[str, Mapping[str, float | None]]:
        """Controls that were run beside the results and have no run of their own here.

        Those of the most samples: on fewer they are no measure for the runs with more.
        """
        most = max(self.runs, key=lambda run: (run.loaded.n, bool(run.loaded.summary["controls"])))
        own = {run.loaded.system for run in self.runs if run.control}
        beside = most.loaded.summary["controls"]
        return {name: values for name, values in beside.items() if name not in own}

    @cached_property
    def published(self) -> Published:
        """What the suite says was published about its metrics, in the first run that has it."""
        tables: dict[str, Mapping[str, Json]] = {}
        for run in reversed(self.runs):
            tables |= run.tables
        return Published(tables, (metric.name for metric in self.suite.metrics))


def make_sections(folders: Sequence[Path], read: Callable[[Path], Loaded] = load) -> list[Section]:
    """Read finished runs; those whose figures compare stand together, in the order given."""
    if not folders:
        raise InputError("report: wanted is at least one run folder")
    together: list[list[Loaded]] = []
    for run in [read(folder) for folder in dict.fromkeys(folders)]:
        for runs in together:
            mine, other = str(runs[0].summary["signature"]), str(run.summary["signature"])
            if runs[0].suite.name == run.suite.name and not differing(mine, other):
                runs.append(run)
                break
        else:
            together.append([run])
    times: Counter[str] = Counter()
    sections = []
    for runs in together:
        name = runs[0].suite.name
        times[name] += 1
        key = name if times[name] == 1 else f"{name}~{times[name]}"
        labelled = [Run(label, run) for label, run in zip(_labels(runs), runs, strict=True)]
        sections.append(Section(key, sorted(labelled, key=lambda run: run.control)))
    return sections


def _labels(runs: Sequence[Loaded]) -> list[str]:
    """The system's name; where runs share one, what tells just those apart."""
    labels = [run.system for run in runs]
    for name in {label for label, times in Counter(labels).items() if times > 1}:
        places = [place for place, run in enumerate(runs) if run.system == name]
        for tell in (
            lambda place: runs[place].summary["question_form"],
            lambda place: runs[place].folder.name,
            lambda place: place + 1,
        ):
            told = [f"{name} ({tell(place)})" for place in places]
            if len(set(told)) == len(told):
                break
        for place, label in zip(places, told, strict=True):
            labels[place] = label
    if len(set(labels)) < len(labels):  # a system may be called as another is told apart
        return [f"{label} ({place})" for place, label in enumerate(labels, 1)]
    return labels


_STEPS = ("easy", "low", "medium", "moderate", "hard", "high", "critical")


def _natural(text: str) -> list[tuple[int, str]]:
    """Sorts `O2` before `O10`, and `medium` between `easy` and `hard`."""
    if text.lower() in _STEPS:
        return [(_STEPS.index(text.lower()), "")]
    parts = re.split(r"(\d{1,18})", text)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
