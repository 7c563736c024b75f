"""Five laws on one motion: how much energy each takes from a stroke that begins in presliding and ends in sliding."""

import numpy as np

import stickslip

dt = 1e-4  # [s]
time = np.arange(0.0, 2.0, dt)
velocity = 2e-3 * time * np.sin(2.0 * np.pi * 2.0 * time)  # ever larger strokes [m/s]

work = {}
for name in ("tanh", "dahl", "lugre", "maxwell-slip", "gms"):
    force = stickslip.Law(name).simulate(velocity, dt)
    work[name] = float(np.sum(force * velocity) * dt)
    print(f"{name:13s} takes {1e3 * work[name]:.3f} mJ, peak force {np.max(np.abs(force)):.3f} N")

assert all(w > 0.0 for w in work.values()), "friction takes energy"
