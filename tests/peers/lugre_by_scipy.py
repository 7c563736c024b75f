"""lugre_by_scipy.py PROGRAM TRACE: LuGre written anew in Python and integrated by scipy must agree with the TRACE.

The parameters are those that the PROGRAM `stickslip` prints as JSON.
"""

import json
import subprocess
import sys

import numpy as np
from scipy.integrate import solve_ivp

AMPLITUDE = 2e-4  # [m], as in sine.hpp
TOLERANCE = 1e-6  # of the largest force; 25 000 steps of order 2 leave 4e-9, scipy is asked for 1e-9


def parameters(program):
    law = json.loads(subprocess.check_output([program, "laws", "lugre", "--json"]))
    return {row["name"]: np.max(row["default"]) for row in law["parameters"]}


def velocity(t):
    return 2 * np.pi * AMPLITUDE * np.cos(2 * np.pi * t)


def rate(t, z, p):
    v = velocity(t)
    dip = np.exp(-((abs(v) / p["stribeck_velocity"]) ** p["stribeck_exponent"]))
    g = p["coulomb"] + (p["breakaway"] - p["coulomb"]) * dip
    return v - p["stiffness"] * abs(v) * z / g


def force(t, z, p):
    return p["stiffness"] * z + p["damping"] * rate(t, z, p) + p["viscous"] * velocity(t)


def forces_at(times, p):
    forces, z, start = [], np.zeros(1), 0.0
    for t in times:
        solution = solve_ivp(rate, (start, t), z, args=(p,), method="LSODA", rtol=1e-9, atol=1e-15)
        assert solution.success, solution.message
        z, start = solution.y[:, -1], t
        forces.append(force(t, z, p)[0])
    return np.array(forces)


def main():
    program, trace = sys.argv[1:]
    times, ours = np.array([line.split() for line in subprocess.check_output([trace], text=True).splitlines()], float).T
    theirs = forces_at(times, parameters(program))
    error = np.max(np.abs(ours - theirs)) / np.max(np.abs(theirs))
    print(f"largest difference {error:.2e} of the largest force, allowed {TOLERANCE:.0e}")
    return 0 if error < TOLERANCE else 1


if __name__ == "__main__":
    sys.exit(main())
