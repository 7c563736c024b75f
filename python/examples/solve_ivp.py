"""A law inside scipy.integrate.solve_ivp: a mass on a spring, pulled at constant speed, sticks and slips."""

import numpy as np
from scipy.integrate import solve_ivp

import stickslip

law = stickslip.Law("lugre")
mass, spring, pull = 1.0, 2.0, 0.1  # [kg] [N/m] [m/s]


def slope(t, x):
    """x: position, velocity, and the state of the law."""
    velocity, state = x[1], x[2:]
    applied = spring * (pull * t - x[0])
    friction = law.force(velocity, state=state)
    return np.concatenate(([velocity, (applied - friction) / mass], law.rate(velocity, state=state)))


start = np.concatenate(([0.0, 0.0], law.state))
solution = solve_ivp(slope, (0.0, 20.0), start, method="LSODA", rtol=1e-8, atol=1e-12, dense_output=True)
ours = stickslip.run("stick-slip", law=law, plant={"mass": mass, "spring_stiffness": spring, "drive_velocity": pull}, run={"duration": 20})
theirs = solution.sol(ours["time"])[0]
difference = np.max(np.abs(theirs - ours["displacement"]))
print(f"scipy: {solution.nfev} evaluations; largest distance from stickslip's own solver {1e6 * difference:.2f} um")
assert solution.success and difference < 1e-4
