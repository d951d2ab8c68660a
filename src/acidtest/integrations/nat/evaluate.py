"""The four steps of a filter evaluation under NAT: check, evaluate, validate, archive."""

from __future__ import annotations

import datetime
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from acidtest import engine
from acidtest.core import children
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.options import RunOptions
from acidtest.core.paths import read_text
from acidtest.core.progress import Progress
from acidtest.core.records import Json, Sample, Score, Summary
from acidtest.core.redact import redact, redacted
from acidtest.core.untrusted import load_json
from acidtest.integrations.nat.items import to_record
from acidtest.integrations.nat.validation import validation_report
from acidtest.store import SCORES, find_answers, read_scores
from acidtest.suites.sast_triage.known import format_lines
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.systems.nat_output import OUTPUT, PROFILE
from acidtest.systems.recorded import RecordedSystem, recorded_systems

CONFIG = Path(__file__).parent / "configs" / "filter_eval.yml"
TRACES = "all_requests_profiler_traces.json"
REPORT = "filter_validation_report.json"
_VARIABLE = re.compile(r"\$\{(\w+)\}")  # one with a default, ${NAME:-…}, may be unset
_REPORTS_ONLY = re.compile(r"^[ \t]*validation_reports_only[ \t]*:[ \t]*true", re.MULTILINE)
"""The published configuration leaves the evaluation to the validation of its answers."""
_COMMENT = re.compile(r"(^|\s)#.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Environment:
    """The checked environment of an evaluation."""

    nat: str
    version: str
    config: Path
    ours: Sequence[str] = ()
    """Parts of the configuration that use acidtest's store of known issues."""


def check_environment(nat: str | None, config: Path) -> Environment:
    """Step 1: check for the program, the configuration and the keys that it uses."""
    beside = Path(sys.executable).with_name("nat")
    program = nat or (str(beside) if beside.exists() else shutil.which("nat"))
    if program is None or shutil.which(program) is None:
        raise InputError(
            f"{program or 'nat'}: the NeMo Agent Toolkit was not found; install it into "
            "its own environment with pip install 'acidtest[nat]' and pass its path with --nat"
        )
    text = read_text(config)
    named = dict.fromkeys(_VARIABLE.findall(_COMMENT.sub("", text)))
    if missing := [name for name in named if not os.environ.get(name)]:
        raise InputError(f"{config}: set {', '.join(missing)} in the environment, then retry")
    if not _has_evaluator(text) and not _REPORTS_ONLY.search(text):
        raise InputError(f"{config}: has no evaluator; add one, or NAT writes no {OUTPUT}")
    printed = children.run([program, "--version"])
    version = re.search(r"\d+\.\d+[\w.]*", printed.stdout)
    if printed.returncode or not version:
        raise InfrastructureError(f"{program} --version failed: {printed.stderr.strip()[-300:]}")
    ours = [
        part
        for part, mark in (
            ("workflow", r"_type:\s*acidtest_sast_filter"),
            ("eval.evaluators.triage", r"triage:\s*(\{\s*)?_type:\s*acidtest_sast_score"),
        )
        if re.search(mark, text)
    ]
    return Environment(program, version[0], config, ours)


def evaluate(
    environment: Environment, samples: Sequence[Sample], folder: Path, repetitions: int
) -> None:
    """Step 2: run `nat eval` on these findings, with all output in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    dataset, log = folder / "dataset.json", folder / "nat.log"
    records = [to_record(sample) for sample in samples]
    dataset.write_text(json.dumps(records, indent=1, ensure_ascii=False), encoding="utf-8")
    config = _with_evaluator(environment.config.resolve(), folder)
    command = [environment.nat, "eval", "--config_file", str(config)]
    command += ["--dataset", str(dataset.resolve()), "--reps", str(repetitions)]
    # a separate folder: NAT's `cleanup` deletes its output folder
    out = (folder / "nat").resolve()
    command += ["--override", "eval.general.output.dir", str(out)]
    store = samples[0].truth.known
    if store is not None:
        path = folder / "known_issues.jsonl"
        path.write_text(format_lines(store.entries), encoding="utf-8")
        for part in environment.ours:
            command += ["--override", f"{part}.store", str(path.resolve())]
    with log.open("wb") as stream, children.start(command, stdout=stream, stderr=stream) as nat:
        status = nat.wait()
    log.write_text(redact(log.read_text(encoding="utf-8", errors="replace")), encoding="utf-8")
    children.check_not_stopped()
    if status:
        raise InfrastructureError(f"nat eval ended with status {status}; see {log}")
    if not (out / OUTPUT).exists():
        raise InfrastructureError(f"nat eval wrote no {OUTPUT}; see {log}")
    for name in (OUTPUT, PROFILE, TRACES):
        if (out / name).exists():
            shutil.copyfile(out / name, folder / name)


def _has_evaluator(text: str) -> bool:
    return re.search(r"^[ \t]*evaluators[ \t]*:", text, re.MULTILINE) is not None


def _with_evaluator(config: Path, folder: Path) -> Path:
    """The configuration, or one that adds our evaluator: without any NAT writes no answers."""
    if _has_evaluator(read_text(config)):
        return config
    added = folder / "config.yml"
    evaluator = "{triage: {_type: acidtest_sast_score}}"
    text = f"base: {json.dumps(str(config))}\neval:\n  evaluators: {evaluator}\n"
    added.write_text(text, encoding="utf-8")
    return added


def validate(
    plan: engine.Plan, folder: Path, progress: Progress, report: Path | None = None
) -> Summary:
    """Step 3: score NAT's answers, in a run folder inside `folder`, and write the report."""
    summary = engine.run(plan, folder / "run", progress)
    rows = read_scores(folder / "run" / SCORES)
    time = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    scores = [_score(row) for row in rows]
    made = validation_report(plan.samples, scores, summary, time, _unanswered(plan, scores))
    text = json.dumps(redacted(made), indent=2, ensure_ascii=False)
    (report or folder / REPORT).write_text(text + "\n", "utf-8")
    return summary


def _unanswered(plan: engine.Plan, scores: Sequence[Score]) -> Set[tuple[str, int]]:
    """Questions for which the recorded output has nothing at all."""
    if not isinstance(plan.system, RecordedSystem):
        return frozenset()
    given = plan.system.answers
    return {(s.id, s.attempt) for s in scores if s.attempt >= len(given.get(s.id, ()))}


def report_of(
    output: Path, data: Sequence[Path], report: Path, progress: Progress
) -> Mapping[str, Json]:
    """The report about any output folder of NAT, in which nothing else is changed."""
    options = RunOptions.of({"data": data, "controls": "none"})
    dataset = SUITE.read(options.data)
    (recorded,) = recorded_systems(output, "nat", SUITE, dataset)
    options = options.replace(attempts=recorded.attempts)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / output.resolve().name
        folder.mkdir()
        plan = engine.make_plan(SUITE, recorded, options, dataset=dataset)
        validate(plan, folder, progress, report)
    written: Mapping[str, Json] = load_json(report.read_text("utf-8"))
    return written


def write_output(samples: Sequence[Sample], folder: Path) -> None:
    """Write the answers of `folder`'s run as NAT writes those of a workflow."""
    records = {sample.id: to_record(sample) for sample in samples}
    items = []
    for (name, attempt), answer in sorted(find_answers(folder / "run" / "answers.jsonl").items()):
        record = records[name]
        items.append(
            {
                "id": f"{name}_rep{attempt}" if attempt else name,
                "question": record["question"],
                "answer": record["expected_output_obj"],
                "generated_answer": answer.text,
                "intermediate_steps": [],
            }
        )
    text = json.dumps(redacted(items), indent=2, ensure_ascii=False)
    (folder / OUTPUT).write_text(text + "\n", encoding="utf-8")


def _score(row: Mapping[str, Json]) -> Score:
    metrics = {k.removeprefix("metric:"): v for k, v in row.items() if k.startswith("metric:")}
    return Score(
        row["id"], row["attempt"], metrics, row["reasons"], row["evidence"], error=row["error"]
    )


def new_folder(reports: Path) -> Path:
    """Step 4, prepared first: a new folder named by the time."""
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%dT%H%M%SZ")
    for number in range(1000):
        folder = reports / (stamp if not number else f"{stamp}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        return folder
    raise InfrastructureError(f"{reports}: cannot create a new folder for this evaluation")
