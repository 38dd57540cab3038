# Sourced by the tools: `prepare EXTRAS` makes .venv on a fresh machine and installs the checkout into it, once for each
# pyproject.toml. Needs Python 3.11 or later; changes directory to the checkout.
set -eu
unset PYTHONDONTWRITEBYTECODE # without bytecode, every process that a test starts compiles the engine anew: up to a second each
cd "$(dirname "$0")/.."

newest_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    echo "Rulewright needs Python 3.11 or later, and found none on the PATH." >&2
    exit 1
}

prepare() {
    if ! .venv/bin/python -c 'import pip' >/dev/null 2>&1; then
        python=$(newest_python)
        "$python" -m venv --clear .venv
    fi
    wanted="$(pwd) $(cksum <pyproject.toml)" # a virtual environment that was moved is of no use
    stamp=.venv/installed${1:+-$1}
    if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
        echo "Installing Rulewright into .venv …" >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".${1:+[$1]}" >&2
        echo "$wanted" >"$stamp"
    fi
}
