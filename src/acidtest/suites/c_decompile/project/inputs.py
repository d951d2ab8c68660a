"""C that makes typed inputs from a number, calls a function with them, and hashes what came of it.

Scalars, texts, buffers with their lengths, records by member, pointers to all of these, and
functions to be called back, whose calls count in the hash as well.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence

from acidtest.suites.c_decompile.agrees import Buffer, Scalar, with_lengths
from acidtest.suites.c_decompile.project.types import (
    Array,
    CType,
    FunctionType,
    Member,
    NotTyped,
    Pointer,
    Record,
    ScalarType,
    Types,
    Void,
)

_NAMES = {
    "b": "signed char", "B": "unsigned char", "h": "short", "H": "unsigned short", "i": "int",
    "I": "unsigned", "q": "long long", "Q": "unsigned long long", "f": "float", "d": "double",
    "?": "_Bool",
}  # fmt: skip
_END = re.compile(r"(?i)\w*(?:end|limit|last|stop)\d*")
_UNPAIRED = "(acid_below(2) ? 64 : 1024)"


class Maker:
    """Writes what a function's types need, each once."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._done: dict[str, None] = {}
        self.declarations: list[str] = []
        self.functions: list[str] = []

    # -- the call ------------------------------------------------------------------------------

    def case(self, entry: str, parameters: Sequence[Member], result: CType) -> str:
        """`acid_case` for the function."""
        lines = ["static acid_word acid_case(acid_word number)", "{"]
        for at, parameter in enumerate(parameters):
            lines.append(f"    {self._variable(parameter.type, at)};")
        lines.append("    acid_begin(number);")
        named = [Member(f"a{at}", p.type) for at, p in enumerate(parameters)]
        lines += self._filled(named, [p.name for p in parameters], "", 2)
        call = f"{entry}({', '.join(member.name for member in named)})"
        if isinstance(result, Void):
            lines += ["    acid_enter();", f"    {call};", "    acid_leave();"]
        else:
            lines += ["    acid_enter();", f"    __auto_type r = {call};", "    acid_leave();"]
            lines += self._mixed("r", result, "2")
        effects = any(isinstance(p.type, Pointer) and not p.type.const for p in parameters)
        if isinstance(result, Void) and not effects:
            raise NotTyped("it returns nothing and writes to none of its arguments")
        return "\n".join([*lines, "    return acid_end();", "}"])

    def _variable(self, kind: CType, at: int) -> str:
        if isinstance(kind, ScalarType):
            return f"{_NAMES[kind.code]} a{at}"
        if isinstance(kind, Record):
            if not kind.name:
                raise NotTyped("a parameter is a struct without a name")
            return f"{kind.name} a{at}"
        return f"void *a{at}"

    # -- filling ---------------------------------------------------------------------------------

    def _filled(
        self, members: Sequence[Member], names: Sequence[str], prefix: str, depth: int
    ) -> list[str]:
        """Statements that give values to members, buffers and lengths together."""
        paired = with_lengths(
            [_as_parameter(m, name) for m, name in zip(members, names, strict=True)]
        )
        lengths = {p.length for p in paired if isinstance(p, Buffer) and p.length is not None}
        lines = [f"    acid_word n{at} = acid_length();" for at in sorted(lengths)]
        if len(lengths) > 1:
            first, *others = sorted(lengths)
            same = " ".join(f"n{at} = n{first};" for at in others)
            lines.append(f"    if (acid_below(2)) {{ {same} }}")
        before: dict[CType, str] = {}
        for at, (member, known) in enumerate(zip(members, paired, strict=True)):
            place = f"{prefix}{member.name}"
            if at in lengths:
                value = f"acid_below(8) ? n{at} : acid_below(n{at} + 1)"
                lines.append(f"    acid_set(&{place}, sizeof {place}, {value});" if member.const
                             else f"    {place} = {value};")  # fmt: skip
                continue
            count = (
                f"n{known.length}" if isinstance(known, Buffer) and known.length is not None else ""
            )
            earlier = before.get(member.type)
            if isinstance(member.type, Pointer) and isinstance(member.type.target, ScalarType):
                if earlier:
                    chance = "acid_below(8)" if _END.fullmatch(names[at]) else "!acid_below(4)"
                    inside = f"acid_inside({earlier}, {int(bool(_END.fullmatch(names[at])))})"
                    made = self._made(member.type, count, depth)
                    lines.append(f"    {self._to(member, place, f'{chance} ? {inside} : {made}')}")
                    continue
                before[member.type] = place
            lines += self._fill(member, place, count, depth)
        return lines

    def _to(self, member: Member, place: str, value: str) -> str:
        if member.const:
            return f"acid_set(&{place}, sizeof {place}, (acid_word)({value}));"
        return f"{place} = {value};"

    def _fill(self, member: Member, place: str, count: str, depth: int) -> list[str]:
        kind = member.type
        if isinstance(kind, ScalarType):
            value = {"f": "acid_real()", "d": "acid_real()", "?": "acid_below(2)"}
            made = value.get(kind.code, "acid_number()")
            if member.const and kind.code in "fd":
                return []
            return [f"    {self._to(member, place, made)}"]
        if isinstance(kind, Pointer):
            made = self._made(kind, count, depth)
            if place.startswith("at->") or isinstance(kind.target, Record):
                made = f"acid_below(8) ? (void *){made} : (void *)0"
            return [f"    {self._to(member, place, made)}"]
        if isinstance(kind, Array) and isinstance(scalar := _innermost(kind), ScalarType):
            size, real = struct.calcsize(scalar.code), int(scalar.code in "fd")
            return [f"    acid_fill(&{place}, sizeof {place}, {size}, {real});"]
        if isinstance(kind, Array):
            one = Member("", kind.element, member.const)
            return _for_each(place, lambda element: self._fill(one, element, "", depth))
        if isinstance(kind, Record):
            if kind.name:
                return [f"    {self._record(kind)[0]}((void *)&{place}, {_depth(depth)});"]
            return ["    {", *self._members(kind, f"{place}.", depth), "    }"]
        raise NotTyped("it has a member that is no object")

    def _members(self, kind: Record, prefix: str, depth: int) -> list[str]:
        members = self._types.members(kind)
        if kind.union and (inner := self._leading(kind)) is not None:
            return self._fill(inner, f"{prefix}{inner.name}", "", depth)
        if kind.union:
            size, at = _bytes(prefix)
            value = "acid_mode ? (unsigned char)acid_next() : 0"
            return [
                f"    for (acid_word u = 0; u < {size}; u++)",
                f"        ((unsigned char *){at})[u] = {value};",
            ]
        return self._filled(members, [m.name for m in members], prefix, depth)

    def _leading(self, kind: Record) -> Member | None:
        """The member by which a union is filled and read; None if none of them leads anywhere."""
        leading = [m for m in self._types.members(kind) if not self._is_plain(m.type)]
        if not leading:
            return None
        if len(leading) == 1 and isinstance(leading[0].type, Record):
            return leading[0]
        raise NotTyped("it is given a union of several pointers")

    def _is_plain(self, kind: CType) -> bool:
        while isinstance(kind, Array):
            kind = kind.element
        if isinstance(kind, Record):
            return all(self._is_plain(member.type) for member in self._types.members(kind))
        return isinstance(kind, ScalarType)

    def _made(self, kind: Pointer, count: str, depth: int) -> str:
        """An expression that makes what a pointer points to."""
        target = kind.target
        while isinstance(target, Array):
            target, count = target.element, _UNPAIRED
        if isinstance(target, Void):
            return f"acid_numbers({count or _UNPAIRED}, 1, 0)"
        if isinstance(target, ScalarType):
            if target.code == "b" and not count:
                return "acid_text(0)" if kind.const else "acid_text(acid_below(2) ? 64 : 1024)"
            size, real = struct.calcsize(target.code), int(target.code in "fd")
            return f"acid_numbers({count or _UNPAIRED}, {size}, {real})"
        if isinstance(target, FunctionType):
            return f"(void *){self._callback(target)}"
        if isinstance(target, Record):
            return f"{self._record(target)[1]}({count or 0}, {_depth(depth)})"
        return f"{self._pointers(target)}({count or 1}, {_depth(depth)})"

    def _record(self, kind: Record) -> tuple[str, str, str]:
        """The names of what fills, makes and hashes a record; written when first asked for."""
        if not kind.name:
            raise NotTyped("it is given a struct without a name")
        names = tuple(f"acid_{what}_r{kind.key}" for what in ("fill", "some", "mix"))
        fill, some, mix = names
        if mix not in self._done:
            self._done[mix] = None
            self._types.members(kind)
            self.declarations += [
                f"static void {fill}(void *, int);",
                f"static void *{some}(acid_word, int);",
                f"static void {mix}(const void *, int);",
            ]
            filled = self._members(kind, "at->", -1)
            pointers = any("? (void *)" in line for line in filled)
            mixed = self._mixed_members(kind, "at->")
            several = "1" if pointers else f"sizeof({kind.name}) <= 64 && acid_below(2) ? 64 : 1"
            self.functions.append(
                "\n".join(
                    [
                        f"static void {fill}(void *to, int depth)",
                        "{",
                        f"    {kind.name} *at = to;",
                        *filled,
                        "}",
                        f"static void *{some}(acid_word count, int depth)",
                        "{",
                        "    if (depth <= 0)",
                        "        return 0;",
                        f"    count = count ? count : {several};",
                        f"    {kind.name} *to = (void *)acid_make(count, sizeof *to, {mix});",
                        "    const int mode = acid_mode;",
                        "    acid_mode = (int)acid_below(4);",
                        "    for (acid_word i = 0; i < count; i++)",
                        f"        {fill}(&to[i], depth - 1);",
                        "    acid_mode = mode;",
                        "    return to;",
                        "}",
                        f"static void {mix}(const void *from, int depth)",
                        "{",
                        f"    const {kind.name} *at = from;",
                        *mixed,
                        "}",
                    ]
                )
            )
        return fill, some, mix

    def _pointers(self, target: CType) -> str:
        """What makes an array of pointers."""
        assert isinstance(target, Pointer)
        name = f"acid_pointers_{len(self._done)}"
        key = f"pointers {target}"
        if key in self._done:
            return next(n for n in self._done if n.startswith(f"{key} ")).rpartition(" ")[2]
        self._done[key] = self._done[f"{key} {name}"] = None
        made = self._made(target, "", -1)
        self.functions.append(
            "\n".join(
                [
                    f"static void {name}_mix(const void *at, int depth)",
                    "{",
                    f"    acid_point(*(void *const *)at, {self._mixer(target.target)}, depth);",
                    "}",
                    f"static void *{name}(acid_word count, int depth)",
                    "{",
                    f"    void **to = (void *)acid_make(count, sizeof *to, {name}_mix);",
                    "    for (acid_word i = 0; i < count; i++)",
                    f"        to[i] = depth > 0 && acid_below(8) ? (void *){made} : (void *)0;",
                    "    return to;",
                    "}",
                ]
            )
        )
        return name

    def _callback(self, kind: FunctionType) -> str:
        """A function to be called back: what it is given counts, what it returns is made up."""
        name = f"acid_callback_{len(self._done)}"
        key = f"callback {kind}"
        if key in self._done:
            return next(n for n in self._done if n.startswith(f"{key} ")).rpartition(" ")[2]
        self._done[key] = self._done[f"{key} {name}"] = None
        parts, lines, size = [], [], ""
        for at, parameter in enumerate(kind.parameters):
            if isinstance(parameter, ScalarType):
                parts.append(f"{_NAMES[parameter.code]} p{at}")
                real = parameter.code in "fd"
                lines.append(f"    acid_add_real(p{at});" if real else f"    acid_add(p{at});")
                size = f"p{at}" if parameter.code == "Q" else size
            elif isinstance(parameter, Pointer):
                parts.append(f"void *p{at}")
                lines.append(f"    acid_point(p{at}, 0, 0);")
            else:
                raise NotTyped("it calls back a function that is given a struct")
        result = "void"
        if isinstance(kind.result, ScalarType):
            result = _NAMES[kind.result.code]
            real = kind.result.code in "fd"
            lines.append(f"    return {'acid_real()' if real else 'acid_number()'};")
        elif isinstance(kind.result, Pointer):
            result = "void *"
            room = f"{size} < 65536 ? __builtin_calloc(1, {size}) : 0" if size else "0"
            lines.append(f"    return {room};")
        elif not isinstance(kind.result, Void):
            raise NotTyped("it calls back a function that returns a struct")
        head = f"static {result} {name}({', '.join(parts) or 'void'})"
        self.functions.append("\n".join([head, "{", *lines, "}"]))
        return name

    # -- hashing -----------------------------------------------------------------------------------

    def _mixer(self, kind: CType) -> str:
        """What hashes one object of a type, as a function; 0 if nothing does."""
        if isinstance(kind, ScalarType):
            if kind.code in "bfd":
                return f"acid_mix_{'t' if kind.code == 'b' else kind.code}"
            return f"acid_mix_{struct.calcsize(kind.code)}"
        if isinstance(kind, Record) and kind.name:
            try:
                return self._record(kind)[2]
            except NotTyped:
                return "0"
        return "0"

    def _mixed(self, place: str, kind: CType, depth: str) -> list[str]:
        if isinstance(kind, ScalarType):
            add = "acid_add_real" if kind.code in "fd" else "acid_add"
            return [f"    {add}({place});"]
        if isinstance(kind, Pointer):
            return [f"    acid_point({place}, {self._mixer(kind.target)}, {depth});"]
        inner = _innermost(kind)
        if isinstance(kind, Array) and isinstance(inner, ScalarType) and inner.code not in "fd":
            return [f"    acid_mix_bytes(&{place}, sizeof {place});"]
        if isinstance(kind, Array):
            of = kind.element
            return _for_each(place, lambda element: self._mixed(element, of, depth))
        if isinstance(kind, Record):
            if kind.name:
                return [f"    {self._record(kind)[2]}(&{place}, {depth});"]
            return self._mixed_members(kind, f"{place}.")
        raise NotTyped("what it returns cannot be compared")

    def _mixed_members(self, kind: Record, prefix: str) -> list[str]:
        if kind.union and (inner := self._leading(kind)) is not None:
            return self._mixed(f"{prefix}{inner.name}", inner.type, "depth")
        if kind.union:
            size, at = _bytes(prefix)
            return [
                f"    for (acid_word u = 0; u < {size}; u++)",
                f"        acid_add(((const unsigned char *){at})[u]);",
            ]
        lines = []
        for member in self._types.members(kind):
            lines += self._mixed(f"{prefix}{member.name}", member.type, "depth")
        return lines


def _for_each(place: str, lines_of: Callable[[str], list[str]]) -> list[str]:
    """A loop over an array; `lines_of` gives the statements for one element."""
    index = f"i{place.count('[')}"
    extent = f"sizeof {place} / sizeof *{place}"
    return [
        f"    for (acid_word {index} = 0; {index} < {extent}; {index}++) {{",
        *(f"    {line}" for line in lines_of(f"{place}[{index}]")),
        "    }",
    ]


def _innermost(kind: CType) -> CType:
    while isinstance(kind, Array):
        kind = kind.element
    return kind


def _bytes(prefix: str) -> tuple[str, str]:
    """The size and the address of what `prefix` leads to the members of."""
    if prefix.endswith("."):
        return f"sizeof {prefix[:-1]}", f"&{prefix[:-1]}"
    return f"sizeof *{prefix[:-2]}", prefix[:-2]


def _depth(depth: int) -> str:
    """How deep pointers are followed from here, in C; below 0 a variable says."""
    return "depth" if depth < 0 else str(depth)


def _as_parameter(member: Member, name: str) -> Scalar | Buffer:
    """A member as the pairing of lengths knows it."""
    kind = member.type
    if isinstance(kind, Pointer) and isinstance(kind.target, ScalarType | Record | Void):
        code = kind.target.code if isinstance(kind.target, ScalarType) else "B"
        return Buffer(name, code, text=code == "b", const=kind.const)
    code = kind.code if isinstance(kind, ScalarType) and not member.bits else "?"
    return Scalar(name, code)
