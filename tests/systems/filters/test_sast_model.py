"""A language model that decides, and an embedder behind an address, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from acidtest.cli.models import configure
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.protocols import System
from acidtest.core.records import Answer, Question, Sample
from acidtest.core.registry import make_system
from acidtest.embed import is_fetched
from acidtest.suites.sast_triage.answer import read_answer
from acidtest.suites.sast_triage.cases import make_sample
from acidtest.suites.sast_triage.filter.embed_api import ApiEmbedder
from acidtest.suites.sast_triage.known import KnownIssue, Store
from acidtest.suites.sast_triage.record import Case, Finding
from acidtest.suites.sast_triage.suite import SUITE
from acidtest.suites.sast_triage.words import (
    FALSE_ALARM,
    NEEDS_REVIEW,
    REAL_BUG,
)
from acidtest.systems.models.budget import Budget
from tests.late import need
from tests.systems.models.model_server import ModelServer

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")
pytest.importorskip("faiss")
needs_weights = pytest.mark.skipif(not is_fetched(), reason="acidtest fetch minilm")

LINE = 'zip-1.3/inflate.c:369: overrun-local: Overrunning array "c" of 17 elements at index 17.'
TRACE = f"zip-1.3/inflate.c:348: cond_const: j is 17 on the false branch.\n{LINE}"
KNOWN = KnownIssue("OVERRUN", "CWE-119", TRACE, "the table is never over-subscribed here")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModelServer]:
    """A server; what is embedded is kept in a place of the test's own."""
    from inspect_ai.model._providers.openai_compatible import OpenAICompatibleAPI
    from tenacity import wait_fixed

    monkeypatch.setattr("acidtest.suites.sast_triage.filter.embed_api.cache_dir", lambda: tmp_path)
    monkeypatch.setattr(OpenAICompatibleAPI, "retry_wait", lambda self: wait_fixed(0.01))
    opened = ModelServer()
    yield opened
    opened.close()


def sample(store: Store, issue_type: str = "OVERRUN") -> Sample:
    """A finding that one of the known issues is about, if the type fits."""
    found = Finding("zip-1_3-def1", "def1", issue_type, TRACE, path="zip-1.3/inflate.c")
    return make_sample(Case(found, REAL_BUG, (), known=store), found.id, {})


def _decides(server: ModelServer, embedder: str = "") -> System:
    system = make_system(f"sast-filter:model/openai-api/test/judge{embedder}", SUITE)
    none = ("temperature", "reasoning", "prompt", "max_connections", "timeout", "cache", "prices")
    options = {**dict.fromkeys(none), "max_tokens": 99, "base_url": server.url}
    return configure(system, SUITE, options, Budget())


def _ask(system: System, *samples: Sample) -> list[Answer]:
    questions = [
        Question(one, "finding", 0, lambda form, one=one: _text(one), lambda: None)  # type: ignore[misc]
        for one in samples
    ]
    system.prepare(questions)  # type: ignore[attr-defined]
    answers = [system.answer(question) for question in questions]
    system.close()  # type: ignore[attr-defined]
    return answers


def _text(one: Sample) -> str:
    found = one.truth.finding
    return json.dumps({"issue_type": found.issue_type, "trace": found.trace})


def _reply(result: str, lines: Sequence[str]) -> str:
    said = {"equal_error_trace": list(lines), "justification": "as known", "confidence": 0.9}
    return json.dumps({**said, "result": result})


@needs_weights
@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        (_reply("YES", [LINE]), FALSE_ALARM),
        (_reply("NO", []), REAL_BUG),
        (_reply("YES", ["inflate.c:1: made up"]), NEEDS_REVIEW),
        ("<think>hm</think>```json\n" + _reply("YES", [LINE]) + "\n```", FALSE_ALARM),
        ("I would say yes.", None),
    ],
)
def test_the_models_word_becomes_a_verdict(
    server: ModelServer, reply: str, verdict: str | None
) -> None:
    server.answer = reply
    (answer,) = _ask(_decides(server), sample(store=Store([KNOWN])))
    assert read_answer(answer.text or "")["verdict"] == verdict
    assert (answer.tokens_in, answer.tokens_out) == (100, 20)
    (body,) = server.bodies
    assert "never over-subscribed" in body["messages"][0]["content"]
    assert body["max_tokens"] == 99
    assert "equal_error_trace" in body["response_format"]["json_schema"]["schema"]["properties"]


@needs_weights
def test_where_nothing_is_known_nothing_is_asked(server: ModelServer) -> None:
    (answer,) = _ask(_decides(server), sample(store=Store([KNOWN]), issue_type="USE_AFTER_FREE"))
    assert read_answer(answer.text or "")["verdict"] == REAL_BUG
    assert not server.bodies


@needs_weights
def test_a_failure_of_the_model_is_an_error_and_no_verdict(server: ModelServer) -> None:
    one = sample(store=Store([KnownIssue("OVERRUN", "", TRACE, "see html")]))
    (answer,) = _ask(_decides(server), one)
    assert answer.text is None
    assert answer.error


def test_embeddings_come_from_the_endpoint_once_for_each_text(server: ModelServer) -> None:
    embedder = ApiEmbedder(f"letters@{server.url}")
    first = embedder.embed(["aab", "zzz", "aab"])
    assert first.shape == (3, 26)
    assert np.allclose(np.linalg.norm(first, axis=1), 1)
    assert first[0] @ first[2] == pytest.approx(1)
    assert first[0] @ first[1] < 0.1
    again = ApiEmbedder(f"letters@{server.url}").embed(["zzz"])
    assert np.array_equal(again[0], first[1])
    assert sum(server.seen.values()) == 1


def test_retrieval_may_embed_elsewhere(server: ModelServer) -> None:
    server.answer = _reply("YES", [LINE])
    (answer,) = _ask(
        _decides(server, f"?embedder=letters@{server.url}"), sample(store=Store([KNOWN]))
    )
    assert read_answer(answer.text or "")["verdict"] == FALSE_ALARM


@pytest.mark.parametrize("fault", ["html", "unknown", "no-choice"])
def test_an_endpoint_that_does_not_embed_is_our_error_and_no_verdict(
    server: ModelServer, fault: str
) -> None:
    with pytest.raises(InfrastructureError, match="letters"):
        ApiEmbedder(f"letters@{server.url}").embed([f"please {fault}"])


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("sast-filter:model", "model/PROVIDER/NAME"),
        ("sast-filter:knn/x", "model/PROVIDER/NAME"),
        ("sast-filter:threshold?embedder=x@http://127.0.0.1:1/v1", "sast-calibrate"),
        ("sast-filter:threshold?threshold=0.5&embedder=x@nowhere", "NAME@URL"),
    ],
)
def test_bad_wishes_are_refused_in_words(typed: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        make_system(typed, SUITE)
