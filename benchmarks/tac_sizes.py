"""How long the three-address code of real contracts is, in both forms.

    npm install --prefix FOLDER --ignore-scripts @openzeppelin/contracts@5.7.0 solmate@6.8.0 \
        solady@0.1.26 @safe-global/safe-contracts@1.4.1
    python benchmarks/tac_sizes.py FOLDER/node_modules

Prints a table: bytes of runtime code, characters of each form, characters a byte, CPU seconds.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

from acidtest.core.records import Json
from acidtest.lang import tac
from acidtest.lang.pragma import choose
from acidtest.toolchains.solc import Solc, available, standard_input

FILES = {
    "@openzeppelin/contracts": (
        *("access/manager/AccessManager", "governance/TimelockController"),
        *("finance/VestingWallet", "metatx/ERC2771Forwarder", "proxy/beacon/UpgradeableBeacon"),
        *("proxy/transparent/TransparentUpgradeableProxy", "proxy/transparent/ProxyAdmin"),
    ),
    "solmate/src": (
        *("tokens/WETH", "auth/authorities/RolesAuthority"),
        "auth/authorities/MultiRolesAuthority",
    ),
    "solady/src": ("tokens/WETH", "utils/ERC1967Factory", "accounts/ERC4337Factory"),
    "@safe-global/safe-contracts/contracts": (
        *("Safe", "SafeL2", "proxies/SafeProxyFactory", "libraries/MultiSend"),
        *("handler/CompatibilityFallbackHandler", "examples/guards/DebugTransactionGuard"),
    ),
}
_IMPORT = re.compile(r"""^\s*import\s+(?:[^"';]*from\s+)?["']([^"']+)["']""", re.MULTILINE)


def sources(root: Path, first: str) -> dict[str, Json]:
    """A file and all it imports, as standard JSON has them."""
    texts: dict[str, Json] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in texts:
            continue
        text = (root / name).read_text(encoding="utf-8")
        texts[name] = {"content": text}
        for path in _IMPORT.findall(text):
            near = (root / name).parent / path if path.startswith(".") else root / path
            waiting.append(str(near.resolve().relative_to(root.resolve())))
    return texts


def runtime(solc: Solc, root: Path, name: str, mode: str) -> bytes:
    """The runtime code of the contract that a file is named after."""
    texts = sources(root, name)
    version, _ = choose(texts[name]["content"], available())
    if version is None:
        raise SystemExit(f"{name}: no compiler here for its pragma")
    request = {**standard_input("", version, mode), "sources": texts}
    done = solc._ask(version, json.dumps(request).encode())
    try:
        made = done["contracts"][name][Path(name).stem]["evm"]["deployedBytecode"]["object"]
    except KeyError:
        wrong = [e["formattedMessage"] for e in done["errors"] if e["severity"] == "error"]
        raise SystemExit(f"{name}: {wrong[0] if wrong else 'no such contract'}") from None
    return bytes.fromhex(made)


def main(folder: str, *modes: str) -> None:
    """Print the table."""
    root = Path(folder)
    print("| contract | mode | bytes | tac | lean | chars a byte | CPU s |")
    print("|---|---|---:|---:|---:|---:|---:|")
    with Solc(time_s=300) as solc:
        for package, names in FILES.items():
            for name in names:
                for mode in modes or ("unoptimised", "optimised"):
                    code = runtime(solc, root, f"{package}/{name}.sol", mode)
                    start = time.process_time()
                    lean = len(tac.lift_lean(code))
                    spent = time.process_time() - start
                    full = len(tac.lift(code))
                    title = f"{package.split('/')[0].lstrip('@')} {name.rpartition('/')[2]}"
                    print(
                        f"| {title} | {mode} | {len(code):,} | {full:,} | {lean:,} "
                        f"| {full / len(code):.1f} → {lean / len(code):.1f} | {spent:.1f} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main(*sys.argv[1:])
