"""Compares our rivals with the originals they are modelled on.

    compare.py ORIGINAL.csv… OURS.csv    prints the tables, as Markdown
    compare.py --specs                   prints the methods of ours it wants

The CSVs are of run.py and of `quality --raw`; a method that a file of ours and
one of theirs share is told apart by the file: the last one is ours.  Seeds are
paired, as the methods meet the same objective.  Gaps below FLOOR count as FLOOR.
Needs nothing but Python.
"""

import csv
import math
import random
import statistics
import sys
from pathlib import Path
from typing import Dict, Iterable, List, NamedTuple, Sequence, Tuple


class Pair(NamedTuple):
    original: str  # a method of originals.py
    ours: str  # a SPEC of quality


# What is compared: the one place that knows.  Where a preset of ours departs from
# the original by choice, a second pair is as like it as our options can be.
PAIRS = [
    Pair("hyperopt", "tpe:preset=paper"),
    Pair("optuna", "tpe"),
    Pair("optuna", "tpe:tpe.weights=age,tpe.bandwidth=clip"),
    Pair("optuna-univariate", "tpe:tpe.parzen=independent,tpe.weights=age,tpe.bandwidth=clip"),
    Pair("smac", "smac:initial=12"),  # a quarter of 50, as theirs
    Pair("smac-refit", "smac:initial=12"),
    Pair("smac-refit", "smac:initial=12,smac.splits=best"),
    Pair("smac-paper", "smac:preset=paper"),
    Pair("smac-paper", "smac:preset=paper,smac.uncertainty=trees,incumbent=predicted"),
]
# Of ours too, for the scale.
REFERENCES = ["random", "default"]

FLOOR = 1e-6
LEVEL = 0.01  # of the verdict
RESAMPLES = 2000
STAGES = ("gap10", "gap20", "gap30", "gap40", "gap50")


class Run(NamedTuple):
    gap: float
    seconds: float  # of a suggestion
    stages: Tuple[float, ...]

    @property
    def log_gap(self) -> float:
        return math.log10(max(self.gap, FLOOR))


# Problem and method, then seed.
Results = Dict[Tuple[str, str], Dict[int, Run]]


def read(paths: Iterable[Path]) -> Tuple[List[str], Results]:
    """The comments of the files, each once, and their runs."""
    comments: List[str] = []
    results: Results = {}
    for path in paths:
        lines = path.read_text().splitlines()
        for line in lines:
            if line.startswith("#") and line[1:].strip() not in comments:
                comments.append(line[1:].strip())
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            run = Run(
                float(row["gap"]),
                float(row["seconds"]),
                tuple(float(row[stage]) for stage in STAGES),
            )
            results.setdefault((row["problem"], row["method"]), {})[int(row["seed"])] = run
    return comments, results


# ---- Statistics ----


def wilcoxon(differences: Sequence[float]) -> Tuple[float, float]:
    """The signed-rank test: z (above 0: the differences are), and p.

    By the normal approximation, zeros left out, ties at their mean rank.
    """
    d = sorted((x for x in differences if x != 0.0), key=abs)
    n = len(d)
    if n == 0:
        return 0.0, 1.0
    plus = ties = 0.0
    first = 0
    while first < n:
        end = first
        while end < n and abs(d[end]) == abs(d[first]):
            end += 1
        ties += (end - first) ** 3 - (end - first)
        plus += sum(0.5 * (first + end + 1) for x in d[first:end] if x > 0.0)
        first = end
    variance = n * (n + 1) * (2 * n + 1) / 24.0 - ties / 48.0
    z = (plus - n * (n + 1) / 4.0) / math.sqrt(variance)
    return z, 2.0 * statistics.NormalDist().cdf(-abs(z))


def difference_of_medians(a: Sequence[float], b: Sequence[float]) -> float:
    return statistics.median(a) - statistics.median(b)


def bootstrap_error(a: Sequence[float], b: Sequence[float]) -> float:
    """The standard error of the difference of medians; a[i], b[i] stay together."""
    rng = random.Random(1)
    found = []
    for _ in range(RESAMPLES):
        chosen = rng.choices(range(len(a)), k=len(a))
        found.append(difference_of_medians([a[i] for i in chosen], [b[i] for i in chosen]))
    return statistics.stdev(found)


def verdict(z: float, p: float) -> str:
    """From the differences ours - theirs of the gaps: below 0 is better."""
    if p >= LEVEL:
        return "same"
    return "ours worse" if z > 0.0 else "ours better"


# ---- Tables ----


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def compare(problem: str, pair: Pair, theirs: Dict[int, Run], ours: Dict[int, Run]) -> List[str]:
    """The row of a pair on a problem, over the seeds that both have."""
    seeds = sorted(set(theirs) & set(ours))
    a = [ours[seed].log_gap for seed in seeds]
    b = [theirs[seed].log_gap for seed in seeds]
    z, p = wilcoxon([x - y for x, y in zip(a, b)])
    return [
        problem,
        pair.original,
        pair.ours,
        str(len(seeds)),
        f"{statistics.median(theirs[s].gap for s in seeds):.3g}",
        f"{statistics.median(ours[s].gap for s in seeds):.3g}",
        f"{statistics.median(b):.2f}",
        f"{statistics.median(a):.2f}",
        f"{difference_of_medians(a, b):+.2f} ± {bootstrap_error(a, b):.2f}",
        f"{p:.2g}",
        verdict(z, p),
    ]


def print_comparison(theirs: Results, ours: Results) -> None:
    problems = list(dict.fromkeys(problem for problem, _ in theirs))
    rows, missing = [], []
    for pair in PAIRS:
        for problem in problems:
            a = theirs.get((problem, pair.original), {})
            b = ours.get((problem, pair.ours), {})
            if len(set(a) & set(b)) > 1:
                rows.append(compare(problem, pair, a, b))
            else:
                missing.append(
                    f"skipped: {pair.original} and {pair.ours} on {problem} "
                    f"({len(a)} and {len(b)} runs)"
                )
    print("## Ours and the originals\n")
    print_table(
        "problem|original|ours|seeds|median gap of theirs|of ours|median log10 of theirs"
        "|of ours|ours − theirs|p|verdict".split("|"),
        rows,
    )
    for line in missing:
        print(line)
    print()


def summary(problem: str, method: str, runs: Dict[int, Run]) -> List[str]:
    gaps = [run.gap for run in runs.values()]
    quartiles = (
        statistics.quantiles(gaps, method="inclusive") if len(gaps) > 1 else [gaps[0]] * 3
    )
    stages = zip(*(run.stages for run in runs.values()))
    return [
        problem,
        method,
        str(len(runs)),
        *(f"{q:.3g}" for q in quartiles),
        *(f"{statistics.median(stage):.2g}" for stage in stages),
        f"{1e3 * statistics.median(run.seconds for run in runs.values()):.3g}",
    ]


def print_summary(title: str, results: Results) -> None:
    print(f"## {title}\n")
    print_table(
        "problem|method|seeds|gap: quartile|median|quartile|median at 10|20|30|40|50"
        "|ms a suggestion".split("|"),
        (summary(problem, method, runs) for (problem, method), runs in results.items()),
    )


def specs() -> List[str]:
    return list(dict.fromkeys([pair.ours for pair in PAIRS] + REFERENCES))


def main() -> None:
    if sys.argv[1:] == ["--specs"]:
        print("\n".join(specs()))
        return
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    *originals, last = map(Path, sys.argv[1:])
    comments, theirs = read(originals)
    _, ours = read([last])
    for comment in comments:
        print(comment + "\n")
    print(
        f"Differences are of medians of log10 of the gap, floor {FLOOR:g}, with the error of\n"
        f"{RESAMPLES} resamples; p is Wilcoxon's; same: p ≥ {LEVEL:g}.\n"
    )
    print_comparison(theirs, ours)
    print_summary("The originals", theirs)
    print_summary("Ours", ours)


if __name__ == "__main__":
    main()
