"""The project's C and C++ under sanitizers: unit tests, the fuzzers' corpus, the wire's layout."""

from __future__ import annotations

import importlib
import inspect
import re
import struct
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from types import ModuleType

import pytest

from acidtest.lang import elf
from acidtest.suites.c_decompile import wire as judge_wire
from acidtest.toolchains import native as product
from acidtest.toolchains.sandbox import wire as sandbox_wire
from acidtest.toolchains.sandbox.job import Job, Outcome, Step, pack, unpack

TOOLS = Path(__file__).parents[2] / "tools"
TARGETS = ("wire", "loader", "image")


def _tool(name: str) -> ModuleType:
    if str(TOOLS) not in sys.path:
        sys.path.insert(0, str(TOOLS))
    return importlib.import_module(name)


native, generator = _tool("native"), _tool("wire")


# -- one build -----------------------------------------------------------------------------------


def test_every_native_source_belongs_to_a_program() -> None:
    programs = [native.declared()[name] for name in native.products()]
    programs += native.declared()["cross"].values()
    named = {source for program in programs for source in program["sources"]}
    sources = {
        str(path.relative_to(native.NATIVE))
        for path in native.NATIVE.rglob("*")
        if path.suffix in (".c", ".cc")
    }
    assert sources - named == {"judge/agrees.c"}  # compiled beside answers, in the sandbox


def test_tests_and_fuzz_targets_are_no_products() -> None:
    assert native.products() == ["launcher", "stop", "runner", "pair", "ghidra_driver"]
    assert set(native.declared()["test"]) == set(native.declared()["fuzz"]) == set(TARGETS)


def test_the_digest_of_a_program_covers_its_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    before = product.source_digest("launcher")
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: read(path) + b" " * (path.name == "layout.h")
    )
    assert product.source_digest("launcher") != before


@pytest.mark.parametrize("name", TARGETS)
def test_native_unit_tests(name: str) -> None:
    assert native.run(native.build_test(name)) is None


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_runs_clean(name: str) -> None:
    assert native.run(native.build_replay(name), *native.corpus(name)) is None


@pytest.mark.parametrize(
    ("body", "report"),
    [
        ("volatile int n = 3; char *a = malloc(n); return a[n];", "heap-buffer-overflow"),
        ("char *volatile a = malloc(3); a = NULL;", "LeakSanitizer"),
        ("volatile int a = 2147483647; a++;", "signed integer overflow"),
        ("CHECK(1 == 2);", "does not hold: 1 == 2"),
    ],
    ids=["bounds", "leak", "undefined", "check"],
)
def test_faults_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, report: str
) -> None:
    (tmp_path / "faulty.c").write_text(f'#include "check.h"\nint main(void) {{ {body} return 0; }}')
    check = native.TESTS
    monkeypatch.setattr(native, "TESTS", tmp_path)
    entry = {"mains": ["faulty.c"], "sources": []}
    flags = [*native.SANITIZE, f"-fsanitize={native.SANITIZERS}", f"-I{check}"]
    program = native.compile_program(entry, tmp_path / "faulty", flags)
    assert report in (native.run(program) or "")


def test_the_launcher_runs_a_job_under_sanitizers(tmp_path: Path) -> None:
    launcher = native.build_product("launcher", sanitize=True)
    cat = Step(["/bin/cat", "a", "-"], stdin=b"two")
    last = Step(["/bin/false"], even_after_failure=True)
    job = Job([cat, last, cat], files={"a": b"one"}, collect=["a", "b"])
    request = pack(job, {}, str(tmp_path))
    done = subprocess.run(
        [launcher, "bare"],
        input=struct.pack("<I", len(request)) + request,
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    mode, size = struct.unpack_from("<II", done.stdout, 4)
    assert mode == sandbox_wire.Mode.BARE
    assert size == len(done.stdout) - 12
    outcome = unpack(done.stdout[12:], job.collect)
    assert isinstance(outcome, Outcome)
    assert [step.ok for step in outcome.steps] == [True, False]
    assert outcome.steps[0].stdout == b"onetwo"
    assert outcome.files == {"a": b"one"}


_RUNNER_TEST = """
#include <assert.h>
int func(int *, int (*)(const int *));
static int twice(const int *a) { return 2 * *a; }
int acid_test_main(void) { int a[2] = {3, 4}; assert(func(a, twice) == 14); return 0; }
"""
_SUM = "int func(int *a, int (*f)(int *)) { return f(a) + f(a + 1); }"
_LAST = "int func(int *a, int (*f)(int *)) { return f(a + 1); }"


@pytest.fixture(scope="module")
def checked_runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The runner with UBSan as traps: its filter would stop a sanitizer's own system calls."""
    flags = ["-O1", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
    target = tmp_path_factory.mktemp("runner") / "runner"
    made: Path = native.compile_program(native.declared()["runner"], target, flags)
    return made


def _object(folder: Path, text: str) -> Path:
    path = folder / f"{len(text)}.o"
    command = ["gcc", "-O1", "-x", "c", "-c", "-o", str(path), "-"]
    subprocess.run(command, input=text.encode(), check=True)
    return path


def _verdict(said: bytes, secret: bytes) -> int:
    record = judge_wire.VerdictRecord._make(judge_wire.VERDICT_RECORD.unpack_from(said))
    assert record.secret == secret
    return record.kind


@pytest.mark.parametrize(
    ("answer", "kind"),
    [(_SUM, judge_wire.VerdictKind.RETURNED), (_LAST, judge_wire.VerdictKind.ASSERTION)],
    ids=["right", "wrong"],
)
@pytest.mark.parametrize("strict", [False, True], ids=["one-process", "two-processes"])
def test_the_runner_judges_with_undefined_behaviour_trapped(
    tmp_path: Path, checked_runner: Path, answer: str, kind: int, strict: bool
) -> None:
    secret = b"0123456789abcdef"
    files = _object(tmp_path, answer), _object(tmp_path, _RUNNER_TEST)
    if strict:
        passed = judge_wire.PASSED_RECORD.pack
        func = passed(0b11, 0, 0, 0, 0, 0, 0) + b"func\0func\0"
        back = passed(0b1, 0, 0, 0, judge_wire.ReturnedIn.IN_RAX, 0, 0) + b"twice\0"
        parts = (func, *(path.read_bytes() for path in files), b"", back)
        mode = judge_wire.JobMode.RECORD
        head = judge_wire.JobRecord(mode, 0, judge_wire.ResultKind.NUMBER, 0, *map(len, parts))
        packed = judge_wire.JOB_RECORD.pack(*head)
        (tmp_path / "job").write_bytes(b"".join([packed, *parts, secret]))
        subprocess.run([checked_runner, "strict"], cwd=tmp_path, timeout=60, check=True)
    else:
        command = 'exec "$0" "$@" 3>verdict'
        subprocess.run(
            ["sh", "-c", command, checked_runner, files[1], files[0]],
            input=secret,
            cwd=tmp_path,
            timeout=60,
            check=True,
        )
    assert _verdict((tmp_path / "verdict").read_bytes(), secret) == kind


# -- the wire's layout -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", generator.MODULES, ids=lambda path: path.parent.name)
def test_generated_modules_are_what_their_headers_say(path: Path) -> None:
    assert path.read_text() == generator.modules()[path], "run: python tools/wire.py"


def _size(code: str) -> int:
    return struct.calcsize(f"<{code}")


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def _expected(module: ModuleType, structs: set[str]) -> dict[str, int]:
    """C expressions and what Python takes them to be: values of enums, sizes and offsets."""
    values: dict[str, int] = {}
    for name, value in vars(module).items():
        if isinstance(value, int):
            values[name] = value
        elif inspect.isclass(value) and issubclass(value, IntEnum) and value is not IntEnum:
            values |= {f"(enum {_snake(name)}){member.name}": member for member in value}
        elif isinstance(value, struct.Struct):
            stem = name.lower()
            tag = f"struct {stem if stem in structs else stem.removesuffix('_record')}"
            values[f"sizeof({tag})"] = value.size
            codes = re.findall(r"\d*s|\d*[A-Za-z]", value.format[1:])
            record = getattr(module, "".join(word.capitalize() for word in stem.split("_")))
            plain = [c for code in codes for c in _each(code)]
            assert len(plain) == len(record._fields)
            at = 0
            for field, code in zip(record._fields, plain, strict=True):
                shown = re.sub(r"_(\d+)$", r"[\1]", field) if field.startswith("sizes_") else field
                values[f"offsetof({tag}, {shown})"] = at
                at += _size(code)
    return values


def _each(code: str) -> list[str]:
    """`4I` is four fields, `16s` is one."""
    count = code[:-1]
    return [code] if code.endswith("s") or not count else [code[-1]] * int(count)


@pytest.mark.parametrize(
    ("module", "headers"),
    [(sandbox_wire, ["sandbox/layout.h"]), (judge_wire, ["judge/layout.h", "judge/agrees.h"])],
)
def test_c_and_python_agree_on_the_layout(
    tmp_path: Path, module: ModuleType, headers: list[str]
) -> None:
    texts = [(native.NATIVE / header).read_text() for header in headers]
    structs = {name for text in texts for name in re.findall(r"struct .*?(\w+) \{", text)}
    expected = _expected(module, structs)
    assert len(expected) > 25
    actual: dict[str, int] = {}
    for header, text in zip(headers, texts, strict=True):  # two of them use a name twice
        mine = [e for e in expected if all(w in text for w in re.findall(r"\w+", e) if w not in _C)]
        lines = [f'printf("%lld\\n", (long long)({expression}));' for expression in mine]
        program = "#include <stddef.h>\n#include <stdio.h>\n" + f'#include "{header}"\n'
        source = tmp_path / "layout.c"
        source.write_text(f"{program}int main(void) {{ {' '.join(lines)} return 0; }}")
        command = ["gcc", "-I", native.NATIVE, "-o", tmp_path / "layout", source]
        subprocess.run(command, check=True)
        output = subprocess.run([tmp_path / "layout"], stdout=subprocess.PIPE, check=True).stdout
        actual |= dict(zip(mine, map(int, output.split()), strict=True))
    assert actual == expected


_C = {"sizeof", "offsetof", "struct", "enum", *"0123456789"}


@pytest.mark.parametrize("field", ["int a;", "char *a;", "uint32_t a, b;", "struct other a;"])
def test_a_field_without_a_fixed_width_is_refused(field: str) -> None:
    with pytest.raises(SystemExit, match="fixed width"):
        generator.python_side({"a.h": f"struct a {{\n    {field}\n}};"})


def test_enums_and_records_are_generated() -> None:
    text = generator.python_side(
        {
            "a.h": "#define FAR 0x10\nenum { SIZE = 3 };\n/* Ways\n   out. */\n"
            "enum way { UP, /* no */ DOWN = 7, LEFT };\n"
            "/* A pair. */\nstruct pair {\n    uint8_t text[SIZE];\n    int64_t n[2];\n};\n"
        }
    )
    made: dict[str, object] = {}
    exec(text, made)
    assert made["FAR"] == 16
    assert [(w.name, int(w)) for w in made["Way"]] == [("UP", 0), ("DOWN", 7), ("LEFT", 8)]  # type: ignore[attr-defined]
    assert made["Way"].__doc__ == "Ways out."
    assert made["PairRecord"]._fields == ("text", "n_0", "n_1")  # type: ignore[attr-defined]
    assert made["PAIR_RECORD"].format == "<3s2q"  # type: ignore[attr-defined]


# -- the fuzzers -----------------------------------------------------------------------------------


def test_the_corpus_is_small() -> None:
    files = [path for name in TARGETS for path in native.corpus(name)]
    assert len(files) <= 60
    assert sum(path.stat().st_size for path in files) < 300_000


@pytest.mark.parametrize("target", ["elf", "loader"])
def test_the_python_reader_refuses_by_one_error(target: str) -> None:
    read = 0
    for path in native.corpus(target):
        data = path.read_bytes()[3 if target == "loader" else 0 :]
        for cut in (len(data), len(data) // 2, 70):
            try:
                read += bool(elf.read_object(data[:cut]).sections)
            except elf.ElfError:
                continue
    assert read


def test_the_python_fuzzer_covers_its_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert _tool("fuzz").fuzz_python(0.5)
    assert re.search(r"elf\.py: \d+\.\d % of \d+ lines\n", capsys.readouterr().out)


def test_the_python_fuzzer_sees_other_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fuzz = _tool("fuzz")

    def read(data: bytes) -> elf.Object:
        raise KeyError(len(data))

    monkeypatch.setattr(fuzz.elf, "read_object", read)
    monkeypatch.setattr(fuzz, "FUZZ", tmp_path)
    assert not fuzz.fuzz_python(0.5)
    assert "KeyError" in capsys.readouterr().out
    assert len(list(tmp_path.rglob("found/*"))) == 1


def test_without_clang_fuzzing_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["fuzz.py", "wire"])
    assert _tool("fuzz").main() == 2
    assert "apt-get install clang-14" in capsys.readouterr().err
