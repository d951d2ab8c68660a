"""Whether tree-sitter can parse a text with reasonable time and memory.

On some hostile texts its error recovery takes quadratic or cubic time and memory: 2 KB of C can
take 10 s and 2 GB, and then end the process. Once begun it cannot be stopped. So a text is parsed
first in a helper process under limits; if the helper survives, it can be parsed here. A helper that
was killed from outside says nothing about the text: the next one is asked.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
from functools import lru_cache
from pathlib import Path

from acidtest.core import children
from acidtest.core.errors import InfrastructureError

_HELPER = Path(__file__).with_name("affordable_helper.py")
_SMALL = 300
"""Bytes that are parsed without asking: the worst known text of that size takes 0.1 s."""
_BEGUN, _PARSED = b".", b".+"
_TRIES = 3
_lock = threading.Lock()
_helpers: dict[int, children.Child] = {}


@lru_cache(maxsize=4096)
def affordable(grammar: str, data: bytes) -> bool:
    """Whether a text can be parsed within limits; `grammar` is as in the package's name."""
    if len(data) <= _SMALL:
        return True
    with _lock:
        for _ in range(_TRIES):
            helper = _helper()
            answer = _ask(helper, f"{grammar} {len(data)}\n".encode() + data)
            if answer == _PARSED:
                return True
            status = helper.wait()
            _end()
            children.check_not_stopped()  # it was not the text that ended the helper
            if answer == _BEGUN and status != -signal.SIGKILL:
                return False
    raise InfrastructureError(
        f"the helper that parses answers was ended {_TRIES} times before it could parse"
    )


def _ask(helper: children.Child, request: bytes) -> bytes:
    """The helper's response: `_PARSED`, or the part of it that came before the helper ended."""
    assert helper.stdin is not None
    assert helper.stdout is not None
    with contextlib.suppress(BrokenPipeError):
        helper.stdin.write(request)
        helper.stdin.flush()
    return helper.stdout.read(len(_PARSED))


def _helper() -> children.Child:
    """The helper of this process: a forked child starts its own."""
    helper = _helpers.get(os.getpid())
    if helper is None:
        argv = [sys.executable, "-I", str(_HELPER)]
        pipe, null = children.PIPE, children.DEVNULL
        try:
            helper = children.start(argv, stdin=pipe, stdout=pipe, stderr=null)
        except OSError as error:
            raise InfrastructureError(
                f"the helper that parses answers cannot be started: {error.strerror}"
            ) from error
        _helpers[os.getpid()] = helper
    return helper


@atexit.register
def _end() -> None:
    helper = _helpers.pop(os.getpid(), None)
    if helper is not None:
        helper.close()
