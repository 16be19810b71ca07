# What the tests of the engines share; to be sourced. SNAKE becomes an absolute path, `work` a folder that
# is removed in the end.

SNAKE=$(realpath "${SNAKE:-target/release/snake}")
export SNAKE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Installs Debian packages for programs that are missing: `install_missing PROGRAM:PACKAGE...`.
install_missing() {
    local pair packages=()
    for pair in "$@"; do
        command -v "${pair%%:*}" >/dev/null || packages+=("${pair##*:}")
    done
    ((${#packages[@]})) || return 0
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
}

# Waits for a command to succeed, a minute at most: `wait_for WHAT COMMAND...`.
wait_for() {
    local what=$1 tries
    shift
    for ((tries = 0; tries < 6000; tries++)); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.01
    done
    echo "$0: $what does not come" >&2
    return 1
}

has_rows() { [[ $(wc -l <"$1/results.jsonl") -ge $2 ]]; }

# The rows without what differs from run to run: times and memory.
comparable() {
    python3 -c '
import json, sys
for row in sorted(map(json.loads, sys.stdin), key=lambda row: row["seed"]):
    for name in ("wall", "cpu", "memory"):
        del row[name]
    print(json.dumps(row))' <"$1"
}

# Holds the rows and answers of a folder's shards to those of the run in $work/one.
same_as_one() {
    local answers
    diff -q <(comparable "$work/one/results.jsonl") <(comparable "$1/results.jsonl")
    answers=$(mktemp -d -p "$work")
    cp "$1"/shard-*/answers/* "$answers"
    diff -rq "$answers" "$work/one/answers"
}
