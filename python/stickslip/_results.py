"""What comes back: small objects that print themselves, become dicts and data frames, and plot."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from ._law import Law, _law_from


def _pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_dataframe() needs pandas: install python3-pandas, or pip install pandas") from None
    return pandas


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plot() needs matplotlib: install python3-matplotlib, or pip install matplotlib") from None
    return pyplot.subplots()[1]


class Columns(Mapping[str, npt.NDArray[np.float64]]):
    """Columns of equal length with names and units: ``c["velocity"]``, ``c.units["velocity"]``, ``list(c)``."""

    def __init__(self, columns: Mapping[str, npt.NDArray[np.float64]], units: Mapping[str, str]) -> None:
        self.columns = dict(columns)
        self.units = dict(units)

    def __getitem__(self, name: str) -> npt.NDArray[np.float64]:
        if name not in self.columns:
            _core.refuse_name("column", str(name), list(self.columns))
        return self.columns[name]

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def to_dict(self) -> dict[str, Any]:
        """The columns as lists."""
        return {name: values.tolist() for name, values in self.columns.items()}

    def to_dataframe(self) -> Any:
        """A pandas data frame with a column each."""
        return _pandas().DataFrame(dict(self.columns))

    def _label(self, name: str) -> str:
        unit = self.units.get(name, "1")
        return name if unit in ("1", "") else f"{name} [{unit}]"

    def _plot_over(self, first: str, names: tuple[str, ...], ax: Any) -> Any:
        ax = _axes(ax)
        for name in names or [n for n in self.columns if n != first]:
            ax.plot(self[first], self[name], label=self._label(name))
        ax.set_xlabel(self._label(first))
        ax.legend()
        return ax


class _Told:
    """A result that the library describes itself: as text, and as JSON."""

    def __init__(self, text: str, told: str) -> None:
        self._text = text
        self._dict: dict[str, Any] = json.loads(told)

    def __repr__(self) -> str:
        return self._text.rstrip()

    def to_dict(self) -> dict[str, Any]:
        """Everything as numbers, texts, lists and dicts; a number that is missing is None, with the reason beside it."""
        return json.loads(json.dumps(self._dict))


class Run(Columns):
    """A run of an experiment: columns over time with their units, figures and events.

    ``run["velocity"]`` is a column; ``run.figures["period"]`` a number, a list, or None; ``run.events`` has
    (time, guard, mode before, mode after).
    """

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["columns"], told["units"])
        self.completed: bool = told["completed"]
        self.message: str = told["message"]
        self.events: list[tuple[float, str, str, str]] = told["events"]
        self.toml: str = told["toml"]
        self._text: str = told["text"]
        self._summary: dict[str, Any] = json.loads(told["json"])

    @property
    def figures(self) -> dict[str, Any]:
        """What the experiment measures: name and value."""
        return {name: figure.get("value") for name, figure in self._summary["figures"].items()}

    def __repr__(self) -> str:
        return self._text.rstrip()

    def to_dict(self) -> dict[str, Any]:
        """The summary, and the columns as lists."""
        return {**json.loads(json.dumps(self._summary)), "columns": super().to_dict()}

    def plot(self, *names: str, x: str = "", ax: Any = None) -> Any:
        """The named columns, or all, over ``x`` (default: the first column); needs matplotlib."""
        return self._plot_over(x or next(iter(self.columns)), names, ax)


class Linearisation(_Told):
    """A machine around one instant of a run: ``d(dx)/dt = A dx + B du`` and its poles.

    ``states`` has the names in the order of ``A``; ``B`` is None where nothing drives the machine from outside.
    """

    @property
    def states(self) -> list[str]:
        """Names of the states."""
        return [state["name"] for state in self._dict["states"]]

    @property
    def A(self) -> npt.NDArray[np.float64]:  # noqa: N802
        """Derivatives of the states' rates by the states."""
        return np.array(self._dict["A"], dtype=float)

    @property
    def B(self) -> Optional[npt.NDArray[np.float64]]:  # noqa: N802
        """Derivatives of the states' rates by the input."""
        return None if self._dict["B"] is None else np.array(self._dict["B"], dtype=float)

    @property
    def poles(self) -> npt.NDArray[np.complex128]:
        """Both of every pair, slowest first [1/s]."""
        found: list[complex] = []
        for pole in self._dict["poles"]:
            value = complex(pole["real"], pole["imaginary"])
            found += [value, value.conjugate()] if pole["pair"] else [value]
        return np.array(found, dtype=complex)

    @property
    def notes(self) -> list[str]:
        """What a reader of the poles should know."""
        return list(self._dict["notes"])


class Fit(_Told):
    """A law found from recordings: ``fit.law``, ``fit.parameters``, ``fit.intervals``, ``fit.advice``.

    ``verdict`` is "good", "usable with limits", "not explained by this law" or "data problem"; ``reason`` says why,
    ``next_step`` what to do. ``completed`` is False when Ctrl-C ended the fit; the best so far is kept.
    """

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["text"], told["json"])
        self.model: str = told["model"]
        self.traces: list[dict[str, Any]] = told["traces"]
        self.completed: bool = told["completed"]
        self.settled: bool = told["settled"]
        self.verdict: str = told["verdict"]
        self.reason: str = told["reason"]
        self.next_step: str = told["next_step"]

    @property
    def law(self) -> Law:
        """The law with the parameters that were found."""
        return _law_from(self.model, "model")

    def _rows(self) -> list[dict[str, Any]]:
        return self._dict["fit"]["parameters"] + self._dict["fit"]["nuisances"]

    @property
    def parameters(self) -> dict[str, float]:
        """Values, found and fixed, nuisances among them."""
        return {p["name"]: p["value"] for p in self._rows()}

    @property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """95 % intervals of what the data tell."""
        return {p["name"]: (p["low"], p["high"]) for p in self._rows() if p["low"] is not None}

    @property
    def advice(self) -> list[str]:
        """What the data could not tell, and which experiment would."""
        return self._dict["fit"]["advice"]

    def save_model(self, file: str) -> None:
        """Writes ``model.toml``, which ``stickslip.load`` and every command take."""
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(self.model)

    def to_dataframe(self) -> Any:
        """A pandas data frame with a row for each parameter."""
        rows = [
            {k: p.get(k) for k in ("name", "value", "low", "high", "unit", "free", "identified", "remark")}
            for p in self._rows()
        ]
        return _pandas().DataFrame(rows).set_index("name")

    def plot(self, trace: int = 0, ax: Any = None) -> Any:
        """Measured and fitted force of one recording over time; needs matplotlib."""
        ax = _axes(ax)
        chosen = self.traces[trace]
        ax.plot(chosen["time"], chosen["measured"], label="measured")
        ax.plot(chosen["time"], chosen["fitted"], label="fitted")
        ax.set_xlabel("time [s]")
        ax.set_title(chosen["name"])
        ax.legend()
        return ax


class Ranking(_Told):
    """Laws ranked on data that they have not seen: ``ranking.laws`` best first, ``ranking.fit`` of the chosen one.

    ``verdict`` is that of the chosen law's fit; ``reason`` says how the laws compare, ``next_step`` what to do.
    """

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["text"], told["json"])
        self.completed: bool = told["completed"]
        self.winner: bool = told["winner"]
        self.verdict: str = told["verdict"]
        self.reason: str = told["reason"]
        self.next_step: str = told["next_step"]
        self.fit: Optional[Fit] = None if told["chosen"] is None else Fit(told["chosen"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A dict for each law, best first; those that were skipped say why."""
        return self.to_dict()["laws"]

    @property
    def laws(self) -> list[str]:
        """Names of the laws that were fitted, best first."""
        return [row["law"] for row in self._dict["laws"] if not row.get("skipped")]

    def to_dataframe(self) -> Any:
        """A pandas data frame with a row for each law."""
        rows = [{k: v for k, v in row.items() if not isinstance(v, (dict, list))} for row in self._dict["laws"]]
        return _pandas().DataFrame(rows).set_index("law")

    def plot(self, ax: Any = None) -> Any:
        """The error of each law on unseen data; needs matplotlib."""
        ax = _axes(ax)
        fitted = [row for row in self._dict["laws"] if not row.get("skipped")]
        ax.barh([row["law"] for row in reversed(fitted)], [row["unseen_rmse"] for row in reversed(fitted)])
        ax.set_xlabel("RMSE on unseen data")
        return ax


class MethodResult(_Told):
    """What one of the papers' methods found: ``result.estimates``, ``result.law`` where they make one."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["text"], told["json"])
        self.columns: dict[str, npt.NDArray[np.float64]] = told.get("columns", {})
        self._plots: list[Any] = told.get("plots", [])
        self._law: str = told["law"]
        self._values: list[float] = told.get("values", [])

    @property
    def estimates(self) -> dict[str, float]:
        """Name and value of each estimate."""
        return {name: e["value"] for name, e in self._dict.get("estimates", {}).items()}

    @property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """95 % intervals of what the data tell."""
        rows = self._dict.get("estimates", {}).items()
        return {name: (e["low"], e["high"]) for name, e in rows if e["identified"]}

    @property
    def law(self) -> Optional[Law]:
        """The law with the estimates in their places; None where the method finds no law."""
        if not self._law:
            return None
        law = Law(self._law)
        law._set_all(self._values)
        return law

    def to_dataframe(self) -> Any:
        """A pandas data frame: a row for each estimate, or the observed columns."""
        if self.columns:
            return _pandas().DataFrame(self.columns)
        return _pandas().DataFrame.from_dict(self._dict["estimates"], orient="index")

    def plot(self, which: int = 0, ax: Any = None) -> Any:
        """One of the method's plots, or the observed friction over time; needs matplotlib."""
        ax = _axes(ax)
        if self.columns:
            ax.plot(self.columns["time"], self.columns["friction"])
            ax.set_xlabel("time [s]")
            ax.set_ylabel("friction [N]")
            return ax
        title, x_label, y_label, curves, log_x = self._plots[which]
        for name, x, y, dots in curves:
            ax.plot(x, y, "." if dots else "-", label=name)
        ax.set(title=title, xlabel=x_label, ylabel=y_label, xscale="log" if log_x else "linear")
        ax.legend()
        return ax


class Scorecard(_Told):
    """Every law against the phenomena of friction and what it costs, measured.

    ``scores`` has a row for each law and a column for each of ``columns``: 1 yes, 0 partly, -1 no.
    """

    def __init__(self, told: str, text: str, scores: list[list[int]]) -> None:
        super().__init__(text, told)
        self.scores = scores

    @property
    def columns(self) -> list[str]:
        """What is measured."""
        return [column["name"] for column in self._dict["columns"]]

    @property
    def laws(self) -> list[str]:
        """What it is measured of."""
        return [row["name"] for row in self._dict["laws"]]

    def to_dataframe(self) -> Any:
        """A pandas data frame: a row for each law, the measured value in each column."""
        rows = {row["name"]: {k: c["value"] for k, c in row["cells"].items()} for row in self._dict["laws"]}
        return _pandas().DataFrame.from_dict(rows, orient="index")

    def plot(self, ax: Any = None) -> Any:
        """Verdicts as colours: yes, partly, no; needs matplotlib."""
        ax = _axes(ax)
        ax.imshow(self.scores, cmap="RdYlGn", vmin=-1, vmax=1)
        ax.set_xticks(range(len(self.columns)), self.columns, rotation=90)
        ax.set_yticks(range(len(self.laws)), self.laws)
        return ax
