#!/usr/bin/env python3
"""Tunes two parameters of the search with Optuna; its Wilcoxon pruner ends hopeless trials early.

    pip install optuna scipy
    cargo build --release && examples/optuna/tune.py --trials 50 --seeds 100 --passes 20
"""

import argparse
import json
import math
import os
import subprocess

import optuna

arguments = argparse.ArgumentParser(description=__doc__)
arguments.add_argument("--snake", default="target/release/snake")
arguments.add_argument("--trials", type=int, default=50)
arguments.add_argument("--seeds", type=int, default=100)
arguments.add_argument("--passes", type=int, default=20)
options = arguments.parse_args()

# `snake params` has the ranges; these are the parts of them worth a try.
RANGES = {"wall_food": (0, 100), "corner_food": (0, 300)}


def objective(trial):
    values = {name: trial.suggest_int(name, *ends) for name, ends in RANGES.items()}
    environment = {f"SNAKE_{name.upper()}": str(value) for name, value in values.items()}
    command = [options.snake, "eval", "--json", "--seeds", f"0..{options.seeds}"]
    command += ["--passes", str(options.passes)]
    logarithms = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env=os.environ | environment) as process:
        for row in map(json.loads, process.stdout):
            # What counts is the ratio of turns; a failure costs as much as ten times the turns.
            logarithms.append(math.log(row["t"] if row["status"] == "ok" else 10 * row["m"]))
            trial.report(logarithms[-1], row["seed"])
            if trial.should_prune():
                process.terminate()
                break
    return sum(logarithms) / len(logarithms)


optuna.logging.set_verbosity(optuna.logging.WARNING)
study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=0), pruner=optuna.pruners.WilcoxonPruner())
study.enqueue_trial({"wall_food": 50, "corner_food": 150})
study.optimize(objective, n_trials=options.trials)
print(f"{len(study.trials)} trials, best {study.best_params}, mean turns {math.exp(study.best_value):.2f}")
