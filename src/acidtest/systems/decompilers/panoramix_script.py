"""Run in panoramix' own environment: bytecode as hex on standard input, its text on output."""

from __future__ import annotations

import sys


def main() -> None:
    """Decompile one contract without its list of names, which it would unpack first."""
    from panoramix.utils import supplement

    supplement.fetch_sig = lambda selector: None  # before the modules that import it by name
    from panoramix.decompiler import decompile_bytecode

    print(decompile_bytecode(sys.stdin.read().strip()).text)


if __name__ == "__main__":
    main()
