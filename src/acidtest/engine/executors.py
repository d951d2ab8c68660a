"""The executor that the user chose."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from itertools import islice

from acidtest.core.errors import InputError
from acidtest.core.options import RunOptions
from acidtest.core.progress import Progress
from acidtest.core.protocols import (
    Judge,
    PortableSystem,
    PreparedSystem,
    Questions,
    Suite,
    WaitingSystem,
)
from acidtest.core.records import Sample
from acidtest.engine.executor import Executor, Threads
from acidtest.engine.plan import Plan
from acidtest.engine.ray_executor import RemoteTool, ray_executor

_PROBES, _AMONG = 4, 256


def open_executor(
    suite: Suite,
    options: RunOptions,
    judge: Judge,
    progress: Progress,
    tool: RemoteTool | None = None,
) -> AbstractContextManager[Executor]:
    """Threads that share this judge, or nodes that judge as it does."""
    if options.executor == "ray":
        return ray_executor(suite, options, judge, progress, tool)
    if options.address is not None:
        raise InputError("--address: names a Ray cluster; add --executor ray")
    return nullcontext(Threads(options.workers or os.cpu_count() or 1))


def tool_of(plan: Plan, builder: Questions) -> RemoteTool | None:
    """The plan's system, if nodes can ask it; models and secrets stay here."""
    system = plan.system
    if isinstance(system, PreparedSystem | WaitingSystem) or not isinstance(system, PortableSystem):
        return None
    name = system.remake
    return None if name is None else RemoteTool(name, system, builder, plan.form, _probes(plan))


def _probes(plan: Plan) -> tuple[Sample, ...]:
    """A few of the first samples, of different groups."""
    chosen = {
        tuple(sorted(sample.groups.items())): sample for sample in islice(plan.samples, _AMONG)
    }
    return tuple(islice(chosen.values(), _PROBES))
