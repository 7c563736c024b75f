"""machines_scipy.py TOLERANCE FLOOR LOOKS METHOD...: the hydraulic servo of machines.hpp, written anew in Python, by scipy's solve_ivp.

Absolute tolerances are TOLERANCE * FLOOR times the typical sizes. Prints a line per method: name, processor time [s],
position at the end [m], steps, evaluations, and the states at LOOKS equal times, for which it runs again untimed; exit
code 77 without scipy. Plain floats and math functions:
numpy's would be slower on eight numbers.
"""

import math
import sys
import time

AMPLITUDE, FREQUENCY, END = 2e-3, 0.5, 8.0  # current [A], [Hz]; [s]
SPOOL_GAIN, SPOOL_FREQUENCY, SPOOL_DAMPING = 0.0227, 440.0, 0.75
UNDERLAP, FLOW_GAIN, LAMINAR = 4e-5, 0.32 * math.sqrt(2 / 862) * 0.030, 10.0
SUPPLY, BULK, STROKE, MASS, WEIGHT = 5e6, 1e8, 0.2, 118.0, 118.0 * 9.81
AREA_1, AREA_2 = math.pi / 4 * 0.032**2, math.pi / 4 * (0.032**2 - 0.018**2)
STIFFNESS, DAMPING, GROWTH, THINNING, DWELL = 5e6, 0.1, 0.25, 1.5, 40.0
# F_s, F_c, v_s, v_b, n, sigma_2, T
FORWARD = (830.0, 210.0, 0.0125, 0.7, 0.05, 330.0, 0.33)
BACK = (500.0, 80.0, 0.01, 0.9, 0.05, 350.0, 0.07)
TYPICAL = (0.1, 0.1, 3e6, 3e6, 5e-5, 2e-4, 1e-4, 0.2)


def root(p):
    return p / math.sqrt(math.sqrt(p * p + LAMINAR * LAMINAR))


def slope(t, y):
    x, v, p1, p2, spool, spool_velocity, z, h = y.tolist()
    a, b = max(UNDERLAP + spool, 0.0), max(UNDERLAP - spool, 0.0)
    flow_1 = FLOW_GAIN * (a * root(SUPPLY - p1) - b * root(p1))
    flow_2 = FLOW_GAIN * (a * root(p2) - b * root(SUPPLY - p2))
    static, coulomb, v_s, v_b, n, viscous, lead = BACK if v < 0 else FORWARD
    speed = abs(v)
    dip = math.exp(-((speed / v_s) ** n))
    level = coulomb + ((1 - h) * static - coulomb) * dip
    target = (1 - coulomb / static) * min(speed / v_b, 1.0) ** (2 / 3)
    film_time = DWELL if speed == 0 else THINNING if h > target else GROWTH
    bristle = v - STIFFNESS * speed * z / level
    friction = STIFFNESS * z + DAMPING * bristle + viscous * v
    force = p1 * AREA_1 - p2 * AREA_2 - WEIGHT - friction
    current = AMPLITUDE * math.sin(2 * math.pi * FREQUENCY * t)
    return (
        v,
        force / (MASS + viscous * lead),
        BULK / (5e-6 + AREA_1 * x) * (flow_1 - AREA_1 * v),
        BULK / (1e-6 + AREA_2 * (STROKE - x)) * (AREA_2 * v - flow_2),
        spool_velocity,
        SPOOL_FREQUENCY**2 * (SPOOL_GAIN * current - spool) - 2 * SPOOL_DAMPING * SPOOL_FREQUENCY * spool_velocity,
        bristle,
        (target - h) / film_time,
    )


def main():
    try:
        from scipy.integrate import solve_ivp
    except ImportError:
        print("scipy is not installed")
        return 77
    tolerance, floor = map(float, sys.argv[1:3])
    looks = [END * (k + 1) / int(sys.argv[3]) for k in range(int(sys.argv[3]))]
    p1 = (WEIGHT + SUPPLY * AREA_2) / (AREA_1 + AREA_2)
    start = (0.1, 0.0, p1, SUPPLY - p1, 0.0, 0.0, 0.0, 0.0)
    absolute = [tolerance * floor * size for size in TYPICAL]
    for method in sys.argv[4:]:
        begin = time.process_time()
        # The longest step is the library's own limit, a sixteenth of the period of the current.
        options = dict(method=method, rtol=tolerance, atol=absolute, max_step=1 / 16 / FREQUENCY)
        run = solve_ivp(slope, (0.0, END), start, **options)
        spent = time.process_time() - begin
        if not run.success:
            print(f"{method} failed: {run.message}")
            return 1
        path = solve_ivp(slope, (0.0, END), start, t_eval=looks, **options).y.T.ravel().tolist() if looks else []
        print(method, spent, repr(float(run.y[0, -1])), run.t.size - 1, run.nfev, *map(repr, path), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
