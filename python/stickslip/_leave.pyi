"""Models that leave: source texts for other tools, snippets for other simulators."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Union

from ._law import Law
from ._results import Fit

ModelLike = Union[str, os.PathLike[str], Law, Fit]

def export(
    kind: str,
    model: ModelLike,
    path: Union[str, os.PathLike[str]],
    *,
    # begin options of export
    prefix: str = ...,
    single_precision: bool = ...,
    embedded: bool = ...,
    changeable_parameters: bool = ...,
    stick: str = ...,
    compensation: bool = ...,
    fmi: int = ...,
    name: str = ...,
    library: str = ...,
    source: bool = ...,
    platforms: Sequence[str] = ...,
    # end options
) -> list[str]: ...
@dataclass(frozen=True)
class Translation:
    text: str
    form: str
    lost: list[str] = ...
    force_difference: float = ...
    sliding_force_difference: float = ...
    force: float = ...
    speeds: tuple[float, float] = ...
    notes: list[str] = ...
    def to_dict(self) -> dict[str, Any]: ...

def translate(
    model: ModelLike,
    to: str,
    *,
    # begin options of translate
    joint: str = ...,
    speed: float = ...,
    load: float = ...,
    pressure: float = ...,
    temperature: float = ...,
    actuator: str = ...,
    # end options
) -> Translation: ...
