"""C++ references as pointers: a helper that takes one, and a name for another variable."""

from __future__ import annotations

import re

from acidtest.lang import c_source as source

_STRING = r'"(?:[^"\\\n]|\\.)*+"?|\'(?:\\.[^\'\n]{0,3}|[^\'\\\n])\''
_PARAMETER = re.compile(r"\w[\w ]{0,80}&\s?(\w{1,80})")
_LOCAL = re.compile(
    r"(?<=[;{}\n])(\s{0,99}(?:const )?\w[\w ]{0,40}?)\s?& ?(\w{1,80})\s?="
    r"\s?([^;{}=&][^;{}]{0,200});"
)
_MOST = 64


def without_references(text: str) -> str:
    """`text` with references written as pointers; unchanged if it has none."""
    if "&" not in text or len(text) > source.PARSED_MAX:
        return text
    if not _LOCAL.search(text) and not source.parse(text, "c")[1].has_error:
        return text  # it is C, which has none
    data = text.encode("utf-8", "replace")
    parts: list[str] = []
    at = 0
    for function in source.functions(text, "cpp"):
        head = data[function.start : function.body].decode("utf-8", "replace")
        body = data[function.body : function.end].decode("utf-8", "replace")
        name, _, listed = head.partition("(")
        parameters = listed.rpartition(")")[0].split(",")
        names = [
            match[1] if (match := _PARAMETER.fullmatch(one.strip())) else "" for one in parameters
        ]
        local = [match[2] for match in _LOCAL.finditer(body)]
        if not any(names) and not local:
            continue
        body = _LOCAL.sub(r"\1 *\2 = &(\3);", body)
        for variable in list(filter(None, [*names, *local]))[:_MOST]:
            body = _through_pointer(body, variable)
        written = ",".join(
            one.replace("&", "*") if by else one for one, by in zip(parameters, names, strict=True)
        )
        before = data[at : function.start].decode("utf-8", "replace")
        parts += [before, f"{name}({written}){body}"]
        if any(names):
            parts.append(_call_macro(function.name, names))
        at = function.end
    return "".join([*parts, data[at:].decode("utf-8", "replace")])


def _through_pointer(body: str, name: str) -> str:
    """The uses of a name become uses of what it points to, but for its declaration."""
    use = re.compile(rf"({_STRING})|(?<![\w.])(?<!->)(?<! \*){re.escape(name)}\b(?! = &\()")
    return use.sub(lambda match: match[1] or f"(*{name})", body)


def _call_macro(name: str, by_reference: list[str]) -> str:
    """Calls behind the definition give addresses."""
    given = [f"a{at}" for at in range(len(by_reference))]
    passed = [f"&({one})" if by else one for one, by in zip(given, by_reference, strict=True)]
    return f"\n#define {name}({', '.join(given)}) {name}({', '.join(passed)})\n"
