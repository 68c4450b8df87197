"""The optimizers our rivals are modelled on, on the development problems.

Each method takes an Objective and a seed and makes exactly `evaluations` calls of
it; the Objective keeps what was seen.  The packages are imported by the methods
that need them.
"""

import json
import math
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

CHECKPOINTS = (10, 20, 30, 40, 50)


class Objective:
    """One problem instance, served by the program `objective`.

    The best evaluation is the one with the lowest observation, as a method sees
    it, among those that keep the limits; its gap is that of its value without noise.
    """

    def __init__(self, program: Path, problem: str, seed: int):
        self._server = subprocess.Popen(
            [program, "--problem", problem, "--seed", str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        header = self._read()
        self.space: list[dict[str, Any]] = header["space"]
        self.limits: list[dict[str, Any]] = header["limits"]  # name, min, max
        self.limited: dict[str, float] = {}  # their values at the last evaluation
        self.range: float = header["range"]
        self._minimum: float = header["minimum"]
        self._seen: list[str] = []
        self._gaps: list[float] = []  # of the best so far, after each evaluation
        self._best_observed = math.inf
        self.seconds = 0.0  # spent in here

    def _read(self) -> dict[str, Any]:
        line = self._server.stdout.readline()
        if not line:
            raise RuntimeError(f"objective ended with code {self._server.wait()}")
        return json.loads(line)

    def _ask(self, line: str) -> dict[str, Any]:
        self._server.stdin.write(line + "\n")
        self._server.stdin.flush()
        return self._read()

    def gap_of(self, configuration: dict[str, Any]) -> float:
        """Without an evaluation; infinite where a limit is broken."""
        answer = self._ask("?" + json.dumps(configuration))
        return answer["value"] - self._minimum if answer["feasible"] else math.inf

    def __call__(self, configuration: dict[str, Any]) -> float:
        before = time.perf_counter()
        line = json.dumps(configuration, sort_keys=True)
        answer = self._ask(line)
        self._seen.append(line)
        self.limited = answer["limits"]
        gap = self._gaps[-1] if self._gaps else math.inf
        if answer["feasible"] and answer["observed"] < self._best_observed:
            self._best_observed = answer["observed"]
            gap = answer["value"] - self._minimum
        self._gaps.append(gap)
        self.seconds += time.perf_counter() - before
        return answer["observed"]

    def close(self) -> None:
        with self._server:  # its pipes are closed, its end is waited for
            pass

    @property
    def n_evaluations(self) -> int:
        return len(self._gaps)

    @property
    def n_repeats(self) -> int:
        return len(self._seen) - len(set(self._seen))

    def gap(self, n_evaluations: int | None = None) -> float:
        """After that many evaluations, or all; NaN if there were not so many."""
        n = len(self._gaps) if n_evaluations is None else n_evaluations
        return self._gaps[n - 1] if 0 < n <= len(self._gaps) else math.nan


def plain(value: Any) -> Any:
    """Numpy's numbers and strings as Python's, which json takes."""
    if hasattr(value, "item"):
        value = value.item()
    return str(value) if isinstance(value, str) else value


# ---- hyperopt ----


def hyperopt_tpe(objective: Objective, seed: int, evaluations: int) -> None:
    import numpy
    from hyperopt import fmin, hp, tpe

    def variable(v: dict[str, Any]) -> Any:
        if v["type"] == "real":
            return hp.uniform(v["name"], v["min"], v["max"])
        if v["type"] == "integer":
            return hp.uniformint(v["name"], v["min"], v["max"])
        return hp.choice(v["name"], v["values"])

    fmin(
        lambda x: objective({name: plain(value) for name, value in x.items()}),
        {v["name"]: variable(v) for v in objective.space},
        algo=tpe.suggest,
        max_evals=evaluations,
        rstate=numpy.random.default_rng(seed),
        show_progressbar=False,
        verbose=False,
    )


# ---- Optuna ----


def optuna_tpe(objective: Objective, seed: int, evaluations: int, **options: Any) -> None:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)

    def evaluate(trial: "optuna.Trial") -> float:
        x = {}
        for v in objective.space:
            name = v["name"]
            if v["type"] == "real":
                x[name] = trial.suggest_float(name, v["min"], v["max"])
            elif v["type"] == "integer":
                x[name] = trial.suggest_int(name, v["min"], v["max"])
            else:
                x[name] = trial.suggest_categorical(name, v["values"])
        return objective(x)

    sampler = optuna.samplers.TPESampler(seed=seed, **options)
    optuna.create_study(sampler=sampler).optimize(evaluate, n_trials=evaluations)


def optuna_univariate(objective: Objective, seed: int, evaluations: int) -> None:
    """As the defaults were up to 4.x."""
    optuna_tpe(objective, seed, evaluations, multivariate=False, constant_liar=False)


# ---- SMAC ----


def smac_space(objective: Objective, seed: int) -> Any:
    from ConfigSpace import Categorical, ConfigurationSpace, Float, Integer

    space = ConfigurationSpace(seed=seed)
    for v in objective.space:
        if v["type"] == "real":
            space.add(Float(v["name"], (v["min"], v["max"])))
        elif v["type"] == "integer":
            space.add(Integer(v["name"], (v["min"], v["max"])))
        else:
            space.add(Categorical(v["name"], v["values"]))
    return space


def run_smac(
    facade: type, objective: Objective, seed: int, evaluations: int, **selector: Any
) -> None:
    """selector: what differs from the facade's own choice of when to fit.

    Said to be deterministic on noisy problems too: ours are not told either.
    """
    from smac import Scenario

    def evaluate(configuration: Any, seed: int = 0) -> float:
        return objective({name: plain(value) for name, value in dict(configuration).items()})

    with tempfile.TemporaryDirectory() as folder:
        scenario = Scenario(
            smac_space(objective, seed),
            deterministic=True,
            n_trials=evaluations,
            seed=seed,
            output_directory=Path(folder),
        )
        model = facade.get_model(scenario)
        # The same trees in a tenth of the time: as shipped the forest takes all
        # cores, and each tree room for 2^20 leaves; n points have n at most.
        model._rf_opts.update(n_jobs=1, max_leaf_nodes=evaluations + 1)
        facade(
            scenario,
            evaluate,
            model=model,
            config_selector=facade.get_config_selector(scenario, **selector),
            logging_level=False,
            overwrite=True,
        ).optimize()


def smac_default(objective: Objective, seed: int, evaluations: int) -> None:
    from smac import HyperparameterOptimizationFacade

    run_smac(HyperparameterOptimizationFacade, objective, seed, evaluations)


def smac_refit(objective: Objective, seed: int, evaluations: int) -> None:
    """The same, but the forest is fitted for every suggestion, as ours is."""
    from smac import HyperparameterOptimizationFacade

    run_smac(HyperparameterOptimizationFacade, objective, seed, evaluations, retrain_after=1)


def smac_paper(objective: Objective, seed: int, evaluations: int) -> None:
    """What the paper's authors would have run, as near as this release comes.

    The facade has 5/6 of the variables per split, leaves of 3, EI of the plain
    value, every second suggestion random on average, and starts at the default
    configuration.  The forest is fitted anew for every suggestion, where SMAC3
    now does it for every eighth.
    """
    from smac import AlgorithmConfigurationFacade

    run_smac(AlgorithmConfigurationFacade, objective, seed, evaluations, retrain_after=1)


# The package that must be there, and the method.
METHODS: dict[str, tuple[str, Callable[[Objective, int, int], None]]] = {
    "hyperopt": ("hyperopt", hyperopt_tpe),
    "optuna": ("optuna", optuna_tpe),
    "optuna-univariate": ("optuna", optuna_univariate),
    "smac": ("smac", smac_default),
    "smac-refit": ("smac", smac_refit),
    "smac-paper": ("smac", smac_paper),
}
