"""`acidtest judge`: a service that starts, says where it is, and ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import acidtest
from acidtest.cli.judge import judge
from acidtest.core.errors import InputError


def refused(*words: str, **environment: str) -> str:
    result = CliRunner().invoke(judge, ["sast-triage", "--port", "0", *words], env=environment)
    assert result.exit_code != 0
    return f"{result.output} {result.exception}"


def test_it_judges_until_it_is_interrupted(tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("of-the-file\n")
    words = ["judge", "sast-triage", "--port", "0", "--limit", "3", "--token-file", str(token)]
    with subprocess.Popen(
        [sys.executable, "-m", "acidtest", *words], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("judging sast-triage, ")
        url = line.split(" at ")[1].split()[0]
        with pytest.raises(InputError, match="token required"):
            acidtest.reward("sast-triage", url=url)
        reward = acidtest.reward("sast-triage", url=url, token="of-the-file")
        assert reward(completions=["?"], id=["nowhere"]) == [None]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_other_machines_need_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ACIDTEST_JUDGE_TOKEN", raising=False)
    assert "needs a token" in refused("--host", "0.0.0.0")


@pytest.mark.parametrize("text", ["", " \n", "two words", "grün"])
def test_a_token_that_no_header_holds_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "token"
    file.write_text(text)
    assert "one word" in refused("--token-file", str(file))
    assert "one word" in refused(ACIDTEST_JUDGE_TOKEN=text)


def test_what_is_no_file_no_metric_and_no_address_is_named(tmp_path: Path) -> None:
    assert "--token-file" in refused("--token-file", str(tmp_path / "none"))
    assert "cannot reward" in refused("--metric", "acuracy")
    assert "cannot serve on 192.0.2.1" in refused(
        "--host", "192.0.2.1", ACIDTEST_JUDGE_TOKEN="a-token"
    )
