#!/bin/sh
# Makes .venv with what requirements.lock pins, and sees to the tools Python cannot bring.
# What may be installed is installed; what may not is named with the command that installs it.
set -eu

python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    echo "acidtest needs Python 3.11 or later as $python; install it, or set PYTHON=/path/to/it" >&2
    exit 2
}

install_packages() { # what for, packages…
    reason=$1
    shift
    if command -v apt-get >/dev/null 2>&1; then
        if [ "$(id -u)" = 0 ]; then
            as_root=""
        elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
            as_root="sudo -n"
        else
            as_root=none
        fi
        if [ "$as_root" != none ]; then
            echo "installing $* ($reason)"
            # shellcheck disable=SC2086
            { $as_root apt-get update -qq && $as_root apt-get install -y -qq "$@"; } >/dev/null 2>&1 && return 0
        fi
    fi
    echo "$reason: install it with: sudo apt-get install $*" >&2
    return 1
}

command -v bwrap >/dev/null 2>&1 ||
    install_packages "the sandbox tool bubblewrap is missing" bubblewrap || exit 2
command -v gcc >/dev/null 2>&1 && command -v objdump >/dev/null 2>&1 ||
    install_packages "the C compiler is missing" gcc libc6-dev binutils || exit 2
command -v g++ >/dev/null 2>&1 ||
    install_packages "g++, needed for C++ records and the system ghidra, is missing" g++ || true

command -v chromium >/dev/null 2>&1 ||
    install_packages "chromium, with which the tests look at the report's page, is missing" chromium || true

[ -x .venv/bin/python ] || "$python" -m venv .venv || {
    install_packages "Python's venv module is missing" python3-venv && "$python" -m venv .venv
}
.venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check -r requirements.lock
.venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check --no-deps -e .
.venv/bin/acidtest fetch minilm ||
    echo "semantic similarity goes without its weights; later: .venv/bin/acidtest fetch minilm" >&2
.venv/bin/acidtest fetch solc >/dev/null ||
    echo "solidity-decompile goes without solc; later: .venv/bin/acidtest fetch solc" >&2
.venv/bin/acidtest fetch smollm2 ||
    echo "model:local/smollm2 goes without its weights; later: .venv/bin/acidtest fetch smollm2" >&2
.venv/bin/acidtest doctor || true
touch .venv/ready
