"""acidtest from Python: the same engine as the command line, with any callable as the system."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from acidtest import engine
from acidtest.errors import InputError
from acidtest.model import Answer, Json, Summary
from acidtest.store import answer_to_json, read_scores
from acidtest.suites import Suite, find_suite
from acidtest.systems import CallableSystem, System, make_system, read_answers

Asked = str | System | Callable[[str], str | Answer]


@dataclass(frozen=True)
class Result:
    """A finished run: its summary and where everything lies."""

    summary: Summary
    folder: Path

    def records(self) -> list[dict[str, Json]]:
        """One record an answer: id, groups, metrics, evidence."""
        return read_scores(self.folder / "scores.parquet")

    def table(self) -> pa.Table:
        """The same as an Arrow table."""
        return pq.read_table(self.folder / "scores.parquet")

    def frame(self) -> Any:
        """The same as a pandas data frame; needs pandas."""
        try:
            return self.table().to_pandas()
        except ModuleNotFoundError as error:
            raise InputError(
                "a data frame needs pandas: pip install pandas; table() gives an Arrow table"
            ) from error


def _suite(suite: str | Suite) -> Suite:
    return find_suite(suite) if isinstance(suite, str) else suite


def evaluate(
    suite: str | Suite,
    system: Asked,
    *,
    data: Sequence[str | Path] = (),
    limit: int | None = None,
    groups: Mapping[str, Sequence[str]] | None = None,
    form: str | None = None,
    attempts: int = 1,
    seed: int = 0,
    controls: str = "core",
    workers: int = 0,
    out: str | Path | None = None,
    bare: bool = False,
    stripped: bool = False,
    repair: bool = False,
    progress: engine.Progress | None = None,
) -> Result:
    """Ask `system` the questions of `suite` and score what it answers.

    `system` is a name as on the command line, a `System`, or a callable from question text to
    answer text, called from several threads. With `out`, a run that was stopped goes on there;
    without, a callable's run goes to a new temporary folder, since its name says little.
    """
    chosen = _suite(suite)
    if isinstance(system, str):
        asked = make_system(system, chosen)
    elif isinstance(system, System):
        asked = system
    else:
        name = getattr(system, "__name__", type(system).__name__)
        asked = CallableSystem(system, name=name)
        out = out or tempfile.mkdtemp(prefix="acidtest-")
    plan = engine.make_plan(
        chosen,
        asked,
        data=[Path(path) for path in data],
        limit=limit,
        groups=groups,
        form=form,
        attempts=attempts,
        seed=seed,
        controls=controls,
        workers=workers,
        bare=bare,
        stripped=stripped,
        repair=repair,
    )
    folder = Path(out) if out else plan.default_folder
    return Result(engine.run(plan, folder, progress or engine.Silent()), folder)


def score(
    suite: str | Suite,
    answers: str | Path | Iterable[Mapping[str, Json] | Answer],
    **options: Any,
) -> Result:
    """Score recorded answers: a file, or records `{"id", "answer", …}`; options of `evaluate`."""
    if isinstance(answers, str | Path):
        system = read_answers(Path(answers))
        return evaluate(suite, system, attempts=system.attempts, **options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.jsonl"
        rows = [answer_to_json(a) if isinstance(a, Answer) else dict(a) for a in answers]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return score(suite, path, **options)
