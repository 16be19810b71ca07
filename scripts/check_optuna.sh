#!/usr/bin/env bash
# Runs examples/optuna/tune.py for real, on a few small trials, with Optuna from PyPI in an environment of
# its own. To be run where the binary has been built for release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

environment=target/optuna
if [[ ! -x $environment/bin/python ]]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check optuna scipy
fi
told=$("$environment/bin/python" examples/optuna/tune.py --trials 4 --seeds 6 --passes 1)
echo "$told"
# All trials were run, and the best has a figure.
[[ $told =~ ^4\ trials,\ best\ \{.*\'wall_food\':\ [0-9]+.*\},\ mean\ turns\ [0-9]+\.[0-9]{2}$ ]]
