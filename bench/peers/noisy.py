"""The peers of bench/noise: optimizers that recommend where evaluations scatter.

Each method takes an Objective, a seed, a number of evaluations, and `after`, which
it calls after each of them with a function that gives the configuration that it
recommends, or None.  The packages are imported by the methods that need them.
"""

import logging
import math
import warnings
from typing import Any, Callable

from originals import Objective, plain

Configuration = dict[str, Any]
Recommend = Callable[[], Configuration | None]
After = Callable[[Recommend], None]


# ---- Optuna ----


def distributions(objective: Objective) -> dict[str, Any]:
    from optuna.distributions import (
        CategoricalDistribution,
        FloatDistribution,
        IntDistribution,
    )

    def of(v: dict[str, Any]) -> Any:
        if v["type"] == "real":
            return FloatDistribution(v["min"], v["max"], log=v.get("scale") == "log")
        if v["type"] == "integer":
            return IntDistribution(v["min"], v["max"])
        return CategoricalDistribution(v.get("values", [False, True]))

    return {v["name"]: of(v) for v in objective.space}


def violations(objective: Objective) -> list[float]:
    """Of each bound of the last evaluation, as Optuna wants them: above 0 is broken."""
    found = []
    for limit in objective.limits:
        value = objective.limited[limit["name"]]
        if limit["max"] is not None:
            found.append(value - limit["max"])
        if limit["min"] is not None:
            found.append(limit["min"] - value)
    return found


def run_optuna(
    make_sampler: Callable[..., Any], objective: Objective, evaluations: int, after: After
) -> None:
    """Recommends the best trial: Optuna's own answer."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    options = {}
    if objective.limits:
        options["constraints_func"] = lambda trial: trial.user_attrs["violations"]
    study = optuna.create_study(sampler=make_sampler(**options))
    space = distributions(objective)

    def recommend() -> Configuration | None:
        try:
            return study.best_trial.params
        except ValueError:  # no trial keeps the limits
            return None

    for _ in range(evaluations):
        trial = study.ask(space)
        value = objective(trial.params)
        trial.set_user_attr("violations", violations(objective))
        study.tell(trial, value)
        after(recommend)


def optuna_tpe(objective: Objective, seed: int, evaluations: int, after: After) -> None:
    from optuna.samplers import TPESampler

    def make(**options: Any) -> Any:
        return TPESampler(seed=seed, **options)

    run_optuna(make, objective, evaluations, after)


def optuna_gp(objective: Objective, seed: int, evaluations: int, after: After) -> None:
    import torch
    from optuna.samplers import GPSampler

    torch.set_num_threads(1)

    def make(**options: Any) -> Any:
        return GPSampler(seed=seed, deterministic_objective=False, **options)

    run_optuna(make, objective, evaluations, after)


# ---- Ax ----


def ax_parameter(v: dict[str, Any]) -> Any:
    from ax.api.configs import ChoiceParameterConfig, RangeParameterConfig

    if v["type"] == "real":
        scaling = "log" if v.get("scale") == "log" else "linear"
        return RangeParameterConfig(
            name=v["name"],
            bounds=(v["min"], v["max"]),
            parameter_type="float",
            scaling=scaling,
        )
    if v["type"] == "integer":
        return RangeParameterConfig(
            name=v["name"], bounds=(v["min"], v["max"]), parameter_type="int"
        )
    if v["type"] == "boolean":
        return ChoiceParameterConfig(
            name=v["name"], values=[False, True], parameter_type="bool", is_ordered=False
        )
    return ChoiceParameterConfig(
        name=v["name"], values=v["values"], parameter_type="str", is_ordered=False
    )


def ax_constraints(objective: Objective) -> list[str]:
    found = []
    for limit in objective.limits:
        if limit["max"] is not None:
            found.append(f"{limit['name']} <= {limit['max']}")
        if limit["min"] is not None:
            found.append(f"{limit['name']} >= {limit['min']}")
    return found


def ax_default(objective: Objective, seed: int, evaluations: int, after: After) -> None:
    """Recommends the best trial by the predictions of Ax's model.

    The noise is not declared: a value without its error is one of unknown error.
    """
    import torch
    from ax.api.client import Client

    torch.set_num_threads(1)
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    client = Client(random_seed=seed)
    client.configure_experiment(parameters=[ax_parameter(v) for v in objective.space])
    client.configure_optimization(
        objective="-objective", outcome_constraints=ax_constraints(objective)
    )

    def recommend() -> Configuration | None:
        try:
            best = client.get_best_parameterization(use_model_predictions=True)[0]
        except Exception as error:  # no trial keeps the limits; Ax has no class for it
            print(f"ax recommends nothing: {error}")
            return None
        return {name: plain(value) for name, value in best.items()}

    for _ in range(evaluations):
        ((index, x),) = client.get_next_trials(max_trials=1).items()
        value = objective({name: plain(v) for name, v in x.items()})
        client.complete_trial(index, raw_data={"objective": value, **objective.limited})
        after(recommend)


# The package that must be there, and the method.
METHODS: dict[str, tuple[str, Callable[[Objective, int, int, After], None]]] = {
    "optuna": ("optuna", optuna_tpe),
    "optuna-gp": ("torch", optuna_gp),
    "ax": ("ax", ax_default),
}
