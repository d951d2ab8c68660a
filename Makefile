# `make demo` and `make test` do all set-up themselves; a second call is quick.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help setup demo test lint types bench lock clean

help:
	@echo "make demo    set up, then run every suite with its controls; files in out/"
	@echo "make test    set up, then run the tests"
	@echo "make lint    formatting and lint;  make types  mypy, strict"
	@echo "make bench   speed beside the published procedure; writes docs/performance*.md"
	@echo "make lock    renew requirements.lock;  make clean  remove what was made here"

.venv/ready: pyproject.toml requirements.lock tools/setup.sh
	PYTHON=$(PYTHON) sh tools/setup.sh

setup: .venv/ready

demo: setup
	$(BIN)/acidtest demo --out out

test: setup
	$(BIN)/python -m pytest

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

bench: setup
	$(BIN)/python benchmarks/c_verdict.py
	$(BIN)/python benchmarks/metrics.py --write
	$(BIN)/python benchmarks/ghidra.py --write
	$(BIN)/python benchmarks/crypto.py --write

lock: setup
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links \
	  --no-emit-trusted-host --no-header --extra dev --extra semantic --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv out runs build .mypy_cache .ruff_cache .pytest_cache .hypothesis
