"""acidtest from Python: the same engine as the command line, with any callable as the system."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from acidtest import engine
from acidtest.core import children
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.progress import Progress, Silent
from acidtest.core.protocols import Suite, System
from acidtest.core.records import Answer, Json, Summary
from acidtest.core.registry import find_suite, make_system, suite_for
from acidtest.core.systems import CallableSystem
from acidtest.store import SCORES, answer_to_json, read_manifest, read_scores, read_table
from acidtest.store.arrow import arrow_table
from acidtest.systems.recorded import read_answers

Asked = str | System | Callable[[str], str | Answer]


@dataclass(frozen=True)
class Result:
    """A finished run: its summary and its folder."""

    summary: Summary
    folder: Path

    @property
    def reused(self) -> int:
        """How many answers were there already, from an earlier call with the same folder."""
        return int(read_manifest(self.folder)["answers"]["reused"])

    def records(self) -> list[dict[str, Json]]:
        """One record per answer: id, groups, metrics, evidence."""
        return read_scores(self.folder / SCORES)

    def table(self) -> Any:
        """The same as an Arrow table; needs pyarrow."""
        return arrow_table(read_table(self.folder / SCORES))

    def frame(self) -> Any:
        """The same as a pandas data frame; needs pandas."""
        try:
            return self.table().to_pandas()
        except ModuleNotFoundError as error:
            raise InputError(
                "a data frame needs pandas: pip install pandas; table() gives an Arrow table"
            ) from error


def evaluate(
    suite: str | Suite,
    system: Asked,
    *,
    out: str | Path | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Result:
    """Ask `system` the questions of `suite` and score what it answers.

    `system` is a name as on the command line, a `System`, or a callable from question text to
    answer text, called from several threads. `options` are the fields of
    `acidtest.core.options.RunOptions`: data, limit, groups, form, attempts, controls, workers …
    With `out`, an interrupted run continues there; another system, other code of the callable
    included, is refused. Without it, the run of a callable goes to a new temporary folder. To say
    yourself what a callable is, pass a `CallableSystem` with an `identity`.
    """
    settings = RunOptions.of(options)
    chosen = suite_for(find_suite(suite) if isinstance(suite, str) else suite, settings.data)
    if isinstance(system, str):
        asked = make_system(system, chosen)
    elif isinstance(system, System):
        asked = system
    else:
        name = getattr(system, "__name__", type(system).__name__)
        asked = CallableSystem(system, name=name)
        out = out or tempfile.mkdtemp(prefix="acidtest-")
    plan = engine.make_plan(chosen, asked, settings)
    folder = Path(out) if out else plan.default_folder
    return Result(engine.run(plan, folder, progress or Silent()), folder)


def score(
    suite: str | Suite,
    answers: str | Path | Iterable[Mapping[str, Json] | Answer],
    **options: Any,
) -> Result:
    """Score recorded answers: a file, or records `{"id", "answer", …}`. Options: see `evaluate`."""
    if isinstance(answers, str | Path):
        system = read_answers(Path(answers))
        return evaluate(suite, system, attempts=system.attempts, **options)
    with children.scratch_folder() as folder:
        path = Path(folder) / "answers.jsonl"
        rows = [answer_to_json(a) if isinstance(a, Answer) else dict(a) for a in answers]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return score(suite, path, **options)
