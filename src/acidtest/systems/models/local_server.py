"""The built-in model's process: an OpenAI-compatible server on a loopback port.

Run as `python -m acidtest.systems.models.local_server WEIGHTS ALIAS CONTEXT`. The first line of
standard input is the key that requests must carry; `ready ADDRESS` is printed once it serves.
It runs as long as standard input is open: however its parent ends, the pipe closes.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Serve until standard input ends."""
    weights, alias, context = sys.argv[1:]
    key = sys.stdin.readline().strip()
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.model_alias = {alias}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [key]
    params.n_ctx = int(context)
    params.n_parallel = 1
    params.verbosity = -1
    params.ui = False
    for cpu in (params.cpuparams, params.cpuparams_batch):
        cpu.n_threads = 1  # several threads spin waiting for each other if cores are shared
        cpu.poll = 0
    server = xllamacpp.Server(params)
    print(f"ready {server.listening_address}", flush=True)
    while sys.stdin.read(1 << 10):
        pass
    os._exit(0)  # nobody waits for unfinished work


if __name__ == "__main__":
    main()
