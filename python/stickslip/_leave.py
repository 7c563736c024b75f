"""Models that leave: source texts for other tools, snippets for other simulators."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Union

from . import _core
from ._law import Law
from ._options import rows, split, takes
from ._results import Fit
from ._work import _named_one

_export_rows = rows("export")
_fmu_rows = rows("fmu")
_translate_rows = rows("translate")

ModelLike = Union[str, "os.PathLike[str]", Law, Fit]


def _model(model: ModelLike) -> tuple[str, str]:
    """The text of a model.toml, and what messages call it."""
    if isinstance(model, Fit):
        return model.model, "the model of the fit"
    if isinstance(model, (str, os.PathLike)) and os.fspath(model).endswith(".toml"):
        path = os.fspath(model)
        try:
            with open(path, encoding="utf-8") as stream:
                return stream.read(), path
        except OSError as error:
            raise ValueError(f"{path}: the file cannot be read ({error.strerror})") from None
    if isinstance(model, str):
        model = Law(model)
    if not isinstance(model, Law):
        raise TypeError(
            f"model must be a model.toml, a stickslip.Law, a stickslip.Fit or a law's name, but it is {type(model).__name__}"
        )
    return _core.law_toml(model.name, model.elements, model._get_all()), f"the law {model.name}"


def _export_fmu(model: ModelLike, path: str, of_texts: dict[str, Any], given: dict[str, Any]) -> list[str]:
    is_file = isinstance(model, (str, os.PathLike)) and os.fspath(model).endswith(".toml")
    text, name = ("", os.fspath(model)) if is_file else _model(model)
    beside = os.path.join(os.path.dirname(_core.__file__), "libstickslip_fmu.so")
    _core.export_fmu(text, name, path, beside, of_texts, given)
    return [path]


@takes(_export_rows, _fmu_rows)
def export(kind: str, model: ModelLike, path: Union[str, "os.PathLike[str]"], **options: Any) -> list[str]:
    """Writes a law as source text for another tool or as an FMU, and returns the paths that were written.

    Parameters
    ----------
    kind : str
        ``c``, ``matlab``, ``js``, ``modelica``, ``simulink``, ``st`` or ``fmu``.
    model : path, Law, Fit or str
        A ``model.toml``, a law with its parameters, a fit, or the name of a law; for an FMU also an experiment's file.
    path : path
        The file; ``.c`` has an ``.h`` beside it, ``.h`` alone is a single header.
    {options}
    """
    of_texts, of_fmus = split(options, _export_rows, _fmu_rows)
    if kind == "fmu":
        return _export_fmu(model, os.fspath(path), of_texts, of_fmus)
    _named_one("kind of export", kind, [name for name, _ in _core.export_kinds()] + ["fmu"])
    text, place = _model(model)
    return _core.export_model(kind, text, place, os.fspath(path), of_texts, of_fmus)


@dataclass(frozen=True)
class Translation:
    """A snippet for another simulator, and what is lost in it."""

    text: str
    form: str
    lost: list[str] = field(default_factory=list)
    force_difference: float = 0.0
    sliding_force_difference: float = 0.0
    force: float = 0.0
    speeds: tuple[float, float] = (0.0, 0.0)
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        share = 100.0 * self.force_difference / self.force if self.force else 0.0
        lines = [self.text.rstrip(), f"force difference {self.force_difference:.4g} N, {share:.3g} % of the law's own"]
        lines += [f"lost: {sentence}" for sentence in self.lost]
        return "\n".join(lines + [f"note: {sentence}" for sentence in self.notes])

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return dict(self.__dict__)


@takes(_translate_rows)
def translate(model: ModelLike, to: str, **options: Any) -> Translation:
    """The snippet that another simulator reads, and the force that it cannot represent.

    Parameters
    ----------
    model : path, Law, Fit or str
        A ``model.toml``, a law with its parameters, a fit, or the name of a law.
    to : str
        ``mjcf``, ``urdf``, ``sdf``, ``modelica``, ``physx`` or ``bam``.
    {options}
    """
    (given,) = split(options, _translate_rows)
    text, name = _model(model)
    return Translation(**_core.translate(to, text, name, given))
