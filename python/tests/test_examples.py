"""Every example runs and checks its own answer; so does the session on the documentation's page."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import stickslip

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("example", sorted((ROOT / "python" / "examples").glob("*.py")), ids=lambda p: p.stem)
def test_example(example):
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, timeout=300, env={**os.environ})
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("file", ["README.md", "docs/python.md"])
def test_the_first_session_of_the_documentation_works(tmp_path, file):
    page = (ROOT / file).read_text()
    session = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    done = subprocess.run(
        [sys.executable, "-c", session], capture_output=True, text=True, timeout=300, cwd=tmp_path, env={**os.environ}
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", [stickslip, stickslip._law], ids=lambda m: m.__name__)
def test_the_docstrings_say_the_truth(module):
    found = doctest.testmod(module)
    assert found.failed == 0
    assert found.attempted > 0
