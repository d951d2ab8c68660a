"""The metrics of one answer, from what was observed. Pure: no process, no clock, no file."""

from __future__ import annotations

import re

from acidtest.core.metric import Metric
from acidtest.core.records import Answer, Json, Observation, Sample, Score
from acidtest.metrics import published
from acidtest.suites.c_decompile import quality
from acidtest.suites.c_decompile.task import Task
from acidtest.toolchains.target import Target

METRICS = (
    Metric(
        "passes",
        "compiles apart from the test, breaks no rule, and the test passes",
        True,
        at_k=True,
    ),
    Metric(
        "passes_with_types",
        "the same, with a prelude of decompiler types if needed",
        True,
        lead=True,  # without its types a decompiler's text hardly ever compiles
    ),
    Metric(
        "agrees",
        "of answers that pass: does what the reference does on further inputs",
        of="answers that pass and can be compared",
    ),
    Metric(
        "passes_with_program",
        "the same, with data and functions of its program that it names and does not define",
        of="tasks that are judged in two processes",
    ),
    Metric(
        "one_process.passes",
        "passes, where test and answer must share a process: cheats in plain C are not stopped",
        True,
        of="tasks that need one process",
    ),
    Metric(
        "one_process.passes_with_types",
        "the same, with a prelude of decompiler types if needed",
        True,
        of="tasks that need one process",
    ),
    Metric(
        "emulated.passes",
        "passes, where the answer is compiled for its target and runs in an emulator",
        True,
        of="samples of targets with another ABI",
    ),
    Metric(
        "emulated.passes_with_types",
        "the same, with a prelude of decompiler types if needed",
        True,
        of="samples of targets with another ABI",
    ),
    Metric("compiles", "gives an object file that defines the function", True),
    Metric("compiles_with_types", "the same, with a prelude of decompiler types if needed"),
    Metric(
        "published.reexecutable",
        "published procedure: the program's exit status is 0",
        True,
        at_k=True,
    ),
    Metric(
        "published.recompilable",
        "published procedure: gcc -S accepts it, an empty answer too",
        True,
        beside="compiles",
        at_k=True,
    ),
    Metric(
        "published.edit_similarity",
        "1 - edit distance / longer length, on characters, lines trimmed, blank lines dropped",
    ),
    Metric("published.bleu", "NLTK sentence BLEU-4 of words and signs, no smoothing"),
    Metric(
        "broke_rule",
        "was stopped by a rule before it ran (see the evidence)",
        better="lower",
        beside="passes",
    ),
    Metric(
        "adapted",
        "was adapted before compiling: thoughts, prose, drafts, main, another name (see evidence)",
        better="lower",
        beside="passes",
    ),
    Metric("weak_test", "the test is weak: a body that does nothing passes it", better="neither"),
    *quality.METRICS,
)

OF_THE_VERDICT = frozenset(
    f"{way}{name}"
    for way in ("", "one_process.", "emulated.")
    for name in ("passes", "passes_with_types")
) | {"compiles", "compiles_with_types"}
"""What a brief observation holds: no published reading, nothing of its program, no text."""
_BRIEF = "the answer was judged for a reward, which does not depend on it"

# What passes_with_types adds; the difference between the two rates counts it.
_ADDED = {"dialect", "headers", "headers_left_out"}


def weak_test(task: Task) -> str | None:
    """Why a pass of this task's test means nothing, or None."""
    if not re.search(rf"\b{re.escape(task.entry)}\s*\(", task.test):
        return "the test never calls the function"
    if not re.search(r"\b(assert|abort|exit)\s*\(", task.test):
        return "the test asserts nothing"
    return None


def score(sample: Sample, answer: Answer, observation: Observation) -> Score:
    """Metrics and evidence for one answer."""
    task: Task = sample.truth
    if why := observation.get("emulated", {}).get("left_out"):
        why = f"no verdict on {task.built_for.architecture}: {why}"
        names = [metric.name for metric in METRICS]
        none = dict.fromkeys(names)
        return Score(sample.id, answer.attempt, none, dict.fromkeys(names, why), {"left_out": why})
    plain, typed = observation["plain"], observation["with_types"]
    program = observation["with_program"] or typed
    flag = weak_test(task)
    if flag is None and observation["stub_passes"]:
        flag = "a body that does nothing passes the test"
    passing = next((verdict for verdict in (plain, typed) if verdict["passes"]), None)
    compared = passing or (program if program["passes"] else None)
    agrees = {"value": None, "why": "it does not pass the test"}
    if compared is not None:
        agrees = compared.get("agrees", {"value": None, "why": "not compared in an emulator"})
    passes, reasons = _passes(observation)
    paper, not_published = _published(task, observation)
    alike, read = _texts(task, answer.text or "", observation, passing is not None)
    reasons |= {**read.reasons, **not_published}
    metrics: dict[str, float | None] = {
        **passes,
        "agrees": None if agrees["value"] is None else float(agrees["value"]),
        "compiles": float(plain["compiles"]),
        "compiles_with_types": float(typed["compiles"]),
        **paper,
        **alike,
        "broke_rule": float("rule" in typed),
        "adapted": float(not observation["adapted"].keys() <= _ADDED),
        "weak_test": float(flag is not None),
        **read.metrics,
    }
    evidence: dict[str, Json] = {"plain": plain["why"], "with_types": typed["why"]}
    if not_published:
        evidence["target"] = str(task.built_for)
    else:
        evidence["published"] = observation["published"]["why"]
    evidence |= {key: observation[key] for key in ("emulated", "flags") if key in observation}
    if agrees["value"] is None:
        reasons["agrees"] = str(agrees["why"])
    if agrees["value"] is not None:
        evidence["agrees"] = {key: detail for key, detail in agrees.items() if key != "value"}
    if "rule" in typed:
        evidence["rule"] = typed["rule"]
    if "verdict" in typed:  # none where nothing ran
        evidence["verdict"] = typed["verdict"]
    if "in_process" in typed:
        evidence["in_process"] = typed["in_process"]
    if "not_given" in program:
        evidence["with_program"] = program["not_given"]
    if program.get("given"):
        evidence["with_program"] = program["why"]
        evidence["given"] = program["given"]
    if observation["adapted"]:
        evidence["adapted"] = observation["adapted"]
    if flag:
        evidence["weak_test"] = flag
    if read.evidence:
        evidence["quality"] = dict(read.evidence)
    cause = _cause(plain, typed)
    if typed["passes"] and metrics["passes_with_types"] is None:
        cause = None  # right, in a figure of its own
    return Score(sample.id, answer.attempt, metrics, reasons, evidence, cause=cause)


def earned(score: Score, metric: str) -> float | None:
    """What a metric counts for as a reward.

    No pass is one that differs from the reference on other inputs, nor one of a test that a body
    that does nothing passes too, unless the answer agrees with the reference on other inputs.
    """
    value = score.metrics[metric]
    if value and "passes" in metric:
        agrees = score.metrics["agrees"]
        if agrees == 0 or (score.metrics["weak_test"] and not agrees):
            return 0.0
    return value


def _cause(plain: Observation, typed: Observation) -> str | None:
    """Why it fails or what it needs, so that zeros of all readings are explained."""
    if plain["passes"]:
        return None
    if typed["passes"]:
        return f"needs types: {plain['why']}"
    if not typed["compiles"]:
        return f"does not compile: {typed['why']}"
    return str(typed["why"]) if plain["compiles"] else f"needs types, and then: {typed['why']}"


_Part = tuple[dict[str, float | None], dict[str, str]]


def _passes(observation: Observation) -> _Part:
    """Who passes, in the figure of the way in which it was judged: never two ways in one."""
    shared, emulated = observation["one_process"], observation.get("emulated")
    metrics: dict[str, float | None] = {}
    reasons: dict[str, str] = {}
    for name, reading in (("passes", "plain"), ("passes_with_types", "with_types")):
        value = float(observation[reading]["passes"])
        metrics[name] = None if shared or emulated else value
        metrics[f"one_process.{name}"] = value if shared else None
        metrics[f"emulated.{name}"] = value if emulated else None
        if shared:
            reasons[name] = f"test and answer share a process ({shared}): see one_process.{name}"
        else:
            reasons[f"one_process.{name}"] = "test and answer run in two processes"
        if emulated:
            reasons[name] = f"judged under another ABI ({emulated['why']}): see emulated.{name}"
        else:
            reasons[f"emulated.{name}"] = "judged by this machine's own processes"
    name, program = "passes_with_program", observation["with_program"]
    metrics[name] = None if shared or emulated or not program else float(program["passes"])
    if not program:
        reasons[name] = _BRIEF
    if shared:
        reasons[name] = f"test and answer share a process ({shared})"
    if emulated:
        reasons[name] = f"judged under another ABI ({emulated['why']})"
    return metrics, reasons


def _published(task: Task, observation: Observation) -> _Part:
    """The published procedure, where it was made for."""
    names = {"published.reexecutable": "reexecutable", "published.recompilable": "recompilable"}
    if task.built_for.platform != Target().platform:
        why = "the published procedure is for programs of x86-64 Linux"
        return dict.fromkeys(names), dict.fromkeys(names, why)
    if "brief" in observation:
        return dict.fromkeys(names), dict.fromkeys(names, _BRIEF)
    return {name: float(observation["published"][key]) for name, key in names.items()}, {}


def _texts(
    task: Task, text: str, observation: Observation, passing: bool
) -> tuple[dict[str, float | None], quality.Quality]:
    """How like the original it is as text, and its quality as code."""
    if "brief" in observation:
        names = ("published.edit_similarity", "published.bleu")
        none = dict.fromkeys((*names, *quality.NAMES))
        return {}, quality.Quality(none, dict.fromkeys(none, _BRIEF), {})
    alike: dict[str, float | None] = {
        "published.edit_similarity": published.line_edit_similarity(task.function, text),
        "published.bleu": published.token_bleu(task.function, text),
    }
    return alike, quality.quality(task, text, observation["reading"] if passing else None)
