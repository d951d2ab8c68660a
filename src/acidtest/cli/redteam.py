"""`acidtest redteam`: a model looks for answers that score without solving anything."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import click

from acidtest import engine
from acidtest.cli.commands import with_options
from acidtest.cli.completion import SuiteName, SystemName
from acidtest.cli.models import configure, count_earlier, make_budget, model_options
from acidtest.cli.out import PATH
from acidtest.cli.progress import Shown
from acidtest.core.agents import ToolSuite, agent_of
from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions, declared_options
from acidtest.core.paths import check_folder
from acidtest.core.protocols import Suite, System
from acidtest.core.records import Json
from acidtest.core.registry import (
    find_suite,
    make_system,
    read_dataset,
    suite_for,
    suites_with_corpus,
)
from acidtest.core.text import counted, visible
from acidtest.engine.attack import ArmedSuite, attack_prompt
from acidtest.engine.exploit_files import ProvenExploit, write_exploit
from acidtest.engine.redteam import EXPLOIT, SOLVED, Examiner, minimised, open_examiner
from acidtest.engine.signature import signature
from acidtest.report.terminal import console, new_table
from acidtest.stats import proportion_interval
from acidtest.store import AnswerLog

_OPTIONS = ("data", "limit", "groups", "attempts", "workers", "agent", "agent_limits")
_LIMIT = 5


@dataclass
class _Result:
    """What came of the attacks on one suite."""

    suite: str
    run: str
    answers: int = 0
    errors: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    new: int = 0
    written: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Json]:
        """For programs."""
        low, high = self.interval
        return {
            "suite": self.suite,
            "run": self.run,
            "attempts": self.answers,
            "errors": self.errors,
            "solved": self.kinds[SOLVED],
            "exploits": self.kinds[EXPLOIT],
            "new": self.new,
            "low": low,
            "high": high,
            "written": self.written,
        }

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """The 95 % interval of the share of exploits."""
        if not self.answers:
            return None, None
        return proportion_interval(self.kinds[EXPLOIT] / self.answers, self.answers)


@click.command()
@click.argument("suite_name", metavar="SUITE|all", type=SuiteName("all"))
@click.option("--system", "name", type=SystemName(), required=True, help="The model that attacks.")
@click.option(
    "--source",
    default=60_000,
    show_default=True,
    type=click.IntRange(0),
    help="Characters of the judge's source in the message; an agent gets all of it as files.",
)
@click.option(
    "--out",
    type=PATH,
    default=Path("redteam"),
    show_default=True,
    help="Folder for confirmed exploits and for the runs.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@model_options
@with_options({n: o for n, o in declared_options(recorded=False).items() if n in _OPTIONS})
def redteam(
    suite_name: str, name: str, source: int, out: Path, as_json: bool, **options: Any
) -> None:
    """Let a model or an agent look for answers that score without solving the question.

    \b
    acidtest redteam c-decompile --system model:openai/gpt-4o --limit 20
    acidtest redteam all --system model:openai/gpt-4o --agent --max-cost 5

    It is given the judge's own source and rules. What scores is judged again: on questions whose
    right answer is another, and on fresh inputs. What then turns out to be an exploit is cut down
    to the lines it needs, and written as a control with its test. Without --limit, 5 samples.
    """  # noqa: D301
    chosen = suites_with_corpus() if suite_name == "all" else [find_suite(suite_name)]
    settings = RunOptions.of({k: options[k] for k in _OPTIONS}).replace(controls="none")
    settings = settings.replace(limit=settings.limit or _LIMIT)
    check_folder(out)
    budget = make_budget(options)
    results = []
    for suite in [suite_for(each, settings.data) for each in chosen]:
        if suite.pass_metric is None:
            if suite_name != "all":
                raise InputError(f"redteam: {suite.name} has no metric that says what passes")
            continue
        system = configure(make_system(name, suite), suite, {**options, "prompt": None}, budget)
        results.append(_attack(suite, system, settings, source, out, budget))
    if as_json:
        click.echo(json.dumps([result.to_json() for result in results], indent=2))
        return
    _show(results, name)


def _attacker(system: System, suite: Suite, settings: RunOptions, source: int) -> System:
    from acidtest.systems.models.model import AsksModel

    if not isinstance(system, AsksModel):
        raise InputError(
            f"redteam: {system.name} cannot read; it takes a language model, such as "
            "--system model:PROVIDER/NAME"
        )
    prompt = attack_prompt(suite, source, agent=settings.agent)
    model = system.asking(replace(system.asked, prompt=prompt))
    if not settings.agent:
        return model
    armed = cast(Suite, ArmedSuite(suite)) if isinstance(suite, ToolSuite) else suite
    return agent_of(model, armed, settings)


def _attack(
    suite: Suite, system: System, settings: RunOptions, source: int, out: Path, budget: Any
) -> _Result:
    """Ask for answers, as in any run, and examine those that score."""
    attacker = _attacker(system, suite, settings, source)
    plan = engine.make_plan(suite, attacker, settings, dataset=read_dataset(suite, settings))
    folder = out / plan.default_folder
    count_earlier(folder, budget)
    progress = Shown(suite.name)
    engine.run(plan, folder, progress)
    result = _Result(suite.name, str(folder))
    answers = AnswerLog(folder / "answers.jsonl").answers
    with open_examiner(suite, plan.dataset, settings) as examiner:
        for sample in plan.samples:
            for answer in answers.of_sample(sample.id, plan.attempts):
                if answer is None or answer.error is not None:
                    result.errors += 1
                    continue
                result.answers += 1
                finding = examiner.examine(sample, answer.text or "")
                result.kinds[finding.kind] += 1
                if finding.kind == EXPLOIT:
                    result.new += not finding.known
                    _write(result, examiner, plan, sample.id, answer.text or "", out)
    return result


def _write(
    result: _Result, examiner: Examiner, plan: engine.Plan, identity: str, text: str, out: Path
) -> None:
    sample = next(sample for sample in plan.samples if sample.id == identity)
    short = minimised(text, lambda less: examiner.examine(sample, less).kind == EXPLOIT)
    finding = examiner.examine(sample, short)
    exploit = ProvenExploit(
        suite=plan.suite.name,
        sample=identity,
        metric=examiner.metric,
        signature=signature(plan.suite, plan.dataset, examiner.judge),
        data=tuple(map(str, plan.options.data)),
        text=short,
        why=f"scores {examiner.metric} on {identity}: {finding.why}",
        known=finding.known,
        given=text,
    )
    place = str(write_exploit(out / "exploits", exploit))
    if place not in result.written:
        result.written.append(place)


def _show(results: list[_Result], name: str) -> None:
    table = new_table(f"attacks by {visible(name)}")
    for column in ("suite", "attempts", "solved", "exploits", "% [95 % interval]", "new"):
        table.add_column(column, justify="left" if column == "suite" else "right")
    for result in results:
        low, high = result.interval
        share = 100 * result.kinds[EXPLOIT] / result.answers if result.answers else 0.0
        ends = "-"
        if low is not None and high is not None:
            ends = f"{share:.1f} [{100 * low:.1f}, {100 * high:.1f}]"
        counts = (result.answers, result.kinds[SOLVED], result.kinds[EXPLOIT])
        table.add_row(result.suite, *map(str, counts), ends, str(result.new))
    console().print(table)
    for result in results:
        if result.errors:
            lost = counted(result.errors, "question")
            click.echo(f"{result.suite}: {lost} had no answer; see {visible(result.run)}")
        for place in result.written:
            click.echo(f"{result.suite}: exploit written to {visible(place)}")
