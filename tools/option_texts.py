"""Writes what is made from the option tables into stubs and Octave's help.

option_texts.py ROOT writes them, option_texts.py --check ROOT tells whether they differ. In a stub, a place begins
with a line "begin options of NAME", a function of the package, and ends with "end options".
"""

import difflib
import inspect
import re
import sys
import textwrap
from pathlib import Path

import stickslip
from stickslip import _options

FILES = ["python/stickslip/_data.pyi", "python/stickslip/_fit.pyi", "python/stickslip/_leave.pyi", "matlab/ss_identify.m"]
PLACE = re.compile(r"^(?P<indent> *)# begin options of (?P<name>\w+)\n.*?^ *# end options\n", re.M | re.S)
HELP = re.compile(r"(?<=with a struct, take\n%\n).*?(?=%\n%   The answer has)", re.S)
OCTAVE_ONLY = [
    ("test", "Recordings that are scored and not fitted, given as DATA is"),
    ("plant", "Parameters of the body, in closed loop (struct)"),
]

IN_OCTAVE = {"number": "number", "count": "number", "flag": "true or false", "names": "cell", "settings": "struct"}


def stub_lines(name: str) -> list[str]:
    thing = getattr(stickslip, name)
    called = inspect.signature(thing.__init__ if inspect.isclass(thing) else thing)
    known = {row["name"] for table in tables_of(name) for row in table}
    keywords = [p for p in called.parameters.values() if p.kind is inspect.Parameter.KEYWORD_ONLY]
    return [f"{p.name}: {p.annotation} = ...," for p in keywords if p.name in known]


def tables_of(name: str) -> list:
    """The tables that a function of the package takes as keyword arguments."""
    tables = {
        "identify": ["fit", "import"],
        "rank": ["rank", "fit", "import"],
        "Batch": ["batch", "import"],
        "Data": ["import"],
        "read": ["import"],
        "export": ["export", "fmu"],
        "translate": ["translate"],
    }
    return [_options.tables[table] for table in tables[name]]


def octave_help() -> str:
    entries = list(OCTAVE_ONLY)
    for row in _options.rows("fit", without=["law"]) + _options.rows("import"):
        unit = f" [{row['unit']}]" if row["unit"] else ""
        entries.append((row["name"], f"{row['doc']}{unit} ({IN_OCTAVE.get(row['kind'], 'text')})"))
    text = ""
    for name, sentence in entries:
        first, *others = textwrap.wrap(sentence, 96)
        text += "".join(f"%     {line}\n" for line in [f"{name:<15} {first}"] + [" " * 16 + other for other in others])
    return text


def written(text: str) -> str:
    def fill(place: re.Match) -> str:
        first, *_, last = place[0].splitlines()
        return "\n".join([first] + [place["indent"] + line for line in stub_lines(place["name"])] + [last]) + "\n"

    return HELP.sub(lambda _: octave_help(), PLACE.sub(fill, text))


def main() -> int:
    check, root = sys.argv[1] == "--check", Path(sys.argv[-1])
    different = False
    for name in FILES:
        standing = (root / name).read_text(encoding="utf-8")
        fresh = written(standing)
        if check:
            sys.stdout.writelines(difflib.unified_diff(standing.splitlines(True), fresh.splitlines(True), name, "the tables"))
            different = different or standing != fresh
        elif fresh != standing:
            (root / name).write_text(fresh, encoding="utf-8")
    if different:
        print("Texts differ from the option tables: cmake --build --preset dev --target python_docs")
    return int(different)


sys.exit(main())
