#!/usr/bin/env bash
# Evaluates on several slots by GNU parallel: each task a shard, all rows in one file in the end.
#
#   cluster/parallel.sh OUT SHARDS ARGUMENTS OF snake eval...
#
# SNAKE names the binary (default: snake), SLOTS how many shards run at a time (default: one for each
# core), SSHLOGIN other machines, as GNU parallel's --sshlogin takes them: they need the same binary at the
# same place, and OUT on a file system that all share. Run it again after whatever broke it off: what is
# done stays done. A case that fails does not end the run; the exit code tells of it.
set -euo pipefail

[[ $# -ge 3 ]] || { echo "usage: $0 OUT SHARDS ARGUMENTS OF snake eval..." >&2; exit 2; }
out=$1 shards=$2
shift 2
snake=${SNAKE:-snake}
mkdir -p "$out"
out=$(cd "$out" && pwd)

slots=(--jobs "${SLOTS:-100%}")
[[ -z ${SSHLOGIN:-} ]] || slots+=(--sshlogin "$SSHLOGIN" --workdir "$PWD")

code=0
# What a case's failure does to the exit code of a task, it does to that of the whole.
seq "$shards" | parallel --will-cite "${slots[@]}" --quote \
    "$snake" eval "$@" --shard "{}/$shards" --out "$out/shard-{}" --resume --csv >/dev/null || code=1
"$snake" merge "$out"/shard-*/results.jsonl --out "$out/results.jsonl"
exit "$code"
