"""acidtest measures how well a system understands code, by running what it answers.

>>> import acidtest
>>> result = acidtest.evaluate("c-decompile", my_decompiler, limit=20)   # doctest: +SKIP
>>> result.summary.metrics["passes"].value                              # doctest: +SKIP
0.35
"""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from acidtest.core.version import __version__

if TYPE_CHECKING:
    from acidtest.api import Result, compare, evaluate, load, report, reward, score, suites, systems
else:
    from acidtest import report, suites, systems

__all__ = [
    "Result",
    "__version__",
    "compare",
    "evaluate",
    "load",
    "report",
    "reward",
    "score",
    "suites",
    "systems",
]


class _Package(ModuleType):
    """A package that is also the function of its name: `acidtest.suites()`."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        return _function(self.__name__.rpartition(".")[2])(*args, **options)


def _function(name: str) -> Any:
    # Late, so that `from acidtest.metrics import published` loads nothing it does not need.
    from acidtest import api

    return getattr(api, name)


for _package in (report, suites, systems):
    _package.__class__ = _Package


def __getattr__(name: str) -> Any:
    if name in __all__:
        return _function(name)
    raise AttributeError(f"module 'acidtest' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
