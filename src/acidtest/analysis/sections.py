"""Runs grouped as a report shows them: the runs in a section are comparable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

import numpy as np

from acidtest.analysis.asked import aspects_apart
from acidtest.analysis.compare import differing
from acidtest.analysis.published import Published, row_problems
from acidtest.core.errors import InputError
from acidtest.core.metric import Metric, headlines, lead_metric, with_partners
from acidtest.core.protocols import Suite
from acidtest.core.records import Json
from acidtest.engine.repair import PREFIX as REPAIRED
from acidtest.store import Run
from acidtest.store.columns import Floats, Places


@dataclass(frozen=True)
class Section:
    """Runs of one suite, scored the same way on the same data. Deep links start with `key`."""

    key: str
    runs: Sequence[Run]

    @property
    def suite(self) -> Suite:
        """The suite of these runs."""
        return self.runs[0].suite

    @property
    def data(self) -> str:
        """The name of the data."""
        return str(self.runs[0].manifest["data"].get("name", "data"))

    @property
    def signature(self) -> str:
        """What the scores depend on; the same for all runs except for the interface version."""
        return str(self.runs[0].summary["signature"])

    @property
    def systems(self) -> list[Run]:
        """The runs that are not controls, or the controls if there are no other runs."""
        return [run for run in self.runs if not run.control] or list(self.runs)

    @property
    def rivals(self) -> list[Run]:
        """The runs compared on each sample: systems, plus controls if there is only one system."""
        return self.systems if len(self.systems) > 1 else list(self.runs)

    @cached_property
    def metrics(self) -> list[Metric]:
        """The metrics that some run has a figure for, in the suite's order; pass@k last."""
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
    def named(self) -> dict[str, Metric]:
        """All metrics one may ask for, those that no run has a figure for included."""
        return {metric.name: metric for metric in (*self.suite.metrics, *self.metrics)}

    @property
    def headline(self) -> list[Metric]:
        """The metrics shown in short tables."""
        chosen = headlines(self.metrics) or with_partners(self.metrics[:3], self.metrics)
        return chosen or headlines(self.suite.metrics)

    @property
    def lead(self) -> Metric:
        """The suite's main metric: the one it marks as lead, its pass metric, or the first."""
        return lead_metric(self.headline, self.suite.pass_metric)

    @property
    def by_sample(self) -> list[Metric]:
        """The metrics with a value per sample; the best measure of answer quality comes first."""
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
        return list(dict.fromkeys(i for run in self.runs for i in run.ids))

    @cached_property
    def _places(self) -> list[Places]:
        """For each run: the index of each of `ids` among its own samples, or -1 if missing."""
        places = []
        for run in self.runs:
            place = {identity: i for i, identity in enumerate(run.ids)}
            places.append(np.array([place.get(i, -1) for i in self.ids], dtype=np.intp))
        return places

    def column(self, run: Run, metric: Metric) -> Floats:
        """A run's values in the order of `ids`; nan for missing values."""
        own = np.append(run.column(metric), np.nan)
        column: Floats = own[self._places[self.runs.index(run)]]
        return column

    @cached_property
    def groups(self) -> Mapping[str, list[str]]:
        """The values of each group, in order."""
        groups: dict[str, set[str]] = {}
        for run in self.runs:
            for name, values in run.groups.items():
                groups.setdefault(name, set()).update(v for v in values if v is not None)
        return {name: sorted(values, key=_natural) for name, values in sorted(groups.items())}

    def group(self, name: str) -> list[str | None]:
        """Each sample's value of a group, in the order of `ids`."""
        labels: list[str | None] = [None] * len(self.ids)
        for run, places in zip(reversed(self.runs), reversed(self._places), strict=True):
            own = [*run.groups.get(name, [None] * len(run.ids)), None]
            labels = [
                before if own[p] is None else own[p]
                for before, p in zip(labels, places, strict=True)
            ]
        return labels

    @cached_property
    def controls(self) -> Mapping[str, Mapping[str, float | None]]:
        """Controls that were run along with the results and have no run of their own here.

        Uses those with the most samples: fewer would not be comparable with the larger runs.
        """
        most = max(self.runs, key=lambda run: (run.n, bool(run.summary["controls"])))
        own = {run.system for run in self.runs if run.control}
        beside = most.summary["controls"]
        return {name: values for name, values in beside.items() if name not in own}

    @cached_property
    def apart(self) -> Mapping[str, list[str]]:
        """The aspects in which the runs' questions differ, with the value of each run."""
        return aspects_apart(self.runs)

    def asked(self, run: Run) -> list[str]:
        """How a run was asked, as far as the runs differ in it."""
        place = self.runs.index(run)
        texts = {name: values[place] for name, values in self.apart.items()}
        return [f"{name}: {text}" for name, text in texts.items() if text]

    @cached_property
    def table_problems(self) -> list[str]:
        """Rows of the suite's tables that cannot be shown completely."""
        return [
            f"{run.label}: {problem}" for run in self.runs for problem in row_problems(run.tables)
        ]

    @cached_property
    def published(self) -> Published:
        """Published facts about the suite's metrics, from the first run that has them."""
        tables: dict[str, Mapping[str, Json]] = {}
        for run in reversed(self.runs):
            tables |= run.tables
        return Published(tables, (metric.name for metric in self.suite.metrics))


def make_sections(folders: Sequence[Path], read: Callable[[Path], Run] = Run.open) -> list[Section]:
    """Read finished runs and group the comparable ones, in the order given."""
    if not folders:
        raise InputError("report: give at least one run folder")
    together: list[list[Run]] = []
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
        labelled = [run.labelled(name) for name, run in zip(_labels(runs), runs, strict=True)]
        sections.append(Section(key, sorted(labelled, key=lambda run: run.control)))
    return sections


def _labels(runs: Sequence[Run]) -> list[str]:
    """The name of each run's system; if runs share a name, something that distinguishes them."""
    labels = [run.system for run in runs]
    for name in {label for label, times in Counter(labels).items() if times > 1}:
        places = [place for place, run in enumerate(runs) if run.system == name]
        for tell in (
            lambda place: runs[place].summary["question_form"],
            partial(_aspects, aspects_apart([runs[place] for place in places]), places),
            lambda place: runs[place].folder.name,
            lambda place: place + 1,
        ):
            distinct = [f"{name} ({tell(place)})" for place in places]
            if len(set(distinct)) == len(distinct):
                break
        for place, label in zip(places, distinct, strict=True):
            labels[place] = label
    if len(set(labels)) < len(labels):  # a name made unique may equal another system's
        return [f"{label} ({place})" for place, label in enumerate(labels, 1)]
    return labels


def _aspects(apart: Mapping[str, list[str]], places: Sequence[int], place: int) -> str:
    """How a run was asked, as far as it differs from the others of its name."""
    texts = {name: values[places.index(place)] for name, values in apart.items()}
    return ", ".join(f"{name} {text}" for name, text in texts.items())


_STEPS = ("easy", "low", "medium", "moderate", "hard", "high", "critical")


def _natural(text: str) -> list[tuple[int, str]]:
    """Sorts `O2` before `O10`, and `medium` between `easy` and `hard`."""
    if text.lower() in _STEPS:
        return [(_STEPS.index(text.lower()), "")]
    parts = re.split(r"(\d{1,18})", text)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
