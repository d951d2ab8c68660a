# `make demo` and `make test` do all set-up themselves; a second call is quick.
PYTHON ?= python3
BIN := .venv/bin
# many tests wait for a program, so five of them share two processors
WORKERS ?= $(shell expr 5 \* $$(nproc) / 2)
# the tests start acidtest hundreds of times: compiled modules are worth keeping
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo screenshot test nat-test ray-test reward-test install-test native-test fuzz trust lint types docs bench wheels lock clean

help:
	@echo "make demo    set up what the demo needs, run every suite with its controls; files in out/"
	@echo "make screenshot  renew docs/report.png and docs/pictures from the demo"
	@echo "make test    set up the rest (test tools, a browser), then run the tests"
	@echo "make nat-test  set up NVIDIA's NeMo Agent Toolkit in .venv-nat (900 MB), test the adapter"
	@echo "make reward-test  the verdict as a reward in TRL, verl, verifiers and OpenEnv, each in its environment (6 GB)"
	@echo "make ray-test  runs on a Ray cluster of four nodes in this machine; eight minutes"
	@echo "make install-test  each advice of doctor and the GitHub Action, in fresh environments"
	@echo "make native-test  our C and C++ under AddressSanitizer and UBSan"
	@echo "make fuzz    fuzz the wire, the loader and the ELF readers; SECONDS=3600 for each"
	@echo "make trust   test what acidtest promises about its numbers; hours, resumed; docs/trust.md"
	@echo "make lint    formatting, lint and import rules;  make types  mypy, strict"
	@echo "make docs    the documentation site, in site/; strict, loads nothing from elsewhere"
	@echo "make bench   speed beside the published procedure; writes docs/performance*.md"
	@echo "make wheels  the package for an index, checked; in dist/"
	@echo "make lock    renew requirements.lock;  make clean  remove what was made here"

# the tests' environment holds the demo's: either may come first
.venv/ready-%: pyproject.toml requirements.lock tools/setup.sh
	PYTHON=$(PYTHON) sh tools/setup.sh $*

setup: .venv/ready-test

demo: .venv/ready-demo
	$(BIN)/acidtest demo --out out

screenshot: setup
	$(BIN)/acidtest demo --full --out out
	$(BIN)/python tools/screenshot.py

test: setup
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

# NAT brings 126 packages that nothing else here needs, so it has an environment of its own
.venv-nat/ready: pyproject.toml
	[ -x .venv-nat/bin/python ] || $(PYTHON) -m venv .venv-nat
	.venv-nat/bin/python -m pip install --quiet --quiet --disable-pip-version-check -e '.[nat]'
	touch .venv-nat/ready

nat-test: setup .venv-nat/ready
	$(BIN)/python -m pytest tests/integrations/nat

# Libraries that train, each in an environment of its own: they need different versions of others.
# torch first and by its version, so that no other build is chosen for it
.venv-%/reward-ready: pyproject.toml
	[ -x .venv-$*/bin/python ] || $(PYTHON) -m venv .venv-$*
	[ $* = verifiers ] || [ $* = openenv ] || .venv-$*/bin/python -m pip install --quiet --quiet --disable-pip-version-check torch==2.13.0
	.venv-$*/bin/python -m pip install --quiet --quiet --disable-pip-version-check -e '.[$*,local]' \
	  hypothesis pytest pytest-timeout pytest-xdist
	touch .venv-$*/reward-ready

reward-test: .venv-trl/reward-ready .venv-verl/reward-ready .venv-verifiers/reward-ready .venv-openenv/reward-ready
	.venv-verifiers/bin/acidtest fetch smollm2
	.venv-trl/bin/python -m pytest tests/integrations/rewards/test_opening_trl.py
	.venv-verl/bin/python -m pytest tests/integrations/rewards/test_verl.py
	.venv-verifiers/bin/python -m pytest tests/integrations/rewards/test_verifiers.py
	.venv-openenv/bin/python -m pytest tests/integrations/rewards/test_opening_openenv.py

ray-test: setup
	$(BIN)/python -m pytest -m cluster

install-test: setup
	$(BIN)/python -m pytest -m install -n 2

native-test: setup
	$(BIN)/python tools/wire.py --check
	$(BIN)/python tools/native.py test

SECONDS ?= 60
fuzz: setup
	$(BIN)/python tools/fuzz.py --seconds $(SECONDS)

trust: setup
	$(BIN)/python tools/trust --long --write

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python tools/house.py

types: setup
	$(BIN)/mypy

docs: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build

bench: setup
	$(BIN)/python benchmarks/c_verdict.py
	$(BIN)/python benchmarks/metrics.py --write
	$(BIN)/python benchmarks/solidity.py --write --corpus
	$(BIN)/python benchmarks/solidity_solc.py --write
	$(BIN)/python benchmarks/ghidra.py --write
	$(BIN)/python benchmarks/models.py --many 5000 --write
	$(BIN)/python benchmarks/crypto.py --write
	$(BIN)/python benchmarks/sast.py --write
	$(BIN)/python benchmarks/pages.py --write

# Nothing in the package is compiled: its C is built where it is used, by the gcc that c-decompile
# needs anyway. One wheel serves every machine; pip says whether what it needs is there for aarch64.
.venv-wheels/ready:
	[ -x .venv-wheels/bin/python ] || $(PYTHON) -m venv .venv-wheels
	.venv-wheels/bin/pip install --quiet --quiet --disable-pip-version-check build twine
	touch .venv-wheels/ready

wheels: .venv-wheels/ready
	rm -rf dist
	.venv-wheels/bin/python -m build --outdir dist .
	.venv-wheels/bin/twine check --strict dist/*
	.venv-wheels/bin/pip install --quiet --quiet --dry-run --ignore-installed --only-binary :all: \
	  --target dist --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 \
	  --python-version 3.11 dist/*.whl
	@echo "aarch64: can be installed"

lock: setup
	$(BIN)/pip-compile --quiet --strip-extras --unsafe-package acidtest --no-emit-index-url --no-emit-find-links \
	  --no-emit-trusted-host --no-header --extra crypto --extra dev --extra docs --extra ghidra --extra local --extra models --extra parquet --extra prove \
	  --extra report --extra sast --extra semantic --extra solidity --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv .venv-nat .venv-trl .venv-verl .venv-verifiers .venv-openenv .venv-wheels dist out runs build site .mypy_cache .ruff_cache .pytest_cache .hypothesis
