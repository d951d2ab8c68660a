"""The connection to Ray: to a cluster, or to one that is started here and ends with us."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import signal
import threading
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.core.extras import needed_by

_LOCAL = "local"
_STORE = 1 << 28
_TRIES = 3
"""Ray gives its own processes half a minute to start: too short for a very busy machine."""
_LONGEST = 40  # of a folder for sockets, whose whole names may have 107 bytes
_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is sent to anybody
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_raylet_start_wait_time_s": "45",
}
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextlib.contextmanager
def connected(address: str | None, workers: int) -> Iterator[Any]:
    """Ray's module, connected; a cluster is left as it is, and what was started here is ended.

    A program that has connected to Ray itself keeps its connection.
    """
    address = address or os.environ.get("RAY_ADDRESS") or _LOCAL
    with needed_by("--executor ray"), _settings(_SETTINGS):
        ray: Any = importlib.import_module("ray")
    if ray.is_initialized():
        yield ray
        return
    with contextlib.ExitStack() as opened:
        arguments = _arguments(address, workers, opened)
        opened.callback(ray.shutdown)
        for left in reversed(range(_TRIES if address == _LOCAL else 1)):
            try:
                with _settings(_SETTINGS), _our_signals(), _our_secrets():
                    ray.init(address=address, **arguments)
                break
            except Exception as error:  # its own, and plain ones
                ray.shutdown()
                if not left:
                    raise InfrastructureError(_problem(address, error)) from error
        yield ray


def _problem(address: str, error: Exception) -> str:
    what = "it cannot be started here" if address == _LOCAL else f"no cluster at {address}"
    why = " ".join(str(error).split()) or type(error).__name__
    return f"--executor ray: {what}: {why:.300}; see docs/scale.md"


def _arguments(address: str, workers: int, opened: contextlib.ExitStack) -> dict[str, Any]:
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address != _LOCAL:
        return quiet
    folder = opened.enter_context(children.scratch_folder())
    return {
        **quiet,
        "num_cpus": workers or os.cpu_count(),
        "object_store_memory": _STORE,
        "include_dashboard": False,
        **({"_temp_dir": folder} if len(folder) <= _LONGEST else {}),
    }


@contextlib.contextmanager
def _settings(values: Mapping[str, str]) -> Iterator[None]:
    """Environment variables for a while, unless the user has set them."""
    new = [name for name in values if name not in os.environ]
    os.environ.update({name: values[name] for name in new})
    try:
        yield
    finally:
        for name in new:
            os.environ.pop(name, None)


@contextlib.contextmanager
def _our_secrets() -> Iterator[None]:
    """Ray shows everybody in the cluster the command line of a driver, which may hold a key."""
    utils: Any = importlib.import_module("ray._private.utils")
    with warnings.catch_warnings(), contextlib.ExitStack() as undone:
        warnings.simplefilter("ignore")
        if hasattr(utils, "get_entrypoint_name"):
            undone.callback(setattr, utils, "get_entrypoint_name", utils.get_entrypoint_name)
            utils.get_entrypoint_name = lambda: "acidtest"
        yield


@contextlib.contextmanager
def _our_signals() -> Iterator[None]:
    """Ray replaces the handler of SIGTERM; ours come back."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            if handler is not None:
                signal.signal(number, handler)
