"""Runs the originals; one CSV a method, which a later run goes on with.

    run.py [--program build/bench/objective] [--out build/peers] [--method NAME,…]
           [--problem NAME,…] [--seeds N] [--first N] [--evaluations N] [--jobs N]

The first line of a CSV is a comment with the versions, the columns are those of
`quality --raw`: gap is that of the evaluation with the best observation, seconds
are those of a suggestion.  Runs that a CSV has are not repeated.  Seeds change
slowest, so that all problems have results early.
"""

import argparse
import csv
import importlib.metadata
import importlib.util
import os
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

# Before numpy is loaded: a run has one core.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

from originals import CHECKPOINTS, METHODS, Objective  # noqa: E402

PROBLEMS = "gp2-int,gp2-cat,gp4-int,gp4-cat,func2c"
COLUMNS = ["problem", "method", "seed", "gap", "repeats", "seconds"] + [
    f"gap{n}" for n in CHECKPOINTS
]
PACKAGES = (
    "hyperopt",
    "optuna",
    "smac",
    "ConfigSpace",
    "ax-platform",
    "botorch",
    "torch",
    "scikit-learn",
    "scipy",
    "numpy",
)


class Task(NamedTuple):
    program: Path
    problem: str
    method: str
    seed: int
    evaluations: int


def run(task: Task) -> list[str]:
    """One row of the CSV."""
    warnings.simplefilter("ignore")
    objective = Objective(task.program, task.problem, task.seed)
    before = time.perf_counter()
    METHODS[task.method][1](objective, task.seed, task.evaluations)
    seconds = time.perf_counter() - before - objective.seconds
    objective.close()
    if objective.n_evaluations != task.evaluations:
        raise RuntimeError(f"{task}: {objective.n_evaluations} evaluations")
    return [
        task.problem,
        task.method,
        str(task.seed),
        f"{objective.gap():.17g}",
        str(objective.n_repeats),
        f"{seconds / task.evaluations:.6g}",
    ] + [f"{objective.gap(n):.6g}" for n in CHECKPOINTS]


def version_line(evaluations: int) -> str:
    found = {d.metadata["Name"]: d.version for d in importlib.metadata.distributions()}
    names = [f"{name} {found[name]}" for name in PACKAGES if name in found]
    python = ".".join(map(str, sys.version_info[:3]))
    return f"# {evaluations} evaluations; " + ", ".join([*names, f"Python {python}"])


def open_results(
    path: Path, first_line: str, columns: list[str] = COLUMNS
) -> set[tuple[str, int]]:
    """The runs that the CSV has, which is made if there is none."""
    if not path.exists():
        path.write_text(first_line + "\n" + ",".join(columns) + "\n")
        return set()
    lines = path.read_text().splitlines()
    if lines[0] != first_line:
        sys.exit(f"{path} is of other versions: move it away\n  {lines[0]}\n  {first_line}")
    return {(row["problem"], int(row["seed"])) for row in csv.DictReader(lines[1:])}


def available(methods: list[str], known: dict[str, Any] = METHODS) -> list[str]:
    found = []
    for method in methods:
        if method not in known:
            sys.exit(f"unknown method {method}, not one of {', '.join(known)}")
        package = known[method][0]
        if importlib.util.find_spec(package):
            found.append(method)
        else:
            print(f"skipped: {method} (no Python package {package})")
    return found


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs the originals of our rivals.")
    parser.add_argument("--program", type=Path, default=Path("build/bench/objective"))
    parser.add_argument("--out", type=Path, default=Path("build/peers"))
    parser.add_argument("--method", default=",".join(METHODS))
    parser.add_argument("--problem", default=PROBLEMS)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--evaluations", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


def fix_hashes() -> None:
    """SMAC goes through sets of strings: with the hashes the same, so is a run."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, sys.orig_argv)


def main() -> None:
    fix_hashes()
    args = arguments()
    methods = available(args.method.split(","))
    args.out.mkdir(parents=True, exist_ok=True)
    first_line = version_line(args.evaluations)
    path = {m: args.out / f"{m}.csv" for m in methods}
    done = {m: open_results(path[m], first_line) for m in methods}
    tasks = [
        Task(args.program.resolve(), problem, method, seed, args.evaluations)
        for seed in range(args.first, args.first + args.seeds)
        for problem in args.problem.split(",")
        for method in methods
        if (problem, seed) not in done[method]
    ]
    with ProcessPoolExecutor(args.jobs) as pool:
        futures = [pool.submit(run, task) for task in tasks]
        for future in as_completed(futures):
            row = future.result()
            with path[row[1]].open("a") as file:
                file.write(",".join(row) + "\n")
            print(" ".join(row[:6]), flush=True)


if __name__ == "__main__":
    main()
