#!/usr/bin/env python3
"""Many cases at a time: does every answer come in time, and is each legal?

    scripts/load.py --seeds 10000..12000 --jobs 2 --out load2.csv

Makes the seeds' instances, runs `snake solve --time LIMIT` on each with JOBS of them at a time, and measures the wall time from
before the process is started until it has been waited for. Beside it stands what /proc/stat says of the same span: the time that the
host took away ("steal") and the time that the cores worked, both summed over all cores. `snake score` replays every answer.
OUT has one row a case; cases that stand in it already are not run again, so a broken run goes on where it was.

Exit code 0 if every answer is legal and complete, else 1. Times are reported, not judged.
"""

import argparse
import csv
import os
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIELDS = ["seed", "wall_ms", "steal_ms", "work_ms", "score", "complete"]
MS_PER_TICK = 1000 / os.sysconf("SC_CLK_TCK")


def cpu_ms():
    """Steal and work of all cores since boot, in ms (proc_stat(5): the first line)."""
    with open("/proc/stat") as stat:
        user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, stat.readline().split()[1:9])
    return steal * MS_PER_TICK, (user + nice + system + irq + softirq) * MS_PER_TICK


def run_case(snake, seed, limit, folder):
    instance, answer = folder / f"{seed:04}.txt", folder / f"{seed:04}.out"
    steal, work = cpu_ms()
    start = time.monotonic()
    with open(instance) as source, open(answer, "wb") as sink:
        solved = subprocess.run([snake, "solve", "--time", str(limit), "-"], stdin=source, stdout=sink, stderr=subprocess.PIPE, text=True)
    wall = time.monotonic() - start
    steal_after, work_after = cpu_ms()
    scored = subprocess.run([snake, "score", instance, answer], capture_output=True, text=True)
    figures = dict(line.split(" = ") for line in scored.stdout.splitlines())
    legal = solved.returncode == 0 and scored.returncode == 0
    if not legal:
        print(f"seed {seed}, exit code {solved.returncode}: {solved.stderr}{scored.stderr}")
    return {
        "seed": seed,
        "wall_ms": f"{1000 * wall:.1f}",
        "steal_ms": f"{steal_after - steal:.0f}",
        "work_ms": f"{work_after - work:.0f}",
        "score": figures["Score"] if legal else "illegal",
        "complete": int(legal and figures["E"] == "0" and figures["k"] == figures["M"]),
    }


def run_missing(seeds, jobs, limit, out, snake):
    done = {int(row["seed"]) for row in read(out)} if out.exists() else set()
    with tempfile.TemporaryDirectory() as scratch, open(out, "a", newline="") as sink:
        folder = Path(scratch)
        subprocess.run([snake, "gen", "--seeds", f"{seeds.start}..{seeds.stop}", "--out", folder], check=True)
        rows = csv.DictWriter(sink, FIELDS)
        if sink.tell() == 0:
            rows.writeheader()
        with ThreadPoolExecutor(jobs) as pool:
            cases = [pool.submit(run_case, snake, seed, limit, folder) for seed in seeds if seed not in done]
            for case in as_completed(cases):
                rows.writerow(case.result())
                sink.flush()


def read(out):
    with open(out, newline="") as file:
        return list(csv.DictReader(file))


def report(rows, limit):
    walls = sorted(float(row["wall_ms"]) for row in rows)
    rank = lambda share: walls[min(len(walls) - 1, int(share * len(walls)))]
    print(f"{len(rows)} cases, {sum(row['score'] != 'illegal' for row in rows)} legal, {sum(int(row['complete']) for row in rows)} complete")
    print(f"wall time in ms, limit {1000 * limit:.0f}: median {rank(0.5):.0f}, 99 % {rank(0.99):.0f}, 99.9 % {rank(0.999):.0f}, worst {walls[-1]:.0f}")
    late = [row for row in rows if float(row["wall_ms"]) > 1000 * limit + 100]
    print(f"{len(late)} more than 100 ms after the limit" + (":" if late else ""))
    for row in sorted(late, key=lambda row: -float(row["wall_ms"]))[:20]:
        print(f"  seed {row['seed']}: {row['wall_ms']} ms, of which all cores: steal {row['steal_ms']}, work {row['work_ms']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", required=True, metavar="FIRST..END", help="END is left out")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", type=float, default=1.9, metavar="SECONDS")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--snake", default=ROOT / "target/release/snake", type=Path)
    given = parser.parse_args()
    seeds = range(*map(int, given.seeds.split("..")))
    run_missing(seeds, given.jobs, given.time, given.out, given.snake)
    rows = [row for row in read(given.out) if int(row["seed"]) in seeds]
    report(rows, given.time)
    return 0 if all(row["complete"] == "1" for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
