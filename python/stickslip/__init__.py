"""Stickslip: friction laws to simulate, identify and compare.

>>> import numpy as np, stickslip
>>> law = stickslip.Law("lugre", stiffness=1e5, coulomb=1.0, breakaway=1.5)
>>> force = law.simulate(velocity=1e-3 * np.sin(np.linspace(0, 6.28, 1000)), dt=1e-3)
>>> run = stickslip.run("stick-slip", law=law, plant={"mass": 2})
>>> fit = stickslip.identify("bench.csv", law="lugre")             # doctest: +SKIP

SI units throughout. The friction force is positive when it acts against positive velocity. A wrong value, name or
file raises ``ValueError`` with the message of the library, a value of the wrong kind ``TypeError``.
"""

from ._core import version as __version__
from ._data import Data, read, sample, samples
from ._fit import Batch, batch, identify, rank, strategies
from ._law import Law, LawInfo, Parameter, laws, load
from ._leave import Translation, export, translate
from ._results import Fit, Linearisation, MethodResult, Ranking, Run, Scorecard
from ._work import experiments, linearise, method, methods, run, scorecard

__all__ = [
    "Batch",
    "Data",
    "Fit",
    "Law",
    "LawInfo",
    "Linearisation",
    "MethodResult",
    "Parameter",
    "Ranking",
    "Run",
    "Scorecard",
    "Translation",
    "__version__",
    "batch",
    "experiments",
    "export",
    "identify",
    "laws",
    "linearise",
    "load",
    "method",
    "methods",
    "rank",
    "read",
    "run",
    "sample",
    "samples",
    "scorecard",
    "strategies",
    "translate",
]
