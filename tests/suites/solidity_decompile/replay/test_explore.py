"""The same contract and seed give the same script, in every process."""

from __future__ import annotations

import json
import subprocess
import sys

from acidtest.suites.solidity_decompile.original import Originals
from acidtest.suites.solidity_decompile.replay.worker import to_json
from acidtest.suites.solidity_decompile.suite import SUITE
from acidtest.toolchains.solc import Solc

_HASH = """
import hashlib, json, sys
from acidtest.suites.solidity_decompile.replay.explore import Explorer
from acidtest.suites.solidity_decompile.replay.worker import from_json
script = Explorer(from_json(json.load(sys.stdin))).script(sequences=30, further=20)
steps = [[tuple(step) for step in trace.steps] for trace in script.sequences]
print(hashlib.sha256(repr(steps).encode()).hexdigest())
"""


def test_a_script_does_not_depend_on_the_process(solc: Solc) -> None:
    # a contract with many slots of storage: the EVM lists them in an order of its own
    (sample,) = [s for s in SUITE.read([]).samples if s.id == "median_oracle@optimised"]
    subject = Originals(solc).subject(sample.truth)
    given = json.dumps(to_json(subject)).encode()
    made = {
        subprocess.run(
            [sys.executable, "-c", _HASH], input=given, capture_output=True, check=True
        ).stdout
        for _ in range(3)
    }
    assert len(made) == 1
