"""Packages that only some users need: when one is missing, say how to get it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata

from acidtest.core.errors import InfrastructureError


@contextmanager
def needed_by(what: str) -> Iterator[None]:
    """Around late imports: a package of an extra that is missing is no fault of the code."""
    try:
        yield
    except ModuleNotFoundError as error:
        extra = extra_with(error.name or "")
        if extra is None:
            raise
        raise InfrastructureError(
            f"{what} needs {error.name}: pip install 'acidtest[{extra}]'"
        ) from error


def extra_with(module: str) -> str | None:
    """The extra of acidtest that brings a module.

    >>> extra_with("eth_abi.abi"), extra_with("faiss"), extra_with("click")
    ('solidity', 'sast', None)
    """
    top = module.partition(".")[0].lower()
    for requirement in metadata.requires("acidtest") or ():
        package, _, condition = requirement.partition(";")
        name = re.split(r"[^\w.-]", package.strip())[0].lower().replace("-", "_")
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", condition)
        # a distribution may have a longer name than its module: faiss-cpu, vl-convert-python
        if extra and extra[1] != "dev" and (name == top or name.startswith(f"{top}_")):
            return extra[1]
    return None
