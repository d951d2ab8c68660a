"""Reads programs with LIEF, in a process of its own: python -m ….image_server MEMORY CPU.

A data file can make the linker write nearly anything, and LIEF is a large C++ library: what it does
to this process costs one question, not the run. The process is kept, because a fork for each
program costs more than reading it; if it crashes or runs into a limit, the system starts another.
Requests and responses are those of `served`.
"""

from __future__ import annotations

import importlib.metadata
import os
import resource
import signal
import sys

from acidtest.systems.decompilers.image import ImageError, ProgramImage, encode
from acidtest.systems.decompilers.image_elf import read_elf
from acidtest.systems.decompilers.image_pe import read_pe
from acidtest.systems.decompilers.machines import machine_of


def read_program(data: bytes, address: int) -> ProgramImage:
    """The image of a program for the function at `address`; raises `ImageError`."""
    machine = machine_of(data, "ghidra")
    return (read_elf if machine.format == "ELF" else read_pe)(data, machine, address)


def main(memory: str, cpu_s: str) -> None:
    """Serve until standard input ends."""
    import lief

    lief.logging.disable()
    version = importlib.metadata.version("lief")
    for what, most in ((resource.RLIMIT_AS, int(memory)), (resource.RLIMIT_CORE, 0)):
        given = resource.getrlimit(what)[1]
        least = most if given == resource.RLIM_INFINITY else min(most, given)
        resource.setrlimit(what, (least, least))
    requests, responses = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep library output out of the responses
    responses.write(f"ready {version}\n".encode())
    responses.flush()
    while line := requests.readline():
        size, _, address = line.split()
        data = requests.read(int(size))
        signal.setitimer(signal.ITIMER_PROF, int(cpu_s))  # ends the process
        try:
            status, said = b"ok", encode(read_program(data, int(address, 16)))
        except ImageError as error:
            status, said = b"failed", str(error).encode()
        except MemoryError:
            raise
        except Exception as error:  # whatever a library makes of a hostile file
            status, said = b"failed", f"damaged program: {type(error).__name__}: {error}".encode()
        signal.setitimer(signal.ITIMER_PROF, 0)
        responses.write(b"%s %d\n" % (status, len(said)) + said)
        responses.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
