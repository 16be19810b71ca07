#!/usr/bin/env bash
# Runs cluster/slurm.sh for real, on a Slurm of one node that this script sets up and takes down again:
# an array of shards gives the rows and answers of one run, also after a task was killed on the way.
#
# Needs root and Debian; installs munge, slurmctld, slurmd and slurm-client if they are missing. SNAKE names
# the binary.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cluster/testing.sh

[[ $(id -u) == 0 ]] || { echo "$0: needs root, to start munged and slurmd" >&2; exit 1; }
install_missing munged:munge slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client
chmod 755 "$work"
pids=()

# Ends what this script started, by pid, in the reverse order.
stop() {
    local code=$? place
    trap - EXIT
    for ((place = ${#pids[@]} - 1; place >= 0; place--)); do
        kill "${pids[place]}" 2>/dev/null || true
        wait "${pids[place]}" 2>/dev/null || true
    done
    ((code == 0)) || tail -n 20 "$work"/*.log >&2
    rm -rf "$work"
    exit "$code"
}
trap stop EXIT

# A Munge of our own: key, socket and files below the folder.
mkdir -m 700 "$work/munge"
(umask 077 && head -c 1024 /dev/urandom >"$work/munge/key")
chown -R root:root "$work/munge"
socket=$work/munge.socket
munged --foreground --force --key-file "$work/munge/key" --socket "$socket" --pid-file "$work/munge/pid" \
    --log-file "$work/munge/log" --seed-file "$work/munge/seed" >"$work/munged.log" 2>&1 &
pids+=($!)

host=$(hostname -s)
cores=$(nproc)
# Ports of the dynamic range, so that a Slurm of the machine's own is not in the way.
cat >"$work/slurm.conf" <<END
ClusterName=snake-test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=56817
SlurmdPort=56818
AuthType=auth/munge
AuthInfo=socket=$socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=sched_interval=1,batch_sched_delay=0
MinJobAge=300
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
mkdir "$work/state" "$work/spool"
export SLURM_CONF=$work/slurm.conf

wait_for 'the socket of munged' test -S "$socket"
slurmctld -D >"$work/slurmctld.out.log" 2>&1 &
pids+=($!)
wait_for slurmctld scontrol ping
slurmd -D >"$work/slurmd.out.log" 2>&1 &
pids+=($!)
node_is_idle() { [[ $(sinfo --noheader --format=%T) == idle ]]; }
wait_for slurmd node_is_idle
echo "slurm runs: $(sinfo --version), node $host with $cores cores"

run=(--seeds 0..60 --passes 3)
"$SNAKE" eval "${run[@]}" --out "$work/one" >/dev/null || true

cluster/slurm.sh "$work/array" 4 "${run[@]}" || true
same_as_one "$work/array"
echo "an array of 4 tasks: the rows and answers of one run"
"$SNAKE" compare "$work/one/results.jsonl" "$work/array/results.jsonl" | tail -n 3

# The same again with a task that is killed on the way, by -9.
broken=$work/broken
cluster/slurm.sh "$broken" 4 "${run[@]}" >"$work/broken.log" 2>&1 &
submitted=$!
wait_for 'a row of the second shard' has_rows "$broken/shard-2" 2
job=$(squeue --noheader --array --format='%i %K' | awk '$2 == 2 { print $1 }')
scancel --signal=KILL --full "$job"
wait "$submitted" || true
rows=$(cat "$broken"/shard-*/results.jsonl | wc -l)
((rows < 60)) || { echo "$0: the task was done before it was killed" >&2; exit 1; }
echo "a task killed: $rows of 60 rows"
cluster/slurm.sh "$broken" 4 "${run[@]}" || true
same_as_one "$broken"
echo "the same line again: the rows and answers of one run"
