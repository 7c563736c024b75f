"""A law from a CSV file: a synthetic slide whose truth is known is written, read back and identified."""

import tempfile
from pathlib import Path

import numpy as np

import stickslip

slide = stickslip.sample("positioner")[0]
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "slide.csv"
    columns = np.column_stack([slide["time"], slide["displacement"], slide["applied"]])
    np.savetxt(file, columns, delimiter=",", header="time[s],displacement[m],applied[N]", comments="")

    fit = stickslip.identify(file, "lugre", common=["inertia", "offset"], train=0.7, seed=1)

print(fit)
low, high = fit.intervals["inertia"]
print(f"the body weighs {low:.2f} to {high:.2f} kg; true: {slide.truth['mass']} kg")
assert fit.completed and fit.verdict != "not explained by this law"
assert low < slide.truth["mass"] < high

plant = {"mass": fit.parameters["inertia"], "spring_stiffness": 1000, "drive_velocity": 2e-3}
machine = stickslip.run("stick-slip", law=fit.law, plant=plant, run={"duration": 20, "slip_speed": 0.01})
print(f"pulled through a spring it sticks and slips every {machine.figures['period']:.3g} s")
