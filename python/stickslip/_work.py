"""Work: runs, methods, the scorecard."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional, Union

from . import _core
from ._data import Source, _listed, _names, _one
from ._law import Law, Value, _info, _settings, load
from ._results import Linearisation, MethodResult, Run, Scorecard


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
        A law by name, with parameters, or from a ``model.toml`` (default: that of the experiment).
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


def linearise(
    experiment: str,
    *,
    at: float = 0.0,
    law: Union[str, Law, None] = None,
    elements: int = 0,
    plant: Optional[Mapping[str, Value]] = None,
    drive: Optional[Mapping[str, Value]] = None,
    solver: Optional[Mapping[str, Value]] = None,
    output: Union[str, "os.PathLike[str]", None] = None,
) -> Linearisation:
    """The poles of an experiment's machine at one instant of its run.

    Parameters
    ----------
    experiment : str
        A name of ``stickslip.experiments()``, or the path of an experiment file.
    at : float [s]
        Instant of the run; 0 is its start.
    law : str, Law or path
        A law by name, with parameters, or from a ``model.toml`` (default: that of the experiment).
    elements : int
        Number of elements, for a law by name.
    plant, drive, solver : dict
        Parameters of the experiment: ``plant={"mass": 2}``. A number may carry its unit: ``"2 kg"``.
    output : path
        A directory for linearisation.json, poles.csv, A.csv, B.csv and experiment.toml.
    """
    name, count, settings = _chosen(law)
    for group, values in (("plant", plant), ("drive", drive), ("solver", solver)):
        settings += _settings(group, values or {})
    chosen = (os.fspath(experiment), name, count or elements, settings)
    return Linearisation(*_core.linearise(*chosen, at, _directory(output)))


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
