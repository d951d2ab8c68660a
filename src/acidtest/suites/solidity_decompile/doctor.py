"""Checks what the suite needs on this machine, for `acidtest doctor` and `acidtest fetch`."""

from __future__ import annotations

from collections.abc import Iterator

from acidtest.core.commands import Check, Download
from acidtest.core.errors import AcidtestError
from acidtest.toolchains import evm, solc, solc_fetch
from acidtest.toolchains.sandbox import sandbox_check

_PURPOSE = "solidity-decompile"

DOWNLOADS = (
    Download("solc", "the Solidity compilers 0.4 to 0.8, for solidity-decompile", solc_fetch.fetch),
)


def checks() -> Iterator[Check]:
    """The sandbox, solc and the EVM."""
    yield sandbox_check()
    yield _solc()
    yield _evm()


def _solc() -> Check:
    versions = solc.available()
    absent = [version for version in solc_fetch.PINNED if version not in versions]
    if absent:
        node = "" if solc_fetch.node() else "pip install 'acidtest[solidity]' && "
        advice = f"{node}acidtest fetch solc"
        return Check("solc", False, ", ".join(versions), advice, _PURPOSE)
    native = [version for version in versions if solc.native_solc(version)]
    text = ", ".join(versions) + (f"; native {native[0]}" if native else "")
    return Check("solc", True, text, needed_for=_PURPOSE)


def _evm() -> Check:
    try:
        version = f"pyrevm {evm.version()}"
    except AcidtestError:
        return Check("evm", False, advice="pip install 'acidtest[solidity]'", needed_for=_PURPOSE)
    return Check("evm", True, version, needed_for=_PURPOSE)
