"""Models that run on this machine: weights that `acidtest fetch` brings, and their server."""

from __future__ import annotations

import importlib.util
import secrets
import select
import subprocess
import sys
import tempfile
import weakref
from dataclasses import dataclass
from typing import IO

from acidtest.errors import InfrastructureError, InputError
from acidtest.weights import SMOLLM2, Weights

_START_S = 120


@dataclass(frozen=True, slots=True)
class LocalModel:
    """Where its weights come from, how much it can read, how much it writes unless told."""

    weights: Weights
    context: int
    max_tokens: int


MODELS = {"smollm2": LocalModel(SMOLLM2, 4096, 512)}


def find_local(name: str) -> LocalModel:
    """A model by its name, ready to be served; raises `InputError` with what is missing."""
    if name not in MODELS:
        raise InputError(f"model:local/{name}: there is no such model; there are: {_known()}")
    for package in ("inspect_ai", "xllamacpp"):
        if importlib.util.find_spec(package) is None:
            raise InputError(
                f"model:local/{name} needs {package}: pip install 'acidtest[models,local]'"
            )
    if not MODELS[name].weights.is_fetched():
        raise InputError(f"model:local/{name}: its weights are not here: acidtest fetch {name}")
    return MODELS[name]


def _known() -> str:
    return ", ".join(MODELS)


class LocalServer:
    """A running server; it ends with this process, however that ends."""

    def __init__(self, name: str, model: LocalModel) -> None:
        self.key = secrets.token_urlsafe(24)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        argv = [sys.executable, "-m", "acidtest.systems._local_server"]
        argv += [str(model.weights.folder / model.weights.file), name, str(model.context)]
        self._process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        self.close = weakref.finalize(self, _end, self._process, self._errors)
        self.base_url = f"{self._greeting()}/v1"

    @property
    def pid(self) -> int:
        """Of the server."""
        return self._process.pid

    def _greeting(self) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(f"{self.key}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it ended already; why, it says below
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
            raise InfrastructureError(f"the server of the local model does not start: {said}")
        return address


def _end(process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
    errors.close()
    process.kill()
    with process:  # waits, and closes the pipes
        pass
