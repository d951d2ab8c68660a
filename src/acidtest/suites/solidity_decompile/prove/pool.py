"""Proofs for any number of threads, each in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import threading
from collections.abc import Mapping, Sequence
from importlib import metadata

from acidtest.core.errors import InfrastructureError
from acidtest.core.extras import MissingPackage
from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.prove import SYMBOLIC
from acidtest.suites.solidity_decompile.replay.pool import Worker
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.worker import to_json

_STARTS_S = 120.0
_SLACK = 40  # a busy machine is slower; the process counts its own work
_OTHER_SLOTS = "it keeps its state in other storage slots"


class Provers:
    """Tries to prove what replay could not tell apart."""

    def __init__(self, seconds: int, *, bare: bool = False) -> None:
        if importlib.util.find_spec("z3") is None:
            raise MissingPackage("--prove", "z3-solver", "prove")
        self._seconds = seconds
        self._bare = bare
        self._idle: list[Worker] = []
        self._lock = threading.Lock()

    @property
    def toolchain(self) -> Mapping[str, str]:
        """Its part of the signature."""
        return {"prove": f"{self._seconds}s", "z3": metadata.version("z3-solver")}

    def prove(
        self, original: Subject, answer: Subject, verdict: dict[str, Json]
    ) -> Mapping[str, Json]:
        """The result for each function that behaves; a refutation goes into the verdict."""
        names = [name for name, state in verdict["functions"].items() if state == "behaves"]
        names = [name for name in names if name in answer.interface.functions]
        if verdict["problem"] or not names:
            return {}
        equal, compared = verdict["storage"]
        if equal < compared:
            return {name: {"outcome": "unknown", "why": _OTHER_SLOTS} for name in names}
        results = self.results(original, answer, names)
        for name, result in results.items():
            if "replay" in result:
                verdict["functions"][name] = "differs"
                verdict["evidence"][name] = result["replay"]
        return results

    def results(
        self, original: Subject, answer: Subject, names: Sequence[str]
    ) -> dict[str, dict[str, Json]]:
        """The result for each of the functions, whatever replay said."""
        pair = {"original": to_json(original), "answer": to_json(answer)}
        return {name: self._ask(pair, name) for name in names}

    def _ask(self, pair: Mapping[str, Json], name: str) -> dict[str, Json]:
        request = {**pair, "functions": [name], "seconds": self._seconds}
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        worker = worker or self._started()
        try:
            result: dict[str, Json] = worker.ask(
                json.dumps(request).encode(), _STARTS_S + _SLACK * self._seconds
            )
        except TimeoutError:
            worker.end()
            return {"outcome": "unknown", "why": "the time ran out"}
        except (OSError, ValueError) as error:  # code may be made to break the solver
            worker.end()
            return {"outcome": "unknown", "why": f"the solver failed: {error}"}
        except BaseException:
            worker.end()
            raise
        with self._lock:
            self._idle.append(worker)
        answer: dict[str, Json] = result[name]
        return answer

    def _started(self) -> Worker:
        """A process that works: if it does not, that is no result."""
        worker = Worker(SYMBOLIC, self._bare)
        try:
            worker.ask(b'{"functions": []}', _STARTS_S)
        except (OSError, ValueError) as error:
            worker.end()
            raise InfrastructureError(f"the solver does not start: {error}") from error
        return worker

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            workers, self._idle = self._idle, []
        for worker in workers:
            worker.end()
