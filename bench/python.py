# A LuGre simulation and the losses of many candidates through the package, and the simulation as a loop over NumPy
# floats; prints a line each: name, seconds of the processor, sum of the result.
#   python.py STEPS CANDIDATES SAMPLES REPEATS
import sys
import time

import numpy as np

import stickslip

steps, candidates, samples, repeats = map(int, sys.argv[1:])
dt = 1e-4


def velocities(count):
    return 3e-3 * np.sin(0.05 * np.arange(count))


def report(name, work, times=repeats):
    result = work()
    seconds = []
    for _ in range(times):
        start = time.process_time()
        result = work()
        seconds.append(time.process_time() - start)
    print(name, sorted(seconds)[len(seconds) // 2], repr(float(np.sum(result))))


law = stickslip.Law("lugre")
velocity = velocities(steps)
out = np.empty(steps)
report("simulate", lambda: law.simulate(velocity, dt))
report("simulate(out)", lambda: law.simulate(velocity, dt, out=out))

v = velocities(samples)
data = stickslip.Data(
    {"time": dt * np.arange(samples), "velocity": v, "force": np.ones(samples), "acceleration": np.gradient(v, dt)}
)
batch = stickslip.Batch("lugre", data, device="cpu", threads=1)
sets = np.repeat(np.array(batch.law._get_all())[None, :], candidates, axis=0)
sets[:, 0] = 1e4 * np.arange(1, candidates + 1)
report("batch", lambda: batch(sets))


def numpy_loop():
    """The same exponential step, written with NumPy's functions."""
    p = law.parameters
    stiffness, damping, viscous = p["stiffness"], p["damping"], p["viscous"]
    low, rise, v_s = p["coulomb"], p["breakaway"] - p["coulomb"], p["stribeck_velocity"]
    level = low + rise * np.exp(-((np.abs(velocity) / v_s) ** 2))
    forces = np.zeros(steps)
    z = 0.0
    for k in range(1, steps):
        z = relaxed(z, velocity[k - 1], velocity[k], level[k - 1], level[k], stiffness)
        rate = velocity[k] - stiffness * abs(velocity[k]) * z / level[k]
        forces[k] = stiffness * z + damping * rate + viscous * velocity[k]
    return forces


def relaxed(z, v0, v1, g0, g1, stiffness):
    mean = (v0 + v1) / 2.0
    x = stiffness * abs(mean) * dt * 2.0 / (g0 + g1)
    return z if x == 0.0 else z * np.exp(-x) + np.sign(mean) * (g0 + g1) / 2.0 / stiffness * -np.expm1(-x)


# Simpler than the library's step where the level changes or the motion turns: its time is what is compared.
start = time.process_time()
numpy_loop()
seconds = time.process_time() - start
print("simulate(NumPy)", seconds, repr(float(np.sum(law.simulate(velocity, dt)))))
