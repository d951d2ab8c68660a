"""Writes random C functions that are well-defined for every input, by construction.

Loops run over an array, a string, a constant count or a shrinking number, and a loop's variables
are never assigned in its body. For expressions see `_expression`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from acidtest.suites.c_decompile.fresh._expression import Expressions, TypedValue, limits


@dataclass(frozen=True, slots=True)
class Parameter:
    """`kind` is a scalar type, or array, text or their const forms; arrays bring a length `n`."""

    name: str
    kind: str

    @property
    def declared(self) -> str:
        """As the prototype has it."""
        forms = {
            "array": f"int *{self.name}, int n",
            "const array": f"const int *{self.name}, int n",
            "text": f"char *{self.name}",
            "const text": f"const char *{self.name}",
        }
        return forms.get(self.kind, f"{self.kind} {self.name}")


@dataclass(frozen=True, slots=True)
class FreshProgram:
    """A function called func0, with what its test must know."""

    text: str
    result: str
    parameters: Sequence[Parameter]
    exercises: Sequence[str]


class Author:
    """Writes one program from one random generator."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._e = Expressions(rng)
        self._lines: list[str] = []
        self._depth = 1
        self._kept: list[TypedValue] = []
        self._count = 0
        self._loops = 0
        self._spent = 0
        self._before: list[str] = []
        self._store: Callable[[], None] | None = None

    def _say(self, line: str) -> None:
        self._lines.append(("    " * self._depth + line).rstrip())

    def _name(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"

    @contextmanager
    def _block(self, head: str, tail: str = "}") -> Iterator[None]:
        self._say(head)
        self._depth += 1
        known = len(self._e.scope)
        yield
        del self._e.scope[known:]
        self._depth -= 1
        self._say(tail)

    def _update(self) -> None:
        """A kept variable takes a new value that depends on its old one."""
        rng = self._rng
        kept = rng.choice(self._kept)
        other = self._e.expression(kept.kind, 2)
        if other.text == kept.text:
            other = self._e.constant(kept.kind)
        if kept.kind == "unsigned":
            self._say(f"{kept.text} {rng.choice(('+=', '-=', '^=', '+='))} {other.text};")
        elif rng.random() < 0.25:
            self._say(f"{kept.text} ^= {other.text};")
        else:
            text = self._e.arithmetic(kept, rng.choice("+-"), other).text
            self._say(f"{kept.text} = {text};")

    def _mix(self, using: TypedValue | None = None) -> None:
        """The first kept variable takes in `using`, so that it matters to the result."""
        kept = self._kept[0]
        other = self._e.expression("unsigned", 1 if using else 2)
        if using is not None:
            other = self._e.arithmetic(self._e.cast(using, "unsigned"), "+", other)
        key = self._rng.choice((3, 5, 7, 31, 33, 131))
        self._say(f"{kept.text} = {kept.text} * {key}u + {other.part};")

    def _let(self) -> None:
        value = self._e.expression(self._rng.choice(("int", "int", "unsigned", "long")), 2)
        name = self._name("t")
        self._say(f"{value.kind} {name} = {value.text};")
        self._e.scope.append(TypedValue(name, value.kind, value.low, value.high))
        self._mix(self._e.scope[-1])

    def _if(self) -> None:
        self._e.exercises["branches"] = None
        with self._block(f"if {self._e.condition(1)} {{"):
            self._statements(self._rng.randint(1, 2))
        if self._rng.random() < 0.5:
            self._lines[-1] += " else {"
            self._depth += 1
            known = len(self._e.scope)
            self._statements(1)
            del self._e.scope[known:]
            self._depth -= 1
            self._say("}")

    def _switch(self) -> None:
        rng = self._rng
        self._e.exercises["switch"] = None
        cases = rng.randint(3, 6)
        with self._block(
            f"switch ({self._e.cast(rng.choice(self._e.scope), 'unsigned').part} % {cases}u) {{"
        ):
            for case in range(cases - 1):
                self._depth -= 1
                self._say(f"case {case}:")
                self._depth += 1
                self._update()
                if rng.random() < 0.8:
                    self._say("break;")
            self._depth -= 1
            self._say("default:")
            self._depth += 1
            self._update()
            self._say("break;")

    def _count_loop(self) -> None:
        self._e.exercises["counted loops"] = None
        name, rounds = self._name("i"), self._rng.randint(3, 8)
        with self._block(f"for (int {name} = 0; {name} < {rounds}; {name}++) {{"), self._inside():
            self._e.scope.append(TypedValue(name, "int", 0, rounds - 1))
            self._mix(self._e.scope[-1])
            self._statements(1)

    def _shrinking_loop(self) -> None:
        self._e.exercises["loops until a number is used up"] = None
        name, key = self._name("w"), self._rng.choice((2, 3, 4, 8, 10, 16))
        self._say(f"unsigned {name} = {self._e.expression('unsigned', 1).text};")
        with self._block(f"while ({name} != 0) {{"), self._inside():
            digit = self._name("d")
            self._say(f"int {digit} = (int)({name} % {key}u);")
            self._say(f"{name} /= {key}u;")
            self._e.scope.append(TypedValue(digit, "int", 0, key - 1))
            self._mix(self._e.scope[-1])
            self._statements(1)

    @contextmanager
    def _inside(self) -> Iterator[None]:
        self._loops += 1
        yield
        self._loops -= 1

    def _leave(self) -> None:
        self._e.exercises["early ends of a loop"] = None
        word = self._rng.choice(("continue", "continue", "break"))
        with self._block(f"if {self._e.condition(1)} {{"):
            self._update()
            self._say(f"{word};")

    def _statements(self, count: int) -> None:
        for _ in range(count):
            self._spent += 1
            choices = [self._update, self._mix, self._let]
            if self._spent < 14 and self._depth < 5:
                choices += [self._if, self._if, self._switch]
                if self._loops < 2:
                    choices += [self._count_loop, self._shrinking_loop]
                if self._loops:
                    choices.append(self._leave)
            if self._store is not None:
                choices += [self._store] * 2
            self._rng.choice(choices)()

    # -- whole functions -------------------------------------------------------------------------

    def _keep(self, kind: str) -> None:
        name = self._name("v")
        start = self._rng.randint(0, 99)
        self._say(f"{kind} {name} = {start};")
        kept = TypedValue(name, kind, *limits(kind))
        self._kept.append(kept)
        self._e.scope.append(kept)

    def _table(self) -> None:
        """A static table, read at a masked index."""
        self._e.exercises["a static table"] = None
        size = self._rng.choice((4, 8, 16))
        numbers = [self._rng.randint(-99, 99) for _ in range(size)]
        listed = ", ".join(map(str, numbers))
        self._before.append(f"static const int table[{size}] = {{{listed}}};")

        def read() -> TypedValue:
            at = self._e.cast(self._rng.choice(self._e.scope), "unsigned").part
            return TypedValue(f"table[{at} % {size}u]", "int", min(numbers), max(numbers))

        self._e.callee = read

    def _helper(self) -> None:
        """A static function that calls itself a bounded number of times."""
        self._e.exercises["recursion"] = None
        rng = self._rng
        inner = Expressions(rng)
        inner.scope = [
            TypedValue("x", "unsigned", *limits("unsigned")),
            TypedValue("depth", "int", 1, 7),
        ]
        step = inner.expression("unsigned", 2).text
        again = inner.expression("unsigned", 1).text
        self._before.append(
            "static unsigned twist(unsigned x, int depth)\n{\n    if (depth <= 0)\n"
            f"        return x ^ {rng.randint(1, 999)}u;\n"
            f"    return twist({step}, depth - 1) + {rng.choice((3, 5, 7))}u * ({again});\n}}"
        )

        def call() -> TypedValue:
            argument = self._e.cast(rng.choice(self._e.scope), "unsigned").text
            depth = self._e.cast(rng.choice(self._e.scope), "unsigned").part
            return TypedValue(
                f"twist({argument}, (int)({depth} & 7u))", "unsigned", *limits("unsigned")
            )

        self._e.callee = call

    def _over_array(self, array: Parameter) -> None:
        rng = self._rng
        writes = array.kind == "array"
        self._e.exercises["an array that is written" if writes else "an array that is read"] = None
        name = self._name("i")
        if rng.random() < 0.35:
            head = f"for (int {name} = n - 1; {name} >= 0; {name}--) {{"
        else:
            head = f"for (int {name} = {rng.choice((0, 0, 0, 1))}; {name} < n; {name}++) {{"
        with self._block(head), self._inside():
            item = TypedValue(f"{array.name}[{name}]", "int", *limits("int"))
            self._e.scope += [item, item, TypedValue(name, "int", 0, limits("int")[1] - 1)]

            def store() -> None:
                if rng.random() < 0.3:
                    self._e.exercises["swaps"] = None
                    other, spare = f"{array.name}[n - 1 - {name}]", self._name("x")
                    self._say(f"int {spare} = {other};")
                    self._say(f"{other} = {item.text};")
                    self._say(f"{item.text} = {spare};")
                else:
                    self._say(f"{item.text} = {self._e.expression('int', 2).text};")

            self._store = store if writes else None
            self._mix(item)
            self._statements(rng.randint(2, 3))
            if writes:
                store()
            self._store = None
        for _ in range(2):
            self._e.scope.append(TypedValue("n", "int", 1, limits("int")[1]))

    def _over_text(self, text: Parameter) -> None:
        rng = self._rng
        writes = text.kind == "text"
        self._e.exercises["a string changed in place" if writes else "a string that is read"] = None
        at, letter, drops = self._name("p"), self._name("c"), writes and rng.random() < 0.6
        to = self._name("q") if drops else at
        if drops:
            self._e.exercises["characters dropped"] = None
            self._say(f"char *{to} = {text.name};")
        star = "char *" if writes else "const char *"
        with (
            self._block(f"for ({star}{at} = {text.name}; *{at} != '\\0'; {at}++) {{"),
            self._inside(),
        ):
            self._say(f"int {letter} = (unsigned char)*{at};")
            self._e.scope += [TypedValue(letter, "int", 1, 255)] * 3
            self._mix(self._e.scope[-1])
            self._statements(rng.randint(2, 3))
            if writes:
                fresh = self._e.expression("unsigned", 1)
                new = f"(char)({rng.choice((33, 48, 65))} + ({fresh.text}) % 26u)"
                kept = f"(char){letter}"
                chosen = f"{self._e.condition(1)} ? {new} : {kept}" if rng.random() < 0.7 else kept
                self._say(f"*{to}{'++' if drops else ''} = {chosen};")
        if drops:
            self._say(f"*{to} = '\\0';")

    def write(self) -> FreshProgram:
        """One program."""
        rng = self._rng
        shape = rng.choice(("scalars", "scalars", "array", "const array", "text", "const text"))
        given = [Parameter(name, rng.choice(("int", "unsigned", "long"))) for name in "kmz"]
        main = Parameter("a" if "array" in shape else "s", shape)
        parameters = (
            given[: rng.randint(2, 3)]
            if shape == "scalars"
            else [main, *given[: rng.randint(0, 2)]]
        )
        scalars = [p for p in parameters if p is not main]
        self._e.scope += [TypedValue(p.name, p.kind, *limits(p.kind)) for p in scalars]
        result = rng.choice(("int", "unsigned", "long"))
        self._keep("unsigned")
        self._keep(rng.choice(("int", "long")))
        if rng.random() < 0.6:
            rng.choice((self._table, self._helper))()
        self._say("")
        if "array" in shape and rng.random() < 0.7:
            self._say("if (n <= 0)")
            self._say(f"    return {rng.choice((0, 1, 7))};")
        if shape == "scalars":
            self._statements(2)
            rng.choice((self._count_loop, self._shrinking_loop))()
            self._switch() if rng.random() < 0.5 else self._if()
        elif "array" in shape:
            self._over_array(main)
        else:
            self._over_text(main)
        self._statements(1)
        total = self._e.cast(self._kept[0], result)
        for kept in self._kept[1:]:
            total = self._e.arithmetic(total, rng.choice("+-"), self._e.cast(kept, result))
        self._say(f"return {total.text};")
        head = f"{result} func0({', '.join(p.declared for p in parameters)})"
        text = "\n".join([*self._before, head, "{", *self._lines, "}", ""])
        return FreshProgram(text, result, parameters, tuple(self._e.exercises))
