"""The metrics of one answer, from what was observed. Pure: no process, no clock, no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from acidtest.core.metric import Floats, Metric, Pooled
from acidtest.core.records import Answer, Json, Observation, Sample, Score
from acidtest.suites.solidity_decompile.texts import METRICS as TEXT_METRICS
from acidtest.suites.solidity_decompile.texts import text_score


def _function_counts(score: Score) -> Sequence[float] | None:
    counts = score.evidence.get("functions")
    return None if counts is None else (counts["behave"], counts["exercised"])


def _share(sums: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1])


METRICS = (
    Metric("complete", "Solidity source with a contract came back", True),
    Metric("typechecks", "solc accepts it", True),
    Metric("compiles", "bytecode that can be deployed comes out", True),
    Metric("abi.selectors", "F1 of selectors, claimed or only stated ones included", True),
    Metric("abi.prototypes", "F1 of prototypes: arguments, mutability, returns"),
    Metric(
        "behaves",
        "share of the exercised public functions that do the same",
        True,
        lead=True,  # few answers are perfect, and none of them in part
    ),
    Metric("perfect", "every public function does the same, and nothing else differs", True),
    Metric(
        "not_decided",
        "nothing differs, but replay reached too little of the original to say more",
        better="neither",
    ),
    Metric(
        "functions",
        "behaves over all functions of all contracts together",
        pooled=Pooled(_function_counts, _share),
        of="public functions that succeeded in replay",
    ),
    Metric(
        "storage",
        "share of sequences that leave the same raw storage slots",
        of="answers that can be deployed",
    ),
    Metric(
        "exercised",
        "share of the original's functions that succeeded in replay",
        better="neither",
    ),
    Metric(
        "branches",
        "share of the branches of the original's code that replay took",
        better="neither",
    ),
    Metric(
        "proved",
        "share of the exercised functions proved to do the same, with --prove",
        of="answers that were tried with --prove",
    ),
    Metric(
        "wrapped", "there were fences or prose around the source", better="lower", beside="complete"
    ),
    *TEXT_METRICS,
)

BRANCH_FLOOR = 0.6
"""The share of branches that replay must take before an answer can be called perfect."""
FUNNEL = ("complete", "typechecks", "compiles", "behaves", "perfect")


def f1(shared: int, mine: int, its: int) -> float:
    """Harmonic mean of precision and recall; 1 where both sets are empty."""
    return 2 * shared / (mine + its) if mine + its else 1.0


def score(sample: Sample, answer: Answer, observation: Observation) -> Score:
    """Metrics and evidence for one answer."""
    abi: Mapping[str, Json] = observation.get("abi", {})
    replay: Mapping[str, Json] = observation["replay"]
    states = list(replay["functions"].values())
    never: Sequence[str] = replay["never"]
    exercised = len(states) - len(never)
    behave = 0 if replay.get("problem") else states.count("behaves")
    equal_so_far = exercised > 0 and behave == exercised and "differs" not in states
    equal_so_far = equal_so_far and not replay.get("elsewhere")
    taken, counted = replay["branches"]
    branches = taken / counted if counted else 1.0
    decided = not never and branches >= BRANCH_FLOOR
    perfect = equal_so_far and decided
    equal, compared = replay.get("storage", (0, 0))
    reasons: dict[str, str] = {}
    behaves: float | None = behave / exercised if exercised else None
    metrics: dict[str, float | None] = {
        "complete": float(observation["complete"]),
        "typechecks": float(observation["typechecks"]),
        "compiles": float(observation["compiles"]),
        "abi.selectors": f1(abi["selectors"], abi["original"], abi["answer"]) if abi else 0.0,
        "abi.prototypes": f1(abi["prototypes"], abi["original"], abi["answer"]) if abi else 0.0,
        "behaves": behaves,
        "perfect": None if not exercised or (equal_so_far and not decided) else float(perfect),
        "not_decided": float(equal_so_far and not decided),
        "storage": equal / compared if compared else 0.0,
        "exercised": exercised / len(states) if states else None,
        "branches": branches,
        "proved": None,
        "wrapped": float(observation["wrapped"] is not None),
    }
    proof: Mapping[str, Json] | None = observation.get("proof")
    if proof is None:
        reasons["proved"] = "--prove was not given, or nothing could be replayed"
    elif exercised:
        metrics["proved"] = proved_count(proof) / exercised
    if not exercised:
        why = "no public function of the original ever succeeded in replay"
        reasons |= {"behaves": why, "perfect": why, "proved": why}
    elif equal_so_far and not decided:
        reasons["perfect"] = _undecided(never, branches)
    if not states:
        reasons["exercised"] = "the original has no public function"
    texts = text_score(sample.truth, answer.text or "", observation["texts"])
    evidence = _evidence(observation, behave) | texts.evidence
    metrics |= texts.metrics
    reasons |= texts.reasons
    cause = _cause(observation) if exercised and not equal_so_far else None
    return Score(sample.id, answer.attempt, metrics, reasons, evidence, cause=cause)


def _undecided(never: Sequence[str], branches: float) -> str:
    """Why an answer that never differed is not called perfect."""
    if never:
        return f"not decided: {', '.join(never)} never succeeded in replay"
    return f"not decided: replay took {branches:.0%} of the branches, fewer than {BRANCH_FLOOR:.0%}"


def proved_count(proof: Mapping[str, Json]) -> int:
    """How many functions were proved."""
    return sum(result["outcome"] == "proved" for result in proof.values())


def _proof_evidence(proof: Mapping[str, Json]) -> dict[str, Json]:
    """Functions by what is known: proved, equal within bounds, and only tested, with why."""
    evidence: dict[str, Json] = {}
    for name, result in proof.items():
        if result["outcome"] == "proved":
            key, text = "proved", name
        elif bounds := result.get("bounds") if result["outcome"] == "equal within bounds" else None:
            key, text = "equal within bounds", f"{name}: {', '.join(bounds)}"
        elif result["outcome"] == "refuted":
            key, text = "refuted by the solver", name
        else:
            key, text = "tested, not proved", f"{name}: {result['why']}"
        evidence[key] = f"{evidence[key]}; {text}" if key in evidence else text
    return evidence


def _cause(observation: Observation) -> str:
    """Why the answer is not perfect."""
    if observation["why"]:
        return str(observation["why"])
    if observation["replay"].get("elsewhere"):
        return "behaves differently outside its functions"
    states = set(observation["replay"]["functions"].values())
    if "differs" in states:
        return "some functions behave differently"
    return "some functions could not be compared"


def _evidence(observation: Observation, behave: int) -> dict[str, Json]:
    replay = observation["replay"]
    functions: Mapping[str, str] = replay["functions"]
    evidence: dict[str, Json] = {}
    if observation["why"]:
        evidence["why"] = observation["why"]
    for name in ("wrapped", "compiler", "mode", "contract", "interface"):
        if observation.get(name):
            evidence[name] = observation[name]
    if observation.get("bent"):
        evidence["pragma"] = f"{observation['bent']}; the nearest version here was used instead"
    if observation.get("note"):
        evidence["original"] = observation["note"]
    if observation["errors"]:
        evidence["errors"] = "\n" + "\n".join(observation["errors"][:5])
    for name in ("missing", "extra", "otherwise"):
        if observation.get("abi", {}).get(name):
            evidence[f"abi {name}"] = "; ".join(observation["abi"][name])
    never = list(replay["never"])
    evidence["functions"] = {
        "public": len(functions),
        "exercised": len(functions) - len(never),
        "behave": behave,
        "never succeeded": never,
    }
    taken, counted = replay["branches"]
    evidence["branches taken"] = f"{taken} of {counted}"
    for state in ("differs", "unproven"):
        if names := [name for name, its in functions.items() if its == state]:
            evidence[state] = "; ".join(names)
    evidence |= _proof_evidence(observation.get("proof", {}))
    if replay.get("lent"):
        evidence["reached with the original's"] = "; ".join(replay["lent"])
    if replay.get("elsewhere"):
        evidence["differs elsewhere"] = "; ".join(replay["elsewhere"])
    if replay.get("calls"):
        evidence["calls replayed"] = replay["calls"]
    if replay.get("first_difference"):
        evidence["first difference"] = f"at call {replay['first_difference']}"
    for name, lines in replay.get("evidence", {}).items():
        evidence[f"replay of {name}"] = "\n    " + "\n    ".join(lines)
    return evidence
