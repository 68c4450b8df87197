#!/usr/bin/env python3
"""How long an ask of the originals takes: the other half of bench/rivals.c.

    speed.py TRIALS ASKS < space.json

Reads a space as Inlay prints it, gives each original TRIALS random trials, then
times ASKS asks, each followed by a tell.  Prints CSV: what, milliseconds of an ask
(their mean: SMAC fits its forest at every eighth).  One thread, as Inlay has.
smac3_lean is SMAC with room for as many leaves as there are trials; as shipped
each tree takes room for 2^20.
"""
from __future__ import annotations

import json
import logging
import os
import random
import sys
import tempfile
import time
import warnings

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "LOKY_MAX_CPU_COUNT"):
    os.environ[threads] = "1"
warnings.filterwarnings("ignore")


def draw(variable: dict, rng: random.Random):
    kind = variable["type"]
    if kind == "real":
        return rng.uniform(variable["min"], variable["max"])
    if kind == "integer":
        return rng.randint(variable["min"], variable["max"])
    return rng.choice(variable["values"])


def cost(variables: list[dict], x: dict) -> float:
    """Smooth in the numbers, a step for each category."""
    total = 0.0
    for v in variables:
        if "values" in v:
            total += 0.1 * v["values"].index(x[v["name"]])
        else:
            u = (x[v["name"]] - v["min"]) / (v["max"] - v["min"])
            total += (u - 0.4) ** 2
    return total


def mean_ask(n_asks: int, ask, tell) -> float:
    seconds = 0.0
    for _ in range(n_asks):
        before = time.perf_counter()
        trial = ask()
        seconds += time.perf_counter() - before
        tell(trial)
    return 1e3 * seconds / n_asks


def time_optuna(variables: list[dict], n_trials: int, n_asks: int) -> float:
    import optuna
    from optuna import distributions as d

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    space = {}
    for v in variables:
        if v["type"] == "real":
            space[v["name"]] = d.FloatDistribution(v["min"], v["max"])
        elif v["type"] == "integer":
            space[v["name"]] = d.IntDistribution(v["min"], v["max"])
        else:
            space[v["name"]] = d.CategoricalDistribution(v["values"])
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=1))
    rng = random.Random(7)
    for _ in range(n_trials):
        x = {v["name"]: draw(v, rng) for v in variables}
        study.add_trial(
            optuna.trial.create_trial(params=x, distributions=space, value=cost(variables, x))
        )
    return mean_ask(
        n_asks,
        lambda: study.ask(space),
        lambda t: study.tell(t, cost(variables, t.params)),
    )


def time_smac(variables: list[dict], n_trials: int, n_asks: int, is_lean: bool = False) -> float:
    import ConfigSpace as cs
    from smac import HyperparameterOptimizationFacade as Facade
    from smac import Scenario
    from smac.runhistory.dataclasses import TrialInfo, TrialValue

    space = cs.ConfigurationSpace(seed=1)
    for v in variables:
        if v["type"] == "real":
            space.add(cs.Float(v["name"], (v["min"], v["max"])))
        elif v["type"] == "integer":
            space.add(cs.Integer(v["name"], (v["min"], v["max"])))
        else:
            space.add(cs.Categorical(v["name"], v["values"]))
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        scenario = Scenario(
            space, n_trials=4 * (n_trials + n_asks), deterministic=True, output_directory=folder
        )
        design = Facade.get_initial_design(scenario, n_configs=1)
        model = Facade.get_model(scenario)
        if is_lean:
            model._rf_opts.update(n_jobs=1, max_leaf_nodes=n_trials + n_asks + 1)
        smac = Facade(
            scenario,
            lambda x, seed=0: 0.0,
            model=model,
            initial_design=design,
            overwrite=True,
            logging_level=50,
        )
        rng = random.Random(7)
        for _ in range(n_trials):
            x = {v["name"]: draw(v, rng) for v in variables}
            config = cs.Configuration(space, values=x)
            smac.tell(TrialInfo(config, seed=0), TrialValue(cost=cost(variables, x)))
        smac.tell(smac.ask(), TrialValue(cost=1.0))  # the design
        return mean_ask(
            n_asks,
            smac.ask,
            lambda t: smac.tell(t, TrialValue(cost=cost(variables, dict(t.config)))),
        )


def main() -> None:
    n_trials, n_asks = int(sys.argv[1]), int(sys.argv[2])
    variables = json.load(sys.stdin)
    for name, measure in (
        ("optuna", time_optuna),
        ("smac3", time_smac),
        ("smac3_lean", lambda v, n, k: time_smac(v, n, k, is_lean=True)),
    ):
        print(f"{name},{measure(variables, n_trials, n_asks):.6f}", flush=True)


main()
