"""Fits, rankings and batches: laws against recordings."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._data import Source, _listed, _named, import_rows
from ._law import Law, Value, _info, _infos, _settings
from ._options import described, rows, split, takes
from ._results import Fit, Ranking
from ._work import _chosen, _directory, _texts

Progress = Callable[[str, float, float, int], Any]

_fit_rows = rows("fit", without=["law"])
_rank_rows = rows("rank", without=["laws"])
_rank_fit_rows = rows("fit", without=["law", "elements", "fixed", "bounds", "intervals"])  # set for each law
_batch_rows = rows("batch")


def _recordings(data: Any, test: Any, reading: dict[str, Any]) -> list[tuple[Any, str, bool]]:
    tests = [] if test is None else _listed(test)
    trains = _listed(data)
    if not trains:
        raise ValueError("the data are missing: give files, recordings or dicts of columns")
    named = list(_named(trains + tests, **reading))
    return [(one._held, name, k >= len(trains)) for k, (one, name) in enumerate(named)]


def strategies() -> dict[str, str]:
    """The searches that a fit may begin with: name and what it does."""
    return dict(_core.strategies())


@takes(_fit_rows, import_rows)
def identify(
    data: Union[Source, Sequence[Source]],
    law: Union[str, Law],
    *,
    test: Union[Source, Sequence[Source], None] = None,
    plant: Optional[Mapping[str, Value]] = None,
    progress: Optional[Progress] = None,
    output: Union[str, "os.PathLike[str]", None] = None,
    **options: Any,
) -> Fit:
    """Finds the parameters of a law from recordings, with 95 % intervals and what the data cannot tell.

    Ctrl-C stops the fit and returns the best so far (``fit.completed`` is False). The same seed gives the same bits on
    any number of threads.

    Parameters
    ----------
    data : file, Data, dict of columns, or a list of such
    law : str
        Name of the law; of a ``Law`` its name and number of elements.
    test
        Recordings that are scored only.
    plant : dict
        Parameters of the body, in closed loop.
    progress : function
        Called as ``progress(stage, share, best, evaluations)``; what it raises stops the fit.
    output : path
        A directory for model.toml, fit.json and report.html.
    {options}
    """
    name, count, _ = _chosen(law)
    if not name:
        raise ValueError("the law is missing: stickslip.laws() lists them")
    if count:
        options["elements"] = count
    fit, reading = split(options, _fit_rows, import_rows)
    sources = _recordings(data, test, reading)
    told = _core.identify(sources, name, fit, _settings("plant", plant or {}), progress, _directory(output))
    if told is None:
        raise KeyboardInterrupt
    return Fit(told)


@takes(_rank_rows, _rank_fit_rows, import_rows)
def rank(
    data: Union[Source, Sequence[Source]],
    laws: Optional[Sequence[str]] = None,
    *,
    test: Union[Source, Sequence[Source], None] = None,
    plant: Optional[Mapping[str, Value]] = None,
    progress: Optional[Progress] = None,
    output: Union[str, "os.PathLike[str]", None] = None,
    **options: Any,
) -> Ranking:
    """Fits many laws and ranks them on parts of the data that they have not seen; ties go to the simpler law.

    ``laws`` is a list of names (default: all that the data can feed). The other arguments are those of ``identify``.
    """
    own, fit, reading = split(options, _rank_rows, _rank_fit_rows, import_rows)
    own["laws"] = [_info(name).name for name in _texts("laws", laws or ())]
    sources = _recordings(data, test, reading)
    told = _core.rank(sources, own, fit, _settings("plant", plant or {}), progress, _directory(output))
    if told is None:
        raise KeyboardInterrupt
    return Ranking(told)


class Batch:
    """The loss of many parameter sets of one law against recordings, on SIMD lanes, threads or a CUDA device.

    >>> batch = Batch("lugre", data, parameters=["stiffness", "coulomb"])      # doctest: +SKIP
    >>> loss = batch([[1e5, 1.0], [2e5, 1.1]])                                  # doctest: +SKIP

    Parameters
    ----------
    law : str or Law
        The law; what ``parameters`` does not name has its values.
    data : file, Data, dict of columns, or a list of such
    parameters : list of str
        What the columns of a matrix are, "coulomb" for both directions, "coulomb.back", "limit[3]". Default: all
        numbers of the law, as ``batch.names`` lists them; such a matrix is used where it lies.
    elements : int
        Number of elements, for a law by name that has elements.
    {options}
    """

    @takes(_batch_rows, import_rows)
    def __init__(
        self,
        law: Union[str, Law],
        data: Union[Source, Sequence[Source]],
        *,
        parameters: Optional[Sequence[str]] = None,
        elements: int = 0,
        **options: Any,
    ) -> None:
        own, reading = split(options, _batch_rows, import_rows)
        base = law if isinstance(law, Law) else Law(law, elements=elements)
        sources = [(one._held, name) for one, name in _named(data, **reading)]
        self._core = _core.Batch(base.name, base.elements, sources, own)
        self.law = base
        self._base = np.array(base._get_all())
        self.names = _scalar_names(base)
        self.parameters = None if parameters is None else _texts("parameters", parameters)
        self._places = None if self.parameters is None else [self._places_of(name) for name in self.parameters]

    def _places_of(self, name: str) -> list[int]:
        self.law[name]  # raises for a name that there is not
        return [k for k, full in enumerate(self.names) if full == name or full.split(".")[0].split("[")[0] == name]

    def matrix(self, sets: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Rows with all numbers of the law, from rows with those of ``parameters``."""
        rows = np.atleast_2d(np.asarray(sets, dtype=np.float64))
        if self._places is None:
            return rows
        if rows.ndim != 2 or rows.shape[1] != len(self._places):
            raise ValueError(f"a parameter set has {len(self._places)} numbers, one for each of {self.parameters}")
        full = np.repeat(self._base[None, :], len(rows), axis=0)
        for k, places in enumerate(self._places):
            full[:, places] = rows[:, [k]]
        return full

    def losses(self, sets: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The loss of every row; infinite where parameters are out of bounds or the run diverges."""
        return self._core.losses(self.matrix(sets))

    __call__ = losses

    def forces(self, sets: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The friction force of every row, recording after recording, from the second sample on [N]."""
        return self._core.forces(self.matrix(sets))

    @property
    def measured(self) -> npt.NDArray[np.float64]:
        """The measured force that ``forces`` is compared with [N]."""
        return self._core.measured()

    @property
    def report(self) -> dict[str, Any]:
        """Where and how the last call ran, and how many sets were invalid."""
        return self._core.report()

    def __repr__(self) -> str:
        columns = self.parameters if self.parameters is not None else f"all {len(self.names)} numbers"
        return f"<Batch of {self.law.name}: {columns} against {len(self.measured)} samples>"


Batch.__doc__ = described(Batch.__doc__, _batch_rows, import_rows)


def _scalar_names(law: Law) -> list[str]:
    """Names of all numbers in the order of the law's table, with room for as many elements as the table has."""
    info = _infos[law.name]
    single = sum({"single": 1, "sides": 2}.get(p.shape, 0) for p in info.parameters)
    wide = [p for p in info.parameters if p.shape == "elements"]
    width = (len(law._get_all()) - single) // max(1, len(wide))
    names: list[str] = []
    for p in info.parameters:
        if p.shape == "single":
            names.append(p.name)
        elif p.shape == "sides":
            names += [f"{p.name}.forward", f"{p.name}.back"]
        else:
            names += [f"{p.name}[{k}]" for k in range(width)]
    return names


def batch(
    law: Union[str, Law], data: Union[Source, Sequence[Source]], sets: npt.ArrayLike, **options: Any
) -> npt.NDArray[np.float64]:
    """The loss of each row of a matrix of parameter sets, once. ``Batch`` does it again and again."""
    return Batch(law, data, **options).losses(sets)
