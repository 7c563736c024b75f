"""Recordings."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._options import rows, split, takes
from ._results import Columns

import_rows = rows("import")

File = Union[str, "os.PathLike[str]"]


def _names(roles: Optional[Mapping[str, Optional[str]]], known: Sequence[str]) -> list[tuple[str, str, str]]:
    """{"force": "F_1[kN]"} as (role, column, unit); None: no column plays that role."""
    rows = []
    for role, column in (roles or {}).items():
        if role not in known:
            _core.refuse_name("role", role, list(known))
        found = re.fullmatch(r"(.*?)\s*\[([^\]]*)\]", column or "")
        rows.append((role, found[1], found[2]) if found else (role, column or "", ""))
    return rows


class Data(Columns):
    """A recording made ready for laws: columns by their roles, in SI units, uniform in time.

    ``data["force"]`` is a column, ``data.units`` its unit; ``findings`` and ``repairs`` say what was wrong with the
    file and what was done about it. Columns look into memory that the recording keeps: no copies are made.
    """

    @takes(import_rows)
    def __init__(
        self,
        columns: Mapping[str, npt.ArrayLike],
        *,
        name: str = "data",
        units: Optional[Mapping[str, str]] = None,
        **options: Any,
    ) -> None:
        """A recording from arrays: ``Data({"time": t, "velocity": v, "force": f})``.

        Units are SI unless ``units`` says otherwise (``{"force": "kN"}``); the other arguments are those of
        ``read``.
        """
        given = dict(units or {})
        listed = [(str(key), given.get(key, _si.get(key, "")), values) for key, values in columns.items()]
        (self._options,) = split(options, import_rows)
        self._take(_core.data_from(name, listed, self._options))

    @classmethod
    def _of(cls, held: Any, options: dict[str, Any]) -> "Data":
        data = cls.__new__(cls)
        data._options = options
        data._take(held)
        return data

    def _take(self, held: Any) -> None:
        self._held = held
        self.name: str = os.path.basename(held.file)
        self.truth: dict[str, float] = {}  # of a sample: the values behind it
        self.settings: dict[str, dict[str, str]] = {}  # of a sample: what a method must be told
        super().__init__(held.columns, held.units)

    @property
    def step(self) -> float:
        """Time between samples [s]."""
        return self._held.step

    @property
    def rotary(self) -> bool:
        """True for a joint: rad and N.m in place of m and N."""
        return self._held.rotary

    @property
    def guesses(self) -> list[str]:
        """Which column was taken for what, and why."""
        return self._held.guesses

    @property
    def findings(self) -> list[tuple[str, str, int, str]]:
        """What was noticed: (kind, column, line, sentence)."""
        return self._held.findings

    @property
    def repairs(self) -> list[tuple[str, str]]:
        """What was done about it: (name, sentence). ``read(..., refuse=[name])`` forbids it."""
        return self._held.repairs

    def __reduce__(self) -> tuple[Any, ...]:
        told = {"truth": self.truth, "settings": self.settings}
        return _restored, (self._held.file, self._held.raw(), self._options), told

    def __repr__(self) -> str:
        return self._held.text().rstrip()

    def plot(self, *names: str, ax: Any = None) -> Any:
        """The named columns over time, or all; needs matplotlib. Returns the axes."""
        return self._plot_over("time", names, ax)


def _restored(file: str, raw: list[Any], options: dict[str, Any]) -> Data:
    return Data._of(_core.data_from(file, raw, options), options)


_si = {
    "time": "s",
    "displacement": "m",
    "velocity": "m/s",
    "acceleration": "m/s2",
    "force": "N",
    "applied": "N",
    "load": "N",
    "mass": "kg",
    "pressure": "Pa",
    "temperature": "K",
}


@takes(import_rows)
def read(file: File, **options: Any) -> Data:
    """Reads a recording from a CSV file of any dialect or a MATLAB file.

    Parameters
    ----------
    file : path
    {options}
    """
    (given,) = split(options, import_rows)
    return Data._of(_core.read_data(os.fspath(file), given), given)


def samples() -> dict[str, str]:
    """The synthetic measurements whose truth is known: name and title."""
    return dict(_core.sample_list())


def sample(name: str, seed: int = 1) -> list[Data]:
    """A synthetic measurement, one recording or several.

    ``truth`` of each holds the values behind it, ``settings`` what a method must be told about the machine:
    ``stickslip.method("breakaway", recordings, **recordings[0].settings)``.
    """
    made = []
    for label, columns, settings, truth in _core.sample(name, seed):
        data = Data._of(_core.data_from(label, columns, {}), {})
        data.truth = dict(truth)
        data.settings = _grouped(settings)
        made.append(data)
    return made


def _grouped(settings: Sequence[str]) -> dict[str, dict[str, str]]:
    """["plant.mass=0.5"] as {"plant": {"mass": "0.5"}}."""
    groups: dict[str, dict[str, str]] = {}
    for text in settings:
        name, value = text.split("=", 1)
        group, key = name.split(".", 1)
        groups.setdefault(group, {})[key] = value
    return groups


Source = Union[Data, File, Mapping[str, npt.ArrayLike]]


def _one(source: Source, **options: Any) -> Data:
    split(options, import_rows)
    if isinstance(source, Data):
        if options:
            raise ValueError(f"{next(iter(options))}: {source.name} was read already; give it to read() or Data()")
        return source
    if isinstance(source, Mapping):
        return Data(source, **options)
    if isinstance(source, (str, os.PathLike)):
        return read(source, **options)
    raise TypeError(
        f"data must be a file, a stickslip.Data or a dict of columns, but it is {type(source).__name__}"
    )


def _listed(sources: Any) -> list[Any]:
    """One source, or several in a list."""
    if isinstance(sources, (str, os.PathLike, Data, Mapping)):
        return [sources]
    if isinstance(sources, (list, tuple)):
        return list(sources)
    raise TypeError(f"data must be a file, a stickslip.Data, a dict of columns or a list of such, but it is "
                    f"{type(sources).__name__}")


def _named(sources: Any, **options: Any) -> Iterator[tuple[Data, str]]:
    """Every recording with a name that tells it from the others."""
    seen: dict[str, int] = {}
    for source in _listed(sources):
        data = _one(source, **options)
        count = seen[data.name] = seen.get(data.name, 0) + 1
        yield data, data.name if count == 1 else f"{data.name} ({count})"
