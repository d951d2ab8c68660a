"""Configuration: TLS, SSH, IPsec, WireGuard, JOSE, and any key that names an algorithm."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator

from acidtest.core.records import Json
from acidtest.core.untrusted import NestingError, load_json
from acidtest.crypto.scanner import ciphers, cloud
from acidtest.crypto.scanner.finding import TAXONOMY, CryptoFinding, line_counter, spec
from acidtest.crypto.scanner.limits import GaveUp, check
from acidtest.crypto.taxonomy import Match

_KEY = re.compile(
    r"""^\s*(?:-\s+)?(?:export\s+|set\s+|option\s+)?["'<]?([A-Za-z_][\w.\-/ ]*?)["'>]?\s*
    (?:=>|:=|[=:]|\s)\s*(.*?)\s*$""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(r"([A-Za-z_][\w:.\-]{0,200})\s*=\s*[\"']([^\"']*)[\"']")
_ELEMENT = re.compile(r"<([A-Za-z_][\w:.\-]*+)[^<>]*+>([^<>]++)</")
_WORD = re.compile(
    r"alg|cipher|hash|digest|signature|sig[-_]?alg|kex|\bmacs?\b|mac[-_]|curve|encrypt|key_?type|"
    r"key_?exchange|groups?|proposal|\bkty\b|\benc\b|\bcrv\b|\bauth\b|integrity|sigalgs|\bdh|"
    r"\bike\b|\besp\b|\bprf\b|phase2|hostkey|host_?key|pubkey|suite|key_?spec|signing|jws|jwe|"
    r"crypto|ecdh|identityfile|key_?algorithm|digestalg|tls[-_]cert|kem|private_?key|"
    r"ssl_certificate|\bauthby\b|token|_md\b|\bkdf\b",
    re.I,
)
_OFF = re.compile(r"disab|black_?list|deny|denied|exclude|forbid|reject|\bnot?[-_]|weak|banned|"
                  r"prohibit|remove|legacy_?off|unsupported|blocked|disallow", re.I)  # fmt: skip
_FALSE = frozenset("false no off 0 disabled disable none never deny denied null".split())
_TRUE = frozenset("true yes on 1 enabled enable required allow allowed".split())
_LISTS = re.compile(r"cipher|suite|kex|mac|hostkey|pubkey|groups?|curves?|sigalgs|algorithms", re.I)
_IPSEC = re.compile(r"(?:ike|esp|ah|phase2alg|proposals|esp_proposals|ah_proposals)\Z", re.I)
_SSH_LIST = re.compile(
    r"(?:ciphers|macs|kexalgorithms|hostkeyalgorithms|pubkeyaccepted\w+|casignaturealgorithms|"
    r"hostbasedaccepted\w+|hostbasedkeytypes)\Z",
    re.I,
)
_GROUP = re.compile(r"(?:[\w.\- ]*[_.\- ])?groups?", re.I)
_AGREES = frozenset(("key-exchange", "kem", "key"))
_COMMANDS = frozenset(("sslopensslconfcmd", "ssl_conf_command", "opensslconfcmd"))
_INLINE = re.compile(r"\b(algorithm|cipher|digest)\s+[\"']?([\w/+-]{3,40})", re.I)
_FLAG = re.compile(r"(?<![\w-])--([A-Za-z][\w-]{1,60})=([^\s\"'\]]+)")
_COMMAND = re.compile(
    r"(?:^|[\s;&|($`])(openssl|ssh-keygen|keytool|certtool|md5sum|sha1sum|sha256sum|sha512sum)"
    r"((?:\s|$).*)"
)
OID = re.compile(r"[012](?:\.\d+){3,20}")
_PROSE = re.compile(r"descr|comment|note|title|summary|message|help|label|text|name\Z|doc", re.I)


def scan_configuration(name: str, text: str) -> Iterator[CryptoFinding]:
    """Findings in a configuration file."""
    if name.endswith((".json", ".jwks", ".jwk")) or text.lstrip()[:1] in "{[":
        try:
            parsed = load_json(text)
        except NestingError as error:
            raise GaveUp(f"it has {error}") from error
        except ValueError:
            parsed = None
        if isinstance(parsed, dict | list):
            yield from _json(parsed, text)
            return
    if _is_wireguard(text):
        yield from _wireguard(text)
        return
    if name.endswith((".xml", ".config", ".plist")) or text.lstrip().startswith("<?xml"):
        yield from _xml(text)
        return
    yield from _lines(text, name)


def _lines(text: str, name: str) -> Iterator[CryptoFinding]:
    key, off_indent = "", -1
    dashes = name.endswith((".properties", ".env"))
    pending = ""
    sealing = "EncryptionConfiguration" in text
    for number, full in enumerate(text.split("\n"), 1):
        check()
        row, note = _parted(full)
        for match, _, _ in TAXONOMY.names_in(note):
            yield CryptoFinding(match, (number, number), "comment", "comment", 0.9)
        if pending:
            row = pending + " " + row.strip()
            pending = ""
        if row.endswith("\\"):
            pending = row[:-1].rstrip()
            continue
        if not row.strip():
            continue
        if command := _COMMAND.search(row):
            for match, _, _ in TAXONOMY.names_in(f"{command[1]} {command[2]}"):
                yield CryptoFinding(match, (number, number), "configuration", "active", 0.8)
            continue
        depth = len(row) - len(row.lstrip())
        if off_indent >= 0 and depth <= off_indent:
            off_indent = -1
        item = re.match(r"\s*-\s+(?!\w[\w.\- ]*:\s)(.*)$", row)
        if item and key and not dashes:
            said, value = key, item[1]
        else:
            if row.lstrip().startswith("[") and row.rstrip().endswith("]"):
                key = ""
                continue
            pair = _KEY.match(row)
            if not pair:
                continue
            said, value = pair[1].strip(), pair[2].strip().rstrip(";,{ ")
            if said.lower() in _COMMANDS:
                said, _, value = value.partition(" ")
            key = said
            if not value and _OFF.search(said):
                off_indent = depth
        state = "disabled" if off_indent >= 0 and depth > off_indent else "active"
        sealed_by = (value if item else said).rstrip(":") if sealing else ""
        for match in cloud.provider(sealed_by):
            yield CryptoFinding(match, (number, number), "configuration", state, 0.85)
        pairs = [(p[1], p[2]) for p in _FLAG.finditer(row)] or [(said, value)]
        if "{" in row:
            pairs += [(p[1], p[2]) for p in map(_KEY.match, re.split(r"[{};]", row)[1:]) if p]
            pairs += [(p[1], p[2]) for p in _INLINE.finditer(row)]
        for match, own in (named for k, v in pairs for named in _value(k, v.strip("\"'[] "))):
            shown = own if state == "active" else state
            yield CryptoFinding(match, (number, number), "configuration", shown, 0.85)


def _parted(row: str) -> tuple[str, str]:
    """A line without its comment, and the comment."""
    bare = row.lstrip()
    if bare.startswith(("#", ";", "//", "--")) or bare.startswith(("*", "/*", "<!--")):
        return "", row
    match = re.search(r"\s#(?!\w*[;:])\s?.*$|\s//\s.*$|\s;\s.*$", row)
    return (row[: match.start()], row[match.start() :]) if match else (row, "")


def _value(key: str, value: str) -> Iterator[tuple[Match, str]]:
    """Algorithms that a key and its value name, with their state."""
    low = value.lower().strip()
    if OID.fullmatch(low):
        state = "disabled" if _OFF.search(key) else "active"
        yield from ((match, state) for match in TAXONOMY.find_all(low))
        return
    if _PROSE.search(key) and not _WORD.search(key):
        return
    named = [m for m, _, _ in TAXONOMY.names_in(key.replace(" ", "_"))]
    if named and low in _FALSE | _TRUE:
        active = (low in _TRUE) is (_OFF.search(key) is None)
        yield from ((match, "active" if active else "disabled") for match in named)
        return
    if not _WORD.search(key) and not _OFF.search(key):
        first = key.split(" ")[-1] + " " + value if " " in key else ""
        if first and _WORD.search(first.split(" ")[0]):
            yield from _value(first.split(" ")[0], value)
        return
    off = _OFF.search(key) is not None
    if off:
        for match, _, _ in TAXONOMY.names_in(value):
            yield match, "disabled"
        return
    for match, state in _listed(key, value):
        yield match, state


def _listed(key: str, value: str) -> Iterator[tuple[Match, str]]:
    if "_" in value and (named := list(cloud.key_service(value))):
        yield from ((match, "active") for match in named)
        return
    if _SSH_LIST.match(key) and value[:1] == "-":
        for item in value[1:].split(","):
            yield from ((m, "disabled") for m in TAXONOMY.find_all(item))
        return
    if _GROUP.fullmatch(key) and not all(m.function in _AGREES for m in TAXONOMY.find_all(value)):
        return  # a group of users, of a table …
    if _IPSEC.match(key):
        for proposal in re.split(r"[,\s]+", value.strip("!\"' ")):
            for piece in re.split(r"[-;]", proposal):
                yield from ((m, "active") for m in _ipsec(piece))
        return
    if ":" in value or "+" in value or _LISTS.search(key):
        directive = value.split(" ")[-1] if " " in value and ":" in value else value
        for item in dict.fromkeys(re.split(r"[:,;\s\[\]\"']+", directive)):
            state = "disabled" if item[:1] in ("!", "-") and len(item) > 1 else "active"
            bare = item.lstrip("!-+^")
            if _known(bare, key):
                yield from ((m, state) for m in ciphers.suite(bare))
        return
    for item in re.split(r"[,;\s\[\]\"']+", value):
        if item and _known(item, key):
            yield from ((m, "active") for m in TAXONOMY.find_all(item))


def _known(item: str, key: str) -> bool:
    """Whether a value under such a key is an algorithm name, not an ordinary word."""
    if not item or item.upper() in ("HIGH", "MEDIUM", "LOW", "ALL", "DEFAULT", "ANY", "SHA"):
        return False
    if TAXONOMY.find_whole(item):
        return len(item) > 2 or item.upper() in ("DH", "EC")
    if "/" in item or "." in item:  # a path such as ssh_host_rsa_key
        tail = re.split(r"[/\\]", item)[-1]
        return bool(re.match(r"(?:ssh_host_|id_)", tail)) and bool(TAXONOMY.names_in(tail))
    return bool(TAXONOMY.names_in(item)) and "-" in item + "_"


def _ipsec(piece: str) -> tuple[Match, ...]:
    piece = re.sub(r"^ke\d_|_\d+$", "", piece.strip())
    group = re.fullmatch(r"dh(\d+)|group(\d+)", piece, re.I)
    sizes = {"1": 768, "2": 1024, "5": 1536, "14": 2048, "15": 3072, "16": 4096}
    if group:
        size = sizes.get(group[1] or group[2])
        return (TAXONOMY.match("dh", bits=size),) if size else ()
    return TAXONOMY.find_all(piece) if len(piece) > 2 else ()


def _is_wireguard(text: str) -> bool:
    return bool(re.search(r"^[ \t]*\[Interface\]", text, re.M | re.I)) and bool(
        re.search(r"^[ \t]*(?:PrivateKey|PublicKey)[ \t]*=", text, re.M | re.I)
    )


def _wireguard(text: str) -> Iterator[CryptoFinding]:
    """WireGuard names no algorithm: the protocol has exactly one suite."""
    keys = [
        number
        for number, row in enumerate(text.split("\n"), 1)
        if re.match(r"\s*(?:PrivateKey|PublicKey)\s*=", row, re.I)
    ]
    place = (min(keys), max(keys))
    for match in (*spec("x25519"), *spec("chacha20"), *spec("blake2s")):
        yield CryptoFinding(match, place, "configuration", "active", 0.85)


def _xml(text: str) -> Iterator[CryptoFinding]:
    bare, place, line_of = "", 0, line_counter(text)
    while (start := text.find("<!--", place)) >= 0:
        end = text.find("-->", start)
        end = len(text) if end < 0 else end + 3
        comment = text[start:end]
        for match, at, _ in TAXONOMY.names_in(comment):
            line = line_of(start + at)
            yield CryptoFinding(match, (line, line), "comment", "comment", 0.8)
        bare += text[place:start] + re.sub(r"[^\n]", " ", comment)
        place = end
    bare += text[place:]
    pairs = [*_ATTRIBUTE.finditer(bare), *_ELEMENT.finditer(bare)]
    for pair in pairs:
        check()
        line = line_of(pair.start())
        tail = re.split(r"[#/]", pair[2].rstrip("/"))[-1] if "://" in pair[2] else pair[2]
        key = "algorithm" if "://" in pair[2] and pair[1].lower() == "algorithm" else pair[1]
        for match, state in _value(key, tail):
            yield CryptoFinding(match, (line, line), "configuration", state, 0.85)


def _json(parsed: Json, text: str) -> Iterator[CryptoFinding]:
    """JSON and JWKS: keys say what values are; the line is that of the value."""
    next_start: dict[str, int] = {}

    def line_of(value: str) -> int:
        start = next_start.get(value, 0)
        place = text.find(json.dumps(value)[1:-1] or value, start)
        place = place if place >= 0 else max(text.find(value), 0)
        next_start[value] = place + 1
        return text.count("\n", 0, place) + 1

    stack: list[tuple[str, Json, str]] = [("", parsed, "active")]
    while stack:
        check()
        key, value, state = stack.pop()
        if isinstance(value, dict):
            off = value.get("enabled") is False or value.get("disabled") is True
            inner = "disabled" if off or (key and _OFF.search(key)) else state
            if value.get("kty") == "RSA" and isinstance(value.get("n"), str):
                yield _rsa_jwk(value["n"], line_of('"n"'), inner)
            stack.extend((k, v, inner) for k, v in reversed(value.items()))
        elif isinstance(value, list):
            inner = "disabled" if key and _OFF.search(key) else state
            stack.extend((key, item, inner) for item in reversed(value))
        elif isinstance(value, str) and len(value) < 4000:
            for match, own in _value(key, value):
                line = line_of(value)
                shown = own if state == "active" else state
                yield CryptoFinding(match, (line, line), "configuration", shown, 0.85)
        elif isinstance(value, bool):
            for match, own in _value(key, str(value)):
                line = line_of(key)
                yield CryptoFinding(match, (line, line), "configuration", own, 0.8)


def _rsa_jwk(n: str, line: int, state: str) -> CryptoFinding:
    try:
        bits = len(base64.urlsafe_b64decode(n + "=" * (-len(n) % 4)).lstrip(b"\0")) * 8
    except (binascii.Error, ValueError):
        bits = 0
    match = TAXONOMY.match("rsa", bits=bits) if 512 <= bits <= 16384 else spec("rsa")[0]
    return CryptoFinding(match, (line, line), "key-material", state, 0.9)
