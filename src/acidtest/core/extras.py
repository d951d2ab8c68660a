"""Packages that only some users need: when one is missing, say how to get it."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata

from acidtest.core.errors import InfrastructureError

_SHOWN = 4
"""Packages that a message names; the command installs all that are missing."""


class MissingPackage(InfrastructureError):
    """Packages are not installed; the extras of acidtest named in `extras` bring them."""

    def __init__(self, what: str, packages: str, *extras: str, otherwise: str = "") -> None:
        """`what` needs the packages; `otherwise` is what works without them."""
        more = f"; {otherwise}" if otherwise else ""
        super().__init__(f"{what} needs {packages}: {install(*extras)}{more}")
        self.extras = extras


def install(*extras: str) -> str:
    """The command that installs extras.

    >>> install("local", "models")
    "pip install 'acidtest[local,models]'"
    """
    return f"pip install 'acidtest[{','.join(extras)}]'"


@contextmanager
def needed_by(what: str, otherwise: str = "") -> Iterator[None]:
    """Around late imports: a package of an extra that is missing is no fault of the code."""
    try:
        yield
    except ModuleNotFoundError as error:
        extra = extra_with(error.name or "")
        if extra is None:
            raise
        raise MissingPackage(what, str(error.name), extra, otherwise=otherwise) from error


def check_packages(what: str, *modules: str) -> None:
    """The same without importing anything; what is missing is named at once."""
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if missing:
        extras = sorted({extra_with(module) or module for module in missing})
        shown = missing if len(missing) <= _SHOWN else missing[: _SHOWN - 1]
        more = f" and {len(missing) - len(shown)} more" if len(missing) > len(shown) else ""
        raise MissingPackage(what, ", ".join(shown) + more, *extras)


def extra_with(module: str) -> str | None:
    """The smallest extra of acidtest that brings a module.

    >>> extra_with("eth_abi.abi"), extra_with("faiss"), extra_with("click")
    ('solidity', 'sast', None)
    """
    top = module.partition(".")[0].lower()
    extras: list[str] = []
    bringing = set()
    for requirement in metadata.requires("acidtest") or ():
        package, _, condition = requirement.partition(";")
        name = re.split(r"[^\w.-]", package.strip())[0].lower().replace("-", "_")
        for extra in re.findall(r"extra == ['\"]([\w-]+)['\"]", condition):
            extras.append(extra)
            # a distribution may have a longer name than its module: faiss-cpu, vl-convert-python
            if extra != "dev" and (name == top or name.startswith(f"{top}_")):
                bringing.add(extra)
    return min(sorted(bringing), key=extras.count, default=None)
