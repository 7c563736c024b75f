"""An option is a row of a table and its use: every front end shows every row."""

import inspect
import json
import re
import subprocess
from pathlib import Path

import pytest

import stickslip
from stickslip import _core

ROOT = Path(__file__).parents[2]
PROGRAM = Path(stickslip.__file__).parents[2] / "tools" / "cli" / "stickslip"
TABLES = _core.option_tables()
FIT = [row["name"] for row in TABLES["fit"] if row["name"] != "law"]
IMPORT = [row["name"] for row in TABLES["import"]]
ON_THE_COMMAND_LINE = {"fixed": "fix", "nuisances": "nuisance", "polish": "no-polish", "intervals": "no-intervals"}


@pytest.mark.parametrize("name", FIT + IMPORT)
def test_every_row_is_an_argument_with_a_sentence(name):
    assert name in inspect.signature(stickslip.identify).parameters
    assert re.search(rf"^    {name} : .*\n        \w", stickslip.identify.__doc__, re.M)
    assert re.search(rf"^ *{name}: .* = \.\.\.,$", (ROOT / "python/stickslip/_fit.pyi").read_text(), re.M)


@pytest.mark.parametrize("name", FIT + IMPORT)
def test_every_row_is_in_the_help_of_octave(name):
    assert re.search(rf"^%     {name} +\S", (ROOT / "matlab/ss_identify.m").read_text(), re.M)


@pytest.mark.skipif(not PROGRAM.exists(), reason="the command line is not built")
def test_every_row_is_in_the_help_of_the_command_line():
    told = subprocess.run([PROGRAM, "identify", "--help-all"], capture_output=True, text=True, check=True).stdout
    for name in FIT + IMPORT:
        switch = "--" + ON_THE_COMMAND_LINE.get(name, name).replace("_", "-")
        assert re.search(rf"{switch}\b", told), switch


def test_every_row_that_changes_the_result_is_in_fit_json(bench, tmp_path):
    stickslip.identify(bench, "tanh", budget=50, intervals=False, fixed={"viscous": 0.5}, output=tmp_path)
    told = json.loads((tmp_path / "fit.json").read_text())["fit"]["options"]
    assert set(FIT) - set(told) == {"threads"}
    assert told["budget"] == 50
    assert told["intervals"] is False
    assert told["fixed"] == {"viscous": 0.5}


def test_other_functions_take_their_tables():
    for call, table in ((stickslip.read, "import"), (stickslip.export, "export"), (stickslip.translate, "translate")):
        assert {row["name"] for row in TABLES[table]} <= set(inspect.signature(call).parameters)
    assert {row["name"] for row in TABLES["fmu"]} <= set(inspect.signature(stickslip.export).parameters)
    assert {row["name"] for row in TABLES["batch"]} <= set(inspect.signature(stickslip.Batch).parameters)
    taken = set(inspect.signature(stickslip.rank).parameters)
    assert set(FIT) - taken == {"fixed", "bounds", "intervals"}


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"train": 1.5}, ValueError, r"train = 1.5 lies outside \(0, 1\]"),
        ({"compare_below": -1}, ValueError, r"compare_below = -1.0 lies outside \[0, inf\) Hz"),
        ({"seed": "three"}, TypeError, "seed is 'three', which is of another type than it takes"),
        ({"blocks": 1.5}, TypeError, "blocks is 1.5"),
        ({"polish": "no"}, TypeError, "polish is 'no'"),
        ({"free": 3}, TypeError, "free is 3"),
        ({"fixed": "coulomb"}, TypeError, "fixed is 'coulomb'"),
    ],
)
def test_a_wrong_value_is_refused_in_the_words_of_python(bench, options, kind, message):
    with pytest.raises(kind, match=message):
        stickslip.identify(bench, "lugre", **options)


def test_messages_of_the_library_speak_of_keyword_arguments(bench, tmp_path):
    ambiguous = tmp_path / "two.csv"
    ambiguous.write_text("t_s,f[N],tau[N]\n0,1,2\n1,2,3\n2,3,4\n")
    with pytest.raises(ValueError, match=r'tell which with map=\{"force": "COLUMN"\}, or map=\{"force": None\}'):
        stickslip.read(ambiguous)
    with pytest.raises(ValueError, match=r'plant=\{"mass": 1\}: only a fit in closed loop .* closed_loop=True'):
        stickslip.identify(bench, "lugre", plant={"mass": 1})
    with pytest.raises(ValueError, match=r'fixed=\{"coulomb": -1\}'):
        stickslip.identify(bench, "lugre", fixed={"coulomb": -1})
