"""A provider that cannot answer ends the run early, with its cause; one that stumbles does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from acidtest import engine
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.prompts import Prompt
from acidtest.core.registry import find_suite
from acidtest.systems.models.contact import Contact, NoContactError, ProviderError
from acidtest.systems.models.model import ModelSystem
from acidtest.systems.models.options import ModelOptions
from tests.late import need

from .model_server import ModelServer
from .test_model import MODEL, _question, server

need("inspect_ai", "Inspect AI is not installed: acidtest[models]")

__all__ = ["server"]


def _system(url: str, retries: int = 6, connections: int | None = None) -> ModelSystem:
    options = ModelOptions(base_url=url, retries=retries, max_connections=connections)
    return ModelSystem(MODEL, Prompt("mine", "{question}"), options)


def _run(system: ModelSystem, out: Path) -> None:
    suite = find_suite("sast-triage")
    plan = engine.make_plan(suite, system, RunOptions(limit=12, controls="none"))
    engine.run(plan, out, Silent())


@pytest.mark.parametrize("connections", [1, None])
def test_a_dead_server_ends_the_run_with_its_cause(
    server: ModelServer, tmp_path: Path, connections: int | None
) -> None:
    url = server.url
    server.close()
    with pytest.raises(NoContactError, match=r"some-model at http.* cannot answer: .*onnect"):
        _run(_system(url, connections=connections), tmp_path / "run")


@pytest.mark.parametrize("fault", ["broken", "html", "no-choice"])
def test_a_server_that_fails_on_three_questions_ends_the_run(
    server: ModelServer, fault: str
) -> None:
    system = _system(server.url)
    errors = [str(system.answer(_question(f"{n}, please {fault}")).error) for n in range(2)]
    with pytest.raises(NoContactError) as caught:
        system.answer(_question(f"3, please {fault}"))
    system.close()
    assert errors[0] in str(caught.value)


def test_one_bad_question_costs_only_itself(server: ModelServer) -> None:
    system = _system(server.url, retries=0)
    for n in range(5):
        assert system.answer(_question(f"{n}, please broken")).error
        assert system.answer(_question(f"hello {n}")).text
    system.close()


def test_an_overload_is_waited_for_even_at_the_beginning(server: ModelServer) -> None:
    system = _system(server.url)
    assert system.answer(_question("please busy*3")).text
    system.close()


def test_a_server_that_is_gone_after_all_retries_is_taken_for_dead() -> None:
    contact = Contact("here", made=True)
    gone = ProviderError("refused", status=None, unreachable=True, late=False)
    late = ProviderError("slow", status=None, unreachable=False, late=True)
    contact.failed(late)
    assert contact.made
    contact.failed(gone)
    assert not contact.made
    with pytest.raises(NoContactError, match="here cannot answer: refused"):
        contact.failed(gone)
