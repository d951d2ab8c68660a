"""What a project comes down to: sources that are compiled together, or bytecode without any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from acidtest.core.errors import InputError
from acidtest.core.records import Json
from acidtest.lang.pragma import parse, pragmas
from acidtest.toolchains.solc import CODE, EVM_VERSION

SOURCES_MAX = 64 << 20
"""Characters of all sources of a project together; the largest public ones have a tenth."""
_LATER = ("prague", "osaka")  # the EVM of the replay is that of Cancun


@dataclass(frozen=True, slots=True)
class Choice:
    """A contract that is asked for: the question's id, and how it is deployed.

    In `arguments`, `@Name` is the address of a companion: a contract that is deployed first.
    """

    file: str
    name: str
    id: str = ""
    arguments: Sequence[Json] | None = None
    value: int = 0
    companions: Mapping[str, Sequence[Json]] = field(default_factory=dict)
    deployer: Mapping[str, Sequence[Json]] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    fixed: bool = False
    """It is in a fixed list: if it cannot be built, that is an error and not left out."""


@dataclass(frozen=True, slots=True)
class SourceUnit:
    """Sources with the settings they are compiled with.

    `asked` are the files whose contracts are asked about, None for all; `choices` names single
    contracts instead. `runs` and `evm_version` are None where the project does not say.
    """

    name: str
    sources: Mapping[str, str]
    remappings: Sequence[str] = ()
    mode: str = "optimised"
    runs: int | None = None
    evm_version: str | None = None
    compiler: str | None = None
    asked: Sequence[str] | None = None
    choices: Sequence[Choice] = ()
    arguments: str | None = None
    """Encoded constructor arguments, hex, as a verified source states them."""
    target: str | None = None
    """The only contract that is asked about, if the data names one."""

    def pragma_text(self, files: Sequence[str]) -> str:
        """The pragmas of some files as a text of their own."""
        ranges = [each for file in files for each in pragmas(self.sources[file])]
        return "\n".join(f"pragma solidity {each};" for each in dict.fromkeys(ranges))

    def request(
        self, files: Sequence[str], contracts: Mapping[str, Sequence[str]], version: str
    ) -> dict[str, Json]:
        """The standard JSON input for some contracts of some files."""
        settings: dict[str, Json] = {
            "optimizer": {"enabled": self.mode != "unoptimised", "runs": self.runs or 200},
            "remappings": list(self.remappings),
            "outputSelection": {
                file: {name: ["abi", *CODE] for name in names} for file, names in contracts.items()
            },
        }
        if self.mode == "via-ir":
            settings["viaIR"] = True
        evm = self.evm_version
        if parse(version) >= (0, 8, 24) and (evm is None or evm in _LATER):
            settings["evmVersion"] = EVM_VERSION
        elif evm is not None:
            settings["evmVersion"] = evm
        sources = {file: {"content": _plain(self.sources[file])} for file in files}
        return {"language": "Solidity", "sources": sources, "settings": settings}


@dataclass(frozen=True, slots=True)
class Bytecode:
    """A compiled contract without sources, as an artifact gives it."""

    name: str
    file: str
    abi: Sequence[Mapping[str, Json]]
    creation: str
    runtime: str
    compiler: str | None = None
    mode: str = "optimised"
    links: Sequence[tuple[str, str, str]] = ()
    choice: Choice | None = None
    linked_only: bool = False
    """A library that is there for others and not asked about."""


def _plain(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def check_size(sources: Mapping[str, str], where: object) -> None:
    """Raises `InputError` if there is more than any project has."""
    if (size := sum(map(len, sources.values()))) > SOURCES_MAX:
        raise InputError(
            f"{where}: its sources have {size >> 20} MiB; at most {SOURCES_MAX >> 20} are read"
        )
