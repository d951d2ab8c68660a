"""Where a name's value comes from: assignments, defaults, arguments, fields, keys and returns."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from acidtest.crypto.scanner.functions import Function, Functions
from acidtest.crypto.scanner.limits import check
from acidtest.crypto.scanner.tokens import CodeToken

_MOST = 30
_BRANCHES = frozenset("else elif elsif case default when except catch ? |".split())
_DEFINES = frozenset("def function func fun fn class record struct enum object".split())
_CONDITIONS = frozenset(
    "if elif else while for not and or in is == != < > try finally default lambda case".split()
)
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_FIELD = frozenset((".", "->", "?.", "::"))
_PUTS = frozenset("put set putIfAbsent Add Set insert".split())
_EVERYWHERE = frozenset("open get print format hash compile input list set type".split())
"""Functions that need no import in some language; a method of the same name is another."""
_ITSELF = frozenset("self this super cls Self static parent exports".split())


@dataclass(slots=True)
class Binding:
    """A value bound to a name: it begins at `value`, or is `text`. `field`: others see it."""

    value: int
    scope: int
    kind: str
    field: bool = False
    text: tuple[str, ...] = ()


@dataclass(slots=True)
class Outside:
    """What other files of a tree say: constants by name, and strings passed to functions."""

    constants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    calls: Mapping[str, Sequence[tuple[int, str, str, str]]] = field(default_factory=dict)
    """By function: place of the argument, its keyword or "", the string, and the receiver or ""."""
    stems: frozenset[str] = frozenset()
    """What other files call this one."""


@dataclass(slots=True)
class _Here:
    """The bindings of a name in one scope; those that are assigned in the order of the text."""

    assigned: list[Binding] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    arguments: list[Binding] = field(default_factory=list)


class Bindings:
    """The bindings of one file by the last part of their name."""

    def __init__(
        self, tokens: Sequence[CodeToken], functions: Functions, outside: Outside | None = None
    ) -> None:
        """Collect them once; values are read when they are asked for."""
        self._t = tokens
        self._parents = functions.parents
        self._outside = outside or Outside()
        self._names: dict[str, dict[int, _Here]] = {}
        self._shared: dict[str, list[Binding]] = {}
        self._by_name: dict[str, list[Function]] = {}
        self._by_scope: dict[int, Function] = {}
        self._owners = frozenset(function.owner for function in functions.all if function.owner)
        self._types: dict[str, set[str]] = {}
        for function in functions.all:
            self._by_name.setdefault(function.name, []).append(function)
            if function.scope:
                self._by_scope[function.scope] = function
        for constant, owner in functions.constants.items():
            self._by_name.setdefault(constant, self._by_name.get(owner, []))
        self._entries: dict[str, list[tuple[str, int]]] = {}
        self._states: dict[int, str] = {}
        for token in tokens:
            self._states.setdefault(token.scope, token.state)
        self._typed()
        self._assignments()
        self._calls()
        self._from_outside()

    def __contains__(self, name: str) -> bool:
        return name in self._names or name in self._outside.constants

    def scopes(self, place: int) -> frozenset[int]:
        """The functions around a place, and 0 for the file itself."""
        scope, around = self._t[place].scope, {0}
        while scope:
            around.add(scope)
            scope = self._parents[scope]
        return frozenset(around)

    def of(self, name: str, place: int, qualified: bool) -> Sequence[Binding]:
        """The bindings that a use of a name at a place may mean."""
        there = self._names.get(name)
        if there is None:
            if not qualified and self._is_parameter(name, place):
                return ()
            said = self._outside.constants.get(name, ())
            return (Binding(-1, 0, "outside", True, said),) if said else ()
        if not qualified:
            scope = own = self._t[place].scope
            while True:
                if here := there.get(scope):
                    return self._latest(here, place, scope != own)
                if not scope:
                    break
                scope = self._parents[scope]
        return self._shared.get(name, ())

    def _is_parameter(self, name: str, place: int) -> bool:
        """Whether a function around a place has a parameter of this name."""
        around = (self._by_scope.get(scope) for scope in self.scopes(place))
        return any(function is not None and name in function.parameters for function in around)

    def _latest(self, here: _Here, place: int, outer: bool) -> list[Binding]:
        before = bisect_left(here.places, place)
        if not before:
            return here.arguments[:_MOST] or (here.assigned[:_MOST] if outer else [])
        kept = [here.assigned[before - 1]]
        for earlier in reversed(here.assigned[max(before - _MOST, 0) : before - 1]):
            if kept[-1].value - earlier.value > 200:
                break
            between = self._t[earlier.value : kept[-1].value]
            if not any(t.text in _BRANCHES for t in between):
                break
            kept.append(earlier)
        if any(b.kind == "default" for b in kept):
            kept += here.arguments[:_MOST]
        return kept[:_MOST]

    def _add(self, name: str, binding: Binding) -> None:
        there = self._names.setdefault(name, {})
        if binding.kind != "key":
            here = there.setdefault(binding.scope, _Here())
            if binding.kind == "argument":
                here.arguments.append(binding)
            else:
                here.assigned.append(binding)
                here.places.append(binding.value)
        if binding.field or not binding.scope:
            shared = self._shared.setdefault(name, [])
            if len(shared) < _MOST:
                shared.append(binding)

    def _assignments(self) -> None:
        t = self._t
        for place, token in enumerate(t):
            text = token.text
            if text in _PUTS and place and t[place - 1].text in _FIELD:
                self._put(place)
            elif text in ("define", "#define"):
                follows = t[place + 1 : place + 3]
                if len(follows) == 2 and follows[0].kind == "id" and follows[1].kind == "str":
                    self._add(follows[0].text, Binding(place + 2, 0, "assign", True))
            elif token.kind == "op":
                if text == "{" and _initialised(t, place):
                    self._assign(t[place - 1].text, False, place - 1, token.scope)
                elif text in ("=", ":=", "||="):
                    name, qualified = assigned(t, place)
                    if name:
                        self._assign(name, qualified, place, token.scope)
                elif place and _keys(t[place - 1], text):
                    key = Binding(place + 1, token.scope, "key", True)
                    self._add(t[place - 1].text, key)
            elif text == "return" and token.scope in self._by_scope:
                name = self._by_scope[token.scope].name
                self._add(name, Binding(place + 1, 0, "return", True))

    def _put(self, place: int) -> None:
        """`names.put("key", value)`."""
        t = self._t
        if place > 1 and [x.text for x in t[place + 1 : place + 4 : 2]] == ["(", ","]:
            entries = self._entries.setdefault(t[place - 2].text, [])
            if len(entries) < 200:
                entries.append((t[place + 2].text, place + 4))

    def entries(self, name: str, key: str) -> Iterator[int]:
        """The places of the values put into a map under a key; of all if the key is ""."""
        return (at for word, at in self._entries.get(name, ()) if not key or word == key)

    def _assign(self, name: str, qualified: bool, place: int, scope: int) -> None:
        function = self._by_scope.get(scope)
        kind, shared = "assign", qualified or not scope
        if function is not None:
            shared = shared or function.constructor
            first = scope not in self._names.get(name, ())
            if first and not qualified and name in function.parameters:
                kind = "default"
        self._add(name, Binding(place + 1, scope, kind, shared))

    def _typed(self) -> None:
        """Note the names that hold an object of a class of this file: assigned or declared so."""
        t = self._t
        for place, token in enumerate(t):
            if token.kind != "id" or token.text not in self._owners or not place:
                continue
            follows = t[place + 1] if place + 1 < len(t) else token
            back = place - 1
            while back > 0 and t[back].text in ("new", "&", "*"):
                back -= 1
            names = [follows.text] if follows.kind == "id" else []
            if t[back].text in ("=", ":="):
                names.append(assigned(t, back)[0])
            elif t[back].text == ":" and back:
                names.append(t[back - 1].text)
            elif t[back].kind == "id":
                names.append(t[back].text)
            for name in names:
                self._types.setdefault(name, set()).add(token.text)

    def _is_meant(self, function: Function, place: int) -> bool:
        """Whether a call of a function's name at a place calls it, by what stands before."""
        t = self._t
        if not place or t[place - 1].text not in _FIELD:
            if function.owner and not function.constructor:
                alone = len(self._by_name[function.name]) == 1
                return (alone and function.name not in _EVERYWHERE) or self._within(
                    function.owner, place
                )
            return True
        if place > 1 and t[place - 2].text in _ITSELF:
            return not function.owner or self._within(function.owner, place)
        if not function.owner or place < 2:
            return False
        receiver = t[place - 2]
        if receiver.text != ")":
            return function.owner in (receiver.text, *self._types.get(receiver.text, ()))
        depth = 0
        for back in range(place - 2, max(place - 200, 0), -1):
            depth += (t[back].text == ")") - (t[back].text == "(")
            if not depth:
                return function.owner in (t[back - 1].text, t[back - 3].text)
        return False

    def _within(self, owner: str, place: int) -> bool:
        """Whether a place is in a function of a class."""
        return any(
            scope in self._by_scope and self._by_scope[scope].owner == owner
            for scope in self.scopes(place)
        )

    def _calls(self) -> None:
        """Bind parameters to the arguments of the calls in this file."""
        t = self._t
        for place in range(len(t) - 1):
            if t[place].kind != "id" or t[place + 1].text not in ("(", "!"):
                continue
            name = t[place].text
            before = t[place - 1].text if place else ""
            if before in _DEFINES:
                continue
            named = place
            if name in ("new", "init") and place > 1 and before in _FIELD:
                named = place - 2
                name = t[named].text
            for function in self._by_name.get(name, ())[:5]:
                own = t[place].scope == function.scope and function.scope
                live = t[place].state in ("active", self._states.get(function.scope))
                meant = function.constructor or self._is_meant(function, named)
                if function.parameters and live and meant and not own:
                    self._bind(function, place + 1)

    def _bind(self, function: Function, opened: int) -> None:
        check()
        for number, (start, _, keyword) in enumerate(arguments(self._t, opened)):
            if keyword in function.parameters:
                name = keyword
            elif number < len(function.parameters):
                name = function.parameters[number]
            else:
                break
            here = self._names.get(name, {}).get(function.scope)
            if name and (here is None or len(here.arguments) < 500):
                bound = Binding(start, function.scope, "argument", function.constructor)
                self._add(name, bound)

    def _from_outside(self) -> None:
        for name, calls in self._outside.calls.items():
            for function in self._by_name.get(name, ()):
                for number, keyword, text, receiver in calls:
                    owner = "" if function.constructor else function.owner
                    stems = (self._outside.stems if not owner else (owner,)) if receiver else ("",)
                    if receiver not in stems or (owner and not receiver):
                        continue
                    names = function.parameters
                    said = keyword if keyword in names else ""
                    if not said and number < len(names) and not keyword:
                        said = names[number]
                    if said:
                        bound = Binding(-1, function.scope, "argument", True, (text,))
                        self._add(said, bound)


def _keys(token: CodeToken, sign: str) -> bool:
    """Whether a token before a sign is the key of what follows."""
    return (token.kind == "str" and sign == "->") or (
        token.kind in ("id", "str") and sign in (":", "=>")
    )


def _initialised(tokens: Sequence[CodeToken], place: int) -> bool:
    """Whether `{` begins the value of a C++ variable: `std::string name{"text"}`."""
    if place < 2 or place + 1 >= len(tokens) or tokens[place + 1].kind != "str":
        return False
    name, before = tokens[place - 1], tokens[place - 2]
    return name.kind == "id" and (before.kind == "id" or before.text == ">")


def assigned(tokens: Sequence[CodeToken], place: int) -> tuple[str, bool]:
    """The name assigned at `place`, and whether it is a field; "" if it is not a plain name."""
    back = place - 1
    while back > 0 and tokens[back].kind != "id":
        if tokens[back].text not in ("]", "[", "*", "&", "'", "?", ")", ">"):
            return "", False
        back -= 1
    if back < 0 or tokens[back].kind != "id":
        return "", False
    far = _typed(tokens, back)
    if far >= 0:
        back = far
    before = tokens[back - 1].text if back else ""
    return tokens[back].text, before in _FIELD or tokens[back].raw == "@"


def _typed(tokens: Sequence[CodeToken], back: int) -> int:
    """The place of the name in `name: some.type[of] = value`; -1 if there is no type."""
    for far in range(back - 1, max(back - 12, 0), -1):
        token = tokens[far]
        if token.text == ":":
            far -= 2 if tokens[far - 1].text == "?" else 1
            name, before = tokens[far], tokens[far - 1].text if far else ""
            typed = name.kind == "id" and name.line == tokens[back].line
            return far if typed and not {name.text, before} & _CONDITIONS else -1
        if token.kind == "op" and token.text not in ("&", "'", "[", "]", "<", ">", ".", "|", "::"):
            return -1
        if token.kind not in ("op", "id"):
            return -1
    return -1


def arguments(tokens: Sequence[CodeToken], opened: int) -> Iterator[tuple[int, int, str]]:
    """Start, end and keyword of each argument in the brackets that open at `opened`."""
    if tokens[opened].text == "!":
        opened += 1
    start, depth = opened + 1, 0
    for place in range(opened, min(opened + 2000, len(tokens))):
        token = tokens[place]
        text = token.text if token.kind == "op" else ""
        if text in _OPEN:
            depth += 1
        elif text in _CLOSE:
            depth -= 1
        if depth <= 0 or (depth == 1 and text == ","):
            if place > start:
                keyed = (
                    place - start > 2
                    and tokens[start].kind == "id"
                    and tokens[start + 1].text in ("=", ":")
                )
                word = tokens[start].text if keyed else ""
                yield (start + 2 if keyed else start), place, word
            start = place + 1
        if depth <= 0:
            return
