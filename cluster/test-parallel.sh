#!/usr/bin/env bash
# Runs cluster/parallel.sh for real, on two slots: shards give the rows and answers of one run, also after
# they were killed on the way. Installs Debian's GNU parallel if it is missing. SNAKE names the binary.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cluster/testing.sh

install_missing parallel:parallel
export SLOTS=2

run=(--seeds 0..40 --passes 2)
"$SNAKE" eval "${run[@]}" --out "$work/one" >/dev/null || true
cluster/parallel.sh "$work/shards" 4 "${run[@]}" || true
same_as_one "$work/shards"
echo "4 shards on two slots: the rows and answers of one run"

# A task of its own, killed by -9 on the way; then the script, which goes on with it.
broken=$work/broken
"$SNAKE" eval "${run[@]}" --shard 2/4 --out "$broken/shard-2" --resume >/dev/null &
task=$!
wait_for 'a row of the second shard' has_rows "$broken/shard-2" 2
kill -KILL "$task"
wait "$task" 2>/dev/null || true
rows=$(wc -l <"$broken/shard-2/results.jsonl")
((rows < 10)) || { echo "$0: the task was done before it was killed" >&2; exit 1; }
cluster/parallel.sh "$broken" 4 "${run[@]}" || true
same_as_one "$broken"
echo "a task killed after $rows of 10 rows, and gone on with: the same"
