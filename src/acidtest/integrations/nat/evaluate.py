"""The four steps of a filter evaluation under NAT: check, evaluate, validate, archive."""

from __future__ import annotations

import datetime
import json
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from acidtest import engine
from acidtest.core import children
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.paths import read_text
from acidtest.core.progress import Progress
from acidtest.core.records import Json, Sample, Score, Summary
from acidtest.core.redact import redact, redacted
from acidtest.integrations.nat.items import to_record
from acidtest.integrations.nat.validation import validation_report
from acidtest.store import SCORES, find_answers, read_scores
from acidtest.suites.sast_triage.known import format_lines
from acidtest.systems.nat_output import OUTPUT, PROFILE

CONFIG = Path(__file__).parent / "configs" / "filter_eval.yml"
TRACES = "all_requests_profiler_traces.json"
REPORT = "filter_validation_report.json"
_VARIABLE = re.compile(r"\$\{(\w+)\}")  # one with a default, ${NAME:-…}, may be unset
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
    if not re.search(r"^[ \t]*evaluators[ \t]*:", text, re.MULTILINE):
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
    command = [environment.nat, "eval", "--config_file", str(environment.config.resolve())]
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


def validate(plan: engine.Plan, folder: Path, progress: Progress) -> Summary:
    """Step 3: score NAT's answers and write the report."""
    summary = engine.run(plan, folder / "run", progress)
    rows = read_scores(folder / "run" / SCORES)
    report = validation_report(plan.samples, [_score(row) for row in rows], summary, folder.name)
    text = json.dumps(redacted(report), indent=2, ensure_ascii=False)
    (folder / REPORT).write_text(text + "\n", "utf-8")
    return summary


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
