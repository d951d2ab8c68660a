"""What an agent's sandbox must not show, although it shows the system's programs and libraries.

The sandbox mounts /usr. Where acidtest, its data or the runs lie in there, as after an installation
by a distribution's package, they are covered.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from acidtest.toolchains.sandbox import Sandbox

_PACKAGE = 3
_DATA = "ACIDTEST_DATA"


def agents_sandbox(data: Iterable[Path]) -> Sandbox:
    """A sandbox without acidtest's package, the user's data and the current folder."""
    hidden = [Path(__file__).parents[_PACKAGE], Path.cwd(), *data]
    if named := os.environ.get(_DATA):
        hidden.append(Path(named))
    return Sandbox(hidden=[path.resolve() for path in hidden])
