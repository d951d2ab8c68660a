"""Dotted names in a file's tokens, and the names that its code binds to a library's."""

from __future__ import annotations

from collections.abc import Sequence

from acidtest.crypto.scanner import keys
from acidtest.crypto.scanner.imports import Imports, bind_javascript
from acidtest.crypto.scanner.places import closed
from acidtest.crypto.scanner.resolve import Resolver
from acidtest.crypto.scanner.tokens import CodeToken
from acidtest.crypto.scanner.values import Values


class Paths:
    """Reads names such as `a.b::c`, also those loaded on the spot, and remembers aliases."""

    def __init__(
        self,
        tokens: Sequence[CodeToken],
        imports: Imports,
        language: str,
        values: Values,
        names: Resolver,
    ) -> None:
        self._t = tokens
        self._imports = imports
        self._language = language
        self._values = values
        self._names = names
        self._aliases: dict[str, list[tuple[int, int, str]]] = {}

    def bind(self) -> None:
        """Names bound by code: `require`, `importlib`, and plain aliases of a library's name."""
        t = self._t
        for place, token in enumerate(t):
            if token.text in ("require", "import_module", "__import__", "import"):
                said = self._values.read(place + 2) if place + 2 < len(t) else ()
                back = place - 1
                while back > 0 and t[back].text != "=" and place - back < 6:
                    back -= 1
                if said and back > 0 and t[back].text == "=":
                    self._bind_left(back, said[0])
            elif token.text in ("=", ":=") and place + 1 < len(t) and t[place + 1].kind == "id":
                path, after = self.read(place + 1)
                resolved = self._names.resolve(path)
                ends = after >= len(t) or t[after].text not in ("(", "[", "<", "{")
                plain = t[place - 1].kind == "id" and (
                    place < 2 or t[place - 2].text not in keys.JOINS
                )
                if resolved and ends and plain and self._names.is_crypto(resolved):
                    alias = (place, t[place - 1].scope, resolved)
                    self._aliases.setdefault(t[place - 1].text, []).append(alias)

    def _bind_left(self, equals: int, module: str) -> None:
        left, back = "", equals - 1
        if self._t[back].text == "}":
            while back >= 0 and self._t[back].text != "{":
                left = self._t[back].text + " " + left
                back -= 1
            left = "{" + left
        else:
            left = self._t[back].text
        if self._language == "javascript":
            bind_javascript(left.replace(" ,", ","), module, self._imports)
        else:
            self._imports.names[left] = module

    def read(self, place: int) -> tuple[list[str], int]:
        """A dotted name at `place`, generics skipped, and the place after it."""
        t = self._t
        path = [t[place].text.rstrip("!")]
        place += 1
        while place < len(t):
            if t[place].text == "\\" and path[-1] in keys.PHP_WORDS:
                break  # return \md5($m)
            if t[place].text in keys.JOINS and place + 1 < len(t) and t[place + 1].kind == "id":
                path.append(t[place + 1].text)
                place += 2
            elif t[place].text == "::" and place + 1 < len(t) and t[place + 1].text == "<":
                place = _angle(t, place + 1)
            else:
                break
        if path[-1] in keys.LOADERS and place + 1 < len(t) and t[place].text == "(":
            return self._loaded(path, place)
        if path[0] == "getattr" and place < len(t) and t[place].text == "(":
            return self._getattr(place)
        return path, place

    def _loaded(self, path: list[str], place: int) -> tuple[list[str], int]:
        """`require("crypto").createHash`: the name of a module loaded on the spot."""
        said = self._values.read(place + 1)
        end = closed(self._t, place)
        if not said or end + 1 >= len(self._t) or self._t[end].text != ".":
            return path, place
        name = f"({said[0]})"
        self._imports.names[name] = said[0]
        if self._t[end + 1].kind != "id":
            return path, place
        rest, after = self.read(end + 1)
        return [name, *rest], after

    def _getattr(self, place: int) -> tuple[list[str], int]:
        end = closed(self._t, place)
        if place + 1 < len(self._t) and self._t[place + 1].kind == "id":
            path, after = self.read(place + 1)
            said = self._values.read(after + 1)
            if said:
                return [*path, said[0]], end
        return ["getattr"], place

    def alias(self, path: Sequence[str], place: int, after: int) -> str:
        """What a name stands for that code bound to a library's: `make = hashlib.md5`.

        Only where it is called, or one of its members is named: the rest was read already.
        """
        there = self._aliases.get(path[0])
        if there is None or (
            len(path) == 1 and (after >= len(self._t) or self._t[after].text != "(")
        ):
            return ""
        scopes = self._values.scopes(place)
        known = [entry for entry in there if entry[1] in scopes]
        before = [entry for entry in known if entry[0] < place] or known
        return ".".join((before[-1][2], *path[1:])) if before else ""


def _angle(t: Sequence[CodeToken], place: int) -> int:
    depth = 0
    for at in range(place, min(place + 60, len(t))):
        depth += (t[at].text == "<") - (t[at].text == ">")
        if depth <= 0:
            return at + 1
    return place + 1
