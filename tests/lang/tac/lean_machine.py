"""Runs the lean text as it stands: nested expressions, named slots, blocks that fall through."""

from __future__ import annotations

import re

from acidtest.lang.tac.arithmetic import MASK

from .machine import _OPERATORS, Environment, Event, Halt, Machine, _Run

_TOKEN = re.compile(r"\w+|\*\*|<<|>>|==|[-+*/%<>&|^!~(),\[\]]")


class LeanMachine(Machine):
    """Functions read from a lean text, ready to run."""

    def __init__(self, text: str) -> None:
        text = re.sub(r"[ ]*//.*$", "", text, flags=re.MULTILINE)
        super().__init__(re.sub(r"^ (\w+):", r"  \1:", text, flags=re.MULTILINE))

    def run(self, world: Environment) -> tuple[Halt, list[Event]]:
        run = _LeanRun(self, world)
        try:
            run.go(next(iter(self.functions)), [])
        except Halt as halt:
            return halt, run.events
        raise AssertionError("it ended without an end")


class _LeanRun(_Run):
    def value(self, text: str) -> int:
        return self.expression(text)

    def values(self, text: str) -> list[int]:
        parts, depth = [""], 0
        for letter in text:
            depth += (letter in "([") - (letter in ")]")
            if letter == "," and not depth:
                parts.append("")
            else:
                parts[-1] += letter
        return [self.expression(part) & MASK for part in parts if part.strip()]

    def block(
        self, label: str, before: str, blocks: dict[str, list[str]]
    ) -> str | tuple[str, list[int]]:
        phis: dict[str, int] = {}
        order = list(blocks)
        after = order[order.index(label) + 1] if order[-1] != label else ""
        for line in blocks[label]:
            if phi := re.fullmatch(r"(\w+) = phi\((.*)\)", line):
                sources = dict(part.split(": ") for part in phi[2].split(", "))
                phis[phi[1]] = self.value(sources[before])
                continue
            self.names |= phis
            phis = {}
            if taken := re.fullmatch(r"(.*) = pop", line):
                for name in taken[1].split(", "):
                    if not self.stack:
                        raise Halt("invalid")
                    self.names[name] = self.stack.pop()
            elif line.startswith("push "):
                self.stack += self.values(line.removeprefix("push "))
                if len(self.stack) > 1024:
                    raise Halt("invalid")
            elif way := re.fullmatch(r"goto (.+)", line):
                return self.target(way[1])
            elif way := re.fullmatch(r"if (.+) goto (\[.+\]|\w+)(?: else (\w+))?", line):
                taken_branch = self.value(way[1]) & MASK != 0
                self.events.append(("if", taken_branch))
                return self.target(way[2]) if taken_branch else way[3] or after
            elif way := re.fullmatch(r"enter (\w+)(?:\((.*)\))?", line):
                return way[1], self.values(way[2] or "")
            else:
                self.statement(line)
        self.names |= phis
        return after

    def target(self, text: str) -> str:
        return f"b{self.value(text[1:-1]) & MASK:x}" if text.startswith("[") else text

    def statement(self, line: str) -> None:
        if store := re.fullmatch(r"(memory8?|storage|transient)\[(.+?)\] = (.*)", line):
            place, value = self._sides(line)
            self.store(store[1], place, value)
        elif slot := re.fullmatch(r"slot_(0x\w+) = (.*)", line):
            self.store("storage", int(slot[1], 16), self.expression(slot[2]) & MASK)
        elif line.startswith("free = "):
            self.store("memory", 0x40, self.expression(line[7:]) & MASK)
        elif made := re.fullmatch(r"(\w+) = (.*)", line):
            self.names[made[1]] = self.expression(made[2]) & MASK
        else:
            self.expression(line)

    def _sides(self, line: str) -> tuple[int, int]:
        depth = 0
        for at in range(line.index("["), len(line)):
            depth += (line[at] in "([") - (line[at] in ")]")
            if not depth:
                break
        place = self.expression(line[line.index("[") + 1 : at]) & MASK
        return place, self.expression(line[at + len("] = ") :]) & MASK

    def expression(self, text: str) -> int:
        tokens = _TOKEN.findall(text)
        value = self._infix(tokens)
        assert not tokens, text
        return value

    def _infix(self, tokens: list[str]) -> int:
        left = self._one(tokens)
        if tokens and tokens[0] in _OPERATORS:
            operator = tokens.pop(0)
            return _OPERATORS[operator](left, self._one(tokens)) & MASK
        return left

    def _one(self, tokens: list[str]) -> int:
        token = tokens.pop(0)
        if token in ("!", "~"):
            value = self._one(tokens)
            return int(not value) if token == "!" else ~value & MASK
        if token == "(":
            value = self._infix(tokens)
            assert tokens.pop(0) == ")"
            return value
        if token.startswith("0x"):
            return int(token, 16)
        if token == "free":
            return self.load("memory", 0x40)
        if token.startswith("slot_"):
            return self.load("storage", int(token[5:], 16))
        if tokens[:1] == ["["]:
            tokens.pop(0)
            place = self._infix(tokens)
            assert tokens.pop(0) == "]"
            return self.load(token, place)
        if token in self.names:
            return self.names[token]
        given = []
        if tokens[:1] == ["("]:
            tokens.pop(0)
            while tokens[0] != ")":
                given.append(self._infix(tokens))
                if tokens[0] == ",":
                    tokens.pop(0)
            tokens.pop(0)
        return self.call(token, given) & MASK
