"""The embedded model's process: an OpenAI-compatible server on a loopback port of its own.

Run as `python -m acidtest.systems._local_server WEIGHTS ALIAS CONTEXT`. The first line of
standard input is the key that requests must carry; `ready ADDRESS` is printed once it serves.
It lives as long as standard input is open: however its parent ends, the pipe closes.
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
        cpu.n_threads = 1  # more than one spin and wait for each other where cores are shared
        cpu.poll = 0
    server = xllamacpp.Server(params)
    print(f"ready {server.listening_address}", flush=True)
    while sys.stdin.read(1 << 10):
        pass
    os._exit(0)  # what it was doing, nobody waits for


if __name__ == "__main__":
    main()
