"""Opens a reward function: judged on this machine, or by a service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.protocols import Suite
from acidtest.core.registry import find_suite, suite_for
from acidtest.engine import Reward, RewardFunction, Terms
from acidtest.engine.fresh import with_fresh
from acidtest.integrations.judging.client import RemoteReward


def open_reward(
    suite: str | Suite,
    metric: str | None = None,
    *,
    shaping: Mapping[str, float] | None = None,
    url: str | None = None,
    token: str | None = None,
    timeout: float = 600.0,
    fresh: int | None = None,
    **options: Any,
) -> RewardFunction:
    """See `acidtest.reward`."""
    settings = RunOptions.of(options)
    chosen = suite_for(find_suite(suite) if isinstance(suite, str) else suite, settings.data)
    if url is None:
        return Reward(chosen, metric, shaping, with_fresh(chosen, settings, fresh))
    if options:
        raise InputError(f"{', '.join(sorted(options))}: with url, give this to `acidtest judge`")
    terms = Terms.of(chosen, metric, shaping)
    return RemoteReward(chosen, terms, url, token, timeout, fresh)
