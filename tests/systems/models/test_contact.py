"""A provider that cannot answer ends the run early, with its cause; one that stumbles does not."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from acidtest import engine
from acidtest.core.options import RunOptions
from acidtest.core.progress import Silent
from acidtest.core.prompts import Prompt
from acidtest.core.registry import find_suite
from acidtest.systems.models import contact
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


def _mute(server: socket.socket, drips: bool) -> None:
    """Accept one connection, and send nothing, or never enough."""
    connection, _ = server.accept()
    with connection, contextlib.suppress(OSError):
        while not drips and connection.recv(1 << 12):
            pass
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while True:
            connection.sendall(b" ")
            time.sleep(0.05)


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


@pytest.mark.parametrize("drips", [False, True])
def test_a_server_that_accepts_and_says_nothing_ends_the_run(
    monkeypatch: pytest.MonkeyPatch, drips: bool
) -> None:
    monkeypatch.setattr(contact, "REPLY_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        threading.Thread(target=_mute, args=(mute, drips)).start()
        system = _system(f"http://127.0.0.1:{mute.getsockname()[1]}/v1")
        with pytest.raises(NoContactError, match=r"some-model at http.* cannot answer: nothing"):
            system.answer(_question("hello"))


def test_a_server_that_stays_busy_is_asked_on_and_that_is_said(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(contact, "FIRST_S", 0.3)
    system = _system(server.url, retries=0)
    errors = [str(system.answer(_question(f"{n}, please busy")).error) for n in range(2)]
    assert all("too many (429)" in error for error in errors)
    assert caplog.text.count("too many (429)") == 1
    with pytest.raises(NoContactError, match=r"too many \(429\).*run the same command again"):
        system.answer(_question("3, please busy"))
    system.close()


def test_a_slow_first_answer_is_waited_for_and_does_not_hold_up_the_others(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contact, "FIRST_S", 0.3)
    system = _system(server.url)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(system.answer, _question("please held"))
        while not server.seen:
            time.sleep(0.01)
        assert system.answer(_question("hello")).text
        assert not first.done()
        server.release.set()
        assert first.result().text
    system.close()


def test_no_question_is_put_beside_the_first_until_it_is_answered(server: ModelServer) -> None:
    system = _system(server.url)
    with ThreadPoolExecutor(4) as pool:
        given = [pool.submit(system.answer, _question(f"{n}, please broken")) for n in range(4)]
    errors = [each.exception() for each in given]
    system.close()
    assert server.most_under_way == 1
    assert sum(isinstance(error, NoContactError) for error in errors) == 2
    assert len(server.seen) == 3, "the fourth is not asked"


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
    known = Contact("here", made=True)
    gone = ProviderError("refused", status=None, unreachable=True, late=False)
    late = ProviderError("slow", status=None, unreachable=False, late=True)
    known.failed(late)
    assert known.made
    known.failed(gone)
    assert not known.made
    with pytest.raises(NoContactError, match="here cannot answer: refused"):
        known.ask_again(gone, 0)
