"""Friction laws."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core

Value = Union[float, str, Sequence[float], Mapping[str, float]]
Column = Union[float, npt.ArrayLike, None]


@dataclass(frozen=True)
class Parameter:
    """A parameter of a law, as its table describes it."""

    name: str
    symbol: str
    unit: str
    description: str
    default: float
    lower: float
    upper: float
    scale: str
    shape: str
    choices: str

    def text(self) -> str:
        """Unit, meaning, bounds and default, as in the law's docstring."""
        kind = {
            "single": "float",
            "sides": "float or (forward, back)",
            "elements": "float or one per element",
        }[self.shape]
        if self.choices:
            names = self.choices.split("|")
            chosen = names[int(self.default - self.lower)]
            return f"{self.name} : {' or '.join(names)}\n    {self.description} Default: {chosen}."
        unit = "" if self.unit == "1" else f" [{self.unit}]"
        default = "" if self.shape == "elements" else f"; default: {self.default:g}"
        return (
            f"{self.name} : {kind}{unit}\n"
            f"    {self.description} {self.symbol}, {self.lower:g} to {self.upper:g}{default}."
        )


@dataclass(frozen=True)
class LawInfo:
    """A law of the list: what it is, what it reads, what it takes."""

    name: str
    title: str
    source: str
    equation: str
    reads: str
    may_read: str
    has_elements: bool
    has_steady_state: bool
    has_stored_energy: bool
    parameters: tuple[Parameter, ...]
    states: tuple[tuple[str, str], ...]

    def __repr__(self) -> str:
        return f"<law {self.name}: {self.title}; reads {self.reads}; {len(self.parameters)} parameters>"

    def text(self) -> str:
        """The law in full: equation, source, columns, parameters with units and bounds."""
        equation = "\n".join("    " + line for line in self.equation.splitlines())
        also = f", and {self.may_read} when given" if self.may_read else ""
        elements = (
            "elements : int\n    How many elements, 1 to 64 (default: the usual number).\n"
            if self.has_elements
            else ""
        )
        parameters = "\n".join(p.text() for p in self.parameters)
        return (
            f"{self.title}.\n\n{equation}\n\nSource: {self.source}. Reads {self.reads}{also}.\n\n"
            f"Parameters\n----------\n{elements}{parameters}\n"
        )


def _info_from(row: dict[str, Any]) -> LawInfo:
    parameters = tuple(Parameter(**p) for p in row.pop("parameters"))
    states = tuple(row.pop("states"))
    return LawInfo(parameters=parameters, states=states, **row)


_infos = {row["name"]: _info_from(row) for row in _core.law_list()}


def laws() -> list[LawInfo]:
    """All friction laws, with their parameters, units, bounds and sources."""
    return list(_infos.values())


def _info(name: str) -> LawInfo:
    if not isinstance(name, str):
        raise TypeError(f"the name of a law must be a text, but it is {type(name).__name__}")
    if name not in _infos:
        _core.refuse_name("friction law", name, list(_infos))
    return _infos[name]


def _settings(group: str, values: Mapping[str, Value]) -> list[tuple[str, str, Any]]:
    """(group, key, value) each; {"forward": 1, "back": 2} becomes two."""
    if not isinstance(values, Mapping):
        raise TypeError(f"{group} must be a dict of parameters, but it is {type(values).__name__}")
    rows: list[tuple[str, str, Any]] = []
    for key, value in values.items():
        if isinstance(value, Mapping) and not value:
            raise ValueError(f"{group}.{key} is given no value")
        if isinstance(value, Mapping):
            rows += [(group, f"{key}.{side}", v) for side, v in value.items()]
        else:
            rows.append((group, key, value))
    return rows


class Law(_core.Law):
    """A friction law with its parameters and a state.

    ``Law(name, **parameters)`` takes the names and units that ``stickslip.laws()`` lists; ``help()`` of a law shows
    them. A value is a number, ``(forward, back)``, a list with one number per element, a text with its unit
    (``"1.5 N"``), or the name of a choice; a parameter that is not given has its default. Bounds and relations between
    parameters are checked at once, for all parameters together.

    >>> law = Law("lugre", coulomb=(1.0, 1.2), breakaway=1.5)
    >>> law["coulomb.back"]
    1.2
    """

    def __new__(cls, name: str = "", *args: Any, **parameters: Any) -> "Law":
        if cls is Law:
            cls = _types[_info(name).name]
        return _core.Law.__new__(cls)

    def __init__(self, name: str, *, elements: int = 0, **parameters: Value) -> None:
        if elements < 0:
            raise ValueError(f"elements = {elements} lies outside [1, 64]")
        super().__init__(_info(name).name, elements)
        self.set(**parameters)

    # ---- parameters

    @property
    def name(self) -> str:
        """The law's name."""
        return self._name

    @property
    def elements(self) -> int:
        """The number of elements that was asked for; 0: the usual one, or none."""
        return self._elements

    @property
    def info(self) -> LawInfo:
        """The law's row in the list of laws."""
        return _infos[self.name]

    @property
    def parameters(self) -> dict[str, Any]:
        """All parameters: numbers, (forward, back), lists of elements, names of choices."""
        return self._values()

    def set(self, **parameters: Value) -> None:
        """Sets parameters, all or none: bounds and relations are checked with all of them in place."""
        self._assign(_settings("law", parameters))

    def __getitem__(self, name: str) -> Any:
        return self._value(name)

    def __setitem__(self, name: str, value: Value) -> None:
        self._assign(_settings("law", {name: value}))

    def __iter__(self) -> Iterator[str]:
        return iter(self.parameters)

    # ---- motion

    def step(
        self,
        velocity: float,
        dt: float,
        *,
        displacement: Optional[float] = None,
        applied: float = 0.0,
        mass: float = 1.0,
        load: float = 0.0,
        pressure: float = 0.0,
        temperature: float = 0.0,
    ) -> float:
        """Goes on by dt seconds to a contact with this velocity and returns the friction force there [N].

        Stable for every dt. Without a displacement it is the integral of the velocity.
        """
        return self._step(velocity, dt, displacement, applied, mass, load, pressure, temperature)

    def simulate(
        self,
        velocity: npt.ArrayLike,
        dt: float,
        *,
        displacement: Column = None,
        applied: Column = None,
        mass: Column = None,
        load: Column = None,
        pressure: Column = None,
        temperature: Column = None,
        out: Optional[npt.NDArray[np.float64]] = None,
        resume: bool = False,
    ) -> npt.NDArray[np.float64]:
        """The friction force along a motion sampled every dt seconds [N].

        Columns are arrays as long as velocity, or single numbers. Contiguous float64 arrays are used where they lie,
        others are converted first; the forces are written into ``out`` when it is given. The law starts at rest and
        stays as it is, unless ``resume`` says to go on from where it is, dt before the first sample, and to keep where
        it ends. Other Python threads run meanwhile. NaN and infinity are refused with their place.
        """
        return self._simulate(velocity, dt, displacement, applied, mass, load, pressure, temperature, out, resume)

    def steady_state(
        self, velocity: npt.ArrayLike, *, load: float = 0.0, pressure: float = 0.0, temperature: float = 0.0
    ) -> Any:
        """The friction to which sliding at constant velocity settles [N]: a number, or an array of velocity's shape."""
        forces = self._steady_state(velocity, load, pressure, temperature)
        return float(forces) if forces.ndim == 0 else forces

    def force(
        self,
        velocity: float,
        *,
        state: Optional[npt.ArrayLike] = None,
        displacement: float = 0.0,
        applied: float = 0.0,
        mass: float = 1.0,
        load: float = 0.0,
        pressure: float = 0.0,
        temperature: float = 0.0,
    ) -> float:
        """The friction force in a contact with this state (default: its present one) [N], without added inertia."""
        return self._force(velocity, state, displacement, applied, mass, load, pressure, temperature)

    def inertia(
        self,
        velocity: float,
        *,
        state: Optional[npt.ArrayLike] = None,
        displacement: float = 0.0,
        applied: float = 0.0,
        mass: float = 1.0,
        load: float = 0.0,
        pressure: float = 0.0,
        temperature: float = 0.0,
    ) -> float:
        """The added inertia [kg]: the whole force is force + inertia * acceleration. 0 for all laws but one."""
        return self._inertia(velocity, state, displacement, applied, mass, load, pressure, temperature)

    def rate(
        self,
        velocity: float,
        *,
        state: Optional[npt.ArrayLike] = None,
        displacement: float = 0.0,
        applied: float = 0.0,
        mass: float = 1.0,
        load: float = 0.0,
        pressure: float = 0.0,
        temperature: float = 0.0,
    ) -> npt.NDArray[np.float64]:
        """The slope of the state over time, for solvers of ordinary differential equations."""
        return self._rate(velocity, state, displacement, applied, mass, load, pressure, temperature)

    # ---- state

    @property
    def state(self) -> npt.NDArray[np.float64]:
        """The state, a copy; assign to set it."""
        return self._get_state()

    @state.setter
    def state(self, values: npt.ArrayLike) -> None:
        self._set_state(values)

    @property
    def mode(self) -> str:
        """The mode in words ("sliding forward"); empty for a law without modes."""
        return self._mode()

    @property
    def stored_energy(self) -> float:
        """The energy held in the state [J]; ValueError for a law that tells none."""
        return self._stored_energy()

    def reset(self) -> None:
        """Back to rest; the parameters stay."""
        self._reset()

    def copy(self) -> "Law":
        """A law with the same parameters and state, and its own from here on."""
        return _restored(*self.__reduce__()[1])

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Law":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        contact = self._get_contact()
        return _restored, (self.name, self.elements, self._get_all(), self._get_state(), contact)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Law):
            return NotImplemented
        return self.name == other.name and self._get_all() == other._get_all()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        changed = [f"{k}={v!r}" for k, v in self.parameters.items() if v != _defaults(self.name, self.elements)[k]]
        if self.elements:
            changed.insert(0, f"elements={self.elements}")
        return f"Law({', '.join([repr(self.name)] + changed)})"

    def text(self) -> str:
        """Name and every parameter with its unit, a line each."""
        units = {p.name: "" if p.unit == "1" else " " + p.unit for p in self.info.parameters}
        lines = [f"  {name} = {value}{units[name]}" for name, value in self.parameters.items()]
        return "\n".join([f"{self.name}: {self.info.title}"] + lines)


def _defaults(name: str, elements: int) -> dict[str, Any]:
    return _core.Law(name, elements)._values()


def _restored(
    name: str, elements: int, values: list[float], state: Any, contact: Optional[tuple[float, ...]]
) -> Law:
    law = Law(name, elements=elements)
    law._set_all(values)
    law._set_state(state)
    if contact is not None:
        law._set_contact(*contact)
    return law


def _type_of(info: LawInfo) -> type[Law]:
    """The class of one law, whose docstring is the law's table."""
    words = "".join(word.capitalize() for word in info.name.split("-")) + "Law"
    made = type(words, (Law,), {"__doc__": info.text(), "__module__": __name__})
    keywords = [
        inspect.Parameter(p.name, inspect.Parameter.KEYWORD_ONLY, default=p.default) for p in info.parameters
    ]
    first = inspect.Parameter("name", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=info.name)
    made.__signature__ = inspect.Signature([first] + keywords)  # type: ignore[attr-defined]
    return made


_types = {name: _type_of(info) for name, info in _infos.items()}


def load(file: Union[str, "os.PathLike[str]"]) -> Law:
    """The law in a ``model.toml``, as ``Fit.save_model`` and ``stickslip identify`` write it."""
    path = os.fspath(file)
    try:
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
    except OSError as error:
        raise ValueError(f"{path}: the file cannot be read ({error.strerror})") from None
    return _law_from(text, path)


def _law_from(text: str, file: str) -> Law:
    name, elements, values = _core.model_from(text, file)
    law = Law(name, elements=elements)
    law._set_all(values)
    return law
