#!/usr/bin/env bash
# Evaluates by a Slurm array, waits for it, and joins the rows.
#
#   cluster/slurm.sh OUT SHARDS ARGUMENTS OF snake eval...
#
# OUT must be on a file system that all nodes share; task logs go there, too. SNAKE names the binary
# (default: snake). Run it again after whatever broke it off: what is done stays done. A case that fails
# does not end the run; the exit code tells of it.
set -euo pipefail

[[ $# -ge 3 ]] || { echo "usage: $0 OUT SHARDS ARGUMENTS OF snake eval..." >&2; exit 2; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$1 shards=$2
shift 2
mkdir -p "$out"
out=$(cd "$out" && pwd)

code=0
# The exit code of `sbatch --wait` is the largest one of the tasks.
sbatch --wait --array="1-$shards" --output="$out/task-%a.log" --open-mode=append \
    "$here/slurm.sbatch" "$out" "$@" || code=1
for shard in $(seq "$shards"); do
    [[ -s $out/shard-$shard/results.jsonl ]] || { echo "$0: shard $shard has no results" >&2; exit 1; }
done
"${SNAKE:-snake}" merge "$out"/shard-*/results.jsonl --out "$out/results.jsonl"
exit "$code"
