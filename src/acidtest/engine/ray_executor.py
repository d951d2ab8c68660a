"""Work on the nodes of a Ray cluster, in batches. This process hands them out and keeps results.

Ray restarts nothing by itself: the batches of a worker that died are handed out again here, which
needs no free processor for a restarted worker.
"""

from __future__ import annotations

import importlib
import os
import pickle
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from acidtest.core.errors import InfrastructureError, SuiteFault
from acidtest.core.options import RunOptions
from acidtest.core.progress import Progress
from acidtest.core.protocols import Judge, Questions, Suite, System
from acidtest.core.records import Answer, Question, Sample
from acidtest.core.registry import find_suite, suite_names
from acidtest.engine.executor import Ask, Keep, Outcome, Threads, Work
from acidtest.engine.ray_connection import connected
from acidtest.engine.ray_nodes import Nodes, NodeWorker
from acidtest.engine.remote import Order, Reply, facts_of, packed

BATCH_S = 0.5
"""What a batch should take: much longer than handing it out, much shorter than the whole work."""
_MOST = 256
_MOST_TEXT = 1 << 20
_AHEAD = 2  # batches for each thread: the next one is there when one is done
_LIVES = 3
_NEWCOMERS_S = 0.05
"""How long an answer that comes by itself may wait for its turn."""

Item = tuple[Hashable, tuple[Any, ...], int]
"""A key, what is sent, and the length of its text."""


@dataclass(frozen=True)
class RemoteTool:
    """A system that the nodes can make and ask as well, and what they ask it.

    Of the samples in `probes`, all must build the same questions.
    """

    name: str
    system: System
    builder: Questions
    form: str
    probes: tuple[Sample, ...]


class Pace:
    """How many items make a batch of the right length; learnt from those that were done."""

    def __init__(self) -> None:
        self.size = self.least = 1
        self._each_s = 0.0

    def learn(self, seconds: float, count: int) -> None:
        """How long some items took."""
        each = seconds / count
        self._each_s = 0.7 * self._each_s + 0.3 * each if self._each_s else each
        fitting = BATCH_S / max(self._each_s, 1e-6)
        self.size = max(1, min(_MOST, 2 * self.size, int(fitting)))
        self.least = max(1, min(self.size, int(fitting / 10)))


class Queue:
    """Items that are not handed out yet."""

    def __init__(self, items: Iterator[Item], total: int, pace: Pace) -> None:
        self._items, self._left, self._pace = items, total, pace
        self._first: deque[Item] = deque()
        self.suspects: deque[Item] = deque()
        self._losses = Counter[Hashable]()

    def batch(self, threads: int) -> list[Item]:
        """The next items; few if few are left, so that all workers end at about the same time."""
        most = min(self._pace.size, max(self._pace.least, self._left // (_AHEAD * threads)))
        some: list[Item] = []
        size = 0
        while len(some) < most and size < _MOST_TEXT:
            item = self._first.popleft() if self._first else next(self._items, None)
            if item is None:
                break
            some.append(item)
            size += item[2]
        self._left -= len(some)
        return some

    def put_back(self, items: Iterable[Item]) -> None:
        """Hand these out again, before others."""
        before = len(self._first)
        self._first.extendleft(reversed(list(items)))
        self._left += len(self._first) - before

    def lost(self, items: Iterable[Item]) -> Iterator[Item]:
        """Of what a dead worker had, yield what nobody should try again.

        What was lost twice is next tried by itself; a worker that dies then dies of it.
        """
        again = []
        for item in items:
            self._losses[item[0]] += 1
            if self._losses[item[0]] >= _LIVES:
                yield item
            elif self._losses[item[0]] == _LIVES - 1:
                self.suspects.append(item)
            else:
                again.append(item)
        self.put_back(again)


@dataclass(frozen=True)
class _Sent:
    worker: NodeWorker
    items: list[Item]
    alone: bool = False


class RayExecutor:
    """Hands out work to the workers of a cluster: two batches for each of their threads."""

    def __init__(self, ray: Any, nodes: Nodes, dumps: Callable[[Any], bytes], asks: bool) -> None:
        self._ray, self._nodes, self._dumps, self._asks = ray, nodes, dumps, asks
        self._paces = defaultdict[str, Pace](Pace)

    @property
    def workers(self) -> int:
        """As many as the threads of all workers."""
        return max(1, self._nodes.threads)

    @contextmanager
    def observe(
        self, judge: Judge, todo: Mapping[str, Work]
    ) -> Iterator[Iterator[tuple[str, Outcome]]]:
        """Observe with the judges of the nodes."""
        items = ((key, work, len(work[1])) for key, work in todo.items())
        yield (
            (str(key), InfrastructureError(result) if kind == "failed" else result)
            for key, (kind, result) in self._done("observe", items, len(todo))
        )

    def judge(self, items: Iterator[Item]) -> Iterator[tuple[Any, Reply]]:
        """What answers earn by the judges of the nodes; each item is a sample, a text, and whether
        to ask for its share.

        The items may end and go on: what has come is handed out as long as something is under way.
        """
        return self._done("judge", items, 0, _NEWCOMERS_S)

    @contextmanager
    def answer(
        self, ask: Ask, questions: Iterable[Question], total: int, keep: Keep
    ) -> Iterator[Iterator[object]]:
        """Ask the tools of the nodes; what has no tool there is asked from here."""
        if not self._asks:
            with Threads(os.cpu_count() or 1).answer(ask, questions, total, keep) as answered:
                yield answered
            return
        items: Iterator[Item] = (
            ((q.sample.id, q.attempt), (q.sample, q.form, q.attempt), 0) for q in questions
        )

        def kept() -> Iterator[object]:
            for key, (kind, result) in self._done("answer", items, total):
                keep(result if kind == "ok" else Answer(key[0], None, key[1], error=result))
                yield key

        yield kept()

    def _done(
        self, method: str, items: Iterator[Item], total: int, pause_s: float = 1.0
    ) -> Iterator[tuple[Any, Reply]]:
        queue = Queue(items, total, self._paces[method])
        under_way: dict[Any, _Sent] = {}
        try:
            while self._goes_on(method, queue, under_way):
                refs = [*under_way, *self._nodes.opening]
                ready, _ = self._ray.wait(refs, num_returns=1, timeout=pause_s)
                if ready:
                    ready, _ = self._ray.wait(refs, num_returns=len(refs), timeout=0)
                for ref in ready:
                    if ref in self._nodes.opening:
                        self._nodes.opened(ref)
                    elif ref in under_way:
                        yield from self._taken(method, ref, queue, under_way)
                self._nodes.look()
        finally:  # of what is still under way, nobody will read the results
            for sent in under_way.values():
                sent.worker.batches, sent.worker.alone = 0, False

    def _goes_on(self, method: str, queue: Queue, under_way: dict[Any, _Sent]) -> bool:
        """Hand out what there is room for; whether there is anything to wait for."""
        self._hand_out(method, queue, under_way)
        if under_way:
            return True
        if not self._nodes.opening:
            self._nodes.check()
        return not self._nodes.ready

    def _hand_out(self, method: str, queue: Queue, under_way: dict[Any, _Sent]) -> None:
        for round_ in range(1, _AHEAD + 1):
            for worker in list(self._nodes.ready):
                while not worker.alone and worker.batches < round_ * worker.threads:
                    alone = bool(queue.suspects)
                    if alone and worker.batches:
                        break  # it is given a suspect once it has nothing else
                    some = [queue.suspects.popleft()] if alone else queue.batch(self.workers)
                    if not some:
                        return
                    ref = getattr(worker.actor, method).remote(self._packed(some))
                    under_way[ref] = _Sent(worker, some, alone)
                    worker.batches, worker.alone = worker.batches + 1, alone

    def _packed(self, items: list[Item]) -> bytes:
        try:
            return self._dumps([sent for _, sent, _ in items])
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise SuiteFault(
                f"--executor ray: sample '{items[0][1][0].id}' cannot be sent to a node: {error}"
            ) from error

    def _taken(
        self, method: str, ref: Any, queue: Queue, under_way: dict[Any, _Sent]
    ) -> Iterator[tuple[Any, Reply]]:
        """The results of a batch; those of a worker that died are handed out again."""
        sent = under_way.pop(ref)
        worker = sent.worker
        try:
            data = self._ray.get(ref)
        except self._ray.exceptions.RayTaskError as error:
            raise InfrastructureError(
                f"node {worker.name}: acidtest failed: {error.cause!r}; please report it"
            ) from error
        except self._ray.exceptions.RayError:
            for other in [each for each in under_way if under_way[each].worker is worker]:
                sent = replace(sent, items=[*sent.items, *under_way.pop(other).items])
            self._nodes.lost(worker)
            for key, _, _ in queue.lost(sent.items):
                yield key, ("failed", f"{_LIVES} workers died while they worked on it")
            return
        worker.batches, worker.alone = worker.batches - 1, False
        seconds, replies = pickle.loads(data)
        self._paces[method].learn(seconds, len(replies))
        queue.put_back(sent.items[len(replies) :])
        for (key, _, _), reply in zip(sent.items, replies, strict=False):
            if reply[0] == "ends":
                raise reply[1]
            yield key, reply


@contextmanager
def ray_executor(
    suite: Suite,
    options: RunOptions,
    judge: Judge,
    progress: Progress,
    tool: RemoteTool | None,
    metric: str | None = None,
) -> Iterator[RayExecutor]:
    """Connect, and open workers that judge as `judge` does; no other node gets work.

    With a metric, they judge for rewards by it.
    """
    known = suite.name in suite_names() and find_suite(suite.name) is suite
    with connected(options.address, options.workers) as ray:
        dumps: Callable[[Any], bytes] = pickle.dumps
        if not known:  # its classes may be in a file that only this process has
            dumps = importlib.import_module("ray.cloudpickle").dumps
        order = Order(
            suite.name if known else dumps(suite),
            replace(
                options,
                data=tuple(path.absolute() for path in options.data),
                executor="local",
                address=None,
            ),
            tool.name if tool else None,
            tool.form if tool else "",
            tool.probes if tool else (),
            metric,
        )
        nodes = Nodes(
            ray,
            ray.put(dumps(order)),
            ray.put(packed(options.data)),
            facts_of(
                suite, judge, order, tool.builder if tool else None, tool.system if tool else None
            ),
            options.workers,
            progress,
        )
        try:
            nodes.start()
            yield RayExecutor(ray, nodes, dumps, tool is not None)
        except BaseException:
            nodes.close(wait_s=0)
            raise
        nodes.close()
