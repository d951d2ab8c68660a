# ruff: noqa: E501
"""Manifests and lock files say which dependency brings which cryptography."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acidtest.crypto.scanner import scan_bytes, scan_file
from acidtest.crypto.scanner.finding import spec
from acidtest.crypto.scanner.manifests import is_manifest, packages

MANIFESTS = {
    "App.csproj": (
        """<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
  <PackageReference Include="BouncyCastle.Cryptography" Version="2.2.1" />
  <PackageReference Include="BCrypt.Net-Next" Version="4.0.3" />
</ItemGroup></Project>
""",
        "2 rsa, 2 ecdsa, 2 dsa, 2 aes, 3 bcrypt",
    ),
    "Cargo.lock": (
        """[[package]]
name = "rsa"
version = "0.9"
""",
        "2 rsa",
    ),
    "Cargo.toml": (
        """[package]
name = "a"
[dependencies]
ed25519-dalek = "2"
sha2 = { version = "0.10" }
[dev-dependencies]
md5 = "0.7"
[dependencies.rsa]
version = "0.9"
""",
        "4 ed25519, 5 sha-2, 8 rsa",
    ),
    "Gemfile": (
        """source 'x'
gem 'rails', '~> 7'
gem "bcrypt", "~> 3.1"
group :test do
  gem 'ed25519'
end
gem 'jwt'
""",
        "3 bcrypt, 7 rsa, 7 ecdsa, 7 hmac",
    ),
    "Gemfile.lock": (
        """GEM
  remote: x
  specs:
    bcrypt (3.1.20)
    rails (7.1)
      actionpack (= 7.1)
""",
        "4 bcrypt",
    ),
    "build.gradle": (
        """dependencies {
    implementation 'io.jsonwebtoken:jjwt-api:0.11.5'
    testImplementation("org.bouncycastle:bcprov-jdk15on:1.70")
}
""",
        "2 rsa, 2 ecdsa, 2 hmac",
    ),
    "composer.json": (
        """{
    "require": {
        "php": ">=8",
        "phpseclib/phpseclib": "~3.0",
        "firebase/php-jwt": "^6"
    }
}
""",
        "4 rsa, 4 dsa, 4 ecdsa, 4 aes, 5 rsa, 5 ecdsa, 5 hmac",
    ),
    "go.mod": (
        """module example.com/a
go 1.22
require (
	golang.org/x/crypto v0.17.0
	github.com/golang-jwt/jwt/v5 v5.2.0 // indirect
)
require github.com/btcsuite/btcd/btcec/v2 v2.3.2
""",
        "4 x25519, 4 ed25519, 4 chacha20, 4 bcrypt, 5 rsa, 5 ecdsa, 5 hmac, 7 ecdsa",
    ),
    "package-lock.json": (
        """{
  "name": "shop",
  "lockfileVersion": 3,
  "packages": {
    "": {
      "dependencies": { "elliptic": "6" }
    },
    "node_modules/elliptic": {
      "version": "6.5.4",
      "integrity": "sha512-iLhC6ULemrljPZb+QutR5TQGB+pdW6KGD5RSegS+8sorOZT+rdQFbsQFJgvN3eRqNALqJer4oQ16YvJHlU8hzQ=="
    },
    "node_modules/a/node_modules/md5": {
      "version": "2"
    }
  }
}
""",
        "8 ecdsa, 8 ecdh, 12 md5",
    ),
    "package.json": (
        """{
  "name": "shop",
  "dependencies": {
    "express": "^4.18.0",
    "node-forge": "^1.3.0",
    "elliptic": "6.5.4"
  },
  "devDependencies": { "md5": "^2.3.0" }
}
""",
        "5 rsa, 5 aes, 5 3des, 6 ecdsa, 6 ecdh",
    ),
    "pom.xml": (
        """<project><dependencies>
  <dependency>
    <groupId>org.bouncycastle</groupId>
    <artifactId>bcprov-jdk18on</artifactId>
  </dependency>
  <dependency><groupId>org.mindrot</groupId><artifactId>jbcrypt</artifactId><scope>test</scope></dependency>
</dependencies></project>
""",
        "4 rsa, 4 ecdsa, 4 dsa, 4 aes",
    ),
    "pyproject.toml": (
        """[project]
name = "x"
dependencies = [
  "fastapi",
  "python-jose[cryptography]>=3",
]
[tool.poetry.dependencies]
python = "^3.11"
ecdsa = "^0.18"
""",
        "5 rsa, 5 ecdsa, 5 hmac, 9 ecdsa",
    ),
    "requirements.txt": (
        """# pinned
Django==4.2
cryptography>=42.0
PyJWT[crypto]==2.8.0
rsa
-r other.txt
""",
        "3 rsa, 3 ecdsa, 3 ecdh, 3 aes, 4 rsa, 4 ecdsa, 4 hmac, 5 rsa",
    ),
    "yarn.lock": (
        """"@noble/curves@^1.0.0":
  version "1.0"
node-rsa@^1.1.1:
  version "1.1.1"
""",
        "1 ecdsa, 1 ed25519, 1 x25519, 3 rsa",
    ),
}


MANIFESTS |= {
    "npm-shrinkwrap.json": (
        """{ "dependencies": {
    "left-pad": { "version": "1.0", "requires": { "elliptic": "6.5.4" }, "dependencies": {
        "scrypt-js": { "version": "3.0.1" }
    } },
    "node-rsa": { "version": "1.1", "optional": true } } }
""",
        "3 scrypt, 5 rsa",
    ),
    "pnpm-lock.yaml": (
        """lockfileVersion: 5.4
packages:
  /bcryptjs/2.4.3:
    dev: false
  /@noble/curves/1.3.0:
    dev: false
""",
        "3 bcrypt, 5 ecdsa, 5 ed25519, 5 x25519",
    ),
    "packages.lock.json": (
        """{ "version": 1, "dependencies": { "net8.0": {
      "BCrypt.Net-Next": { "type": "Direct", "resolved": "4.0.3" } } } }
""",
        "2 bcrypt",
    ),
    "composer.lock": (
        """{"packages": [{
  "name": "firebase/php-jwt", "authors": [{"name": "phpseclib/phpseclib"}],
  "require": {"paragonie/sodium_compat": "1"}}]}
""",
        "2 rsa, 2 ecdsa, 2 hmac",
    ),
    "Package.resolved": (
        """{ "pins" : [ {
      "identity" : "bluersa",
      "kind" : "remoteSourceControl" } ], "version" : 2 }
""",
        "2 rsa",
    ),
    "gradle.lockfile": (
        "# comment\nio.jsonwebtoken:jjwt-api:0.11.5=compileClasspath\nempty=\n",
        "2 rsa, 2 ecdsa, 2 hmac",
    ),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_dependency_is_a_finding_at_its_line(name: str) -> None:
    text, rows = MANIFESTS[name]
    findings = [f for f in scan_bytes(name, text.encode()) if f.state == "active"]
    assert {f"{f.lines[0]} {f.match.algorithm.id}" for f in findings} == set(rows.split(", "))
    assert {f.evidence for f in findings} == {"dependency"}


def test_what_only_development_needs_is_a_test() -> None:
    states = {
        f.match.algorithm.id: f.state
        for f in scan_bytes("Gemfile", MANIFESTS["Gemfile"][0].encode())
    }
    assert states["ed25519"] == "test"
    assert states["bcrypt"] == "active"


def test_a_toolkit_is_less_sure_than_a_package_about_one_algorithm() -> None:
    sure = {
        f.match.algorithm.id: f.confidence
        for f in scan_bytes("requirements.txt", b"pycrypto\npyaes\nscrypt\n")
    }
    assert sure["scrypt"] > sure["rsa"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "package.json",
            '{"name": "md5", "scripts": {"elliptic": "node-rsa"}, "keywords": ["rsa"]}',
        ),
        ("package.json", '{\n  "name": "elliptic",\n  "scripts": {\n    "node-rsa": "x"\n  }\n}'),
        ("requirements.txt", "# rsa\n--hash=sha256:rsa\nrsanta==1\nmy-ecdsa\n"),
        ("go.mod", "module golang.org/x/crypto\n\ngo 1.22\n"),
        ("Cargo.toml", "[features]\nrsa = []\n[profile.release]\nmd5 = 1\n"),
        ("pom.xml", "<project><groupId>org.bouncycastle</groupId></project>"),
        ("Gemfile", "# gem 'bcrypt'\ngem 'bcryptic'\n"),
        ("package.json", '{\n"dependencies": {\n"pqc-kyber": "0.7",\n"crystals-kyber": "5"\n}\n}'),
        ("Cargo.toml", '[dependencies]\npqcrypto-dilithium = "0.5"\npqcrypto-falcon = "0.3"\n'),
    ],
)
def test_other_words_in_a_manifest_are_no_dependencies(name: str, text: str) -> None:
    assert [f for f in scan_bytes(name, text.encode()) if f.state == "active"] == []


def test_a_manifest_in_one_line_is_read() -> None:
    ids = {
        f.match.algorithm.id
        for f in scan_bytes("package.json", b'{"dependencies":{"node-rsa":"1"}}')
    }
    assert ids == {"rsa"}


def test_what_a_lock_file_says_only_development_needs_is_a_test() -> None:
    text = """{"packages": {"node_modules/md5": {"version": "2", "dev": true},
"node_modules/node-rsa": {"dev": false}, "node_modules/bcrypt": {"optional": true}}}"""
    states = {f.match.algorithm.id: f.state for f in scan_bytes("package-lock.json", text.encode())}
    assert states == {"md5": "test", "rsa": "active", "bcrypt": "active"}


@pytest.mark.parametrize("name", ["package-lock.json", "Pipfile.lock", "composer.lock"])
@pytest.mark.parametrize("piece", ["[", '{"dependencies":', '"dependencies": {', '{\n"\\'])
def test_a_manifest_that_is_nested_too_deep_is_not_silently_empty(name: str, piece: str) -> None:
    assert "brackets inside each other" in scan_file(name, piece.encode() * 100_000).incomplete


def test_every_row_of_the_table_names_algorithms_of_the_taxonomy() -> None:
    for registry, table in packages().items():
        for name, said in {**table, **table["toolkits"]}.items():
            if isinstance(said, str):
                assert spec(said) or not said, (registry, name)
        assert not table.keys() & table["toolkits"].keys() - {"toolkits"}


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(sorted(MANIFESTS)), data=st.binary(max_size=200), at=st.integers(0, 400)
)
def test_a_damaged_manifest_is_read_without_failing(name: str, data: bytes, at: int) -> None:
    assert is_manifest(name)
    whole = MANIFESTS[name][0].encode()
    assert scan_file(name, whole[:at] + data + whole[at:]).incomplete == ""


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("pom.xml", "<dependency><groupId>"),
        ("build.gradle", "implementation 'a:b"),
        ("a.csproj", '<package id="a'),
        ("Cargo.toml", "[dependencies."),
        ("yarn.lock", "a@b"),
        ("build.gradle", "\n" * 10),
        ("build.gradle", "compile" * 10),
        ("Cargo.toml", "[" + " " * 30),
        ("requirements.txt", "a" * 30 + " " * 30),
        ("package.json", '"\\'),
        ("libs.versions.toml", "module"),
    ],
)
def test_a_manifest_of_one_piece_repeated_is_read_to_its_end(name: str, piece: str) -> None:
    assert scan_file(name, piece.encode() * 20_000).incomplete == ""


NOT_BROUGHT = {
    "pom.xml": """<project><dependencies>
<!-- <dependency><groupId>org.bouncycastle</groupId><artifactId>bcprov</artifactId></dependency> -->
<dependency><groupId>junit</groupId><artifactId>junit</artifactId><exclusions><exclusion>
<groupId>org.bouncycastle</groupId><artifactId>bcprov-jdk18on</artifactId></exclusion></exclusions>
</dependency></dependencies></project>
""",
    "App.csproj": '<Project><!-- <PackageReference Include="BCrypt.Net-Next" /> --></Project>\n',
    "package.json": """{
  "dependencies": { "a": "1" }, "scripts": {
    "md5": "echo"
  },
  "config": {
    "dependencies": {
      "bcrypt": "1"
    }
  }
}
""",
    "go.mod": """module x
exclude (
\tgolang.org/x/crypto v0.1.0
)
replace golang.org/x/crypto v0.1.0 => ../crypto
""",
    "Cargo.toml": '[package]\nname = "rsa"\n[package.metadata.dependencies]\nsha2 = "1"\n',
    "pyproject.toml": '[tool.setuptools.packages]\nbcrypt = "x"\n',
    "requirements.txt": "RSA (the algorithm) for signing\nscrypt, bcrypt\n",
}


@pytest.mark.parametrize("name", NOT_BROUGHT)
def test_what_is_no_dependency_brings_nothing(name: str) -> None:
    assert scan_bytes(name, NOT_BROUGHT[name].encode()) == []


def test_exclusions_do_not_hide_the_dependency_itself() -> None:
    text = """<dependency><groupId>org.bouncycastle</groupId><artifactId>bcprov-jdk18on</artifactId>
<exclusions><exclusion><groupId>junit</groupId><artifactId>junit</artifactId></exclusion></exclusions>
</dependency>"""
    assert scan_bytes("pom.xml", text.encode())


def test_requirements_of_development_are_tests() -> None:
    for name, state in (("requirements.txt", "active"), ("requirements-dev.txt", "test")):
        assert {each.state for each in scan_bytes(name, b"bcrypt==4.0\n")} == {state}
