"""What the names in a file refer to, from its import statements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

_GO = re.compile(r"(?:([\w.]+)\s+)?[\"`]([^\"`]+)[\"`]")
_VERSION = re.compile(r"v\d+")


@dataclass
class Imports:
    """`names` maps a name in the file to its full path; `wild` lists wildcard imports."""

    names: dict[str, str] = field(default_factory=dict)
    wild: list[str] = field(default_factory=list)


def read_imports(texts: Iterable[str], language: str) -> Imports:
    """Read import statements from their source text."""
    imports = Imports()
    reader = {
        "python": _python,
        "java": _java,
        "go": _go,
        "javascript": _javascript,
        "rust": _rust,
        "csharp": _csharp,
        "php": _php,
        "swift": _swift,
    }.get(language)
    if reader is not None:
        for text in texts:
            reader(re.sub(r"\s+", " ", text.strip().rstrip(";")), imports)
    return imports


def _aliased(piece: str, mark: str = " as ") -> tuple[str, str]:
    name, _, alias = piece.strip().partition(mark)
    return name.strip(), alias.strip()


def _python(text: str, imports: Imports) -> None:
    taken = re.match(r"from (\S+) import \(?(.*?)\)?$", text)
    if taken:
        for piece in taken[2].split(","):
            name, alias = _aliased(piece)
            if name == "*":
                imports.wild.append(taken[1])
            elif name:
                imports.names[alias or name] = f"{taken[1]}.{name}"
        return
    for piece in text.removeprefix("import ").split(","):
        name, alias = _aliased(piece)
        if alias:
            imports.names[alias] = name
        elif name:
            imports.names[name.split(".")[0]] = name.split(".")[0]


def _java(text: str, imports: Imports) -> None:
    if not text.startswith("import "):
        return
    text = text.removeprefix("import ").removeprefix("static ")
    group = re.match(r"([\w.]+)\.\{(.*)\}", text)  # Scala
    for piece in group[2].split(",") if group else ():
        name, alias = _aliased(piece.replace("=>", " as "))
        if name in ("*", "_"):
            imports.wild.append(group[1] if group else "")
        elif name:
            imports.names[alias or name] = f"{group[1]}.{name}" if group else name
    if group:
        return
    name, alias = _aliased(text)
    if name.endswith((".*", "._")):
        imports.wild.append(name[:-2])
    else:
        imports.names[alias or name.rpartition(".")[2]] = name


def _go(text: str, imports: Imports) -> None:
    if not text.startswith("import"):
        return
    for match in _GO.finditer(text.removeprefix("import")):
        path = match[2]
        parts = [part for part in path.split("/") if not _VERSION.fullmatch(part)]
        name = match[1] or re.sub(r"^go-|-go$|\.v\d+$", "", parts[-1] if parts else path)
        if name == ".":
            imports.wild.append(path)
        else:
            imports.names[name] = re.sub(r"/v\d+(?=/|$)", "", path)  # the major version


def _javascript(text: str, imports: Imports) -> None:
    match = re.match(r"import (?:type )?(.*?) from ['\"]([^'\"]+)['\"]", text)
    if not match:
        return
    bind_javascript(match[1], match[2], imports)


def bind_javascript(left: str, module: str, imports: Imports) -> None:
    """Bind the left side of an import or of a `require`."""
    braces = re.search(r"\{(.*?)\}", left)
    for piece in braces[1].split(",") if braces else ():
        name, alias = _aliased(piece.replace(":", " as "))
        if name:
            imports.names[alias or name] = f"{module}.{name}"
    rest = re.sub(r"\{.*?\}", "", left)
    for piece in rest.split(","):
        name, alias = _aliased(piece)
        if alias or name:
            imports.names[alias or name] = module


def _rust(text: str, imports: Imports) -> None:
    match = re.match(r"(?:pub )?use (.*)$", text)
    if match:
        _rust_tree(match[1], "", imports, 0)


def _rust_tree(text: str, prefix: str, imports: Imports, depth: int) -> None:
    text = text.strip()
    group = re.match(r"(.*?)(?:::)?\{(.*)\}$", text)
    if group and depth < 10:
        inner = ".".join(p for p in (prefix, group[1].replace("::", ".").strip(" .")) if p)
        for piece in _split(group[2]):
            _rust_tree(piece, inner, imports, depth + 1)
        return
    name, alias = _aliased(text)
    path = ".".join(p for p in (prefix, name.replace("::", ".")) if p).removeprefix("crate.")
    if path.endswith(".*"):
        imports.wild.append(path[:-2])
        return
    path = path.removesuffix(".self")
    imports.names[alias or path.rpartition(".")[2]] = path


def _split(text: str) -> list[str]:
    """Split at commas outside braces."""
    pieces, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if sign == "," and depth == 0:
            pieces.append(text[start:place])
            start = place + 1
    return [piece for piece in (*pieces, text[start:]) if piece.strip()]


def _csharp(text: str, imports: Imports) -> None:
    text = text.removeprefix("global ").removeprefix("using ").removeprefix("static ")
    name, alias = text.partition("=")[0].strip(), text.partition("=")[2].strip()
    if alias:
        imports.names[name] = alias
    else:
        imports.wild.append(name)


def _php(text: str, imports: Imports) -> None:
    if not text.startswith("use "):
        return
    text = re.sub(r"^use (?:function |const )?", "", text)
    group = re.match(r"(.*)\\\{(.*)\}", text)
    pieces = [f"{group[1]}\\{one.strip()}" for one in group[2].split(",")] if group else [text]
    for piece in pieces if group else text.split(","):
        name, alias = _aliased(piece)
        path = name.strip("\\ ").replace("\\", ".")
        imports.names[alias or path.rpartition(".")[2]] = path


def _swift(text: str, imports: Imports) -> None:
    match = re.search(r"import (?:\w+ )?([\w.]+)$", text)
    if match:
        imports.wild.append(match[1].partition(".")[0])
