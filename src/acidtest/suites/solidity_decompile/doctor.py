"""Checks what the suite needs on this machine, for `acidtest doctor` and `acidtest fetch`."""

from __future__ import annotations

from collections.abc import Iterator

from acidtest.core.commands import Check, Download
from acidtest.core.errors import AcidtestError
from acidtest.core.extras import install
from acidtest.toolchains import evm, solc, solc_fetch
from acidtest.toolchains.confined import check_confinement
from acidtest.toolchains.sandbox import bwrap_version

_PURPOSE = "solidity-decompile"


def _fetch_real() -> object:
    from acidtest.suites.solidity_decompile.project.real import fetch  # needs [solidity]

    return fetch()


DOWNLOADS = (
    Download("solc", "the Solidity compilers 0.4 to 0.8, for solidity-decompile", solc_fetch.fetch),
    Download("sol-real", "100 public contracts from npm, for solidity-decompile", _fetch_real),
)


def checks() -> Iterator[Check]:
    """The sandbox, solc and the EVM."""
    yield _sandbox()
    yield _solc()
    yield _evm()


def _sandbox() -> Check:
    """Only bubblewrap: no program of ours has to be built."""
    version = bwrap_version()
    if version is None:
        advice = "apt-get install bubblewrap"
        return Check("bubblewrap", False, advice=advice, needed_for=_PURPOSE)
    try:
        check_confinement()
    except AcidtestError as error:
        return Check("bubblewrap", False, version, str(error), _PURPOSE)
    return Check("bubblewrap", True, version, needed_for=_PURPOSE)


def _solc() -> Check:
    versions = solc.available()
    absent = [version for version in solc_fetch.PINNED if version not in versions]
    if absent:
        node = "" if solc_fetch.node() else f"{install('solidity')} && "
        advice = f"{node}acidtest fetch solc"
        return Check("solc", False, ", ".join(versions), advice, _PURPOSE)
    native = [version for version in versions if solc.native_solc(version)]
    text = ", ".join(versions) + (f"; native {native[0]}" if native else "")
    return Check("solc", True, text, needed_for=_PURPOSE)


def _evm() -> Check:
    try:
        version = f"pyrevm {evm.version()}"
    except AcidtestError:
        return Check("evm", False, advice=install("solidity"), needed_for=_PURPOSE)
    return Check("evm", True, version, needed_for=_PURPOSE)
