"""acidtest from Python: the same engine as the command line, with any callable as the system."""

from __future__ import annotations

import importlib
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack, overload

from acidtest import engine
from acidtest.analysis.comparison import Comparison, compare_runs
from acidtest.analysis.sections import make_sections
from acidtest.core import children
from acidtest.core.errors import InputError
from acidtest.core.options import Options, RunOptions, declared_options
from acidtest.core.paths import check_file, writing
from acidtest.core.progress import Progress, Silent
from acidtest.core.protocols import Suite, System
from acidtest.core.records import Answer, Json, Summary
from acidtest.core.redact import redact
from acidtest.core.registry import (
    find_suite,
    make_system,
    suite_for,
    suite_names,
    system_names,
)
from acidtest.core.systems import CallableSystem
from acidtest.core.text import as_cause, choices
from acidtest.integrations.judging.client import RemoteReward
from acidtest.integrations.rewards.opening import open_reward
from acidtest.report.figures import as_csv, as_latex, as_markdown
from acidtest.report.html import report_html
from acidtest.store import SCORES, Run, answer_to_json, read_manifest, read_scores, read_table
from acidtest.store.arrow import arrow_table
from acidtest.systems.recorded import misfits, read_answers

Asked = str | System | Callable[[str], str | Answer]

_FORMATS: Mapping[str, Callable[[Any], str]] = {
    "html": report_html,
    "markdown": as_markdown,
    "latex": as_latex,
    "csv": as_csv,
}


@dataclass(frozen=True)
class Result:
    """A finished run: its summary and its folder.

    >>> result.summary.metrics["passes"].value  # doctest: +SKIP
    0.35
    """

    summary: Summary
    folder: Path

    @property
    def reused(self) -> int:
        """How many answers were there already, from an earlier call with the same folder."""
        return int(read_manifest(self.folder)["answers"]["reused"])

    def __repr__(self) -> str:
        """Short, for a prompt or a notebook: all figures are half a megabyte of text."""
        own = self.summary
        scored = f"scored {own.scored} / {own.asked}"
        return f"<Result {own.suite}: {own.system}, {scored}, in {str(self.folder)!r}>"

    def to_json(self) -> dict[str, Json]:
        """The summary as in summary.json: figures with intervals, groups, controls, signature."""
        return self.summary.to_json()

    def records(self) -> list[dict[str, Json]]:
        """One record per answer: id, groups, metrics, evidence."""
        return read_scores(self.folder / SCORES)

    def table(self) -> Any:
        """The same as an Arrow table; needs pyarrow."""
        return arrow_table(read_table(self.folder / SCORES))

    def frame(self) -> Any:
        """The scores as a pandas data frame, a row per answer; needs pandas."""
        try:
            pandas = importlib.import_module("pandas")
        except ModuleNotFoundError as error:
            raise InputError(
                "a data frame needs pandas: pip install pandas; records() needs nothing"
            ) from error
        table = read_table(self.folder / SCORES)
        return pandas.DataFrame({name: table.column(name) for name in table.names})


AnyRun = str | Path | Result


def evaluate(
    suite: str | Suite,
    system: Asked,
    *,
    out: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Ask `system` the questions of `suite` and score what it answers.

    >>> evaluate("c-decompile", lambda question: my_model(question), limit=40)  # doctest: +SKIP

    `system` is a name as on the command line, a `System`, or a callable from question text to
    answer text, called from several threads. `options` are those of the command line: data (a
    path or several), limit, groups, form, attempts, controls, workers …
    With `out`, an interrupted run continues there; another system, other code of the callable
    included, is refused. Without it, the run of a callable goes to a new temporary folder. To say
    yourself what a callable is, pass a `CallableSystem` with an `identity`.
    """
    settings = RunOptions.of(options)
    chosen = suite_for(_suite(suite), settings.data)
    if isinstance(system, str):
        asked = make_system(system, chosen)
    elif isinstance(system, System):
        asked = system
    elif not callable(system):
        raise _unfit("system", "a name, a System or a function", system)
    else:
        name = getattr(system, "__name__", type(system).__name__)
        asked = CallableSystem(system, name=name)
        out = tempfile.mkdtemp(prefix="acidtest-") if out is None else out
    return _run(engine.make_plan(chosen, asked, settings), out, progress or Silent())


def _run(plan: engine.Plan, out: str | Path | None, progress: Progress) -> Result:
    folder = plan.default_folder if out is None else _place(out)
    return Result(engine.run(plan, folder, progress), folder)


def score(
    suite: str | Suite,
    answers: str | Path | Iterable[Mapping[str, Json] | Answer],
    *,
    out: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Result:
    """Score recorded answers: a file, or records `{"id", "answer", …}`.

    >>> score("c-decompile", "answers.jsonl", groups="opt=O0")  # doctest: +SKIP
    """
    for name in options.keys() - declared_options(recorded=True):
        RunOptions.of({name: None})  # or it is unknown
        raise InputError(f"option '{name}': does not apply to recorded answers; leave it out")
    if isinstance(answers, str | Path):
        system = read_answers(_place(answers, "answers"))
    else:
        with children.scratch_folder() as folder:
            path = Path(folder) / "answers.jsonl"
            path.write_text("".join(_lines(answers)) or "\n", encoding="utf-8")
            try:
                system = read_answers(path)
            except InputError as error:
                text = str(error).replace(f"{path}, line", "answers, record")
                raise InputError(text.replace(str(path), "answers")) from None
    settings = RunOptions.of({**options, "attempts": system.attempts})
    plan = engine.make_plan(suite_for(_suite(suite), settings.data), system, settings)
    shown = progress or Silent()
    where = answers if isinstance(answers, str | Path) else "answers"
    for text in misfits(system, where, plan.dataset, plan.samples):
        shown.note(text)
    return _run(plan, out, shown)


def load(run: str | Path) -> Result:
    """Open a run folder; it is checked for damage.

    >>> load("runs/c-decompile/ghidra-1a2b3c").summary.metrics["passes"]  # doctest: +SKIP
    """
    opened = Run.open(_folder(run))
    counts = {"asked": opened.asked, "scored": opened.scored_answers}  # older folders lack them
    return Result(Summary.from_json({**counts, **opened.summary}), opened.folder)


def compare(
    a: AnyRun,
    b: AnyRun,
    metrics: Sequence[str] = (),
    *,
    by: str | None = None,
    anyway: bool = False,
) -> Comparison:
    """Is run B better than run A? Paired by sample, corrected over everything compared.

    >>> print(compare("runs/old", "runs/new"))  # doctest: +SKIP
    passes: B is better by 4.1 points [0.6, 7.6] (p = 0.019)

    Without `metrics`, the suite's headline ones are compared; `by` compares for each value of a
    group. Runs that were scored or asked differently are refused, unless `anyway`.
    """
    if isinstance(metrics, str):
        metrics = [metrics]
    if not isinstance(metrics, Sequence) or not all(isinstance(name, str) for name in metrics):
        raise _unfit("metrics", "names of metrics", metrics)
    if not isinstance(by, str | None):
        raise _unfit("by", "the name of a group", by)
    if not isinstance(anyway, bool):
        raise _unfit("anyway", "True or False", anyway)
    (comparison,) = compare_runs([_opened(a), _opened(b)], metrics, by=by, anyway=anyway)
    return comparison


def report(
    runs: AnyRun | Sequence[AnyRun],
    out: str | Path | None = None,
    *,
    format: str = "html",
) -> str:
    """Report on runs as text: `html` (one page that opens from disk), `markdown`, `latex` or
    `csv` (a row per run).

    >>> report([first, second], "report.html")  # doctest: +SKIP

    With `out`, the text is also written there.
    """
    if not isinstance(format, str) or format not in _FORMATS:
        raise InputError(f"unknown format '{format}'; {choices(str(format), _FORMATS)}")
    several = runs if isinstance(runs, Sequence) and not isinstance(runs, str) else [runs]
    file = None if out is None else _place(out)
    if file is not None:
        check_file(file)
    text = _FORMATS[format](make_sections([_folder(run) for run in several]))
    if file is not None:
        with writing(file):
            file.write_text(redact(text), encoding="utf-8", errors="backslashreplace")
    return text


@overload
def reward(
    suite: str | Suite,
    metric: str | None = None,
    *,
    shaping: Mapping[str, float] | None = None,
    url: None = None,
    fresh: int | None = None,
    **options: Unpack[Options],
) -> engine.Reward: ...


@overload
def reward(
    suite: str | Suite,
    metric: str | None = None,
    *,
    shaping: Mapping[str, float] | None = None,
    url: str,
    token: str | None = None,
    timeout: float = 600.0,
    fresh: int | None = None,
) -> RemoteReward: ...


def reward(
    suite: str | Suite,
    metric: str | None = None,
    *,
    shaping: Mapping[str, float] | None = None,
    url: str | None = None,
    token: str | None = None,
    timeout: float = 600.0,
    fresh: int | None = None,
    **options: Unpack[Options],
) -> engine.RewardFunction:
    """The suite's verdict as a reward function, in the form that trainers such as TRL call.

    >>> with reward("c-decompile", shaping={"compiles": 0.1}) as earned:  # doctest: +SKIP
    ...     earned(prompts=prompts, completions=answers, id=ids)
    [1.0, 0.1, None, 0.0]

    The metric is the suite's pass metric unless named. `shaping` gives steps on the way a part of
    the reward. None: not scorable, because a tool failed. Nothing that an answer contains raises.
    With another `seed`, answers are compared on other inputs; with `fresh`, a number, the tasks are
    those that `acidtest export-prompts --fresh` makes of it.

    With `url`, `acidtest judge` at that address judges, with data and options of its own. `token`
    is that of the variable ACIDTEST_JUDGE_TOKEN unless given; what the service has not judged
    after `timeout` seconds is None.
    """
    how: dict[str, Any] = {"shaping": shaping, "url": url, "token": token, "timeout": timeout}
    return open_reward(suite, metric, **how, fresh=fresh, **options)


def suites() -> dict[str, str]:
    """The installed suites and what they ask.

    >>> sorted(suites())[0]
    'c-decompile'
    """
    return {name: find_suite(name).description for name in suite_names()}


def systems(suite: str) -> dict[str, str]:
    """The systems that can answer a suite, and what they are.

    >>> "oracle" in systems("c-decompile")
    True
    """
    return system_names(_suite(suite))


def _unfit(name: str, expected: str, value: object) -> InputError:
    return InputError(f"{name}: expected {expected}, got {as_cause(repr(value))}")


def _suite(suite: str | Suite) -> Suite:
    if isinstance(suite, str):
        return find_suite(suite)
    if not hasattr(suite, "question_forms"):
        raise _unfit("suite", "a name or a Suite", suite)
    return suite


def _place(path: str | Path, name: str = "out") -> Path:
    if not isinstance(path, str | Path) or not str(path):
        raise _unfit(name, "a path", path)
    return Path(path)


def _lines(answers: Iterable[Mapping[str, Json] | Answer]) -> Iterator[str]:
    """Answers as in a file of answers."""
    if not isinstance(answers, Iterable) or isinstance(answers, Mapping | bytes):
        raise _unfit("answers", "a file or records with id and answer", answers)
    for number, each in enumerate(answers, 1):
        if not isinstance(each, Mapping | Answer):
            raise _unfit(f"answers, record {number}", "a mapping with id and answer", each)
        row = answer_to_json(each) if isinstance(each, Answer) else dict(each)
        try:
            yield json.dumps(row) + "\n"
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"answers, record {number}: no JSON: {error}") from None


def _folder(run: AnyRun) -> Path:
    return run.folder if isinstance(run, Result) else _place(run, "run")


def _opened(run: AnyRun) -> Run:
    return Run.open(_folder(run))
