"""Are the suggestions of `tpe preset=paper` those of hyperopt, in law?

    suggestions.py [--tool build/inlay] [--seeds N] [--jobs N]

Whole runs are a blunt test: their results spread over decades.  Here both are
given the same histories, and the laws of their next suggestions are compared, a
seed a draw: each axis by itself (Kolmogorov and Smirnov's test of reals, else
chi-square), and all together (chi-square of cells).  Given a history, the axes
are independent, so Fisher's p of all axes is fair; the joint test would see where
they are not.  Of few candidates a category has more than the one best value, of
24 a real shows where the ratio of the densities is largest.

An integer from lo to hi is hyperopt's quniform or qloguniform with q = 1.  Ours
should be that from lo - 1/2 to hi + 1/2, where all values have whole cells, and
with kernels at the same value in the order of their trials.  hyperopt leaves that
order to numpy's argsort, which is not stable: from 26 bad trials on, whose weights
differ, it counts.  The last two comparisons are as hyperopt does it, and are to
differ: by that order, and from lo to hi, as uniformint has it.
"""

import argparse
import itertools
import json
import math
import subprocess
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy
from compare import LEVEL, print_table
from scipy import stats

# Trials and candidates; below 20 trials there are none, 24 is the default of both.
CASES = [(10, 24), *itertools.product((20, 26, 30, 45, 60, 100), (3, 24))]
FAILS_EVERY = 13  # trials
N_BINS = 4  # of a numeric axis, in the joint test
LEAST_EXPECTED = 5.0  # in a cell of a chi-square test, of either

Variable = dict[str, Any]  # as in a study file
Point = dict[str, Any]  # values by names; of categories their places


def real(name: str, lo: float, hi: float, **more: str) -> Variable:
    return {"name": name, "type": "real", "min": lo, "max": hi, **more}


def integer(name: str, lo: int, hi: int, **more: str) -> Variable:
    return {"name": name, "type": "integer", "min": lo, "max": hi, **more}


def category(name: str, n: int) -> Variable:
    return {"name": name, "type": "categorical", "values": [str(i) for i in range(n)]}


class Comparison(NamedTuple):
    title: str
    space: list[Variable]
    margin: float = 0.5  # of hyperopt's integers, beyond lo and hi
    sort: str = "stable"  # how hyperopt sorts


MIXED = [
    real("x", -5, 10),
    real("lx", 1e-4, 10, scale="log"),
    category("c3", 3),
    category("c5", 5),
]
INTEGERS = [
    real("x", 0, 1),
    integer("k5", 0, 4),
    integer("k21", 10, 30),
    integer("lk", 1, 64, scale="log"),
]
COMPARISONS = [
    Comparison("Reals and categories", MIXED),
    Comparison("Integers: hyperopt from lo - 1/2 to hi + 1/2", INTEGERS),
    Comparison("The same with its order of equal values, to differ", INTEGERS, sort="quicksort"),
    Comparison("Integers: hyperopt from lo to hi, to differ", INTEGERS, margin=0.0),
]


# ---- Histories ----


class History(NamedTuple):
    points: list[Point]
    losses: list[float | None]  # None: it failed


def value_at(v: Variable, t: float) -> float | int:
    """The value of a variable at t in [0,1]."""
    if v["type"] == "categorical":
        return min(int(t * len(v["values"])), len(v["values"]) - 1)
    lo, hi = v["min"], v["max"]
    x = lo * (hi / lo) ** t if "scale" in v else lo + t * (hi - lo)
    return round(x) if v["type"] == "integer" else x


def make_history(space: list[Variable], n: int) -> History:
    """Half of the trials are uniform, half around an optimum."""
    rng = numpy.random.default_rng(n)
    optimum = rng.random(len(space))
    points, losses = [], []
    for i in range(n):
        t = rng.random(len(space))
        if i % 2:
            t = numpy.clip(rng.normal(optimum, 0.2), 0.0, 1.0)
        points.append({v["name"]: value_at(v, x) for v, x in zip(space, t)})
        loss = float(numpy.sum((t - optimum) ** 2) + 0.05 * rng.normal())
        losses.append(None if i % FAILS_EVERY == FAILS_EVERY - 1 else loss)
    return History(points, losses)


# ---- Suggestions ----


def hyperopt_variable(v: Variable, margin: float) -> Any:
    from hyperopt import hp

    name = v["name"]
    if v["type"] == "categorical":
        return hp.choice(name, v["values"])
    is_integer = v["type"] == "integer"
    lo, hi = (v["min"] - margin, v["max"] + margin) if is_integer else (v["min"], v["max"])
    if "scale" in v:
        lo, hi = math.log(lo), math.log(hi)
        return hp.qloguniform(name, lo, hi, 1) if is_integer else hp.loguniform(name, lo, hi)
    return hp.quniform(name, lo, hi, 1) if is_integer else hp.uniform(name, lo, hi)


def hyperopt_document(domain: Any, i: int, x: Point, y: float | None) -> dict[str, Any]:
    from hyperopt import JOB_STATE_DONE

    return {
        "tid": i,
        "state": JOB_STATE_DONE,
        "spec": None,
        "result": {"status": "fail"} if y is None else {"status": "ok", "loss": y},
        "misc": {
            "tid": i,
            "cmd": domain.cmd,
            "workdir": domain.workdir,
            "idxs": {name: [i] for name in x},
            "vals": {name: [value] for name, value in x.items()},
        },
        **dict.fromkeys(("exp_key", "owner", "book_time", "refresh_time")),
        "version": 0,
    }


def theirs(c: Comparison, h: History, candidates: int, seeds: range) -> list[Point]:
    from hyperopt import Trials, tpe
    from hyperopt.base import Domain

    domain = Domain(lambda x: 0.0, {v["name"]: hyperopt_variable(v, c.margin) for v in c.space})
    trials = Trials()
    n = len(h.points)
    trials.insert_trial_docs(
        [hyperopt_document(domain, i, h.points[i], h.losses[i]) for i in range(n)]
    )
    trials.refresh()
    found = []
    with mock.patch.object(numpy, "argsort", partial(numpy.argsort, kind=c.sort)):
        for seed in seeds:
            made = tpe.suggest([n], domain, trials, seed, n_EI_candidates=candidates, verbose=False)
            found.append({name: v[0] for name, v in made[0]["misc"]["vals"].items()})
    return found


def requests(space: list[Variable], h: History) -> str:
    """What `inlay stdio` is told: the history, and to ask."""
    names = {v["name"] for v in space if v["type"] == "categorical"}
    lines = []
    for x, y in zip(h.points, h.losses):
        shown = {name: str(value) if name in names else value for name, value in x.items()}
        lines.append(json.dumps({"op": "add", "x": shown, "y": y}))
    return "\n".join(lines + ['{"op": "ask"}\n'])


def ours(c: Comparison, h: History, candidates: int, tool: Path, seeds: range) -> list[Point]:
    found = []
    text = requests(c.space, h)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as study:
        json.dump({"name": "law", "variables": c.space}, study)
        study.flush()
        command = [tool, "stdio", study.name, "--method=tpe", "--preset=paper"]
        command.append(f"--option=candidates={candidates}")
        for seed in seeds:
            run = subprocess.run(
                [*command, f"--seed={seed}"],
                input=text,
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            asked = json.loads(run.stdout.splitlines()[-1])
            if asked["id"] != len(h.points) + 1:
                raise RuntimeError(f"{tool}: {run.stdout}")
            found.append({name: float(value) for name, value in asked["x"].items()})
    return found


# ---- Tests ----


def chi_square(a: numpy.ndarray, b: numpy.ndarray) -> float:
    """p that two samples of labels have one law; rare labels are taken together.

    NaN if there is only one label.
    """
    labels, place = numpy.unique(numpy.concatenate([a, b]), return_inverse=True)
    parts = numpy.split(place, [len(a)])
    table = numpy.array([numpy.bincount(part, minlength=len(labels)) for part in parts])
    is_rare = table.sum(axis=0) < 2.0 * LEAST_EXPECTED
    rare = table[:, is_rare].sum(axis=1, keepdims=True)
    table = table[:, ~is_rare]
    if rare.sum() >= 2.0 * LEAST_EXPECTED:
        table = numpy.hstack([table, rare])
    if table.shape[1] < 2:
        return math.nan
    return float(stats.chi2_contingency(table, correction=False).pvalue)


def axis_p(v: Variable, a: numpy.ndarray, b: numpy.ndarray) -> float:
    return float(stats.ks_2samp(a, b).pvalue) if v["type"] == "real" else chi_square(a, b)


def joint_p(space: list[Variable], a: numpy.ndarray, b: numpy.ndarray) -> float:
    """Of cells: numeric axes are cut at the quantiles of both samples."""
    cells = numpy.zeros(len(a) + len(b), dtype=int)
    for v, column in zip(space, numpy.vstack([a, b]).T):
        is_category = v["type"] == "categorical"
        cuts = numpy.quantile(column, numpy.arange(1, N_BINS) / N_BINS)
        label = column.astype(int) if is_category else numpy.searchsorted(cuts, column)
        cells = cells * (label.max() + 1) + label
    return chi_square(cells[: len(a)], cells[len(a) :])


def shown_p(p: float) -> str:
    return "one value" if math.isnan(p) else f"{p:.2g}"


def shown_ends(space: list[Variable], sample: numpy.ndarray) -> str:
    """Percent of an integer's suggestions at its lower and upper end."""
    return ", ".join(
        " ".join(f"{100.0 * numpy.mean(column == v[end]):.1f}" for end in ("min", "max"))
        for v, column in zip(space, sample.T)
        if v["type"] == "integer"
    )


def verdict(axes: list[float]) -> str:
    known = [p for p in axes if not math.isnan(p)]
    fisher = float(stats.combine_pvalues(known).pvalue)
    bonferroni = min(1.0, len(known) * min(known))
    same = min(fisher, bonferroni) >= LEVEL
    return (
        f"{len(known)} tests of axes: Fisher's p {fisher:.2g}, Bonferroni's {bonferroni:.2g}: "
        f"{'same' if same else 'different'}\n"
    )


def draw(pool: Any, method: Any, seeds: int, jobs: int) -> numpy.ndarray:
    """Rows of values, in the order of the variables; from `jobs` processes."""
    parts = [range(1 + seeds * j // jobs, 1 + seeds * (j + 1) // jobs) for j in range(jobs)]
    points = [x for part in pool.map(method, parts) for x in part]
    space = method.args[0].space
    return numpy.array([[float(x[v["name"]]) for v in space] for x in points])


def compare(c: Comparison, args: argparse.Namespace, pool: Any) -> None:
    rows, axes = [], []
    has_integers = any(v["type"] == "integer" for v in c.space)
    for n, candidates in CASES:
        h = make_history(c.space, n)
        a = draw(pool, partial(theirs, c, h, candidates), args.seeds, args.jobs)
        b = draw(pool, partial(ours, c, h, candidates, args.tool), args.seeds, args.jobs)
        p = [axis_p(v, a[:, i], b[:, i]) for i, v in enumerate(c.space)]
        axes += p
        row = [str(n), str(candidates), *map(shown_p, p), shown_p(joint_p(c.space, a, b))]
        rows.append(row + [shown_ends(c.space, x) for x in (a, b) if has_integers])
    print(f"## {c.title}\n")
    ends = ["% at ends, theirs", "ours"] if has_integers else []
    print_table(["trials", "candidates", *(v["name"] for v in c.space), "joint", *ends], rows)
    print(verdict(axes), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Laws of suggestions: hyperopt's and ours.")
    parser.add_argument("--tool", type=Path, default=Path("build/inlay"))
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    print(f"p of {args.seeds} seeds of each.\n")
    with ProcessPoolExecutor(args.jobs) as pool:
        for comparison in COMPARISONS:
            compare(comparison, args, pool)


if __name__ == "__main__":
    main()
