"""Honest examples of what readers read, small enough to mutate many times."""

from __future__ import annotations

import functools
import gzip
import io
import json
from typing import Any

import hostile_zip
import pyarrow
import pyarrow.parquet


def sarif() -> dict[str, Any]:
    """A SARIF log with everything that is read of one."""
    place = {
        "physicalLocation": {
            "artifactLocation": {"uri": "python/agreements.py", "index": 0},
            "region": {"startLine": 3, "endLine": 4, "snippet": {"text": "x = 1;\ny = 2;"}},
            "contextRegion": {"startLine": 2, "snippet": {"text": "a\nb"}},
        }
    }
    result = {
        "ruleId": "R1", "ruleIndex": 0, "level": "error", "kind": "fail",
        "message": {"text": "uses {0}", "id": "m", "arguments": ["AES"]},
        "locations": [place],
        "codeFlows": [{"threadFlows": [{"locations": [{"location": place}]}]}],
        "properties": {"algorithm": "AES", "confidence": 0.9, "state": "active", "threat": "shor",
                       "security-severity": "7.5", "tags": ["CWE-79"], "parameters": {"bits": 128}},
        "suppressions": [], "baselineState": "new", "taxa": [{"id": "CWE-79"}],
    }  # fmt: skip
    rule = {
        "id": "R1", "name": "Rule", "properties": {"tags": ["cwe-79"], "algorithm": "RSA"},
        "messageStrings": {"m": {"text": "t"}}, "shortDescription": {"text": "SHA-1 in use"},
        "defaultConfiguration": {"level": "warning"}, "relationships": [],
    }  # fmt: skip
    driver = {"name": "tool", "rules": [rule]}
    artifacts = [{"location": {"uri": "python/agreements.py"}}]
    run = {"tool": {"driver": driver}, "results": [result], "artifacts": artifacts}
    return {"version": "2.1.0", "$schema": "sarif", "runs": [run]}


def cbom() -> dict[str, Any]:
    """A CycloneDX bill with everything that is read of one."""
    asset = {
        "type": "cryptographic-asset", "name": "AES-128-GCM", "bom-ref": "a",
        "cryptoProperties": {
            "assetType": "algorithm", "oid": "2.16.840.1.101.3.4.1.6",
            "algorithmProperties": {"primitive": "ae", "parameterSetIdentifier": "128",
                                    "mode": "gcm", "padding": "none", "curve": "P-256"},
        },
        "evidence": {
            "identity": [{"confidence": 0.8}],
            "occurrences": [{"location": "python/agreements.py:12:3", "line": 12}],
        },
        "properties": [{"name": "tool:SrcFile", "value": "a.c"}, {"name": "x:line", "value": "7"}],
        "components": [{"type": "cryptographic-asset", "name": "RSA", "cryptoProperties": {
            "assetType": "protocol",
            "protocolProperties": {"cipherSuites": [{"name": "TLS_AES_128_GCM_SHA256"}]}}}],
    }  # fmt: skip
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [asset]}


CRYPTO_ANSWERS = (
    json.dumps({"findings": [{"algorithm": "AES-128", "lines": [1, 2], "state": "active",
                              "threat": "grover-margin", "confidence": 0.9, "function": "cipher",
                              "parameters": {"bits": 128}, "evidence": "call", "file": "a.py"},
                             {"name": "RSA", "line": "12-15", "confidence_score": "90%"}]}),
    json.dumps({"analysis_results": {"rsa": "DETECTED: RSA-2048", "b": ["AES"],
                                     "categories": ["x"]},
                "detected_algorithms": ["RSA", "SHA-1"], "confidence_score": 0.9, "summary": "s"}),
    json.dumps(sarif()),
    json.dumps(cbom()),
    'Here:\n```json\n{"findings": [{"algorithm": "MD5", "lines": [3, 3],},]\n```\nand more',
    "<think>hm</think>[{\"algorithm\": \"DES\"}]",
)  # fmt: skip
SAST_ANSWERS = (
    json.dumps({"filter_result": "FALSE_POSITIVE", "confidence": 0.9, "justification": "ok",
                "similar_known_issues": ["a.c#1", "b.c"]}),
    'Thus {"x": 1} so\n'
    '```json\n{"investigation_result": "TRUE POSITIVE", "confidence": "0.9"}\n```',
    "<think>perhaps</think> true positive",
)  # fmt: skip
STRUCTURED = (
    b'{"equal_error_trace": ["a"], "justification": "j", "result": "YES", "confidence": 0.5}',
)


GROUND_TRUTH = (
    b'{"path": "source_code/a.json", "ground_truth": {"expected_findings": {'
    b'"vulnerable_algorithms_detected": ["RSA"], "algorithm_categories": ["shor_vulnerable"], '
    b'"korean_algorithms_detected": []}, "expected_confidence_range": [0.7, 0.9]}}',
    b'{"path": "source_code/b.json", "ground_truth": {"vulnerability_analysis": {'
    b'"quantum_vulnerable_algorithms": [{"algorithm": "ECC", "locations": [{"line_range": '
    b'"1-5"}]}]}}}',
)
TEST_FILES = (b'{"path": "source_code/a.py", "content": "import rsa"}',)
RESULTS = (
    b'{"results": [{"agent_type": "source_code", "file_name": "a.py", "base_model": "m", '
    b'"with_rag": '
    b'true, "raw_response": {"a": 1}, "response_time": 1.5, "error": null}]}',
)
LABELS = (
    b'{"file": "python/agreements.py", "language": "python", "artefact": "source", "origin": "o", '
    b'"findings": [{"algorithm": "AES", "state": "active", "lines": [1, 2], "also": [[3, 4]], '
    b'"parameters": {"bits": 128}, "accept": ["DES"], "threat": "adequate", "function": '
    b'"cipher"}]}',
)
GCC = (
    b'[{"kind": "warning", "option": "-Wanalyzer-double-free", "message": "m", "metadata": {"cwe": '
    b'415}, "locations": [{"caret": {"file": "a.c", "line": 3}}], "path": [{"location": {"file": '
    b'"a.c", "line": 2}, "description": "d"}]}]',
)
CPPCHECK = (
    b'<?xml version="1.0"?><results version="2"><errors><error id="nullPointer" severity="error" '
    b'msg="m" cwe="476"><location file="a.c" line="3" info="i"/><location file="a.c" line="1"/>'
    b"</error></errors></results>",
)
PUBLISHED_CASE = (
    b'[{"id": "gzip-1_13-x", "question": "{\\"issue_id\\": \\"a\\", \\"trace\\": \\"a.c:1: '
    b'e: m\\", '
    b'\\"line_number\\": 5}", "expected_output_obj": {"filter_result": "FALSE_POSITIVE", '
    b'"similar_known_issues": ["a"], "justification": "j"}}]',
)
JUDGE_CASE = (
    b'[{"id": "a-1_2-x", "question": {"error_description": "a.c:1: e: m", "issue_name": "n"}, '
    b'"expected_investigation_result": "TRUE POSITIVE"}]',
)
C_RECORD = (
    b'[{"task_id": 1, "type": "O0", "c_func": "int func0(int a) { return a; }", "c_test": '
    b'"int main() { return func0(0); }", "input_asm_prompt": "<func0>: ret"}]',
    b'[{"index": 1, "opt": "O1", "language": "c", "func_name": "f", "func_dep": "", "func": '
    b'"int f();",'
    b' "test": "t", "asm": "a", "ida_pseudo": "i", "ghidra_pseudo": "g"}]',
)
SOL_RECORD = (
    b'{"id": "A", "runtime": "6080604052600080fd", "creation": "60806040", "abi": [{"type": '
    b'"function", "name": "f", "inputs": [{"type": "uint256", "name": "a"}], "outputs": []}], '
    b'"compiler": "0.8.30", "mode": "optimised", "constructor": [1], "value": 0}',
)
PAIR = (
    b'{"input": "function f: v0 = 1", "output": "function f() public {}", "metadata": '
    b'{"function_name": "f", "contract_address": "0x1", "compiler_version": "v0.8.1", '
    b'"optimizer_enabled": true, "is_view": false, "is_payable": true, "visibility": "public"}}',
)
PAIRS = (
    b'{"input": "function g: v0 = 2", "output": "function g(uint a) external returns (uint) { '
    b'return a; }", "metadata": {"function_name": "g", "contract_address": "0x2"}}',
)
JUSTIFY = (
    b'[{"id": "a", "full_justification": "long", "expected_output_obj": "short", '
    b'"issue_type": "X", '
    b'"severity": "HIGH"}]',
)
ANSWERS = (
    b'{"id": "a", "answer": "x", "attempt": 0, "time_s": 1.5, "tokens_in": 5, "tokens_out": 6, '
    b'"cost_usd": 0.1, "model": "m", "note": "n", "stop": "stop"}\n{"id": 5, "answer": "y"}',
    b'{"custom_id": "a", "response": {"status_code": 200, "body": {"model": "m", "choices": '
    b'[{"message": {"content": "x"}, "finish_reason": "length"}], "usage": {"prompt_tokens": 5}}}}',
    b'[{"task_id": 5, "type": "O2", "completion": ["x", "y"]}, {"id": "b", "answer": "z"}]',
)
WORKFLOW = (
    b'[{"id": "a_rep1", "generated_answer": "x"}, {"id": 5, "generated_answer": {"a": 1}}]',
)
PROFILE = (
    b"example_number,event_timestamp,event_type,prompt_tokens,completion_tokens\n"
    b"0,1.5,LLM_START,,\n0,2.5,LLM_END,100.0,20\n1,3,LLM_END,5,6\n",
)
EXPECTED = (b"# test,category,real,cwe\nBenchmarkTest00001,pathtraver,true,22\nB2,sqli,false,89\n",)
RULES = (b'{"bandit": {"B608": "sqli", "B1": "xss"}}', b'{"B608": "sqli"}')
PRICES = (
    b'as_of = "2024-01-01"\n[usd_per_million_tokens]\n"a/b" = { input = 2.5, output = 10 }\n',
)
REPORTS = (
    b'{"findings": [{"file_path": "a.py", "algorithm": "AES", "line_number": 3, "file": "a.py", '
    b'"message": "RSA key usage: x", "line": 4}], "results": [{"path": "a.py", "extra": '
    b'{"message": '
    b'"AES"}, "start": {"line": 5}}]}',
)
SOLC = (
    b'{"errors": [{"severity": "error", "type": "T", "message": "m", "formattedMessage": "f"}], '
    b'"contracts": {"a.sol": {"A": {"abi": [], "evm": {"bytecode": {"object": "60", '
    b'"linkReferences": {}}, "deployedBytecode": {"object": "60"}}}}}}',
)
LISTING = (
    b"0000000000001139 <func0>:\n    1139:\t48 8d 05 c4 0e 00 00 \tlea    0xec4(%rip),%rax        "
    b"# 2004 <_IO_stdin_used+0x4>\n\nContents of section .rodata:\n 2000 01000200 68656c6c 6f00 "
    b"     ....hello.\n",
)
QUERY = (
    b'{"search": "a.c", "groups": {}, "show": "all", "runs": null, "sort": "", "metric": 0, '
    b'"from": 0, "columns": [[0, 0], [0, 0]]}',
    b'{"search": "", "groups": {}, "show": "below", "runs": null, "sort": "id", '
    b'"metric": 0, "from": 50, "columns": []}',
)
NAT_CONFIG = (
    b"workflow: {_type: acidtest_sast_filter}\neval:\n  evaluators:\n    triage:\n"
    b"      _type: acidtest_sast_score\n# ${A_COMMENT}\nllms: {m: {api_key: ${PATH}}}\n",
)
REPLIES = (
    b'{"status": 200, "body": {"id": "c", "object": "chat.completion", "created": 1, "model": '
    b'"gpt-4o", "choices": [{"index": 0, "finish_reason": "stop", "logprobs": null, "message": '
    b'{"role": "assistant", "content": "an answer", "refusal": null}}], "usage": {"prompt_tokens": '
    b'5, "completion_tokens": 6, "total_tokens": 11, "prompt_tokens_details": {"cached_tokens": 2},'
    b'"completion_tokens_details": {"reasoning_tokens": 1}}}}',
    b'{"status": 400, "body": {"error": {"message": "maximum context length is 5 tokens", "type": '
    b'"invalid_request_error", "code": "context_length_exceeded", "param": null}}}',
    b'{"status": 401, "body": {"error": {"message": "Incorrect API key", "code": "k"}}}',
)


def _inspect_sample(epoch: int) -> dict[str, Any]:
    words = {"content": '{"filter_result": "FALSE_POSITIVE"}', "source": "generate", "id": "m",
             "role": "assistant", "model": "openai/gpt-4o"}  # fmt: skip
    output = {
        "model": "openai/gpt-4o", "choices": [{"message": words, "stop_reason": "stop"}],
        "usage": {"input_tokens": 5, "output_tokens": 6, "total_tokens": 11,
                  "input_tokens_cache_read": 2}, "time": 1.5, "error": None,
    }  # fmt: skip
    return {
        "id": "a", "epoch": epoch, "input": "q", "target": "", "metadata": {}, "store": {},
        "messages": [{"id": "u", "content": "attachment://x", "role": "user"}], "output": output,
        "events": [], "model_usage": {}, "total_time": 2.0, "attachments": {"x": "a question"},
    }  # fmt: skip


def _inspect_header() -> dict[str, Any]:
    about = {"acidtest_suite": "sast-triage", "acidtest_data": [], "acidtest_data_sha256": "0",
             "acidtest_form": "finding"}  # fmt: skip
    spec = {
        "eval_id": "e", "run_id": "r", "created": "2026-01-01T00:00:00+00:00", "task_id": "t",
        "task": "acidtest/sast_triage", "dataset": {"name": "d", "samples": 1},
        "model": "openai/gpt-4o", "config": {}, "metadata": about,
    }  # fmt: skip
    stats = {"started_at": "", "completed_at": "", "model_usage": {}}
    return {"version": 2, "status": "success", "eval": spec, "plan": {}, "stats": stats}


def inspect_logs() -> list[bytes]:
    """A log of Inspect AI as JSON: two answers, and one that failed."""
    failed = {**_inspect_sample(3), "error": {"message": "m", "traceback": "t",
                                              "traceback_ansi": "t"}}  # fmt: skip
    samples = [_inspect_sample(1), _inspect_sample(2), failed]
    return [json.dumps({**_inspect_header(), "samples": samples}).encode()]


def inspect_archives() -> list[bytes]:
    """A log of Inspect AI as an archive: of a run that is over, and of one that was stopped."""
    header = _inspect_header()
    start = {name: header[name] for name in ("version", "eval", "plan")}
    summary = {"id": "a", "epoch": 1, "input": "q", "target": "", "completed": True}
    files = {
        "_journal/start.json": start, "samples/a_epoch_1.json": _inspect_sample(1),
        "samples/a_epoch_2.json": _inspect_sample(2), "_journal/summaries/1.json": [summary],
        "summaries.json": [summary], "header.json": header,
    }  # fmt: skip
    members = [hostile_zip.packed(name, json.dumps(each).encode()) for name, each in files.items()]
    return [hostile_zip.archive(members), hostile_zip.archive(members[:4])]


SENTENCES = ("model.onnx", "tokenizer.json", "sentence_bert_config.json")


@functools.cache
def sentence_model() -> dict[str, bytes]:
    """The files of a sentence model: a vector for each of five words, and nothing else."""
    import numpy as np
    from onnx import TensorProto, helper, numpy_helper

    table = numpy_helper.from_array(np.eye(5, 4, dtype=np.float32), "table")
    words = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["b", "n"])
    vectors = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["b", "n", 4])
    node = helper.make_node("Gather", ["table", "input_ids"], ["vectors"])
    graph = helper.make_graph([node], "g", [words], [vectors], [table])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    vocabulary = {"[UNK]": 0, "[CLS]": 1, "a": 2, "b": 3, "c": 4}
    tokenizer: dict[str, Any] = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
                       {"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}},
                     {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [1], "tokens": ["[CLS]"]}},
        },
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }  # fmt: skip
    settings = {"max_seq_length": 16, "do_lower_case": False}
    made = (
        model.SerializeToString(),
        json.dumps(tokenizer).encode(),
        json.dumps(settings).encode(),
    )
    return dict(zip(SENTENCES, made, strict=True))


def gzipped_answers() -> list[bytes]:
    """Answers as gzip."""
    return [gzip.compress(lines, mtime=0) for lines in ANSWERS]


def zstd_answers() -> list[bytes]:
    """Answers as zstd."""
    return [bytes(pyarrow.compress(lines, "zstd", asbytes=True)) for lines in ANSWERS]


def parquet_answers() -> list[bytes]:
    """Answers as Parquet, plain and compressed."""
    table = pyarrow.table({"id": ["a", "b"], "answer": ["x", None], "attempt": [0, 1]})
    made = []
    for kind in ("none", "zstd", "snappy"):
        out = io.BytesIO()
        pyarrow.parquet.write_table(table, out, compression=kind)
        made.append(out.getvalue())
    return made
