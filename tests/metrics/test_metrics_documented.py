"""Every public metric and statistic has a worked example; the doctests elsewhere run them."""

import inspect
from types import ModuleType

import pytest

from acidtest import metrics, stats
from acidtest.metrics import calibration, detection, published, retrieval


def public_functions(module: ModuleType) -> list[str]:
    names = getattr(module, "__all__", None) or [
        name
        for name, member in vars(module).items()
        if not name.startswith("_") and getattr(member, "__module__", "") == module.__name__
    ]
    return [name for name in names if inspect.isroutine(getattr(module, name))]


@pytest.mark.parametrize(
    "module",
    [calibration, detection, metrics, published, retrieval, stats],
    ids=lambda module: module.__name__,
)
def test_every_public_function_has_a_worked_example(module: ModuleType) -> None:
    names = public_functions(module)
    assert names
    assert [name for name in names if ">>>" not in (getattr(module, name).__doc__ or "")] == []
