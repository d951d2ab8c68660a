"""Command lines for long-lived workers that read untrusted input: solc and the EVM."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence

from acidtest.core import children
from acidtest.core.errors import InfrastructureError
from acidtest.toolchains.sandbox.system import system_binds

_CPU_S = 900
_TRUST = "If you trust the answers, use `--no-sandbox`."


def _bwrap() -> str:
    path = shutil.which("bwrap")
    if path is None:
        raise InfrastructureError(
            "bubblewrap (bwrap) was not found, and answers are never compiled or run outside a "
            f"sandbox. Install it with: apt-get install bubblewrap. {_TRUST}"
        )
    return path


def check_confinement() -> None:
    """Raise an error if workers cannot be confined on this machine."""
    done = children.run(confined(["/bin/true"], [], 1 << 30, bare=False))
    if done.returncode != 0:
        complaint = done.stderr.strip(". \n") or "no answer"
        raise InfrastructureError(
            f"bubblewrap does not work on this machine: {complaint}. "
            f"In a container, allow user namespaces (see SECURITY.md). {_TRUST}"
        )


def confined(
    argv: Sequence[str],
    shown: Sequence[str],
    memory: int,
    *,
    bare: bool,
    kept: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
) -> list[str]:
    """The command with limits and, unless `bare`, in bubblewrap: user nobody, no network, and no
    files except the system's, those in `shown` and, writable, those in `kept`.
    """
    # CPU time over all requests, so that a worker in an endless loop ends by itself.
    # A limit that acidtest itself was given is kept where it is lower.
    lower = (
        'lower() { h=$(ulimit -H $1); [ "$h" != unlimited ] && [ "$h" -lt $2 ] || ulimit $1 $2; }'
    )
    limits = f'{lower}; lower -c 0; lower -t {_CPU_S}; lower -d {memory >> 10} && exec "$@"'
    if bare:
        return ["/bin/sh", "-c", limits, "sh", *argv]
    command = [_bwrap(), "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    command += ["--cap-drop", "ALL", "--clearenv", *system_binds()]
    for path_text in shown:
        command += ["--ro-bind", path_text, path_text]
    for path_text in kept:
        command += ["--bind", path_text, path_text]
    for name, value in (environment or {}).items():
        command += ["--setenv", name, value]
    command += ["--dev", "/dev", "--proc", "/proc", "--remount-ro", "/", "--chdir", "/"]
    return ["/bin/sh", "-c", limits, "sh", *command, *argv]
