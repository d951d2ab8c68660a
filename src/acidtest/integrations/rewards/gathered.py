"""Rewards for libraries that ask for one answer at a time: asked together, a few at a time."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any

from acidtest.engine import RewardFunction, rows_of
from acidtest.integrations.rewards.opening import open_reward

TOGETHER, WAIT_S = 64, 0.01
"""Answers that are asked together, at most, and how long the first waits for others."""

_Asked = tuple[str, str, Future[float | None]]


class GatheredReward:
    """Asks a reward function for what several callers want at the same time. Thread-safe."""

    def __init__(self, reward: RewardFunction) -> None:
        self.reward = reward
        self._queue: SimpleQueue[_Asked] = SimpleQueue()
        threading.Thread(target=self._work, name="gathered rewards", daemon=True).start()

    def ask(self, name: object, completion: object) -> Future[float | None]:
        """The reward to come for the answer to a sample; None: not scorable."""
        asked: Future[float | None] = Future()
        self._queue.put((*rows_of([completion], [name])[0], asked))
        return asked

    def _work(self) -> None:
        while True:
            some = [self._queue.get()]
            while len(some) < TOGETHER:
                try:
                    some.append(self._queue.get(timeout=WAIT_S))
                except Empty:
                    break
            try:
                rewards, _ = self.reward.rewards([(name, text) for name, text, _ in some])
            except Exception:  # nothing here may end somebody's training
                rewards = [None] * len(some)
            for (_, _, asked), value in zip(some, rewards, strict=True):
                if asked.set_running_or_notify_cancel():
                    asked.set_result(value)


def gathered(suite: str, how: Mapping[str, Any]) -> GatheredReward:
    """The one for these arguments of `acidtest.reward`, opened once in this process."""
    return _gathered(suite, json.dumps(how, sort_keys=True, default=_plain))


def _plain(value: Any) -> Any:
    """What a trainer's configuration holds in classes of its own, and a path."""
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, Sequence) else str(value)


@lru_cache(maxsize=16)
def _gathered(suite: str, how: str) -> GatheredReward:
    return GatheredReward(open_reward(suite, **json.loads(how)))
