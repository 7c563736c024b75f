"""Work: runs, fits, rankings, methods, batches, the scorecard."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._data import Source, _listed, _named, _names, _one
from ._law import Law, Value, _info, _infos, _settings, load
from ._results import Fit, MethodResult, Ranking, Run, Scorecard

Progress = Callable[[str, float, float, int], Any]

_losses = ("ls", "mre", "huber", "absolute")


def _chosen(law: Union[str, Law, None]) -> tuple[str, int, list[tuple[str, str, Any]]]:
    """Name, elements and settings of a law that is given by name, as a model's file, or as itself."""
    if law is None:
        return "", 0, []
    if isinstance(law, Law):
        return law.name, law.elements, _settings("law", law.parameters)
    if isinstance(law, str) and not law.endswith(".toml"):
        return _info(law).name, 0, []
    if isinstance(law, (str, os.PathLike)):
        return _chosen(load(law))
    raise TypeError(f"law must be a name, a stickslip.Law or a model's file, but it is {type(law).__name__}")


def _named_one(kind: str, name: str, known: Sequence[str]) -> str:
    if name not in known:
        _core.refuse_name(kind, str(name), list(known))
    return name


def _not_negative(name: str, value: float, what: str) -> float:
    if not (value >= 0.0 and math.isfinite(value)):
        raise ValueError(f"{name} = {value} must be {what}, not negative")
    return float(value)


def _texts(name: str, values: Sequence[str]) -> list[str]:
    return [values] if isinstance(values, str) else list(values)


def _directory(output: Union[str, "os.PathLike[str]", None]) -> str:
    return "" if output is None else os.fspath(output)


def experiments() -> dict[str, str]:
    """The built-in experiments: name and title."""
    return {name: title for name, title, _ in _core.experiment_list()}


def run(
    experiment: str,
    *,
    law: Union[str, Law, None] = None,
    elements: int = 0,
    plant: Optional[Mapping[str, Value]] = None,
    drive: Optional[Mapping[str, Value]] = None,
    solver: Optional[Mapping[str, Value]] = None,
    run: Optional[Mapping[str, Value]] = None,
    output: Union[str, "os.PathLike[str]", None] = None,
) -> Run:
    """Simulates a built-in experiment, or one from a TOML file, with any law that makes sense there.

    Parameters
    ----------
    experiment : str
        A name of ``stickslip.experiments()``, or the path of an experiment file.
    law : str, Law or path
        A law by name, with parameters, or from a ``model.toml``; the experiment's own when left out.
    elements : int
        Number of elements, for a law by name.
    plant, drive, solver, run : dict
        Parameters of the experiment: ``plant={"mass": 2}``. A number may carry its unit: ``"2 kg"``.
    output : path
        A directory for trajectory.csv, summary.json, report.html and experiment.toml.
    """
    name, count, settings = _chosen(law)
    for group, values in (("plant", plant), ("drive", drive), ("solver", solver), ("run", run)):
        settings += _settings(group, values or {})
    return Run(_core.run(os.fspath(experiment), name, count or elements, settings, _directory(output)))


def _fit_options(
    *,
    free: Sequence[str],
    fixed: Optional[Mapping[str, Value]],
    per_direction: Sequence[str],
    loss: str,
    huber: float,
    strategy: str,
    seed: int,
    budget: int,
    train: float,
    blocks: int,
    nuisances: Sequence[str],
    common: Sequence[str],
    closed_loop: bool,
    plant: Optional[Mapping[str, Value]],
    compare_below: float,
    polish: bool,
    intervals: bool,
    threads: int,
    device: str,
) -> dict[str, Any]:
    if not 0.0 < train <= 1.0:
        raise ValueError(f"train = {train} lies outside (0, 1]: it is the share that is fitted")
    if plant and not closed_loop:
        raise ValueError("plant: only a fit in closed loop has a plant; add closed_loop=True, or use fixed")
    for name in (*_texts("nuisances", nuisances), *_texts("common", common)):
        _named_one("nuisance", name, _core.nuisance_names())
    for name in set(_texts("nuisances", nuisances)) & set(_texts("common", common)):
        raise ValueError(f"the nuisance {name} is asked for twice; take it out of nuisances or common")
    return {
        "free": _texts("free", free),
        "fixed": _settings("law", fixed or {}),
        "per_direction": _texts("per_direction", per_direction),
        "loss": _named_one("loss", loss, _losses),
        "huber": _not_negative("huber", huber, "a force"),
        "strategy": _named_one("strategy", strategy, list(strategies())),
        "seed": seed,
        "budget": budget,
        "train": float(train),
        "blocks": blocks,
        "nuisances": _texts("nuisances", nuisances),
        "common": _texts("common", common),
        "closed_loop": closed_loop,
        "plant": _settings("plant", plant or {}),
        "compare_below": _not_negative("compare_below", compare_below, "a frequency in Hz"),
        "polish": polish,
        "intervals": intervals,
        "threads": threads,
        "device": device,
    }


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


def identify(
    data: Union[Source, Sequence[Source]],
    law: Union[str, Law],
    *,
    test: Union[Source, Sequence[Source], None] = None,
    elements: int = 0,
    free: Sequence[str] = (),
    fixed: Optional[Mapping[str, Value]] = None,
    per_direction: Sequence[str] = (),
    loss: str = "ls",
    huber: float = 0.0,
    strategy: str = "auto",
    seed: int = 1,
    budget: int = 0,
    train: float = 1.0,
    blocks: int = 0,
    nuisances: Sequence[str] = (),
    common: Sequence[str] = (),
    closed_loop: bool = False,
    plant: Optional[Mapping[str, Value]] = None,
    compare_below: float = 0.0,
    polish: bool = True,
    intervals: bool = True,
    threads: int = 0,
    device: str = "auto",
    progress: Optional[Progress] = None,
    output: Union[str, "os.PathLike[str]", None] = None,
    **reading: Any,
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
    elements : int
        Number of elements, of laws that have them.
    free, fixed, per_direction
        Parameters to be found (those that the data can show when left out), values that stay, and parameters with a
        value for each direction of motion (``"all"``).
    loss : "ls", "mre", "huber" or "absolute"
        Least squares, mean relative error, Huber's with its bend at ``huber`` newtons, absolute error.
    strategy, seed, budget
        The global search, its seed, and its evaluations.
    train, blocks
        Share of every recording that is fitted; or every second of so many blocks is kept for the test.
    nuisances, common
        What the sensors add ("offset", "gain", "inertia", ...), for each recording or one for all.
    closed_loop, plant
        Compare motion in place of force; parameters of the body.
    compare_below : float [Hz]
        Compare through a low-pass without delay.
    polish, intervals : bool
        Least squares behind the search; uncertainty behind that.
    threads, device
        0: all processors; "cpu", "cuda" or "auto".
    progress : function
        Called as ``progress(stage, share, best, evaluations)``; what it raises stops the fit.
    output : path
        A directory for model.toml, fit.json and report.html.
    **reading
        ``map``, ``refuse``, ``sample_time``, ``bandwidth`` as in ``read``.
    """
    name, count, _ = _chosen(law)
    if not name:
        raise ValueError("the law is missing: stickslip.laws() lists them")
    options = _fit_options(
        free=free, fixed=fixed, per_direction=per_direction, loss=loss, huber=huber, strategy=strategy, seed=seed,
        budget=budget, train=train, blocks=blocks, nuisances=nuisances, common=common, closed_loop=closed_loop,
        plant=plant, compare_below=compare_below, polish=polish, intervals=intervals, threads=threads, device=device,
    )  # fmt: skip
    told = _core.identify(
        _recordings(data, test, reading), name, count or elements, options, progress, _directory(output)
    )
    if told is None:
        raise KeyboardInterrupt
    return Fit(told)


def rank(
    data: Union[Source, Sequence[Source]],
    laws: Optional[Sequence[str]] = None,
    *,
    test: Union[Source, Sequence[Source], None] = None,
    elements: int = 0,
    free: Sequence[str] = (),
    per_direction: Sequence[str] = (),
    loss: str = "ls",
    huber: float = 0.0,
    strategy: str = "auto",
    seed: int = 1,
    budget: int = 0,
    train: float = 1.0,
    blocks: int = 0,
    nuisances: Sequence[str] = (),
    common: Sequence[str] = (),
    closed_loop: bool = False,
    plant: Optional[Mapping[str, Value]] = None,
    compare_below: float = 0.0,
    polish: bool = True,
    threads: int = 0,
    device: str = "auto",
    progress: Optional[Progress] = None,
    output: Union[str, "os.PathLike[str]", None] = None,
    **reading: Any,
) -> Ranking:
    """Fits many laws and ranks them on parts of the data that they have not seen; ties go to the simpler law.

    ``laws`` is a list of names, all that the data can feed when left out. The other arguments are those of
    ``identify``.
    """
    options = _fit_options(
        free=free, fixed=None, per_direction=per_direction, loss=loss, huber=huber, strategy=strategy, seed=seed,
        budget=budget, train=train, blocks=blocks, nuisances=nuisances, common=common, closed_loop=closed_loop,
        plant=plant, compare_below=compare_below, polish=polish, intervals=True, threads=threads, device=device,
    )  # fmt: skip
    names = [_info(name).name for name in _texts("laws", laws or ())]
    told = _core.rank(_recordings(data, test, reading), names, elements, options, progress, _directory(output))
    if told is None:
        raise KeyboardInterrupt
    return Ranking(told)


def methods() -> dict[str, str]:
    """The papers' identification methods: name and title."""
    return {name: title for name, title, _ in _core.method_list()}


def method(
    name: str,
    data: Union[Source, Sequence[Source]],
    *,
    map: Optional[Mapping[str, Optional[str]]] = None,  # noqa: A002
    output: Union[str, "os.PathLike[str]", None] = None,
    **settings: Mapping[str, Value],
) -> MethodResult:
    """One of the papers' identification methods, with its intervals and what the data cannot show.

    ``settings`` are groups of parameters: ``method("breakaway", "ramp.csv", plant={"mass": 0.5})``. Files are read as
    they are; ``map`` says which column plays a role.
    """
    roles = {known: columns for known, _, columns in _core.method_list()}
    _named_one("method", name, list(roles))
    rows: list[tuple[str, str, Any]] = []
    for group, values in settings.items():
        rows += _settings(group, values)
    sources = [
        os.fspath(source) if isinstance(source, (str, os.PathLike)) else _one(source)._held
        for source in _listed(data)
    ]
    return MethodResult(_core.method(name, sources, rows, _names(map, roles[name]), _directory(output)))


def scorecard(
    laws: Optional[Sequence[str]] = None, *, progress: Optional[Callable[[str], Any]] = None
) -> Scorecard:
    """Measures laws against the phenomena of friction and what they cost; all laws take about a minute.

    ``progress(row)`` is called before each row.
    """
    return Scorecard(*_core.scorecard([_info(name).name for name in _texts("laws", laws or ())], progress))


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
        What the columns of a matrix are, "coulomb" for both directions, "coulomb.back", "limit[3]". When left out: all
        numbers of the law, as ``batch.names`` lists them; such a matrix is used where it lies.
    loss : "ls", "mre", "huber" or "absolute"
    """

    def __init__(
        self,
        law: Union[str, Law],
        data: Union[Source, Sequence[Source]],
        *,
        parameters: Optional[Sequence[str]] = None,
        elements: int = 0,
        loss: str = "ls",
        huber: float = 1.0,
        threads: int = 0,
        device: str = "auto",
        precision: str = "fp64",
        **reading: Any,
    ) -> None:
        base = law if isinstance(law, Law) else Law(law, elements=elements)
        sources = [(one._held, name) for one, name in _named(data, **reading)]
        _named_one("loss", loss, _losses)
        self._core = _core.Batch(base.name, base.elements, sources, loss, huber, threads, device, precision)
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
        """The loss of every row; infinite where parameters are out of bounds or the run leaves the finite numbers."""
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
