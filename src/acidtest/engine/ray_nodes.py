"""The nodes of a Ray cluster: their workers are opened, checked before they work, and replaced."""

from __future__ import annotations

import importlib
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from acidtest.core.errors import InfrastructureError
from acidtest.core.progress import Progress
from acidtest.engine.remote import NodeFacts, Remote, differences

_TOGETHER = 4
"""Threads of a worker process: they share compiled tests, and one Python interpreter."""
START_S = 300.0
_LOOK_S = 10.0
_CLOSE_S = 5.0


@dataclass(eq=False)
class NodeWorker:
    """A process on a node, with the number of batches that it works on; `alone` with one."""

    node: str
    name: str
    threads: int
    actor: Any
    batches: int = 0
    alone: bool = False


class Nodes:
    """All workers. `ready` may be given work; those of `opening` are not checked yet."""

    def __init__(
        self, ray: Any, order: Any, files: Any, here: NodeFacts, most: int, progress: Progress
    ) -> None:
        self._ray, self._order, self._files, self._here = ray, order, files, here
        self._left = most or 1 << 30
        self._progress = progress
        self._remote = ray.remote(Remote)
        strategies = importlib.import_module("ray.util.scheduling_strategies")
        self._strategy = strategies.NodeAffinitySchedulingStrategy
        self._known: set[str] = set()
        self.refused: dict[str, str] = {}
        self.ready: list[NodeWorker] = []
        self.opening: dict[Any, NodeWorker] = {}
        self._looked = 0.0

    @property
    def threads(self) -> int:
        """How many answers are worked on at a time."""
        return sum(worker.threads for worker in self.ready)

    def start(self) -> None:
        """Open a worker for all processors of all nodes, and check them before there is work."""
        self.look()
        with self._progress.stage("opening nodes", len(self.opening)) as advance:
            until = time.monotonic() + START_S
            while self.opening and time.monotonic() < until:
                refs, _ = self._ray.wait(list(self.opening), num_returns=1, timeout=1.0)
                for ref in refs:
                    self.opened(ref)
                    advance()
        late = Counter(worker.name for worker in self.opening.values())
        for name in late:
            self._progress.note(f"node {name} has no free processor yet: it works once it has")
        self.check()

    def check(self) -> None:
        """Raise `InfrastructureError` if nobody is left to work."""
        if self.ready:
            return
        why = "; ".join(self.refused.values()) or (
            "no node has a free processor; look at `ray status`"
            if self.opening
            else "no node has a processor"
        )
        raise InfrastructureError(f"--executor ray: no node can work: {why}")

    def look(self) -> None:
        """Open workers on nodes that are new, now and then."""
        if time.monotonic() - self._looked < _LOOK_S and self._looked:
            return
        self._looked = time.monotonic()
        nodes = [node for node in self._ray.nodes() if node["Alive"]]
        names = _names(nodes)
        for node in nodes:
            identity = node["NodeID"]
            processors = min(int(node["Resources"].get("CPU", 0)), self._left)
            if identity in self._known or processors < 1:
                continue
            self._known.add(identity)
            self._left -= processors
            processes = -(-processors // _TOGETHER)
            for place in range(processes):
                threads = processors // processes + (place < processors % processes)
                self._open(identity, names[identity], threads)

    def _open(self, node: str, name: str, threads: int) -> None:
        actor = self._remote.options(
            num_cpus=threads,
            max_concurrency=threads,
            max_restarts=0,
            max_task_retries=0,
            scheduling_strategy=self._strategy(node_id=node, soft=False),
        ).remote(self._order, self._files)
        self.opening[actor.open.remote()] = NodeWorker(node, name, threads, actor)

    def opened(self, ref: Any) -> None:
        """A worker has opened its tools, or could not."""
        worker = self.opening.pop(ref)
        try:
            there = self._ray.get(ref)
        except self._ray.exceptions.RayError as error:
            self._refuse(worker, _why(error) if self._alive(worker.node) else "it is gone")
            return
        if isinstance(there, str):
            self._refuse(worker, there)
        elif differing := differences(self._here, there):
            self._refuse(worker, f"it would judge differently: {'; '.join(differing)}")
        elif worker.node not in self.refused:
            self.ready.append(worker)

    def _alive(self, node: str) -> bool:
        return any(each["NodeID"] == node and each["Alive"] for each in self._ray.nodes())

    def _refuse(self, worker: NodeWorker, why: str) -> None:
        self.kill(worker)
        if worker.node not in self.refused:
            self.refused[worker.node] = f"node {worker.name} is not used: {why}"
            self._progress.note(self.refused[worker.node])

    def lost(self, worker: NodeWorker) -> None:
        """Open another worker in the place of one that died; a dead node cannot."""
        if worker in self.ready:
            self.ready.remove(worker)
            self.kill(worker)
            self._open(worker.node, worker.name, worker.threads)

    def kill(self, worker: NodeWorker) -> None:
        """End a worker; what it works on is lost."""
        self._ray.kill(worker.actor)

    def close(self, wait_s: float = _CLOSE_S) -> None:
        """End all workers; those that have nothing to do end their tools first."""
        idle = [worker.actor.close.remote() for worker in self.ready if not worker.batches]
        if idle and wait_s:
            self._ray.wait(idle, num_returns=len(idle), timeout=wait_s)
        for worker in [*self.ready, *self.opening.values()]:
            self.kill(worker)


def _names(nodes: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """What people call each node; with a part of its number where several have the same name."""
    named = {
        node["NodeID"]: node["NodeManagerHostname"]
        if node.get("NodeName") in (None, "", node["NodeManagerAddress"])
        else node["NodeName"]
        for node in nodes
    }
    often = Counter(named.values())
    return {
        identity: name if often[name] == 1 else f"{name} ({identity[:8]})"
        for identity, name in named.items()
    }


def _why(error: Exception) -> str:
    """What of an error of Ray says why a worker could not start."""
    lines = [line.strip() for line in str(error).strip().splitlines() if line.strip()]
    return f"its worker could not start: {lines[-1] if lines else type(error).__name__}"
