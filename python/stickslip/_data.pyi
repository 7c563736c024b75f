"""Recordings."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Optional, Union

import numpy.typing as npt

from ._law import Value
from ._results import Columns

File = Union[str, os.PathLike[str]]

class Data(Columns):
    name: str
    truth: dict[str, float]
    settings: dict[str, dict[str, str]]
    def __init__(
        self,
        columns: Mapping[str, npt.ArrayLike],
        *,
        name: str = ...,
        units: Optional[Mapping[str, str]] = ...,
        # begin options of Data
        map: Optional[Mapping[str, Value]] = ...,
        delay: Optional[Mapping[str, Value]] = ...,
        drop: Sequence[str] = ...,
        refuse: Sequence[str] = ...,
        sample_time: float = ...,
        bandwidth: float = ...,
        # end options
    ) -> None: ...
    @property
    def step(self) -> float: ...
    @property
    def rotary(self) -> bool: ...
    @property
    def guesses(self) -> list[str]: ...
    @property
    def findings(self) -> list[tuple[str, str, int, str]]: ...
    @property
    def repairs(self) -> list[tuple[str, str]]: ...
    def plot(self, *names: str, ax: Any = ...) -> Any: ...

def read(
    file: File,
    *,
    # begin options of read
    map: Optional[Mapping[str, Value]] = ...,
    delay: Optional[Mapping[str, Value]] = ...,
    drop: Sequence[str] = ...,
    refuse: Sequence[str] = ...,
    sample_time: float = ...,
    bandwidth: float = ...,
    # end options
) -> Data: ...
def samples() -> dict[str, str]: ...
def sample(name: str, seed: int = ...) -> list[Data]: ...

Source = Union[Data, File, Mapping[str, npt.ArrayLike]]
