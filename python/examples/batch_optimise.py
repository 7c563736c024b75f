"""The batch loss inside scipy.optimize: a whole generation of differential evolution in one call."""

import numpy as np
from scipy.optimize import differential_evolution

import stickslip

truth = stickslip.Law("lugre", stiffness=2e5, coulomb=6.0, breakaway=8.5)
dt = 1e-3  # [s]
time = np.arange(0.0, 4.0, dt)
velocity = 5e-3 * np.sin(2.0 * np.pi * time) + 1e-3 * np.sin(2.0 * np.pi * 7.3 * time)
force = truth.simulate(velocity, dt)

names = ["stiffness", "coulomb", "breakaway"]
batch = stickslip.Batch("lugre", {"time": time, "velocity": velocity, "force": force}, parameters=names)
scale = np.array([1e5, 1.0, 1.0])


def losses(columns):
    """scipy hands over a column for each candidate; one that breaks a relation has an infinite loss."""
    return batch((columns.T if columns.ndim == 2 else columns[None, :]) * scale)


found = differential_evolution(
    losses, [(0.5, 5.0), (1.0, 20.0), (1.0, 20.0)], vectorized=True, updating="deferred", seed=1, maxiter=60, polish=False
)
for name, value in zip(names, found.x * scale):
    print(f"{name} = {value:.6g} (true {truth[name]:.6g})")
    assert abs(value - truth[name]) < 0.02 * truth[name]
print(f"{found.nfev} generations, {batch.report['target']}, {batch.report['threads']} threads")
