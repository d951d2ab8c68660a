"""The options of a run, declared once.

The command line, the Python API and the manifest are generated from these fields: to add an
option, add a field here and the code that uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypedDict

from acidtest.core.commands import Option
from acidtest.core.errors import InputError
from acidtest.core.places import brought
from acidtest.core.records import Json
from acidtest.core.text import as_cause, choices


def _declared(
    default: Any,
    option: Option,
    *,
    asked: bool = False,
    kept: bool = True,
    recorded_too: bool = True,
    supported: bool = False,
) -> Any:
    """A field with its option.

    `asked`: it affects the questions, so another value makes another run. `kept`: it is stored in
    the manifest. `recorded_too`: it also applies to recorded answers. `supported`: only for
    suites that list it in `supports`.
    """
    about = {
        "option": option,
        "asked": asked,
        "kept": kept,
        "recorded_too": recorded_too,
        "supported": supported,
    }
    if default is dict:
        return field(default_factory=dict, metadata=about)
    return field(default=default, metadata=about)


def _several(name: str, value: Any) -> Sequence[Any]:
    """One path or text is a list of one, not of its characters."""
    if isinstance(value, str | Path):
        value = (value,)
    several = list(value) if isinstance(value, Iterable) else [None]
    texts = all(isinstance(each, str | Path) and str(each) for each in several)
    if isinstance(value, Mapping) or not texts:
        raise InputError(
            f"option '{name}': expected a text or several, got {as_cause(repr(value))}"
        )
    return several


class Options(TypedDict, total=False):
    """The options of `RunOptions` as keyword arguments, for editors and type checkers."""

    data: str | Path | Sequence[str | Path]
    limit: int | None
    groups: str | Sequence[str] | Mapping[str, Sequence[str]]
    workers: int
    executor: str
    address: str | None
    seed: int
    form: str | None
    controls: str
    bare: bool
    attempts: int
    target: str | Sequence[str]
    stripped: bool
    repair: bool
    replay_budget: int
    replay_seed: int
    prove: int
    agent: bool
    agent_limits: str


@dataclass(frozen=True)
class RunOptions:
    """How a suite is run. Every field has a default."""

    data: Sequence[Path] = _declared(
        (),
        Option(
            "--data",
            "File, folder or s3:// address with the questions; may repeat. Default: the shipped "
            "corpus.",
            Path,
            many=True,
        ),
        kept=False,
    )
    limit: int | None = _declared(
        None,
        Option(
            "--limit",
            "At most this many samples: whole clusters, balanced over the groups. A smaller limit "
            "takes a part of what a larger one takes.",
            int,
            least=1,
        ),
    )
    groups: Mapping[str, Sequence[str]] = _declared(
        dict,
        Option(
            "--groups",
            "Only samples in these groups, such as opt=O0,O2; may repeat.",
            many=True,
            metavar="GROUP=V,V",
        ),
    )
    workers: int = _declared(
        0,
        Option("--jobs", "Workers. Default: all cores.", int, least=1, short="-j"),
        kept=False,
    )
    executor: str = _declared(
        "local",
        Option(
            "--executor",
            "Where answers are judged and tools are asked: in threads here, or on the nodes of a "
            "Ray cluster. No figure depends on it.",
            default="local",
            choices=("local", "ray"),
        ),
        kept=False,
    )
    address: str | None = _declared(
        None,
        Option(
            "--address",
            "The Ray cluster, as HOST:PORT. Default: RAY_ADDRESS, else Ray is started here.",
        ),
        kept=False,
    )
    seed: int = _declared(
        0, Option("--seed", "Recorded only: no figure depends on it.", int, default=0), kept=False
    )
    form: str | None = _declared(
        None,
        Option(
            "--question",
            "Question form, such as asm, asm-data or pseudo; see the suite's page.",
            metavar="FORM",
        ),
        kept=False,
    )
    controls: str = _declared(
        "core",
        Option(
            "--controls",
            "Controls to run along with the system; all adds every known cheat.",
            default="core",
            choices=("core", "all", "none"),
        ),
    )
    bare: bool = _declared(
        False,
        Option(
            "--no-sandbox",
            "Continue without bubblewrap. Only for answers you would run yourself.",
            bool,
        ),
    )
    attempts: int = _declared(
        1,
        Option("--attempts", "Answers per sample.", int, default=1, least=1),
        asked=True,
        recorded_too=False,
    )
    target: Sequence[str] = _declared(
        (),
        Option(
            "--target",
            "What the programs are built for, such as aarch64-gcc-O2; parts may be left out "
            "(aarch64, clang-O2), all is every target; may repeat. Default: as the data says.",
            many=True,
            metavar="TARGET",
        ),
        asked=True,
        supported=True,
    )
    stripped: bool = _declared(
        False,
        Option(
            "--stripped",
            "Strip the programs: functions are known only by their address.",
            bool,
        ),
        asked=True,
        recorded_too=False,
        supported=True,
    )
    replay_budget: int = _declared(
        90,
        Option(
            "--replay-budget",
            "Random sequences of calls with which the exploration of a contract begins.",
            int,
            default=90,
            least=1,
            most=5000,
        ),
        supported=True,
    )
    replay_seed: int = _declared(
        1,
        Option("--replay-seed", "Seed of the calls that are replayed.", int, default=1, least=0),
        supported=True,
    )
    repair: bool = _declared(
        False,
        Option(
            "--repair",
            "Repair rounds: show the system the compiler's errors once and let it answer again.",
            int,
            default=0,
            least=0,
            most=1,
        ),
        asked=True,
        recorded_too=False,
        supported=True,
    )
    prove: int = _declared(
        0,
        Option(
            "--prove",
            "Prove what replay could not tell apart: about this many seconds for a function.",
            int,
            default=0,
            least=0,
            metavar="SECONDS",
        ),
        supported=True,
    )

    agent: bool = _declared(
        False,
        Option("--agent", "Let the model work with the suite's tools, in a sandbox.", bool),
        recorded_too=False,
    )
    agent_limits: str = _declared(
        "",
        Option(
            "--agent-limits",
            "What an agent may spend on an answer; usd is off unless given. "
            "Default: steps=30,tokens=200000,seconds=900.",
            metavar="NAME=N,…",
            default="",
        ),
        recorded_too=False,
    )

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> RunOptions:
        """From values by name; raises `InputError` for an unknown name."""
        known = {each.name for each in fields(cls)}
        if unknown := sorted(values.keys() - known):
            meant = choices(unknown[0], sorted(known))
            raise InputError(f"unknown option '{unknown[0]}'; {meant}")
        given = {name: value for name, value in values.items() if value is not None}
        for each in fields(cls):
            if each.name in given and not each.metadata["option"].many:
                value = given[each.name]
                if each.name == "repair" and isinstance(value, bool):
                    value = int(value)
                wrong = each.metadata["option"].wrong(value)
                if wrong and (value != each.default or type(value) is not type(each.default)):
                    raise InputError(f"option '{each.name}': {wrong}")
        if "data" in given:
            given["data"] = tuple(brought(Path(path)) for path in _several("data", given["data"]))
        if isinstance(groups := given.get("groups", {}), Mapping):
            given["groups"] = {n: list(_several("groups", v)) for n, v in groups.items()}
        else:
            given["groups"] = parse_groups(_several("groups", groups))
        if "target" in given:
            given["target"] = tuple(sorted(set(_several("target", given["target"]))))
        if "repair" in given:
            given["repair"] = bool(given["repair"])
        return cls(**given)

    @classmethod
    def from_manifest(cls, manifest: Mapping[str, Json]) -> RunOptions:
        """The options of an earlier run."""
        kept = {each.name for each in fields(cls) if each.metadata["kept"]}
        before = {name: value for name, value in manifest["options"].items() if name in kept}
        paths = manifest["data"].get("paths", [])
        about = {"data": paths, "form": manifest["question_form"], "seed": manifest["seed"]}
        return cls.of({**before, **about})

    def replace(self, **changes: Any) -> RunOptions:
        """A copy with some options changed."""
        return replace(self, **changes)

    def to_manifest(self) -> dict[str, Json]:
        """The `options` entry of the manifest."""
        kept: dict[str, Json] = {
            each.name: getattr(self, each.name) for each in fields(self) if each.metadata["kept"]
        }
        kept["groups"] = {name: list(values) for name, values in self.groups.items()}
        kept["target"] = list(self.target)
        return kept

    def asked(self) -> dict[str, Json]:
        """The options that affect the answers; switches only if they are set."""
        asked = {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.metadata["asked"]
            and (not each.metadata["supported"] or getattr(self, each.name) != each.default)
        }
        return {n: list(v) if isinstance(v, tuple) else v for n, v in asked.items()}

    def unsupported(self, supports: Sequence[str]) -> list[Option]:
        """The options that are set although the suite does not support them."""
        return [
            each.metadata["option"]
            for each in fields(self)
            if each.metadata["supported"]
            and each.name not in supports
            and getattr(self, each.name) != each.default
        ]


def declared_options(*, recorded: bool) -> dict[str, Option]:
    """The options of `acidtest run`, or of `acidtest score`, by field."""
    return {
        each.name: each.metadata["option"]
        for each in fields(RunOptions)
        if each.metadata["recorded_too"] or not recorded
    }


def parse_groups(values: Sequence[str]) -> dict[str, list[str]]:
    """Parse `--groups opt=O0,O2`."""
    groups: dict[str, list[str]] = {}
    for value in values:
        name, equals, members = value.partition("=")
        if not equals or not name or not members:
            raise InputError(f"--groups {value}: expected GROUP=VALUE,VALUE, such as opt=O0,O2")
        groups.setdefault(name, []).extend(members.split(","))
    return groups
