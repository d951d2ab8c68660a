"""Work on a real Ray cluster: the same run as with threads, whatever becomes of the nodes.

A cluster costs minutes of both processors, so `make ray-test` alone starts one.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import acidtest
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.protocols import Dataset, Judge
from acidtest.core.records import Answer, Observation, Question, Sample
from acidtest.core.registry import find_suite
from acidtest.engine import Grader
from acidtest.engine.executors import open_executor
from acidtest.store import ObservationCache
from tests.engine.test_judge import SAMPLES, Counting, Lengths
from tests.late import late

ray, cluster_utils = late("ray"), late("ray.cluster_utils")

ROOT = str(Path(__file__).parents[2])
SUITE = find_suite("c-decompile")
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_raylet_start_wait_time_s": "120",
    "RAY_agent_register_timeout_ms": "600000",
}
AGENTS = (
    *("metrics_agent_port", "metrics_export_port"),
    *("runtime_env_agent_port", "dashboard_agent_listen_port"),
)
FAKE_GCC = '#!/bin/sh\n[ "$1" = -dumpfullversion ] && {{ echo 99.9.0; exit; }}\nexec {gcc} "$@"\n'

pytestmark = pytest.mark.filterwarnings("ignore")  # of Ray's own code


def free_ports() -> dict[str, int]:
    """A node that looks for its agents' ports itself ends if they do not start in half a minute."""
    with contextlib.ExitStack() as opened:
        sockets = [opened.enter_context(socket.socket()) for _ in AGENTS]
        for each in sockets:
            each.bind(("", 0))
        return {name: each.getsockname()[1] for name, each in zip(AGENTS, sockets, strict=True)}


@dataclass
class Nodes:
    """A cluster, and its nodes by name. Each is a machine to Ray."""

    cluster: Any
    by_name: dict[str, Any]

    @property
    def address(self) -> str:
        """Where drivers connect."""
        return str(self.cluster.address)

    def add(self, name: str, **environment: str) -> None:
        """Start a node with one processor; its tools know its name."""
        for last in (False, False, True):
            try:
                self.by_name[name] = self.cluster.add_node(
                    node_name=name,
                    num_cpus=1,
                    object_store_memory=100 << 20,
                    include_dashboard=False,
                    include_log_monitor=False,
                    no_monitor=True,
                    **free_ports(),
                    env_vars={"ACIDTEST_NODE": name, "PYTHONPATH": ROOT, **environment},
                )
                break
            except Exception:  # Ray gives its own processes a fixed time to start
                if last:
                    raise

    def kill(self, name: str) -> None:
        """As if its power went."""
        self.cluster.remove_node(self.by_name.pop(name), allow_graceful=False)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    """Three nodes, and one with another gcc; this process is connected."""
    before = {name: os.environ.get(name) for name in SETTINGS}
    os.environ.update(SETTINGS)
    handler = signal.getsignal(signal.SIGTERM)
    started = Nodes(cluster_utils.Cluster(), {})
    folder = tempfile.TemporaryDirectory()
    try:
        for name in ("one", "two", "three"):
            started.add(name)
        started.add("odd", PATH=f"{fake_gcc(Path(folder.name))}:{os.environ['PATH']}")
        ray.init(address=started.address, log_to_driver=False, logging_level=logging.ERROR)
        yield started
    finally:
        ray.shutdown()
        started.cluster.shutdown()
        folder.cleanup()
        signal.signal(signal.SIGTERM, handler)
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def fake_gcc(folder: Path) -> Path:
    gcc = folder / "gcc"
    gcc.write_text(FAKE_GCC.format(gcc="/usr/bin/gcc"))
    for path in (gcc, folder):  # the sandbox shows it to another user
        path.chmod(0o755)
    return folder


class Watched:
    """Progress that remembers what was said, and does something at a step of a stage."""

    def __init__(self, at: tuple[str, int] = ("", 0), act: Callable[[], object] = int) -> None:
        self.notes: list[str] = []
        self.stages: list[str] = []
        self._at, self._act = at, act

    def stage(self, name: str, total: int) -> AbstractContextManager[Callable[[], None]]:
        """Count its steps."""
        steps = iter(range(1, total + 1))
        self.stages.append(name)

        def step() -> None:
            if (name, next(steps)) == self._at:
                self._act()

        return nullcontext(step)

    def note(self, text: str) -> None:
        """Remember it."""
        self.notes.append(text)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known yet: all is judged, each time."""
    monkeypatch.setattr("acidtest.store.ObservationCache.find", lambda self, keys: {})


def content(folder: Path) -> dict[str, bytes | list[str]]:
    """A run, without its time; answers are written as they come, in any order."""
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    manifest = json.loads(files.pop("manifest.json"))
    del manifest["created"], manifest["sha256"]
    answers = sorted(files.pop("answers.jsonl").decode().splitlines())
    return {**files, "manifest.json": [json.dumps(manifest)], "answers.jsonl": answers}


@pytest.mark.cluster
@pytest.mark.usefixtures("fresh")
def test_a_run_is_the_same_and_a_node_with_another_gcc_does_not_work(
    nodes: Nodes, tmp_path: Path
) -> None:
    progress = Watched()
    for executor, address in (("ray", nodes.address), ("local", None)):
        acidtest.evaluate("c-decompile", "exploit:fake-verdict", limit=12, out=tmp_path / executor,
                          progress=progress, executor=executor, address=address)  # fmt: skip
    assert content(tmp_path / "ray") == content(tmp_path / "local")
    controls = json.loads((tmp_path / "ray" / "summary.json").read_text())["controls"]
    assert controls["oracle"]["passes"] == 1
    refused = [note for note in progress.notes if "not used" in note]
    assert len(refused) == 1, progress.notes
    assert "node odd is not used" in refused[0]
    assert re.search(r"gcc is 99\.9\.0, here \d+\.", refused[0])


TOOL = 'echo "$ACIDTEST_NODE"; sleep 0.05; cat >/dev/null\n'


@pytest.mark.cluster
def test_tools_are_asked_on_the_nodes_and_one_with_a_secret_here(
    nodes: Nodes, tmp_path: Path
) -> None:
    tool = tmp_path / "tool.sh"
    tool.write_text(TOOL)

    def asked(system: Any) -> set[str]:
        out = tmp_path / str(len(list(tmp_path.iterdir())))
        acidtest.evaluate("crypto-inventory", system, limit=40, controls="none", out=out,
                          executor="ray", address=nodes.address)  # fmt: skip
        lines = (out / "answers.jsonl").read_text().splitlines()
        assert len(lines) > 30
        return {json.loads(line)["answer"].strip() for line in lines}

    everywhere = asked(f"command:sh {tool}")
    assert len(everywhere) > 1
    assert everywhere <= {"one", "two", "three", "odd"}  # gcc is nothing to this suite
    assert asked(f"command:sh {tool} --token=s3cr3t-x0815") == {""}


class Deadly(Counting):
    """Some answers end the process that judges them."""

    def observe(self, sample: Sample, text: str) -> Observation:
        """The length, unless the worker dies."""
        if text.startswith("dies"):
            os._exit(1)
        return super().observe(sample, text)


@dataclass(frozen=True)
class DeadlyLengths(Lengths):
    """A suite whose judge may die, and which is known here alone."""

    name: str = "deadly"

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """A judge of each process."""
        return nullcontext(Deadly())


@dataclass(frozen=True)
class OwnLengths(Lengths):
    """A suite that every process judges in its own way."""

    name: str = "own"

    def judge(self, options: RunOptions) -> AbstractContextManager[Judge]:
        """No two are the same."""
        return nullcontext(Counting({"process": str(os.getpid())}))


@pytest.mark.cluster
def test_an_answer_that_ends_its_worker_costs_no_other(nodes: Nodes) -> None:
    texts = ["broken", "bug", *("x" * n for n in range(60)), "dies", *("y" * n for n in range(60))]
    answers = [Answer("abcd"[n % 4], text, n) for n, text in enumerate(texts)]
    suite, options = DeadlyLengths(), RunOptions(executor="ray", address=nodes.address)
    progress = Watched()
    with (
        suite.judge(options) as judge,
        open_executor(suite, options, judge, progress) as executor,
    ):
        grader = Grader(suite, judge, ObservationCache(use=False), executor)
        scores = grader.grade(SAMPLES, answers, progress, "scoring")
    for answer, score in zip(answers, scores, strict=True):
        text = answer.text or ""
        if text == "dies":
            assert "3 workers died" in str(score.error)
        elif text == "broken":
            assert score.error == "the ruler broke"
        elif text == "bug":
            assert "ZeroDivisionError" in str(score.error)
        else:
            assert score.metrics == {"length": len(text)}, score


@dataclass(frozen=True)
class DeadlyRewards(DeadlyLengths):
    """The same with samples: an answer earns its length."""

    def read(self, paths: Sequence[Path]) -> Dataset:
        """Four samples."""
        return Dataset("few", tuple(SAMPLES.values()), "")


@pytest.mark.cluster
def test_rewards_of_a_cluster_are_those_of_this_machine(nodes: Nodes) -> None:
    exploits = [c for c in SUITE.controls if c.name.startswith("exploit:")][::9]
    steps = {"extracts": 0.1, "compiles_with_types": 0.1, "agrees": 0.4}

    def earned(**place: Any) -> list[Any]:
        options: Any = {"groups": {"opt": ["O0"]}, "limit": 3, "seed": 4, **place}
        with acidtest.reward("c-decompile", shaping=steps, **options) as reward:
            samples = reward._judge.samples
            truths = [sample.truth.function for sample in samples.values()]
            rows = [(name, text) for name in samples for text in (*truths, "", "int x;")]
            asked = Question(samples[reward.ids[0]], "asm", 0, lambda form: "", lambda: None)
            rows += [(reward.ids[0], c.answer(asked) or "") for c in exploits]
            rows += [("nowhere", "x")]
            with ThreadPoolExecutor(2) as pool:
                return list(pool.map(reward.rewards, (rows[::2], rows[1::2])))

    here = earned()
    assert earned(executor="ray", address=nodes.address) == here
    assert sum(rewards.count(1.0) for rewards, _ in here) == 3


@pytest.mark.cluster
def test_an_answer_that_ends_its_worker_costs_no_other_reward(nodes: Nodes) -> None:
    texts = ["broken", "bug", *("x" * n for n in range(40)), "dies", *("y" * n for n in range(40))]
    with acidtest.reward(
        DeadlyRewards(), "length", executor="ray", address=nodes.address
    ) as reward:
        given = reward(completions=texts, id=["abcd"[n % 4] for n in range(len(texts))])
    expected = [None if t in ("broken", "bug", "dies") else float(len(t)) for t in texts]
    assert given == expected


@pytest.mark.cluster
def test_no_node_that_judges_as_this_process_is_an_error(nodes: Nodes) -> None:
    suite, options = OwnLengths(), RunOptions(executor="ray", address=nodes.address)
    with (
        pytest.raises(InfrastructureError, match=r"no node can work: node \w+ is not used: it wo"),
        suite.judge(options) as judge,
        open_executor(suite, options, judge, Silent()),
    ):
        pass


@pytest.mark.cluster
@pytest.mark.usefixtures("fresh")
def test_a_node_that_is_killed_costs_nothing_but_time(nodes: Nodes, tmp_path: Path) -> None:
    def kill() -> None:
        nodes.kill("three")

    for executor, address, watched in (
        ("ray", nodes.address, Watched(("scoring", 5), kill)),
        ("local", None, Watched()),
    ):
        acidtest.evaluate("c-decompile", "stub", limit=60, controls="none", progress=watched,
                          out=tmp_path / executor, executor=executor, address=address)  # fmt: skip
    assert "three" not in nodes.by_name
    assert content(tmp_path / "ray") == content(tmp_path / "local")


def test_an_address_needs_the_executor_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="add --executor ray"):
        acidtest.evaluate("crypto-inventory", "silent", limit=1, out=tmp_path, address="auto")


WAITING = 'echo $$ >> "{numbers}"; [ -e "{gate}" ] || sleep 400; echo answered; cat >/dev/null\n'


def processes(having: str) -> list[int]:
    """The numbers of all processes with this text in their command line or environment."""
    numbers = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            about = (path / "cmdline").read_bytes() + (path / "environ").read_bytes()
        except OSError:
            continue
        if having.encode() in about and int(path.name) != os.getpid():
            numbers.append(int(path.name))
    return numbers


@contextmanager
def waiting_run(folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """A run whose tool waits, in a process that is ended in any case."""
    folder.mkdir(exist_ok=True)
    tool, numbers, gate = folder / "tool.sh", folder / "numbers", folder / "gate"
    tool.write_text(WAITING.format(numbers=numbers, gate=gate))
    command = [sys.executable, "-c", "from acidtest.cli import main; main()", "run"]
    command += ["crypto-inventory", "--system", f"command:sh {tool}", "--limit", "6"]
    command += ["--controls", "none", "--out", str(folder / "run"), "--executor", "ray", *more]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "RUN_OF": str(folder), "PYTHONPATH": ROOT},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for(what: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    until = time.monotonic() + 240
    while not what():
        assert time.monotonic() < until, "it did not come"
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.05)


def pids(folder: Path) -> list[str]:
    numbers = folder / "numbers"
    return numbers.read_text().split() if numbers.exists() else []


@pytest.mark.cluster
def test_an_interrupt_ends_all_that_runs_and_the_same_command_goes_on(
    nodes: Nodes, tmp_path: Path
) -> None:
    with waiting_run(tmp_path, "--address", nodes.address) as process:
        wait_for(lambda: pids(tmp_path), process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=240)
        assert process.returncode == 130, errors
        assert "run the same command again" in errors
        assert "Traceback" not in errors
    wait_for(lambda: not any(Path("/proc", number).exists() for number in pids(tmp_path)))
    answers = tmp_path / "run" / "answers.jsonl"
    assert not answers.exists() or answers.read_text() == ""
    (tmp_path / "gate").touch()
    with waiting_run(tmp_path, "--address", nodes.address) as process:
        _, errors = process.communicate(timeout=240)
        assert process.returncode == 0, errors
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert answers.read_text().count("answered") == summary["n"] > 3


@pytest.mark.cluster
def test_ray_that_was_started_here_ends_with_us_even_if_we_are_killed(tmp_path: Path) -> None:
    with waiting_run(tmp_path) as process:
        wait_for(lambda: pids(tmp_path), process)
        assert len(processes(f"RUN_OF={tmp_path}")) > 3
        process.kill()
        process.communicate()
        wait_for(lambda: not processes(f"RUN_OF={tmp_path}"))
    wait_for(lambda: not any(Path("/proc", number).exists() for number in pids(tmp_path)))
