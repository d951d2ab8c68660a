"""Run in heimdall-py's own environment: bytecode as hex in, its ABI as JSON out."""

from __future__ import annotations

import json
import sys
from typing import Any


def _parameters(parameters: Any) -> list[dict[str, str]]:
    return [{"name": p.name, "type": p.type_} for p in parameters]


def main(seconds: str) -> None:
    """Decompile one contract, without a network or a cache."""
    import heimdall_py

    heimdall_py.configure_cache(enabled=False)
    abi = heimdall_py.decompile_code(
        sys.stdin.read().strip(), skip_resolving=True, use_cache=False, timeout_secs=int(seconds)
    )
    if abi.decompile_error:
        sys.exit(str(abi.decompile_error))
    entries = [
        {
            "type": "function",
            "name": function.name,
            "selector": "0x" + bytes(function.selector).hex(),
            "inputs": _parameters(function.inputs),
            "outputs": _parameters(function.outputs),
            "stateMutability": function.state_mutability,
        }
        for function in abi.functions
    ]
    entries += [{"type": kind} for kind in ("fallback", "receive") if getattr(abi, kind)]
    layout = [{"slot": s.index, "offset": s.offset, "type": s.typ} for s in abi.storage_layout]
    print(json.dumps({"abi": entries, "storage": layout}, indent=1))


if __name__ == "__main__":
    main(sys.argv[1])
