"""Strings that a program builds: constants, concatenation, join, format, reversal, base64."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence

from acidtest.core.untrusted import whole_number
from acidtest.crypto.scanner.limits import check
from acidtest.crypto.scanner.tokens import HOLE, CodeToken

LONGEST = 4096
_PREFIXES = frozenset("const let var final static String val public private str".split())


class Values:
    """String constants of one file, by the last part of their name."""

    def __init__(self, tokens: Sequence[CodeToken]) -> None:
        """Collect `NAME = "text"` and strings built from such constants."""
        self.known: dict[str, tuple[str, ...]] = {}
        for place, token in enumerate(tokens):
            if token.kind == "op" and token.text in ("=", ":=") and place:
                name = _left(tokens, place)
                said = self.read(tokens, place + 1) if name else ()
                if name and said:
                    self.known[name] = said
            elif (token.kind == "id" and token.text == "define") or token.text == "#define":
                follows = tokens[place + 1 : place + 3]
                if len(follows) == 2 and follows[0].kind == "id" and follows[1].kind == "str":
                    self.known[follows[0].text] = (follows[1].text,)

    def read(self, tokens: Sequence[CodeToken], place: int) -> tuple[str, ...]:
        """The strings that the expression at `place` evaluates to: one, or those of a list."""
        check()
        first = _at(tokens, place)
        if first is None:
            return ()
        if first.text in ("[", "{", "(") and first.kind == "op":
            listed, end = self._list(tokens, place), _closed(tokens, place)
            if [_word(tokens, end), _word(tokens, end + 1)] == [".", "join"]:
                mark = _at(tokens, end + 3)
                return ((mark.text if mark and mark.kind == "str" else ",").join(listed),)
            return listed
        said, after = self._operand(tokens, place)
        if said is None:
            return self.known.get(first.text, ()) if first.kind == "id" else ()
        while True:
            sign = _at(tokens, after)
            if sign is None or sign.text not in ("+", "%", "."):
                break
            if sign.text == "%":
                end = _closed(tokens, after + 1) if _opens(tokens, after + 1) else after + 2
                said, after = self._formatted(said, tokens, after + 1, end), end
                continue
            if sign.text == ".":
                said, after = self._method(said, tokens, after)
                if after < 0:
                    break
                continue
            more, end = self._operand(tokens, after + 1)
            if more is None:
                return ()
            said, after = said + more, end
            if len(said) > LONGEST:
                return ()
        return (said,)

    def fill(self, text: str) -> str:
        """An interpolated string with its names replaced where they are known."""
        if "$" in text:  # Kotlin's "$NAME"
            text = re.sub(
                r"\$(\w+)", lambda m: self.known[m[1]][0] if m[1] in self.known else m[0], text
            )
        if HOLE not in text:
            return text
        pieces = text.split(HOLE)
        for index in range(1, len(pieces), 2):
            inner = pieces[index].strip("\"'")
            known = self.known.get(inner.rpartition(".")[2])
            literal = inner.isdigit() or inner != pieces[index]
            pieces[index] = known[0] if known else inner if literal else "?"
        return "".join(pieces)

    def _list(self, tokens: Sequence[CodeToken], place: int) -> tuple[str, ...]:
        said: list[str] = []
        opened = {"[": "]", "{": "}", "(": ")"}[tokens[place].text]
        place += 1
        while (token := _at(tokens, place)) is not None and token.text != opened:
            if token.kind == "str":
                said.append(self.fill(token.text))
            elif token.kind not in ("comment",) and token.text not in (",", "\n"):
                return ()
            place += 1
            if len(said) > 100:
                break
        return tuple(said)

    def _operand(self, tokens: Sequence[CodeToken], place: int) -> tuple[str | None, int]:
        token = _at(tokens, place)
        if token is None:
            return None, place
        if token.kind == "str":
            said = self.fill(token.text)
            place += 1
            after = _at(tokens, place)
            while after is not None and after.kind == "str":  # "AES" "-128"
                said += self.fill(after.text)
                place += 1
                after = _at(tokens, place)
            if after is not None and after.text == ".":
                word = _at(tokens, place + 1)
                if word is not None and word.text == "join":
                    joined = self._list(tokens, place + 3) if _opens(tokens, place + 3) else ()
                    return (said.join(joined) if joined else None), _closed(tokens, place + 2)
            if [_word(tokens, place + i) for i in range(4)] == ["[", ":", ":", "-"] or [
                _word(tokens, place + i) for i in range(3)
            ] == ["[", "::", "-"]:
                return said[::-1], _closed(tokens, place)
            return said, place
        if token.text == "new":
            return self._operand(tokens, place + 1)
        if token.kind == "id" and (decoded := self._decoded(tokens, place)) is not None:
            return decoded
        if token.kind == "id" and (built := self._built(tokens, place)) is not None:
            return built
        if token.kind in ("id",) and token.text in self.known:
            known = self.known[token.text]
            return (known[0] if len(known) == 1 else None), place + 1
        if token.kind == "num" and place and tokens[place - 1].text == "+":
            return token.text, place + 1
        return None, place

    def _built(self, tokens: Sequence[CodeToken], place: int) -> tuple[str, int] | None:
        """`String.format("…", …)`, `Sprintf`, `format!`, `StringBuilder("…")`."""
        for ahead in range(place, min(place + 4, len(tokens) - 2)):
            word = tokens[ahead].text
            if tokens[ahead].kind == "op" and word not in (".", "::"):
                return None
            if word in ("format", "Format", "Sprintf", "format!", "StringBuilder", "String"):
                inside = tokens[ahead + 2]
                if tokens[ahead + 1].text == "(" and inside.kind == "str":
                    end = _closed(tokens, ahead + 1)
                    return self._formatted(self.fill(inside.text), tokens, ahead + 3, end), end
        return None

    def _decoded(self, tokens: Sequence[CodeToken], place: int) -> tuple[str, int] | None:
        """Base64 and character codes, where a call of that name is at `place`."""
        for ahead in range(place, min(place + 6, len(tokens))):
            word = tokens[ahead].text
            if tokens[ahead].kind == "op" and word not in (".", "(", ")", "::"):
                return None
            if word in ("b64decode", "atob", "FromBase64String", "decode", "DecodeString"):
                inside = _at(tokens, ahead + 2)
                if inside is not None and inside.kind == "str" and _word(tokens, ahead + 1) == "(":
                    try:
                        said = base64.b64decode(inside.text, validate=True).decode("ascii")
                    except (binascii.Error, ValueError):
                        return None
                    end = _closed(tokens, ahead + 1)
                    if _word(tokens, end) == "." and _word(tokens, end + 1) == "decode":
                        end = _closed(tokens, end + 2)
                    return said, end
            if word == "fromCharCode":
                codes, at = "", ahead + 2
                while (code := _at(tokens, at)) is not None and code.text != ")":
                    value = whole_number(code.text) if code.kind == "num" else None
                    codes += chr(value) if value is not None and value < 128 else ""
                    at += 1
                return codes, at + 1
        return None

    def _method(self, said: str, tokens: Sequence[CodeToken], after: int) -> tuple[str, int]:
        """A string method; -1 if the result would no longer be a name."""
        name, end = _word(tokens, after + 1), _closed(tokens, after + 2)
        if name in ("upper", "lower", "toUpperCase", "toLowerCase", "strip", "trim", "decode",
                    "encode", "to_string", "toString", "as_str", "into", "to_owned",
                    "ToUpper", "ToLower", "c_str", "uppercase", "lowercase"):  # fmt: skip
            return said, end
        if name == "replace":
            words = [t.text for t in tokens[after + 3 : end] if t.kind == "str"]
            return (said.replace(words[0], words[1]) if len(words) == 2 else said), end
        if name == "format":
            return self._formatted(said, tokens, after + 3, end), end
        if name in ("append", "plus", "concat", "push_str") and tokens[after + 3].kind == "str":
            return said + tokens[after + 3].text, end
        if name in ("reverse", "reversed", "rev"):
            return said[::-1], end
        if name in ("split", "join", "chars", "collect"):
            return said, end
        return said, -1

    def _formatted(self, said: str, tokens: Sequence[CodeToken], start: int, end: int) -> str:
        """A format string with the plain values that follow it filled in."""
        for token in tokens[start:end]:
            known = self.known.get(token.text) if token.kind == "id" else None
            text = known[0] if known else token.text if token.kind in ("num", "str") else None
            if text is not None:
                said = re.sub(r"\{[\w:]*\}|%[-\d]*[dsv]", lambda _, t=text: t, said, count=1)  # type: ignore[misc]
        return said


def _left(tokens: Sequence[CodeToken], place: int) -> str:
    """The name assigned at `place`; "" if the target is not a plain name."""
    back = place - 1
    while back > 0 and tokens[back].kind != "id":
        if tokens[back].text not in ("]", "[", "*", "&", "'", "?", ")"):
            return ""
        back -= 1
    if back > 1 and tokens[back - 1].text == ":" and tokens[back - 2].kind == "id":
        return tokens[back - 2].text  # name: type = value
    if back > 2 and tokens[back - 1].text in ("&", "'", "static"):
        for far in range(back - 1, max(back - 6, 0), -1):
            if tokens[far].text == ":":
                return tokens[far - 1].text
    return tokens[back].text


def _at(tokens: Sequence[CodeToken], place: int) -> CodeToken | None:
    return tokens[place] if 0 <= place < len(tokens) else None


def _word(tokens: Sequence[CodeToken], place: int) -> str:
    token = _at(tokens, place)
    return "" if token is None or token.kind == "str" else token.text


def _opens(tokens: Sequence[CodeToken], place: int) -> bool:
    return _word(tokens, place) in ("[", "(", "{")


def _closed(tokens: Sequence[CodeToken], place: int) -> int:
    """The place after the bracket that closes the one at `place`."""
    check()
    depth = 0
    for at in range(place, min(place + 2000, len(tokens))):
        word = _word(tokens, at)
        depth += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
        if depth <= 0:
            return at + 1
    return len(tokens)


def closed(tokens: Sequence[CodeToken], place: int) -> int:
    """The place after the bracket that closes the one at `place`."""
    return _closed(tokens, place)


def strings_of(
    values: Values, tokens: Sequence[CodeToken], start: int, end: int
) -> Mapping[int, str]:
    """Strings between two places, including built ones, by start position."""
    said: dict[int, str] = {}
    place = start
    while place < end:
        token = tokens[place]
        if token.kind == "str" or (
            token.kind == "id" and _word(tokens, place - 1) not in (".", "::")
        ):
            for text in values.read(tokens, place):
                said.setdefault(place, text)
                if len(values.read(tokens, place)) > 1:
                    said[place] = ",".join(values.read(tokens, place))
        elif token.kind == "id" and token.text in values.known:
            said[place] = ",".join(values.known[token.text])
        place += 1
    return said
