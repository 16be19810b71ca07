#!/usr/bin/env python3
"""Runs pahcer_config.toml on three seeds: by pahcer itself if it is installed, else by its test steps and
its score pattern. Then holds `snake eval --pahcer` to the same form. To be run where the repository is,
with the binary built for release.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

SEEDS = range(0, 3)
# The fields of pahcer's results, for all cases and for each.
RUN_FIELDS = ["start_time", "case_count", "total_score", "total_score_log10", "total_relative_score",
              "max_execution_time", "comment", "tag_name", "wa_seeds", "cases"]
CASE_FIELDS = ["seed", "score", "relative_score", "execution_time", "error_message"]

# Quick and without a clock, so that scores can be compared.
os.environ["SNAKE_PASSES"] = "2"
config_text = Path("pahcer_config.toml").read_text()
config = tomllib.loads(config_text)
assert config["problem"]["objective"] == "Min"


def by_steps(seed):
    """What pahcer does for a seed: the last match in what the steps print."""
    outputs = []
    for step in config["test"]["test_steps"]:
        words = [word.replace("{SEED04}", f"{seed:04}").replace("{SEED}", str(seed)) for word in step["args"]]
        done = subprocess.run([step["program"], *words], capture_output=True, text=True, check=True)
        outputs += [done.stdout, done.stderr]
    found = [match["score"] for text in outputs for match in re.finditer(config["problem"]["score_regex"], text)]
    return int(found[-1])


def only_result(folder):
    (file,) = Path(folder, "json").glob("result_*.json")
    result = json.loads(file.read_text())
    assert list(result) == RUN_FIELDS, list(result)
    assert all(list(case) == CASE_FIELDS for case in result["cases"])
    assert result["wa_seeds"] == [] and result["case_count"] == len(SEEDS)
    return {case["seed"]: case["score"] for case in result["cases"]}


with tempfile.TemporaryDirectory() as scratch:
    if shutil.which("pahcer"):
        text = config_text.replace('"./pahcer', f'"{scratch}/theirs')
        text = text.replace("end_seed = 100", f"end_seed = {SEEDS.stop}")
        setting = Path(scratch, "config.toml")
        setting.write_text(text)
        subprocess.run(["pahcer", "run", "--no-compile", "--setting-file", setting], check=True,
                       stdout=subprocess.DEVNULL)
        scores, how = only_result(f"{scratch}/theirs"), "pahcer itself"
    else:
        scores, how = {seed: by_steps(seed) for seed in SEEDS}, "its steps and pattern"
    ours = ["target/release/snake", "eval", "--seeds", f"0..{SEEDS.stop}", f"--pahcer={scratch}/ours"]
    # Its exit code tells of failures only.
    subprocess.run(ours, check=False, stdout=subprocess.DEVNULL)
    if only_result(f"{scratch}/ours") != scores:
        sys.exit(f"pahcer: {scores}, snake eval: {only_result(f'{scratch}/ours')}")
print(f"pahcer_config.toml by {how}: the scores of snake eval --pahcer: {scores}")
