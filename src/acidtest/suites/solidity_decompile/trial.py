"""A process that tries code for an agent: what calls to it return, one line of JSON each."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from acidtest.core.records import Json
from acidtest.toolchains.evm import PEOPLE, START_TIME, TARGET, CallStep, ReplayChain

_STATUS = ("returned", "reverted", "halted", "ran out of gas")


def serve(request: Mapping[str, Json]) -> dict[str, Json]:
    """What became of each call."""
    chain, code = ReplayChain(), bytes.fromhex(request["code"])
    if not request["deploy"]:
        chain.install(code)
    elif problem := chain.deploy(code):
        return {"lines": [f"the constructor failed: {problem}"]}
    lines = [f"deployed; its runtime code is {chain.code().hex()}"] if request["deploy"] else []
    for number, data in enumerate(request["calls"]):
        step = CallStep(PEOPLE[0], TARGET, bytes.fromhex(data), 0, START_TIME + 12 * number)
        done = chain.call(step)
        logs = [
            f"log {' '.join(topic.hex() for topic in topics)} {data.hex()}"
            for _, topics, data in done.logs
        ]
        lines.append(" ".join([_STATUS[done.status], f"0x{done.data.hex()}", *logs]))
    return {"lines": lines or ["installed; give calls"]}


def main() -> None:
    """Serve until standard input ends."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(serve(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
