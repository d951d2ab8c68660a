"""What a Python callable is, so that another one is not given its answers.

The identity covers the callable's own code, the values it was made with (defaults, closure,
attributes, the module's names it uses), and the files it comes from: its module and what that
imports, libraries by version. A value without a stable text counts by its type alone.
"""

from __future__ import annotations

import functools
import hashlib
import types
import weakref
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from acidtest.core.digest import OWN, closure_of, sha256_of
from acidtest.core.records import Json

_DEEP = 12
_MOST = 20_000  # parts of a value; a model in memory has millions
_PLAIN = (str, bytes, int, float, complex, bool, type(None), PurePath, range)
_KNOWN: dict[int, tuple[weakref.ref[Any], dict[str, Json]]] = {}
"""By object: a callable that counts its calls is still the same one afterwards."""


def identity_of(function: Callable[..., Any]) -> dict[str, Json]:
    """Its name, a hash of its code and values, and a hash of its files.

    >>> def constant(text: str) -> Callable[[str], str]:
    ...     return lambda question: text
    >>> one, other = identity_of(constant("a")), identity_of(constant("b"))
    >>> one["code_sha256"] == other["code_sha256"]
    False
    """
    holder = getattr(function, "__self__", function)
    known = _KNOWN.get(id(holder))
    if known is None or known[0]() is not holder or known[1]["function"] != _name(function):
        known = (_reference(holder), _identity(function))
        _KNOWN[id(holder)] = known
    return dict(known[1])


def _reference(holder: Any) -> weakref.ref[Any]:
    try:
        return weakref.ref(holder)
    except TypeError:  # has no weak references: computed again each time
        return weakref.ref(_Gone())


class _Gone:
    """An object that no reference leads to."""


def _identity(function: Callable[..., Any]) -> dict[str, Json]:
    digest = hashlib.sha256()
    for part in islice(_parts(function, {}, _DEEP), _MOST):
        digest.update(sha256_of(part).encode())
    return {
        "function": _name(function),
        "code_sha256": digest.hexdigest(),
        "files_sha256": _files(_module(function)),
    }


def _name(function: Any) -> str:
    inner = function.func if isinstance(function, functools.partial) else function
    named = inner if hasattr(inner, "__qualname__") else type(inner)
    return f"{_module(function)}.{named.__qualname__}"


def _module(function: Any) -> str:
    inner = function.func if isinstance(function, functools.partial) else function
    return str(getattr(inner, "__module__", None) or type(inner).__module__)


def _files(module: str) -> str | None:
    """A hash of the files and libraries behind a module; None if it has no file."""
    try:
        closure = closure_of(module)
    except (OSError, SyntaxError, ValueError):
        return None
    ours = Path(__file__).parents[1]
    files = [path for path in closure.files if not path.is_relative_to(ours)]
    parts = [sha256_of(path.name, path.read_bytes()) for path in files]
    parts += [sha256_of(name, version) for name, version in closure.libraries if name != OWN]
    return sha256_of(*parts) if parts else None


def _parts(value: Any, visited: dict[int, Any], left: int) -> Iterator[str]:
    """Texts that change with the value; the same in every process."""
    if isinstance(value, _PLAIN):
        yield f"{type(value).__name__} {value!r}"
        return
    yield f"{type(value).__module__}.{type(value).__qualname__}"
    if left == 0 or id(value) in visited:
        return
    visited[id(value)] = value  # kept alive, so that no other object gets its id
    for name, inner in _inside(value):
        yield name
        yield from _parts(inner, visited, left - 1)


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    """The named parts of a value that decide what it does."""
    if isinstance(value, types.CodeType):
        yield "code", value.co_code
        yield "names", (*value.co_names, *value.co_varnames, *value.co_freevars)
        yield "constants", value.co_consts
    elif isinstance(value, types.FunctionType):
        yield "name", value.__qualname__
        yield "code", value.__code__
        yield "defaults", (value.__defaults__, value.__kwdefaults__)
        yield "closure", [_content(cell) for cell in value.__closure__ or ()]
        used = sorted(set(_names(value.__code__)) & value.__globals__.keys())
        known = {name: value.__globals__[name] for name in used}
        yield "globals", {k: v for k, v in known.items() if _is_own(v, value.__module__)}
    elif isinstance(value, types.MethodType):
        yield "function", value.__func__
        yield "self", value.__self__
    elif isinstance(value, functools.partial):
        yield "partial", (value.func, value.args, value.keywords)
    elif isinstance(value, type):
        yield "class", f"{value.__module__}.{value.__qualname__}"
        own = {k: v for k, v in vars(value).items() if isinstance(v, types.FunctionType)}
        yield "methods", own
    elif isinstance(value, Mapping):
        yield from (
            (repr(k) if isinstance(k, _PLAIN) else type(k).__name__, v) for k, v in value.items()
        )
    elif isinstance(value, list | tuple):
        yield from ((str(i), each) for i, each in enumerate(value))
    elif isinstance(value, set | frozenset):
        yield from (("", each) for each in sorted(value, key=repr) if isinstance(each, _PLAIN))
    elif not isinstance(value, types.ModuleType):
        yield "type", type(value)
        yield "attributes", getattr(value, "__dict__", {})


def _content(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _names(code: types.CodeType) -> Iterator[str]:
    """The names that some code uses, that of functions inside it included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _is_own(value: Any, module: str) -> bool:
    """Whether a global belongs to the module: its settings and its functions."""
    if isinstance(value, types.ModuleType):
        return False
    return getattr(value, "__module__", module) == module
