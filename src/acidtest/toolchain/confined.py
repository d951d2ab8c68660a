"""Command lines for workers that live long and read what nobody trusts: solc and the EVM."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence

from acidtest.errors import InfrastructureError
from acidtest.sandbox._system import system_binds

_CPU_S = 900


def confined(
    argv: Sequence[str],
    shown: Sequence[str],
    memory: int,
    *,
    bare: bool,
    kept: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
) -> list[str]:
    """The command with limits and, unless `bare`, in bubblewrap: nobody, no network, no files but
    the system's, those `shown` and, to write to, those `kept`.
    """
    # Processor time over all requests: what nobody ends any more ends by itself.
    limits = f'ulimit -c 0; ulimit -t {_CPU_S}; ulimit -d {memory >> 10} && exec "$@"'
    if bare:
        return ["/bin/sh", "-c", limits, "sh", *argv]
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise InfrastructureError(
            "bubblewrap (bwrap) was not found, and answers are never compiled or run outside a "
            "sandbox. Install it with: apt-get install bubblewrap; "
            "`--no-sandbox` goes on without, for answers you trust."
        )
    command = [bwrap, "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    command += ["--cap-drop", "ALL", "--clearenv", *system_binds()]
    for path_text in shown:
        command += ["--ro-bind", path_text, path_text]
    for path_text in kept:
        command += ["--bind", path_text, path_text]
    for name, value in (environment or {}).items():
        command += ["--setenv", name, value]
    command += ["--dev", "/dev", "--proc", "/proc", "--remount-ro", "/", "--chdir", "/"]
    return ["/bin/sh", "-c", limits, "sh", *command, *argv]
