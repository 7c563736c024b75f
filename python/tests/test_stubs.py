"""The stub of the compiled half says what is there."""

import ast
from pathlib import Path

import stickslip
from stickslip import _core

STUB = Path(__file__).parents[1] / "stickslip" / "_core.pyi"


def names_in(body):
    found = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            found.add(node.target.id)
    return found


def test_the_stub_has_every_name_and_no_other():
    tree = ast.parse(STUB.read_text())
    assert names_in(tree.body) == {name for name in vars(_core) if not name.startswith("__")}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            there = {n for n in vars(getattr(_core, node.name)) if not n.startswith("__") and "pybind11" not in n}
            assert names_in(node.body) - {"__init__"} == there, node.name


def test_the_package_says_that_it_is_typed():
    assert (Path(stickslip.__file__).parent / "py.typed").exists()
    assert all(hasattr(stickslip, name) for name in stickslip.__all__)
