"""Fits, rankings and batches: laws against recordings."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from ._data import Source
from ._law import Law, Value
from ._results import Fit, Ranking

Progress = Callable[[str, float, float, int], Any]

def strategies() -> dict[str, str]: ...
def identify(
    data: Union[Source, Sequence[Source]],
    law: Union[str, Law],
    *,
    test: Union[Source, Sequence[Source], None] = ...,
    plant: Optional[Mapping[str, Value]] = ...,
    progress: Optional[Progress] = ...,
    output: Union[str, os.PathLike[str], None] = ...,
    # begin options of identify
    elements: int = ...,
    free: Sequence[str] = ...,
    fixed: Optional[Mapping[str, Value]] = ...,
    bounds: Optional[Mapping[str, Value]] = ...,
    per_direction: Sequence[str] = ...,
    loss: str = ...,
    huber: float = ...,
    strategy: str = ...,
    seed: int = ...,
    budget: int = ...,
    population: int = ...,
    generations: int = ...,
    crossover_rate: float = ...,
    mutation_rate: float = ...,
    migration_rate: float = ...,
    migration_period: int = ...,
    train: float = ...,
    blocks: int = ...,
    closed_loop: bool = ...,
    compare_below: float = ...,
    nuisances: Sequence[str] = ...,
    common: Sequence[str] = ...,
    threads: int = ...,
    device: str = ...,
    polish: bool = ...,
    intervals: bool = ...,
    map: Optional[Mapping[str, Value]] = ...,
    delay: Optional[Mapping[str, Value]] = ...,
    drop: Sequence[str] = ...,
    refuse: Sequence[str] = ...,
    sample_time: float = ...,
    bandwidth: float = ...,
    # end options
) -> Fit: ...
def rank(
    data: Union[Source, Sequence[Source]],
    laws: Optional[Sequence[str]] = ...,
    *,
    test: Union[Source, Sequence[Source], None] = ...,
    plant: Optional[Mapping[str, Value]] = ...,
    progress: Optional[Progress] = ...,
    output: Union[str, os.PathLike[str], None] = ...,
    # begin options of rank
    elements: int = ...,
    free: Sequence[str] = ...,
    per_direction: Sequence[str] = ...,
    loss: str = ...,
    huber: float = ...,
    strategy: str = ...,
    seed: int = ...,
    budget: int = ...,
    population: int = ...,
    generations: int = ...,
    crossover_rate: float = ...,
    mutation_rate: float = ...,
    migration_rate: float = ...,
    migration_period: int = ...,
    train: float = ...,
    blocks: int = ...,
    closed_loop: bool = ...,
    compare_below: float = ...,
    nuisances: Sequence[str] = ...,
    common: Sequence[str] = ...,
    threads: int = ...,
    device: str = ...,
    polish: bool = ...,
    map: Optional[Mapping[str, Value]] = ...,
    delay: Optional[Mapping[str, Value]] = ...,
    drop: Sequence[str] = ...,
    refuse: Sequence[str] = ...,
    sample_time: float = ...,
    bandwidth: float = ...,
    # end options
) -> Ranking: ...

class Batch:
    law: Law
    names: list[str]
    parameters: Optional[list[str]]
    def __init__(
        self,
        law: Union[str, Law],
        data: Union[Source, Sequence[Source]],
        *,
        parameters: Optional[Sequence[str]] = ...,
        elements: int = ...,
        # begin options of Batch
        loss: str = ...,
        huber: float = ...,
        device: str = ...,
        precision: str = ...,
        threads: int = ...,
        block: int = ...,
        map: Optional[Mapping[str, Value]] = ...,
        delay: Optional[Mapping[str, Value]] = ...,
        drop: Sequence[str] = ...,
        refuse: Sequence[str] = ...,
        sample_time: float = ...,
        bandwidth: float = ...,
        # end options
    ) -> None: ...
    def matrix(self, sets: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
    def losses(self, sets: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
    def __call__(self, sets: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
    def forces(self, sets: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
    @property
    def measured(self) -> npt.NDArray[np.float64]: ...
    @property
    def report(self) -> dict[str, Any]: ...

def batch(
    law: Union[str, Law], data: Union[Source, Sequence[Source]], sets: npt.ArrayLike, **options: Any
) -> npt.NDArray[np.float64]: ...
