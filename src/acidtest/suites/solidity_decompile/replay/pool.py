"""A pool of replay processes."""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
import tempfile
import threading
import time
from pathlib import Path

from acidtest.core import children
from acidtest.core.children import PIPE
from acidtest.core.errors import InfrastructureError
from acidtest.core.paths import cache_dir
from acidtest.core.records import Json
from acidtest.suites.solidity_decompile.kept import FOLDER
from acidtest.suites.solidity_decompile.replay.subject import Subject
from acidtest.suites.solidity_decompile.replay.worker import How, to_json
from acidtest.toolchains.confined import confined

TIME_S = 600.0
_MEMORY = 4 << 30
_MODULE = "acidtest.suites.solidity_decompile.replay.worker"


class Worker:
    """A process that answers requests, confined and under limits."""

    def __init__(self, module: str, bare: bool) -> None:
        scripts = cache_dir() / FOLDER
        with contextlib.suppress(OSError):  # then nothing is cached
            scripts.mkdir(parents=True, exist_ok=True)
        package = Path(__file__).parents[3]
        libraries = [p for p in sys.path if Path(p).name in ("site-packages", "dist-packages")]
        given = {
            "PYTHONWARNINGS": "ignore",
            "PYTHONPATH": os.pathsep.join([str(package.parent), *libraries]),
            "ACIDTEST_CACHE": str(cache_dir()),
        }
        shown = [sys.base_prefix, sys.prefix, *libraries, str(package)]
        command = confined(
            [sys.executable, "-m", module],
            [path for path in dict.fromkeys(shown) if Path(path).is_dir()],
            _MEMORY,
            bare=bare,
            kept=[str(scripts)] if scripts.is_dir() else [],
            environment=given,
        )
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  closed in end()
        self._process = children.start(
            command, stdin=PIPE, stdout=PIPE, stderr=self._said, env={**os.environ, **given}
        )

    def ask(self, line: bytes, time_s: float) -> dict[str, Json]:
        """One verdict; raises OSError or ValueError if the process dies."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        waiting = select.poll()
        waiting.register(self._process.stdout, select.POLLIN)
        deadline = time.monotonic() + time_s
        answer = b""
        while not answer.endswith(b"\n"):
            if not waiting.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise TimeoutError(f"no verdict within {time_s:g} s")
            part = os.read(self._process.stdout.fileno(), 1 << 20)
            if not part:
                status = self._process.wait()
                self._said.seek(0)
                last = self._said.read()[-400:].decode("utf-8", "replace").strip().split("\n")[-1]
                raise OSError(f"the process ended with status {status}: {last}".rstrip(": "))
            answer += part
        verdict: dict[str, Json] = json.loads(answer)
        return verdict

    def end(self) -> None:
        """End the process."""
        self._said.close()
        self._process.close()


class Replayers:
    """Replays for any number of threads, each in its own process."""

    def __init__(
        self,
        *,
        bare: bool = False,
        time_s: float = TIME_S,
        how: How = How(),  # noqa: B008  it is immutable
    ) -> None:
        self._bare = bare
        self._how = how
        self._time_s = time_s
        self._idle: list[Worker] = []
        self._lock = threading.Lock()

    def judge(
        self, original: Subject, answer: Subject | None, twin: Subject | None = None
    ) -> dict[str, Json]:
        """The verdict on an answer; without one, how often the original's functions succeed.

        `twin` is the same source in the mode that is explored for all of its modes.
        """
        given = None if answer is None else to_json(answer)
        return self._ask(self._request(original, twin) | {"answer": given})

    def caught(self, original: Subject, answer: Subject, twin: Subject | None = None) -> int | None:
        """The number of the call that shows the first difference; None if there is none."""
        asked = self._request(original, twin) | {"answer": to_json(answer), "only_first": True}
        call: int | None = self._ask(asked)["caught"]
        return call

    def share(self, original: Subject, answer: Subject, twin: Subject | None = None) -> float:
        """How far a wrong answer is from the original; see share.py."""
        asked = self._request(original, twin) | {"answer": to_json(answer), "share": True}
        return float(self._ask(asked)["share"])

    def _request(self, original: Subject, twin: Subject | None) -> dict[str, Json]:
        explored = None if twin is None else to_json(twin)
        return {"original": to_json(original), "explored": explored, "how": list(self._how)}

    def _ask(self, request: dict[str, Json]) -> dict[str, Json]:
        line = json.dumps(request).encode()
        problem = ""
        for _ in range(2):  # something outside may have ended the process
            with self._lock:
                worker = self._idle.pop() if self._idle else None
            worker = worker or Worker(_MODULE, self._bare)
            try:
                verdict = worker.ask(line, self._time_s)
            except (OSError, ValueError) as error:
                worker.end()
                problem = str(error)
                continue
            except BaseException:
                worker.end()
                raise
            with self._lock:
                self._idle.append(worker)
            if "error" in verdict:
                raise InfrastructureError(str(verdict["error"]))
            return verdict
        raise InfrastructureError(f"the replay failed twice: {problem}")

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            workers, self._idle = self._idle, []
        for worker in workers:
            worker.end()
