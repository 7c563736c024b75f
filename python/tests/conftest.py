import matplotlib
import numpy as np
import pytest

import stickslip

matplotlib.use("Agg")


@pytest.fixture
def motion():
    """Strokes that reverse, 2000 samples at 1 ms."""
    k = np.arange(2000)
    return 3e-3 * np.sin(0.05 * k) + 1e-3 * np.sin(0.31 * k)


@pytest.fixture(scope="session")
def bench():
    """A recording of a LuGre contact with known parameters."""
    dt = 1e-3
    time = np.arange(0.0, 3.0, dt)
    velocity = 5e-3 * np.sin(2.0 * np.pi * time) + 1e-3 * np.sin(2.0 * np.pi * 7.3 * time)
    truth = stickslip.Law("lugre", stiffness=2e5, coulomb=6.0, breakaway=8.5)
    return stickslip.Data(
        {"time": time, "velocity": velocity, "force": truth.simulate(velocity, dt)}, name="bench"
    )
