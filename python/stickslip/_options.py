"""Keyword arguments out of the library's option tables: signatures, docstrings, and which table takes what."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Optional, TypeVar

from . import _core

Call = TypeVar("Call", bound=Callable[..., Any])

tables: dict[str, list[dict[str, Any]]] = _core.option_tables()

# What a keyword argument of each kind is annotated with.
annotations = {
    "flag": "bool",
    "number": "float",
    "count": "int",
    "text": "str",
    "choice": "str",
    "names": "Sequence[str]",
    "settings": "Optional[Mapping[str, Value]]",
}


def rows(table: str, without: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The rows of a table that a function takes as keyword arguments."""
    return [row for row in tables[table] if row["name"] not in without]


def _entry(row: dict[str, Any]) -> str:
    kind = {"names": "list of str", "settings": "dict"}.get(row["kind"], annotations[row["kind"]])
    unit = f" [{row['unit']}]" if row["unit"] else ""
    first = row["choices"].replace(" or ", ", ").split(", ")[0]
    worth_listing = first and len(row["choices"]) < 60 and first not in row["doc"]
    choices = f": {row['choices']}" if worth_listing else ""
    return f"    {row['name']} : {kind}{unit}\n        {row['doc']}{choices}."


def described(text: Optional[str], *parts: list[dict[str, Any]]) -> str:
    """The docstring with the options of these tables in place of {options}."""
    entries = "\n".join(_entry(row) for part in parts for row in part)
    return (text or "").replace("    {options}", entries)


def takes(*parts: list[dict[str, Any]]) -> Callable[[Call], Call]:
    """Writes the options of these tables into the signature and the docstring."""
    every = [row for part in parts for row in part]

    def describe(call: Call) -> Call:
        own = inspect.signature(call)
        fixed = [p for p in own.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        new = [
            inspect.Parameter(
                row["name"], inspect.Parameter.KEYWORD_ONLY, default=row["default"], annotation=annotations[row["kind"]]
            )
            for row in every
        ]
        call.__signature__ = own.replace(parameters=fixed + new)  # type: ignore[attr-defined]
        call.__doc__ = described(call.__doc__, every)
        return call

    return describe


def split(given: dict[str, Any], *parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The given keyword arguments, a dict for each table; TypeError for a name that none has."""
    known = [[row["name"] for row in part] for part in parts]
    for name in given:
        if not any(name in names for names in known):
            every = ", ".join(name for names in known for name in names)
            raise TypeError(f"there is no argument {name!r}; the options are {every}")
    return [{name: value for name, value in given.items() if name in names} for names in known]
