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

# Of the builds of a Python on the PATH, the quickest: some are built without optimisation, and the tests take a fifth
# longer with them. $1: a Python; its version is kept.
quickest_build() {
    version=$("$1" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
    quickest=$(
        IFS=:
        for folder in $PATH; do
            "$folder/$version" -c '
import ensurepip, sys, time, venv

def work():
    start, seen = time.process_time(), {}
    for number in range(60_000):
        key = number % 997, str(number % 13)
        seen[key] = seen.get(key, 0) + isinstance(number, int)
    return time.process_time() - start

print("%.4f" % min(work() for _ in range(9)), sys.executable)' 2>/dev/null || true
        done | sort -n | sed -n '1s/^[^ ]* //p'
    )
    echo "${quickest:-$1}"
}

prepare() {
    if ! .venv/bin/python -c 'import pip' >/dev/null 2>&1; then
        python=$(quickest_build "$(newest_python)")
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
