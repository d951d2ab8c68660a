"""A proving process: requests and results, one line of JSON each, on standard input and output.

A separate process under limits: the solver may take any time and memory.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache

from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.prove.compare import PROVED, REFUTED, compare
from acidtest.suites.solidity_decompile.prove.confirm import Court
from acidtest.suites.solidity_decompile.prove.paths import ProofBudget
from acidtest.suites.solidity_decompile.replay.subject import Subject, start
from acidtest.suites.solidity_decompile.replay.worker import from_json, script_of
from acidtest.suites.solidity_decompile.rules import without_metadata

_MADE_UP = "they differ in the EVM, but only from a storage that no replayed sequence leaves"


class DeployedPair:
    """An original and an answer, deployed."""

    def __init__(self, original: Subject, answer: Subject) -> None:
        self.original, self.answer = original, answer
        chains = [start(each, original.world) for each in (original, answer)]
        self.problem = next((problem for _, problem in chains if problem), None)
        if self.problem is None:
            self.codes = chains[0][0].code(), chains[1][0].code()
            if chains[0][0].storage() != chains[1][0].storage():
                self.problem = "its constructor leaves another storage"

    @property
    def same_code(self) -> bool:
        """Whether the compiler made the same of both."""
        mine, its = self.codes
        return len(mine) == len(its) and without_metadata(mine) == without_metadata(its)


def prove(
    pair: DeployedPair, names: Sequence[str], seconds: float, court: Court
) -> dict[str, Json]:
    """The result for each function by name: outcome, why not, and bounds."""
    if pair.problem:
        return {name: {"outcome": "unknown", "why": pair.problem} for name in names}
    if pair.same_code:
        return {name: {"outcome": PROVED, "why": "the same code"} for name in names}
    return {name: _prove_one(pair, name, seconds, court) for name in names}


def _prove_one(pair: DeployedPair, name: str, seconds: float, court: Court) -> dict[str, Json]:
    interface = pair.original.interface
    function = interface.functions[name]
    selectors = sorted({*interface.by_selector, *pair.answer.interface.by_selector})
    result = compare(pair.codes, function, selectors, ProofBudget(seconds))
    summary: dict[str, Json] = {
        "outcome": result.outcome,
        "why": result.why,
        "bounds": result.bounds,
        "paths": list(result.paths),
    }
    if result.differences:
        if lines := court.refutation(result.differences, ProofBudget(seconds)):
            return {**summary, "outcome": REFUTED, "replay": lines}
        if court.from_made_up_storage(result.differences, ProofBudget(seconds / 2)):
            summary["why"] = _MADE_UP
    return summary


@lru_cache(maxsize=2)
def _court(original: str, answer: str) -> tuple[DeployedPair, Court]:
    subject = from_json(json.loads(original))
    its = from_json(json.loads(answer))
    return DeployedPair(subject, its), Court(subject, its, lambda: script_of(subject))


def serve(request: Mapping[str, Json]) -> dict[str, Json]:
    """Results for the functions that a request names."""
    if not request["functions"]:
        return {}
    texts = [json.dumps(request[side], sort_keys=True) for side in ("original", "answer")]
    pair, court = _court(*texts)
    return prove(pair, request["functions"], request["seconds"], court)


def main() -> None:
    """Serve until standard input ends."""
    sys.setrecursionlimit(20_000)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(serve(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
