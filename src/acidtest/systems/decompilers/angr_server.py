"""angr as a server of `served`: python -m …decompilers.angr_server MEMORY CPU WALL.

Importing angr takes longer than decompiling a function, so it is done once. Each function is
decompiled in its own fork, so that a crash or a limit affects only that function.
"""

from __future__ import annotations

import io
import logging
import os
import resource
import signal
import sys
from typing import IO


def _decompile(data: bytes, address: int) -> str:
    import angr
    from angr.analyses.decompiler.decompilation_options import PARAM_TO_OPTION

    project = angr.Project(io.BytesIO(data), auto_load_libs=False)
    loaded = project.loader.main_object
    start = address + loaded.mapped_base - loaded.linked_base
    graph = project.analyses.CFGFast(normalize=True, data_references=True, function_starts=[start])
    function = project.kb.functions.get(start)
    if function is None:
        raise ValueError(f"no function at 0x{address:x}")
    # its semantic names are not unique in a function, which then does not compile
    options = [(PARAM_TO_OPTION["semvar_naming"], False)]
    done = project.analyses.Decompiler(function, cfg=graph.model, options=options)
    if done.codegen is None or not done.codegen.text:
        raise ValueError("angr produced no text")
    return str(done.codegen.text)


def _limit(what: int, most: int) -> None:
    """Set a limit, never above the one that acidtest itself was given."""
    given = resource.getrlimit(what)[1]
    least = most if given == resource.RLIM_INFINITY else min(most, given)
    resource.setrlimit(what, (least, least))


def _child(data: bytes, address: int, limits: tuple[int, int, int], out: IO[bytes]) -> None:
    memory, cpu_s, wall_s = limits
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_CPU, cpu_s)
    signal.alarm(wall_s)
    try:
        said = "+" + _decompile(data, address)
    except MemoryError:
        said = "-the memory limit was reached"
    except Exception as error:
        said = f"-{type(error).__name__}: {error}"
    out.write(said.encode("utf-8", "replace"))
    out.flush()


def _apart(data: bytes, address: int, limits: tuple[int, int, int]) -> tuple[bool, bytes]:
    """Decompile in a fork."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            with os.fdopen(writer, "wb") as out:
                _child(data, address, limits, out)
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        said = answer.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number == signal.SIGALRM:
            return False, b"the time limit was reached"
        if number in (signal.SIGXCPU, signal.SIGKILL):
            return False, b"the CPU or memory limit was reached"
        return False, f"angr crashed: {signal.Signals(number).name}".encode()
    if status != 0 or not said:
        return False, b"angr exited early"
    return said[:1] == b"+", said[1:]


def main(memory: str, cpu_s: str, wall_s: str) -> None:
    """Serve until standard input ends."""
    import angr

    logging.disable(logging.CRITICAL)
    limits = (int(memory), int(cpu_s), int(wall_s))
    requests, responses = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep library output out of the responses
    responses.write(f"ready {angr.__version__}\n".encode())
    responses.flush()
    while line := requests.readline():
        size, _, address = line.split()
        data = requests.read(int(size))
        ok, text = _apart(data, int(address, 16), limits)
        responses.write(b"%s %d\n" % (b"ok" if ok else b"failed", len(text)) + text)
        responses.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
