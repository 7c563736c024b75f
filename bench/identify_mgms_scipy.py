"""identify_mgms_scipy.py PROGRAM FOLDER SEED BUDGET THREADS: the seal of identify_mgms.cpp by scipy's differential evolution.

FOLDER holds the recordings, run*.csv, and box.csv: name[unit],low,high,scale of every parameter that is searched. The
evaluator is ours: a whole generation goes to `PROGRAM loss --sets` (vectorized). Everything else is scipy's default, but
for the polish, which needs slopes: 15 candidates per parameter, Latin hypercube, best1bin. BUDGET is in evaluations.

Prints pooled R2, seconds in all, seconds of them for starting the program and reading the recordings, evaluations; exit
code 77 without scipy.
"""

import csv
import glob
import os
import subprocess
import sys
import time

PER_PARAMETER = 15  # scipy's default


def read_box(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))[1:]
    return [row[0] for row in rows], [(float(row[1]), float(row[2]), row[3]) for row in rows]


class Evaluator:
    """Mean squared errors of candidates, a column each, whose places lie in [0, 1]."""

    def __init__(self, numpy, program, folder, threads):
        self.numpy = numpy
        self.names, self.box = read_box(os.path.join(folder, "box.csv"))
        self.runs = sorted(glob.glob(os.path.join(folder, "run*.csv")))
        self.sets, self.losses = os.path.join(folder, "sets.csv"), os.path.join(folder, "losses.csv")
        self.command = [program, "loss", *self.runs, "--law", "mgms", "--elements", "10", "--sets", self.sets]
        self.command += ["-o", self.losses, "--device", "cpu", "--threads", threads, "--quiet"]
        self.calls = self.evaluations = 0

    def values(self, places):
        columns = []
        for place, (low, high, scale) in zip(places, self.box):
            if scale == "cubic":  # what may vanish is looked for near zero more often than far from it
                place = place**3
            value = low + place * (high - low)
            columns.append(self.numpy.exp(value) if scale == "log" else value)
        return self.numpy.column_stack(columns)

    def __call__(self, places):
        places = places.reshape(len(self.box), -1)
        header = ",".join(self.names)
        self.numpy.savetxt(self.sets, self.values(places), delimiter=",", header=header, comments="", fmt="%.17g")
        subprocess.run(self.command, check=True, stdout=subprocess.DEVNULL)
        self.calls += 1
        self.evaluations += places.shape[1]
        return self.numpy.loadtxt(self.losses, delimiter=",", skiprows=1, ndmin=2)[:, -1]

    def variance(self):
        """Of the forces that are compared: all but the first of a recording, at which the law is at rest."""
        forces = [self.numpy.loadtxt(run, delimiter=",", skiprows=1)[1:, -1] for run in self.runs]
        return float(self.numpy.concatenate(forces).var())


def start_up(numpy, evaluator, repeats=5):
    """Median time of a call with one candidate [s]."""
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        evaluator(numpy.full((len(evaluator.box), 1), 0.5))
        times.append(time.perf_counter() - begin)
    return sorted(times)[repeats // 2]


def main():
    try:
        import numpy
        from scipy.optimize import differential_evolution
    except ImportError:
        print("scipy is not installed")
        return 77
    program, folder, seed, budget, threads = sys.argv[1:6]
    evaluator = Evaluator(numpy, program, folder, threads)
    once = start_up(numpy, evaluator)
    evaluator.calls = evaluator.evaluations = 0
    generation = PER_PARAMETER * len(evaluator.box)
    begin = time.perf_counter()
    found = differential_evolution(
        evaluator,
        [(0.0, 1.0)] * len(evaluator.box),
        popsize=PER_PARAMETER,
        maxiter=max(1, round(int(budget) / generation) - 1),
        seed=int(seed),
        polish=False,
        vectorized=True,
        updating="deferred",
    )
    spent = time.perf_counter() - begin
    print(1.0 - found.fun / evaluator.variance(), spent, evaluator.calls * once, evaluator.evaluations)
    return 0


if __name__ == "__main__":
    sys.exit(main())
