"""A judge service with real sockets, and what to ask it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from acidtest.core.options import RunOptions
from acidtest.core.registry import find_suite
from acidtest.engine.answer_judge import AnswerJudge
from acidtest.engine.reward import Terms
from acidtest.integrations.judging.service import (
    JudgeServer,
    Service,
    ServiceLimits,
    make_judge_server,
)

Start = Callable[..., JudgeServer]


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    """Starts services; they end with the module."""
    with ExitStack() as opened:

        def started(
            suite: str = "crypto-inventory",
            token: str | None = None,
            limits: ServiceLimits | None = None,
            fresh: int | None = None,
            **options: object,
        ) -> JudgeServer:
            found = find_suite(suite)
            metric = Terms.of(found, None, None).metric
            judge = AnswerJudge(found, RunOptions.of({"limit": 8, **options}), metric)
            server = make_judge_server(Service(judge, token, limits, fresh), "127.0.0.1", 0)
            opened.enter_context(server)
            thread = threading.Thread(target=server.serve_forever)
            thread.start()
            opened.callback(thread.join)
            opened.callback(server.shutdown)
            return server

        yield started


@pytest.fixture(scope="module")
def server(start: Start) -> JudgeServer:
    """A service that needs no compiler."""
    return start()


@pytest.fixture(scope="module")
def of_c(start: Start) -> JudgeServer:
    """A service that compiles and runs."""
    return start("c-decompile", groups={"opt": ["O0"]})
