"""Strings that a program builds: constants, concatenation, join, format, reversal, base64, and
what reaches a name through parameters, fields and containers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from acidtest.crypto.scanner.encoded import decoded_text
from acidtest.crypto.scanner.flow import Bindings, Outside, arguments
from acidtest.crypto.scanner.functions import Functions
from acidtest.crypto.scanner.limits import check
from acidtest.crypto.scanner.places import at as _at
from acidtest.crypto.scanner.places import closed as _closed
from acidtest.crypto.scanner.places import opens as _opens
from acidtest.crypto.scanner.places import word as _word
from acidtest.crypto.scanner.tokens import HOLE, CodeToken

LONGEST = 4096
_MOST = 40
_DEEPEST = 8
_STEPS = 5000
"""Expressions that are read to know one."""
_JOINS = frozenset((".", "::", "->", "?.", "!!.", "&."))
_IN_TYPES = frozenset(". :: [ ] < > , !".split())
_LISTS = frozenset(
    "of asList listOf setOf arrayOf mutableListOf frozenset set list tuple Set List Array vec "
    "ofEntries entry new from sorted array Vector Seq".split()
)
_MAPS = frozenset("of ofEntries entry mapOf hashMapOf mutableMapOf linkedMapOf Map".split())
_DEFAULTS = frozenset("get getenv getProperty fetch getOrDefault env GetValue pop".split())
_CHANGES = frozenset(
    "upper lower toUpperCase toLowerCase strip trim decode encode to_string toString as_str into "
    "to_owned ToUpper ToLower c_str uppercase lowercase upcase downcase freeze to_s to_sym name "
    "value toString unwrap unwrap_or strip toLower toUpper".split()
)


class Values:
    """The strings that expressions of one file may be."""

    def __init__(
        self,
        tokens: Sequence[CodeToken],
        functions: Functions | None = None,
        outside: Outside | None = None,
    ) -> None:
        """Collect what is bound to names."""
        self._t = tokens
        self._bound = Bindings(tokens, functions or Functions(), outside)
        self._memo: dict[int, tuple[str, ...]] = {}
        self._partial: dict[tuple[int, int], tuple[str, ...]] = {}
        self._under_way: set[int] = set()
        self._depth = self._steps = 0
        self._cut = False

    def scopes(self, place: int) -> frozenset[int]:
        """The functions around a place, and the file itself."""
        return self._bound.scopes(place)

    def read(self, place: int) -> tuple[str, ...]:
        """The strings that the expression at `place` may be: one, several, or those of a list."""
        check()
        if (said := self._memo.get(place)) is not None:
            return said
        if (said := self._partial.get((place, self._depth))) is not None:
            self._cut = True
            return said
        if not 0 <= place < len(self._t):
            return ()
        self._steps = self._steps + 1 if self._depth else 0
        if place in self._under_way or self._depth > _DEEPEST or self._steps > _STEPS:
            self._cut = True
            return ()
        outer, self._cut = self._cut, False
        self._under_way.add(place)
        self._depth += 1
        try:
            said = tuple(dict.fromkeys(self._choices(place)))[:_MOST]
        finally:
            self._under_way.discard(place)
            self._depth -= 1
            whole, self._cut = not self._cut, self._depth > 0 and (self._cut or outer)
        if whole or not self._depth:
            self._memo[place] = said
        else:  # enough until the expression that was asked for is known
            self._partial[place, self._depth] = said
        self._partial = self._partial if self._depth else {}
        return said

    def _choices(self, place: int) -> Iterable[str]:
        """An expression with its alternatives: `a if c else b`, `c ? a : b`, `a || b`."""
        question = self._ahead(place, "?")
        if question:
            colon = self._ahead(question + 1, ":")
            return (*self.read(question + 1), *(self.read(colon + 1) if colon else ()))
        said, after = self._expression(place)
        sign = _word(self._t, after) if after > place else ""
        if sign == "if":
            other = self._ahead(after, "else")
            return (*said, *(self.read(other + 1) if other else ()))
        if sign in ("||", "or", "??", "?:"):
            return (*said, *self.read(after + 1))
        return said

    def _ahead(self, place: int, sign: str) -> int:
        """The place of a sign in the same expression, 0 if it is not there."""
        depth = 0
        for at in range(place, min(place + 25, len(self._t))):
            word = _word(self._t, at)
            if not depth and word == sign:
                return at if at > place else 0
            depth += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
            if depth < 0 or (not depth and word in (",", ";", "=", "return", "else")):
                return 0
        return 0

    def _expression(self, place: int) -> tuple[tuple[str, ...], int]:
        """One alternative: what it may be, and the place after it (or `place` if unknown)."""
        t = self._t
        opened = self._container(place)
        if opened >= 0:
            listed, end = self._list(opened, place), _closed(t, opened)
            if [_word(t, end), _word(t, end + 1)] == [".", "join"]:
                mark = _at(t, end + 3)
                joined = (mark.text if mark and mark.kind == "str" else ",").join(listed)
                return (joined,), _closed(t, end + 2)
            return listed, end
        options, after = self._operand(place)
        while options:
            sign = _word(t, after)
            if sign == "%":
                end = _closed(t, after + 1) if _opens(t, after + 1) else after + 2
                options = tuple(self._formatted(s, after + 1, end) for s in options)
                after = end
            elif sign == "." and self._is_method(after):
                changed = [self._method(said, after) for said in options]
                if changed[0][1] < 0:
                    break
                options, after = tuple(s for s, _ in changed), changed[0][1]
            elif sign in ("+", ".") and _at(t, after + 1) is not None:
                more, end = self._operand(after + 1)
                if not more:
                    return (), place
                options = tuple(a + b for a in options for b in more)[:_MOST]
                after = end
                if any(len(said) > LONGEST for said in options):
                    return (), place
            else:
                break
        return options, after

    def _is_method(self, dot: int) -> bool:
        token = _at(self._t, dot + 1)
        if token is None or token.kind != "id" or token.raw == "$":  # PHP joins with dots
            return False
        return token.text in _CHANGES or _word(self._t, dot + 2) == "("

    def _container(self, place: int) -> int:
        """The bracket that opens a literal list or map at `place`; -1 if there is none."""
        t = self._t
        while _word(t, place) in ("&", "*") and place + 1 < len(t):
            place += 1
        first = t[place]
        if first.kind == "op" and first.text in ("[", "{", "("):
            if first.text == "[" and (_word(t, place + 1) == "]" or _word(t, place + 2) == "]"):
                # Go's []string{…} and [2]string{…}
                for at in range(place + 1, place + 7):
                    if _word(t, at) == "{":
                        return at
                    if _word(t, at) in (",", ")", ";", ""):
                        break
            return place
        if first.kind != "id":
            return -1
        at, last, generic = place, "", False
        while at < min(place + 12, len(t)):
            word = _word(t, at)
            if t[at].kind == "id":
                last = word.rstrip("!")
            elif word == "{" and _word(t, place) in ("new", "map"):
                return at
            elif word == "(":
                return at if last in _LISTS | _MAPS and _word(t, place) not in ("if", "for") else -1
            elif word == "[" and last == "vec":
                return at
            elif word not in _IN_TYPES or (word == "," and not generic):
                return -1
            generic = generic or word == "<"
            at += 1
        return -1

    def _list(self, opened: int, place: int) -> tuple[str, ...]:
        """The values in a literal; keys are none."""
        t = self._t
        end = _closed(t, opened) - 1
        pairs = opened > place and t[opened].text == "(" and _word(t, opened - 1) in _MAPS and (
            _word(t, opened - 3) in ("Map", "ImmutableMap")
        )  # fmt: skip
        said: list[str] = []
        number, at = 0, opened + 1
        while at < end and len(said) <= 100:
            token = t[at]
            if token.kind == "str":
                number += 1
                if _word(t, at + 1) not in (":", "=>", "to") and not (pairs and number % 2):
                    said.append(self.fill(token.text, at))
            elif token.kind == "id" and _word(t, at + 1) not in (":", "=>", "=", "("):
                chained = at > opened + 1 and _word(t, at - 1) in _JOINS
                if _word(t, at + 1) not in _JOINS and (not chained or token.text in self._bound):
                    said.extend(self._named(at, chained))
            at += 1
        return tuple(said)

    def _named(self, place: int, qualified: bool) -> tuple[str, ...]:
        """What the name at `place` may be."""
        said: list[str] = []
        for binding in self._bound.of(self._t[place].text, place, qualified):
            said.extend(binding.text or self.read(binding.value))
            if len(said) > _MOST:
                break
        return tuple(dict.fromkeys(said))

    def fill(self, text: str, place: int = 0) -> str:
        """An interpolated string with its names replaced where they are known."""
        if "$" in text:  # Kotlin's "$NAME"
            text = re.sub(r"\$(\w+)", lambda m: self._one(m[1], place) or m[0], text)
        if HOLE not in text:
            return text
        pieces = text.split(HOLE)
        for index in range(1, len(pieces), 2):
            inner = pieces[index].strip("\"'")
            known = self._one(inner.rpartition(".")[2], place, "." in inner)
            literal = inner.isdigit() or inner != pieces[index]
            pieces[index] = known or (inner if literal else "?")
        said = "".join(pieces)
        if "?" in pieces[1::2]:  # of unknown length: SHA-2, AES
            said = re.sub(r"(?i)\bsha-?\?", "SHA-2", said)
            said = re.sub(r"(?i)\b(aes)[-_]?\?[-_]", r"\1-", said)
        return said

    def _one(self, name: str, place: int, qualified: bool = False) -> str:
        if name not in self._bound:
            return ""
        for binding in self._bound.of(name, place, qualified):
            for said in binding.text or self.read(binding.value):
                return said
        return ""

    def _operand(self, place: int) -> tuple[tuple[str, ...], int]:
        t = self._t
        while _word(t, place) == "new":
            place += 1
        token = _at(t, place)
        if token is None:
            return (), place
        if token.kind == "str":
            return self._literal(place)
        if token.kind == "num" and place and t[place - 1].text == "+":
            return (token.text,), place + 1
        if token.kind != "id":
            return (), place
        decoded = decoded_text(t, place) or self._built(place)
        if decoded is not None:
            return (decoded[0],), decoded[1]
        return self._path(place)

    def _path(self, place: int) -> tuple[tuple[str, ...], int]:
        """A name, a field, an entry of a map, the result of a function, or its default value."""
        t = self._t
        at, qualified = place, False
        while _word(t, at + 1) in _JOINS and at + 2 < len(t) and t[at + 2].kind == "id":
            if _word(t, at + 3) == "(" and t[at + 2].text not in _DEFAULTS:
                if t[at + 2].text in self._bound and t[at + 2].text not in _CHANGES:
                    at, qualified = at + 2, True
                break
            if t[at + 2].text in _DEFAULTS and _word(t, at + 3) == "(":
                return self._entry(at, at + 3, qualified)
            at, qualified = at + 2, True
        after = at + 1
        if _word(t, after) == "[":
            return self._entry(at, after, qualified)
        if _word(t, after) == "(":
            after = _closed(t, after)
            if t[at].text in _DEFAULTS:
                return self._entry(at, at + 1, qualified)
        qualified = qualified or t[at].raw == "@"
        return self._named(at, qualified), after

    def _entry(self, name: int, opened: int, qualified: bool) -> tuple[tuple[str, ...], int]:
        """`NAME["key"]`, `NAME.get(key)`, and what stands after the key as the default."""
        t = self._t
        given = [start for start, _, _ in arguments(t, opened)]
        after = _closed(t, opened)
        said: list[str] = []
        for default in given[1:2]:
            said.extend(self.read(default))
        key = t[given[0]] if given else None
        exact = key.text if key is not None and key.kind == "str" else ""
        for put in self._bound.entries(t[name].text, exact):
            said.extend(self.read(put))
        for binding in self._bound.of(t[name].text, name, qualified):
            literal = -1 if binding.value < 0 else self._container(binding.value)
            if literal < 0:
                continue
            if exact:
                said.extend(self._under(exact, literal))
            else:
                said.extend(self._list(literal, binding.value))
        return tuple(dict.fromkeys(said)), after

    def _under(self, key: str, opened: int) -> tuple[str, ...]:
        t = self._t
        for at in range(opened + 1, _closed(t, opened)):
            if t[at].text == key and _word(t, at + 1) in (":", "=>", "to", ",") and (
                t[at].kind in ("str", "id")
            ):  # fmt: skip
                return self.read(at + 2)
        return ()

    def _literal(self, place: int) -> tuple[tuple[str, ...], int]:
        """A string, the ones that follow it ("AES" "-128"), and what is done to it."""
        t = self._t
        said = self.fill(t[place].text, place)
        place += 1
        while (after := _at(t, place)) is not None and after.kind == "str":
            if after.raw[:1] in (":", "") or after.line > t[place - 1].line + 1:
                break
            said += self.fill(after.text, place)
            place += 1
        if _word(t, place) == "." and _word(t, place + 1) == "join":
            listed = self._list(place + 3, place + 3) if _opens(t, place + 3) else ()
            return ((said.join(listed),) if listed else ()), _closed(t, place + 2)
        if [_word(t, place + i) for i in range(4)] == ["[", ":", ":", "-"] or [
            _word(t, place + i) for i in range(3)
        ] == ["[", "::", "-"]:
            return (said[::-1],), _closed(t, place)
        return (said,), place

    def _built(self, place: int) -> tuple[str, int] | None:
        """`String.format("…", …)`, `Sprintf`, `format!`, `StringBuilder("…")`."""
        t = self._t
        for ahead in range(place, min(place + 4, len(t) - 2)):
            word = t[ahead].text
            if t[ahead].kind == "op" and word not in (".", "::"):
                return None
            if word in ("format", "Format", "Sprintf", "sprintf", "format!", "StringBuilder",
                        "String", "string", "string_view", "QString", "QLatin1String"):  # fmt: skip
                inside = t[ahead + 2]
                if t[ahead + 1].text == "(" and inside.kind == "str":
                    end = _closed(t, ahead + 1)
                    return self._formatted(self.fill(inside.text, place), ahead + 3, end), end
        return None

    def _method(self, said: str, after: int) -> tuple[str, int]:
        """A string method; -1 if the result would no longer be a name."""
        t = self._t
        name = _word(t, after + 1)
        end = _closed(t, after + 2) if _word(t, after + 2) == "(" else after + 2
        if name in _CHANGES or name in ("split", "join", "chars", "collect"):
            return said, end
        if name in ("replace", "gsub", "replaceAll", "sub"):
            words = [token.text for token in t[after + 3 : end] if token.kind == "str"]
            return (said.replace(words[0], words[1]) if len(words) == 2 else said), end
        if name == "format":
            return self._formatted(said, after + 3, end), end
        follows = _at(t, after + 3)
        if name in ("append", "plus", "concat", "push_str") and follows and follows.kind == "str":
            return said + follows.text, end
        if name in ("reverse", "reversed", "rev"):
            return said[::-1], end
        return said, -1

    def _formatted(self, said: str, start: int, end: int) -> str:
        """A format string with the plain values that follow it filled in."""
        for place in range(start, min(end, len(self._t))):
            token = self._t[place]
            known = self._one(token.text, place) if token.kind == "id" else ""
            text = known or (token.text if token.kind in ("num", "str") else None)
            if text is not None:
                said = re.sub(r"\{[\w:]*\}|%[-\d]*[dsv]", lambda _, t=text: t, said, count=1)  # type: ignore[misc]
        return said


def strings_of(
    values: Values, tokens: Sequence[CodeToken], start: int, end: int
) -> Mapping[int, tuple[str, ...]]:
    """Strings between two places, including built ones, by start position."""
    said: dict[int, tuple[str, ...]] = {}
    for place in range(start, min(end, len(tokens))):
        token = tokens[place]
        if token.kind == "str" or (token.kind == "id" and _word(tokens, place - 1) not in _JOINS):
            texts = values.read(place)
            if texts:
                said[place] = texts
    return said
