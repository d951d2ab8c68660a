"""Fresh tasks: well-defined, reproducible, and strong enough to tell systems apart."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import acidtest
from acidtest.core.errors import InputError
from acidtest.core.progress import Silent
from acidtest.core.registry import find_suite, make_system
from acidtest.engine.strength import measure
from acidtest.lang.c_source import functions
from acidtest.lang.mutation import total
from acidtest.suites.c_decompile import dataset, mutate
from acidtest.suites.c_decompile.fresh import make_task, write_tasks
from acidtest.suites.c_decompile.fresh._program import Author

SEED, COUNT = 5, 8


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few tasks of one seed."""
    where = tmp_path_factory.mktemp("fresh")
    write_tasks(where, SEED, COUNT, Silent(), workers=2)
    return where


def test_same_seed_same_bytes_in_any_process(folder: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from acidtest.core.progress import Silent\n"
        "from acidtest.suites.c_decompile.fresh import write_tasks\n"
        f"write_tasks(Path(sys.argv[1]), {SEED}, 2, Silent())\n"
    )
    for hash_seed in ("0", "4242"):
        out = tmp_path / hash_seed
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        subprocess.run([sys.executable, "-c", program, str(out)], env=environment, check=True)
        for number in range(2):
            name = f"fresh_{SEED}_{number:03d}.c"
            assert (out / name).read_bytes() == (folder / name).read_bytes()


def test_another_seed_gives_other_tasks(folder: Path) -> None:
    first = (folder / f"fresh_{SEED}_000.c").read_text()
    other = make_task(SEED + 1, 0)
    assert other.splitlines()[0] == f"// task: fresh_{SEED + 1}_000"
    assert other.split("----")[2] != first.split("----")[2]


def test_tests_are_of_at_least_eight_assertions_that_differ(folder: Path) -> None:
    for path in folder.glob("*.c"):
        test = path.read_text().split("// ---- test ----")[1]
        assert test.count("assert(") >= 8
        assert len(set(re.findall(r"\) == (\S+)\);", test))) >= 3


def test_the_folder_is_a_corpus_of_its_own_group(folder: Path) -> None:
    samples = list(dataset.read([folder]).samples)
    assert len(samples) == 4 * COUNT
    assert {s.groups["origin"] for s in samples} == {"generated"}
    assert {s.groups["topic"] for s in samples} == {"generated"}
    assert {s.groups["origin"] for s in dataset.read([]).samples} == {"written"}


def test_the_oracle_passes_and_a_stub_does_not(folder: Path, tmp_path: Path) -> None:
    suite = find_suite("c-decompile")
    for name, wanted in (("oracle", 1.0), ("stub", 0.0)):
        result = acidtest.evaluate(
            "c-decompile",
            make_system(name, suite),
            data=[folder],
            out=tmp_path / name,
            controls="none",
        )
        figures = result.summary.groups["origin"]["generated"]
        assert figures["passes"].value == wanted
        assert figures["weak_test"].value == 0.0
        if name == "oracle":
            assert figures["agrees"].value == 1.0
            assert figures["agrees"].n == 4 * COUNT


def test_tests_kill_most_mutants(folder: Path) -> None:
    tasks = mutate.tasks_of(dataset.read([folder]), [])
    found = measure(mutate.mutation(), tasks, Silent(), limit=12, seed=1, workers=2)
    share = total(found).share
    assert share is not None
    assert share > 0.7


def test_programs_are_well_defined_for_inputs_their_tests_do_not_have(tmp_path: Path) -> None:
    """By construction, not only on the calls that become assertions."""
    parts, calls = [], []
    numbers = ("0", "-1", "2147483647", "(-2147483647 - 1)", "77777", "9223372036854775807L")
    for number in range(25):
        rng = random.Random(f"well-defined {number}")
        program = Author(rng).write()
        parts.append(re.sub(r"\b(func0|table|twist)\b", rf"\g<1>_{number}", program.text))
        for _ in range(6):
            given = []
            for parameter in program.parameters:
                if "array" in parameter.kind:
                    values = ", ".join(rng.choice(numbers[:5]) for _ in range(9))
                    given.append(f"(int[]){{{values}}}, {rng.randint(-2, 9)}")
                elif "text" in parameter.kind:
                    letters = "".join(f"\\x{rng.randint(1, 255):02x}" for _ in range(12))
                    given.append(f'(char[]){{"{letters}"}}')
                else:
                    given.append(f"({parameter.kind}){rng.choice(numbers)}")
            calls.append(f"    func0_{number}({', '.join(given)});")
    source = "\n".join([*parts, "int main(void)\n{", *calls, "    return 0;\n}\n"])
    flags = [
        "-fsanitize=undefined,address",
        "-fno-sanitize-recover=all",
        "-w",
        "-O0",
        "-x",
        "c",
        "-",
    ]
    built = ["gcc", *flags, "-o", str(tmp_path / "program")]
    subprocess.run(built, input=source, text=True, check=True)
    done = subprocess.run([tmp_path / "program"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]


def test_programs_are_short_functions_called_func0() -> None:
    for number in range(40):
        text = Author(random.Random(number)).write().text
        assert [f.name for f in functions(text)][-1] == "func0"
        assert len(text.splitlines()) < 200


def test_a_folder_with_other_tasks_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="already holds other tasks"):
        write_tasks(folder, SEED + 1, 1, Silent())
