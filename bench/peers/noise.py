"""Peers of ours on noisy problems; one CSV a method, which a later run goes on with.

    noise.py [--program build/bench/objective] [--out build/peers-noise]
             [--method NAME,…] [--problem NAME,…] [--seeds N] [--first N]
             [--evaluations N] [--jobs N]
    noise.py --compare OURS.csv THEIRS.csv…

The first line of a CSV is a comment with the versions.  Gaps are of what a method
recommends after 20, 40 and 80 evaluations, as those of `build/bench/noise --raw`:
infinite where that breaks a limit, or nothing is recommended.  Seconds are those
of a suggestion, mean of the last ten.  Runs that a CSV has are not repeated.  Seeds
change slowest, so that all problems have results early.

--compare sets each method of the first file against each of the others, on the
seeds that both have: the share of runs that ours wins, ties half, and the mean of
log10 of our gap less theirs, with gaps in ranges and kept between 0.001 and 1 of
them.  A row over several problems is their mean.  Its errors are of other problems
and seeds: problems are drawn, NAME@3, NAME@10 and NAME@30 together, then seeds.
It needs nothing but Python.
"""

import argparse
import csv
import math
import os
import random
import statistics
import sys
import time
import warnings
from pathlib import Path
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple

# Before numpy is loaded: a run has one core.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

from compare import print_table  # noqa: E402
from run import Task, available, open_results, version_line  # noqa: E402

MARKS = (20, 40, 80)
LAST = 10
NAMES = "func2c func3c ackley53 vessel-values gp2-int gp2-cat gp4-int gp4-cat mixed6 cats bits"
PROBLEMS = [f"{name}@{share}" for name in NAMES.split() for share in (3, 10, 30)] + ["folds"]
COLUMNS = ["problem", "method", "seed", *(f"gap{n}" for n in MARKS), "seconds", "range"]

LEAST_GAP, MOST_GAP = 1e-3, 1.0  # in ranges
RESAMPLES = 1000


# ---- Runs ----


def row_of_run(task: Task) -> List[str]:
    """One row of the CSV."""
    from noisy import METHODS
    from originals import Objective

    warnings.simplefilter("ignore")
    objective = Objective(task.program, task.problem, task.seed)
    gaps = {n: math.nan for n in MARKS}
    spent = [0.0]  # on suggestions, after each evaluation
    resumed = time.perf_counter()

    def after(recommend: Callable[[], Optional[dict]]) -> None:
        nonlocal resumed
        spent.append(spent[-1] + time.perf_counter() - resumed)
        if objective.n_evaluations in gaps:
            x = recommend()
            gap = math.inf if x is None else objective.gap_of(x)
            gaps[objective.n_evaluations] = gap
        resumed = time.perf_counter()

    METHODS[task.method][1](objective, task.seed, task.evaluations, after)
    objective.close()
    if objective.n_evaluations != task.evaluations:
        raise RuntimeError(f"{task}: {objective.n_evaluations} evaluations")
    last = spent[-LAST - 1 :]
    return [
        task.problem,
        task.method,
        str(task.seed),
        *(f"{gap:.9g}" for gap in gaps.values()),
        f"{(last[-1] - last[0]) / (len(last) - 1):.6g}",
        f"{objective.range:.9g}",
    ]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs peers of ours on noisy problems.")
    parser.add_argument("--program", type=Path, default=Path("build/bench/objective"))
    parser.add_argument("--out", type=Path, default=Path("build/peers-noise"))
    parser.add_argument("--method", default="optuna,optuna-gp,ax")
    parser.add_argument("--problem", default=",".join(PROBLEMS))
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--evaluations", type=int, default=MARKS[-1])
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


def run_all() -> None:
    from concurrent.futures import ProcessPoolExecutor, as_completed

    from noisy import METHODS

    args = arguments()
    methods = available(args.method.split(","), METHODS)
    args.out.mkdir(parents=True, exist_ok=True)
    first_line = version_line(args.evaluations)
    path = {m: args.out / f"{m}.csv" for m in methods}
    done = {m: open_results(path[m], first_line, COLUMNS) for m in methods}
    tasks = [
        Task(args.program.resolve(), problem, method, seed, args.evaluations)
        for seed in range(args.first, args.first + args.seeds)
        for problem in args.problem.split(",")
        for method in methods
        if (problem, seed) not in done[method]
    ]
    n_failed = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        futures = {pool.submit(row_of_run, task): task for task in tasks}
        for future in as_completed(futures):
            if future.exception():
                n_failed += 1
                print(f"failed: {futures[future]}: {future.exception()}", flush=True)
                continue
            row = future.result()
            with path[row[1]].open("a") as file:
                file.write(",".join(row) + "\n")
            print(" ".join(row), flush=True)
    if n_failed:
        sys.exit(f"noise.py: {n_failed} runs failed")


# ---- Comparison ----


class Gaps(NamedTuple):
    gaps: Tuple[float, ...]  # at the marks
    range: float

    def log(self, mark: int) -> float:
        return math.log10(min(max(self.gaps[mark] / self.range, LEAST_GAP), MOST_GAP))


# Of a method: problem, then seed.
Results = Dict[str, Dict[int, Gaps]]


def read(path: Path) -> Dict[str, Results]:
    """The methods of a file."""
    lines = (line for line in path.read_text().splitlines() if not line.startswith("#"))
    found: Dict[str, Results] = {}
    for row in csv.DictReader(lines):
        gaps = Gaps(tuple(float(row[f"gap{n}"]) for n in MARKS), float(row["range"]))
        if not any(map(math.isnan, gaps.gaps)):
            of_method = found.setdefault(row["method"], {})
            of_method.setdefault(row["problem"], {})[int(row["seed"])] = gaps
    return found


def read_all(paths: Iterable[Path]) -> Dict[str, Results]:
    """A method that several files have is told apart by their names."""
    files = [(path, read(path)) for path in paths]
    names = [name for _, methods in files for name in methods]
    return {
        name if names.count(name) == 1 else f"{path.stem}: {name}": results
        for path, methods in files
        for name, results in methods.items()
    }


def won(ours: float, theirs: float) -> float:
    return 1.0 if ours < theirs else 0.0 if ours > theirs else 0.5


def scores(ours: Gaps, theirs: Gaps) -> List[float]:
    """Of a pair of runs: won and difference of log10, at each mark."""
    marks = range(len(MARKS))
    return [won(ours.gaps[k], theirs.gaps[k]) for k in marks] + [
        ours.log(k) - theirs.log(k) for k in marks
    ]


# Of each problem the scores of its pairs.
Scores = Dict[str, List[List[float]]]


def means(rows: List[List[float]]) -> List[float]:
    return [statistics.fmean(column) for column in zip(*rows)]


def errors(of: Scores) -> List[float]:
    """Standard errors of the mean over the problems."""
    rng = random.Random(1)
    families: Dict[str, List[str]] = {}
    for problem in of:
        families.setdefault(problem.split("@")[0], []).append(problem)
    groups = list(families.values())
    found = []
    for _ in range(RESAMPLES):
        rows = []
        for group in rng.choices(groups, k=len(groups)):
            for problem in group:
                runs = of[problem]
                rows.append(means(rng.choices(runs, k=len(runs))))
        found.append(means(rows))
    return [statistics.stdev(column) for column in zip(*found)]


def summary(name: str, of: Scores) -> List[str]:
    """With one problem the errors are of its seeds alone."""
    mean = means([means(runs) for runs in of.values()])
    error = errors(of)
    n = len(MARKS)
    cells = [f"{100 * mean[k]:.0f} ± {100 * error[k]:.0f}" for k in range(n)]
    cells += [f"{mean[n + k]:+.2f} ± {error[n + k]:.2f}" for k in range(n)]
    return [name, str(sum(map(len, of.values()))), *cells]


def share_of(problem: str) -> str:
    return problem.split("@")[1] if "@" in problem else ""


def print_pair(name: str, ours: Results, their_name: str, theirs: Results) -> None:
    of: Scores = {}
    for problem in ours:
        seeds = sorted(set(ours[problem]) & set(theirs.get(problem, {})))
        if seeds:
            of[problem] = [scores(ours[problem][s], theirs[problem][s]) for s in seeds]
    print(f"## {name} against {their_name}\n")
    if not of:
        print("no runs that both have\n")
        return
    rows = [summary(problem, {problem: runs}) for problem, runs in of.items()]
    for share in sorted({share_of(problem) for problem in of} - {""}, key=float):
        rows.append(summary(f"all @{share}", {p: r for p, r in of.items() if share_of(p) == share}))
    rows.append(summary("all", of))
    head = ["problem", "runs"] + [f"% won at {n}" for n in MARKS]
    print_table(head + [f"log10 gap at {n}" for n in MARKS], rows)


def compare(paths: List[Path]) -> None:
    first = list(read(paths[0]))
    named = list(read_all(paths).items())
    for name, ours in named[: len(first)]:
        for their_name, theirs in named[len(first) :]:
            print_pair(name, ours, their_name, theirs)


def main() -> None:
    if sys.argv[1:2] != ["--compare"]:
        run_all()
    elif len(sys.argv) < 4:
        sys.exit(__doc__)
    else:
        compare([Path(path) for path in sys.argv[2:]])


if __name__ == "__main__":
    main()
