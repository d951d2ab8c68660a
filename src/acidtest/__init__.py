"""acidtest measures how well a system understands code, by running what it answers.

>>> import acidtest
>>> result = acidtest.evaluate("c-decompile", my_decompiler, limit=20)   # doctest: +SKIP
>>> result.summary.metrics["passes"].value                              # doctest: +SKIP
0.35
"""

from typing import TYPE_CHECKING, Any

from acidtest.core.version import __version__

if TYPE_CHECKING:
    from acidtest.api import Result, evaluate, score

__all__ = ["Result", "__version__", "evaluate", "score"]


def __getattr__(name: str) -> Any:
    # Late, so that `from acidtest.metrics import published` loads nothing it does not need.
    if name in {"Result", "evaluate", "score"}:
        from acidtest import api

        return getattr(api, name)
    raise AttributeError(f"module 'acidtest' has no attribute '{name}'")
