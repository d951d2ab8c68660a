#!/bin/sh
# Makes .venv with the versions that requirements.lock pins, and sees to the tools Python cannot
# bring: `setup.sh demo` for the demo alone, `setup.sh test` for everything.
# What may be installed is installed; what may not is named with the command that installs it.
set -eu

# gcc-multilib would conflict with every cross gcc; gcc-12-multilib does not
other_targets="clang gcc-12-multilib qemu-user gcc-mingw-w64-x86-64
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross
    gcc-riscv64-linux-gnu libc6-dev-riscv64-cross gcc-mips-linux-gnu libc6-dev-mips-cross
    gcc-mipsel-linux-gnu libc6-dev-mipsel-cross"

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
            { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null 2>&1 && return 0
        fi
    fi
    echo "$reason: install it with: sudo apt-get install $*" >&2
    return 1
}

pip() { # twice: an index that fails to answer once looks like one that lacks the package
    install="-m pip install --quiet --quiet --disable-pip-version-check"
    # shellcheck disable=SC2086
    .venv/bin/python $install "$@" 2>/dev/null || .venv/bin/python $install "$@"
}

fetch() { # what, who goes without it
    .venv/bin/acidtest fetch "$1" >/dev/null ||
        echo "$2 goes without $1; later: .venv/bin/acidtest fetch $1" >&2
}

case ${1-} in
demo) needed=false ;;
test) needed="exit 2" ;;
*)
    echo "usage: setup.sh demo|test" >&2
    exit 2
    ;;
esac

# the demo goes without what is missing and says so; the tests cannot
command -v bwrap >/dev/null 2>&1 ||
    install_packages "the sandbox tool bubblewrap is missing" bubblewrap || $needed || true
command -v gcc >/dev/null 2>&1 && command -v objdump >/dev/null 2>&1 ||
    install_packages "the C compiler is missing" gcc libc6-dev binutils || $needed || true
command -v g++ >/dev/null 2>&1 && [ -e /usr/include/zlib.h ] ||
    install_packages "g++ or zlib.h, for C++ records and the system ghidra, is missing" g++ zlib1g-dev || true

[ -x .venv/bin/python ] || "$python" -m venv .venv || {
    install_packages "Python's venv module is missing" python3-venv && "$python" -m venv .venv
}
if [ "$1" = demo ]; then
    pip --constraint requirements.lock --editable '.[crypto,ghidra,sast,solidity]'
else
    for tool in clang aarch64-linux-gnu-gcc arm-linux-gnueabihf-gcc riscv64-linux-gnu-gcc \
        mips-linux-gnu-gcc mipsel-linux-gnu-gcc x86_64-w64-mingw32-gcc qemu-arm; do
        command -v "$tool" >/dev/null 2>&1 && continue
        # shellcheck disable=SC2086
        install_packages "$tool, for c-decompile --target, is missing" $other_targets || true
        break
    done
    command -v chromium >/dev/null 2>&1 ||
        install_packages "chromium, with which the tests look at the report's page, is missing" chromium || true
    pip --requirement requirements.lock
    pip --no-deps --editable .
    fetch smollm2 model:local/smollm2
fi
fetch minilm "semantic similarity"
fetch solc solidity-decompile
[ "$1" = demo ] || .venv/bin/acidtest doctor || true
touch ".venv/ready-$1" .venv/ready-demo
