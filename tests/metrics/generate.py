"""Made-up code: near and far from real, with the spellings that trip regular expressions."""

import random

_PIECES = [
    "function f(uint256 a) public view returns (uint256) {",
    "function  g ( address to,\tuint b )\r\n external payable {",
    "function h() internal pure returns(bool, uint)",
    "constructor() {",
    "modifier onlyOwner() { _; }",
    "require(msg.sender == owner, 'not ☃ owner');",
    "require (a||b&&c);",
    "a || b && c",
    "if (x == address(0)) revert();",
    "if(x){",
    "else  if (y) {",
    "else if(z)",
    "} else {",
    "while (i<n) i++;",
    "for(uint i=0;i<10;i++) {",
    "elseif (a) iffy(b) _if (c) whilex (d)",
    "nonReentrant",
    "xnonReentranty toaddress(0) xmsg.sender msg.sender_",
    "// if (comment) require(x)",
    "/* for ( */",
    "éif (a) İ ẞ ſ K 'k' Ⅷ",
    "transfer(to, 1e18);",
    "balances[to] += value;",
    "return a;",
    "}",
    "emit Transfer(a, b, 3);",
    "\x00 \x1c \u2028 \u3000",
    "",
]


def code(rng: random.Random) -> str:
    pieces = rng.choices(_PIECES, k=rng.randrange(0, 14))
    return "".join(piece + rng.choice(["\n", " ", "\r\n", "", "\t"]) for piece in pieces)


def altered(text: str, rng: random.Random) -> str:
    """Delete, double or swap some characters."""
    characters = list(text)
    for _ in range(rng.randrange(0, 8)):
        if not characters:
            break
        place = rng.randrange(len(characters))
        match rng.randrange(3):
            case 0:
                del characters[place : place + rng.randrange(1, 6)]
            case 1:
                characters[place:place] = characters[place : place + rng.randrange(1, 30)]
            case _:
                characters[place] = rng.choice(characters)
    return "".join(characters)


def pairs(count: int, seed: int) -> list[tuple[str, str]]:
    """Return pairs of which half are near and half unrelated, none of them without a token."""
    rng = random.Random(seed)
    made: list[tuple[str, str]] = []
    while len(made) < count:
        reference = code(rng)
        candidate = altered(reference, rng) if rng.random() < 0.5 else code(rng)
        if reference.split() or candidate.split():  # the published code fails on two empty texts
            made.append((reference, candidate))
    return made
