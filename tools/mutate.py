#!/usr/bin/env python3
"""tools/mutate.py [--count 200] [--seed 1] [--build build/dev] [--minutes M] [--room NAME] [--file PATTERN] [--page] [--list]

Changes one place of the library at a time (a sign, a comparison, a constant, an operator, a statement that is left
out), runs the tests of the room on it, and reports the changes that no test notices: the survivors.

The places are drawn from the seed, the same number of each room. A changed file is written to build/mutants; neither
the tree nor the build folder is touched. Of a source, its one object is compiled anew and the room's test programs are
linked with it in front of the library. Of a header, the tests that mirror it are compiled anew as well; of a law's
header, the conformance suites for that law alone. A test that takes too long has noticed the change.

--build    a build folder with the test programs of the tables below and Ninja's files
--minutes  begins no further change after so many minutes
--room     laws, solve, identify or io alone
--file     the files alone whose path fits the pattern
--page     writes the result into docs/reliability.md
--list     prints the changes that would be made, and makes none

A change that nobody could notice (a faster path with the same result, a tolerance that is not reached) is listed with
its reason in tests/mutants/equivalent.txt. Results are kept in build/mutants/results.jsonl: a second run takes over
those of the same change of the same line, except the survivors, which it tries again.
"""
import argparse
import bisect
import dataclasses
import datetime
import fnmatch
import itertools
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "mutants"
EQUIVALENT = ROOT / "tests" / "mutants" / "equivalent.txt"
PAGE = ROOT / "docs" / "reliability.md"
LIST_OF_LAWS = "include/stickslip/friction/all.hpp"
OPTIMISE = "-O1"
BEGIN = "<!-- mutations: written by tools/mutate.py -->"
END = "<!-- end of mutations -->"

# ---- what is changed, and which tests look at it

# The files of a room, as patterns below the root.
ROOMS = {
    "laws": ["include/stickslip/friction/*.hpp"],
    "solve": ["src/solve/*.cpp", "include/stickslip/solve/*.hpp"],
    "identify": ["src/identify/*.cpp"],
    "io": ["src/io/*.cpp", "src/batch/pool.cpp", "src/sweep/*.cpp"],
}
# Lists of types, texts and what only another build has (pagmo).
LEFT_OUT = ["*/friction/list.hpp", "*/friction/all.hpp", "*/friction/catalogue.hpp", "*/friction/any_law.hpp",
            "*/no_pagmo.cpp", "*/pagmo.cpp", "*/friction/recordings.hpp", "*/input_table_place.cpp"]

# Test programs that are linked with a changed source, in this order: [pattern, program and filter, ...]. The first
# pattern that fits counts.
SOURCES = [
    ("src/batch/pool.cpp", ["batch_pool"]),
    ("src/sweep/*", ["sweep_tests"]),
    ("src/solve/cvode.cpp", ["solve_cvode"]),
    ("src/solve/*", ["solve_event_driven", "solve_advance", "solve_hybrid_tuning", "io_results",
                     "experiment_tests"]),
    ("src/identify/breakaway.cpp", ["identify_methods:breakaway*:methods*"]),
    ("src/identify/ramps.cpp", ["identify_methods:breakaway*:methods*:*dynamic*"]),
    ("src/identify/cylinder_friction.cpp", ["identify_methods:cylinder_friction*:methods*:MethodFiles*"]),
    ("src/identify/lugre_dynamic.cpp", ["identify_methods:*lugre_dynamic*:methods*"]),
    ("src/identify/stribeck_curve.cpp", ["identify_methods:stribeck_curve*:methods*"]),
    ("src/identify/steady_points.cpp", ["identify_methods:stribeck_curve*:torque_polynomials*:methods*"]),
    ("src/identify/torque_polynomials.cpp", ["identify_methods:torque_polynomials*:methods*"]),
    ("src/identify/two_sinusoids.cpp", ["identify_methods:two_sinusoids*:methods*"]),
    ("src/identify/zero_phase.cpp", ["identify_methods:a_zero_phase_filter*:cylinder_friction*"]),
    ("src/identify/samples*.cpp", ["identify_methods:*sample*"]),
    ("src/identify/method_kit.cpp", ["identify_methods"]),
    ("src/identify/least_squares.cpp", ["identify_tests:*least_squares*", "identify_tests"]),
    ("src/identify/coordinates.cpp", ["identify_tests:coordinates*:*EveryLaw*", "identify_tests"]),
    ("src/identify/open_loop.cpp", ["identify_tests:open_loop*:*SmoothLaws*:nuisances*", "identify_tests"]),
    ("src/identify/closed_loop.cpp", ["identify_tests:closed_loop*"]),
    ("src/identify/spread.cpp", ["identify_tests:spread*"]),
    ("src/identify/rank.cpp", ["identify_tests:rank*"]),
    ("src/identify/*", ["io_fit", "identify_tests:spread*:flags*:split*:losses*:memory*", "identify_tests"]),
    ("src/io/csv*.cpp", ["io_results", "io_round_trips", "io_recordings", "platform_bytes"]),
    ("src/io/mat*.cpp", ["io_mat", "platform_bytes", "io_mutated"]),
    ("src/io/toml*.cpp", ["io_toml", "sweep_tests", "io_round_trips", "io_fit"]),
    ("src/io/*journal.cpp", ["io_fit_journal", "platform_bytes", "sweep_tests:Journal*", "io_round_trips"]),
    ("src/io/sweep*.cpp", ["sweep_tests"]),
    ("src/io/fit*.cpp", ["io_fit", "io_report", "io_fit_journal"]),
    ("src/io/model.cpp", ["io_fit", "io_toml"]),
    ("src/io/linearisation.cpp", ["cli_tests:Linearise*"]),
    ("src/io/method_result.cpp", ["identify_methods:MethodFiles*", "cli_tests:Method*"]),
    ("src/io/friction_estimate.cpp", ["cli_tests:Method*"]),
    ("src/io/scorecard.cpp", ["scorecard_tests:-EveryLaw*"]),
    ("src/io/rank.cpp", ["io_fit"]),
    ("src/io/*", ["io_results", "io_report", "io_recordings", "io_toml", "io_fit", "sweep_tests", "io_round_trips",
                  "platform_bytes", "cli_tests:Run*"]),
]
# Sources that are compiled anew for a changed header: [pattern, (source of the library or None, test source), ...].
LAW_TESTS = ["tests/conformance/values.cpp", "tests/conformance/symmetry.cpp", "tests/conformance/steady_state.cpp",
             "tests/conformance/passivity.cpp", "tests/conformance/presliding.cpp",
             "tests/conformance/sampled_against_continuous.cpp", "tests/friction/special_cases.cpp"]
HEADERS = [
    ("include/stickslip/solve/event_driven.hpp", ["tests/solve/event_driven.cpp", "tests/solve/advance.cpp"]),
    ("include/stickslip/solve/blended.hpp", ["tests/solve/blended.cpp"]),
    ("include/stickslip/solve/fixed_step.hpp", ["tests/solve/fixed_step.cpp"]),
    ("include/stickslip/solve/hybrid_tuning.hpp", ["tests/solve/hybrid_tuning.cpp"]),
    ("include/stickslip/solve/largest_step.hpp", ["tests/solve/largest_step.cpp"]),
    ("include/stickslip/solve/small_lu.hpp", ["tests/solve/steppers.cpp", "tests/solve/blended.cpp"]),
    ("include/stickslip/solve/stable_step.hpp", ["tests/solve/stable_step.cpp", "tests/solve/stable_period.cpp"]),
    ("include/stickslip/solve/steppers.hpp", ["tests/solve/steppers.cpp", "tests/solve/event_driven.cpp"]),
    ("include/stickslip/solve/*", ["tests/solve/event_driven.cpp", "tests/solve/advance.cpp"]),
]
# What a suite's list of laws must have, and must lack, so that no list is empty.
TALENTS = [("presliding_stiffness(", False), ("presliding_stiffness(", True), ("Stick::rigid", True), ("Stick::none", True)]


def matching(table, path):
    """The first row of the table whose pattern fits."""
    return next(row for pattern, row in table if fnmatch.fnmatch(path, pattern))


# ---- places


@dataclasses.dataclass(frozen=True)
class Change:
    room: str
    file: str  # below the root
    number: int  # of the line, for people
    line: str  # as it is, without the blanks around it
    becomes: str
    kind: str

    def key(self):
        return (self.file, self.line, self.becomes)


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def code_alone(text):
    """The text with comments, texts, characters and directives as blanks, each character in its place."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', blank, text, flags=re.S)
    text = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)
    text = re.sub(r"^using [^;]*;|static_assert\(.*?\);", blank, text, flags=re.M | re.S)
    # Rows of tables: a changed default or bound is seen by docs.are_what_the_programs_print.
    return re.sub(r"\btable\(\) \{.*?\n  ?\}|\bstatic constexpr (?:std::)?string_view .*?;", blank, text, flags=re.S)


def next_number(match):
    text = match.group(0)
    if re.fullmatch(r"\d+", text):
        return str(int(text) + 1)
    suffix = re.search(r"[fFuUlL]*$", text).group(0) if not text.startswith("0x") else ""
    body = text[: len(text) - len(suffix)].replace("'", "")
    try:
        return (str(int(body, 0) + 1) if re.fullmatch(r"0x[\dA-Fa-f]+|\d+", body) else repr(float(body) + 1.0)) + suffix
    except ValueError:
        return text


def exchange(pairs):
    return lambda match: pairs[match.group(0)]


OPERATORS = [
    ("comparison", r"(?<= )(?:<=|>=|==|!=|<|>)(?= )(?!> )",
     exchange({"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="})),
    ("reversed comparison", r"(?<= )(?:<=|>=|<|>)(?= )", exchange({"<": ">", "<=": ">", ">": "<", ">=": "<"})),
    ("arithmetic", r"(?<= )[-+*/](?= )", exchange({"+": "-", "-": "+", "*": "/", "/": "*"})),
    ("assignment", r"(?<= )[-+*/]=(?= )", exchange({"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="})),
    ("logic", r"(?<= )(?:&&|\|\|)(?= )", exchange({"&&": "||", "||": "&&"})),
    ("negation", r"!(?=[\w(])", lambda m: ""),
    ("condition", r"(?<=\bif \()(?=[\w.:>-]+(?:\([\w.]*\))?\) (?![-<>=&|+*/?]))", lambda m: "!"),
    ("sign", r"(?:(?<=[(,=?:<>*/+] )|(?<=[({\[])|(?<=return ))-(?=[\w(])", lambda m: ""),
    ("constant", r"(?<![\w.'])(?:0x[\dA-Fa-f]+|\d[\d']*(?:\.\d*)?(?:[eE][-+]?\d+)?)[fFuUlL]*(?![\w.'])", next_number),
    ("truth", r"\b(?:true|false)\b", exchange({"true": "false", "false": "true"})),
    ("extremum", r"\bstd::(?:min|max)\b", exchange({"std::min": "std::max", "std::max": "std::min"})),
    ("step", r"\+\+(?=\w)|--(?=\w)", exchange({"++": "--", "--": "++"})),
    ("dropped statement",
     r"(?:(?<=[;{}]\n)|(?<=\)\n)|(?<=else\n))[ ]+(?:[\w.:>\[\]()*-]+ [-+*/|]?= [^;{}]*|(?:\+\+|--)[\w.>\[\]-]+"
     r"|(?!return|throw|delete|break|continue|using|case|else)[\w.:>-]+\([^;{}]*\));(?=\n)",
     lambda m: re.match(r" *", m.group(0)).group(0) + ";"),
]


def changes_in(room, path):
    """Every change of a file, in the order of its text."""
    text = (ROOT / path).read_text()
    code = code_alone(text)
    starts = [0] + [m.end() for m in re.finditer("\n", text)]
    found = []
    for kind, pattern, replace in OPERATORS:
        for match in re.finditer(pattern, code):
            new = replace(match)
            if new == match.group(0) or in_a_type(code, match):
                continue
            first = bisect.bisect_right(starts, match.start()) - 1
            begin = starts[first]
            end = text.find("\n", match.end())
            changed = text[begin:match.start()] + new + text[match.end():end]
            found.append((match.start(), Change(room, path, first + 1, text[begin:end].strip(), changed.strip(), kind)))
    return [change for _, change in sorted(found, key=lambda item: item[0])]


def in_a_type(code, match):
    """Whether the place is among template arguments or in an array's extent, where a change rarely compiles."""
    before = code[code.rfind("\n", 0, match.start()) + 1 : match.start()]
    return re.search(r"\b(?:template|requires|concept|operator|std::array|Matrix)\b[^;{(]*$", before) is not None


def drawn(rooms, seed, wanted="*"):
    """Changes of one room after the other, in turn, without repetition."""
    generator = random.Random(seed)
    queues = []
    for room in rooms:
        files = sorted(str(p.relative_to(ROOT)) for pattern in ROOMS[room] for p in ROOT.glob(pattern))
        files = [f for f in files if not any(fnmatch.fnmatch(f, pattern) for pattern in LEFT_OUT)]
        all_of_room = [change for f in files if fnmatch.fnmatch(f, wanted) for change in changes_in(room, f)]
        generator.shuffle(all_of_room)
        queues.append(all_of_room)
    return (queue[i] for i in range(max(map(len, queues))) for queue in queues if i < len(queue))


def changed_text(change):
    lines = (ROOT / change.file).read_text().split("\n")
    span = change.line.count("\n") + 1
    first = change.number - 1
    assert "\n".join(lines[first : first + span]).strip() == change.line, change
    lines[first : first + span] = [change.becomes]
    return "\n".join(lines)


# ---- building and testing


def plain(command):
    """A compiler's command without what a changed source cannot hold: its warnings."""
    return [a for a in command if a not in ("-Werror", "-Winvalid-pch")]


def bounded():
    """A changed program may ask for everything."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Unbuildable(Exception):
    """The compiler or the linker refuses the change: no mutation."""


class Build:
    """The commands of a build folder, with something changed."""

    def __init__(self, folder):
        self.folder = folder.resolve()
        entries = json.loads((self.folder / "compile_commands.json").read_text())
        self.commands = {}
        for entry in entries:
            self.commands.setdefault(str(pathlib.Path(entry["file"]).resolve()), shlex.split(entry["command"]))
        listing = self.ninja("targets", "all")
        self.programs = {m[2]: m[1] for m in re.finditer(r"^(\S*/(\w+)): CXX_EXECUTABLE", listing, re.M)}
        self.usual = {}  # [s] that a test takes when nothing is changed

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-t", *arguments], cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def do(self, command):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise Unbuildable(done.stderr)

    def object_of(self, source):
        command = self.commands[str(ROOT / source)]
        return command[command.index("-o") + 1]

    def compile(self, source, text, overlay=None):
        """Compiles `text` as the build compiles `source`; headers in `overlay` come first."""
        command = plain(self.commands[str(ROOT / source)])
        command = self.with_own_headers(command[: command.index("-o")])
        output = FOLDER / "run" / (source.replace("/", "_") + ".o")
        first = [f"-I{overlay}"] if overlay else []
        self.do(command[:1] + first + command[1:] + ["-w", OPTIMISE, f"-iquote{(ROOT / source).parent}", "-o", str(output),
                                                    "-c", str(text)])
        return output

    def with_own_headers(self, command):
        """The build's precompiled headers have other options: ours are compiled once."""
        if "-include" not in command:
            return command
        at = command.index("-include") + 1
        theirs = pathlib.Path(command[at])
        ours = FOLDER / "headers" / f"{theirs.parent.stem}.hpp"
        if not ours.exists():
            ours.parent.mkdir(parents=True, exist_ok=True)
            ours.write_text(f'#include "{theirs}"\n')
            base = plain(self.commands[f"{theirs}.cxx"])
            base = base[: base.index("-include")]
            self.do(base + ["-w", OPTIMISE, "-o", f"{ours}.gch", "-c", str(ours)])
        return command[:at] + [str(ours)] + command[at + 1 :]

    def link(self, program, objects, without=()):
        """The program with these objects in front of the library, and without its own of the sources in `without`."""
        line = self.ninja("commands", self.programs[program]).splitlines()[-1]
        command = shlex.split(line.removeprefix(": && ").removesuffix(" && :"))
        out = command.index("-o")
        result = FOLDER / "run" / program
        gone = {self.object_of(source) for source in without}
        rest = [a for a in command[1:out] + command[out + 2 :] if a not in gone]
        self.do(command[:1] + [str(o) for o in objects] + ["-o", str(result)] + rest)
        return result

    def run(self, test, program, cli=None, limit=None):
        """How a test ends: 'passed', 'failed' or 'too long', and after how many seconds."""
        _, _, tests = test.partition(":")
        command = [str(program), "--gtest_brief=1", "--gtest_fail_fast=1"] + ([f"--gtest_filter={tests}"] if tests else [])
        if cli is not None:  # in its place, for this process and its children alone
            bind = f"mount --bind {shlex.quote(str(cli))} {shlex.quote(str(self.folder / self.programs['stickslip']))}"
            command = ["unshare", "-rm", "sh", "-c", bind + ' && exec "$@"', "bound"] + command
        began = time.monotonic()
        with subprocess.Popen(command, cwd=FOLDER / "run", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, preexec_fn=bounded, start_new_session=True) as process:
            try:
                how = "passed" if process.wait(limit) == 0 else "failed"
            except subprocess.TimeoutExpired:
                how = "too long"
                os.killpg(process.pid, signal.SIGKILL)
        return how, time.monotonic() - began

    def notices(self, test, program, cli=None):
        """Whether a test fails, or takes five times as long as it does when nothing is changed."""
        if test not in self.usual:
            usual = self.folder / self.programs[test.partition(":")[0]]
            how, self.usual[test] = self.run(test, usual)
            if how != "passed":
                raise SystemExit(f"{test} does not pass when nothing is changed")
        return self.run(test, program, cli, 5.0 * self.usual[test] + 10.0)[0] != "passed"


# ---- one change


def runs_the_program(test):
    return test.startswith("cli_")


def killer_of_source(build, change, text):
    """The first test that notices a changed source; None when none does."""
    changed = FOLDER / "run" / pathlib.Path(change.file).name
    changed.write_text(text)
    objects = [build.compile(change.file, changed)]
    cli = None
    for test in matching(SOURCES, change.file):
        program = test.partition(":")[0]
        if runs_the_program(test):
            cli = cli or build.link("stickslip", objects)
            linked = build.folder / build.programs[program]
        else:
            linked = build.link(program, objects)
        if build.notices(test, linked, cli if runs_the_program(test) else None):
            return test
    return None


def headers_of_laws():
    """Every law's header with its entry in the list: {"lugre": "One<LuGre>"}."""
    entries = re.findall(r"(?:One|Many)<\w+>", (ROOT / LIST_OF_LAWS).read_text())
    headers = {}
    for entry in entries:
        law = entry[entry.index("<") + 1 : -1]
        for path in (ROOT / LIST_OF_LAWS).parent.glob("*.hpp"):
            if re.search(rf"^struct {law}\b[^;]*{{", path.read_text(), re.M):
                headers[path.stem] = entry
    return headers


def laws_with(header):
    """The laws whose header is this one, or includes it."""
    laws = headers_of_laws()
    if header in laws:
        return [header]
    folder = (ROOT / LIST_OF_LAWS).parent
    return [law for law in laws if f"friction/{header}.hpp" in (folder / f"{law}.hpp").read_text()][:2]


def companions():
    """The first law with each talent, or without it."""
    folder = (ROOT / LIST_OF_LAWS).parent
    texts = {law: (folder / f"{law}.hpp").read_text() for law in headers_of_laws()}
    return [next(law for law, text in texts.items() if (talent in text) == wanted) for talent, wanted in TALENTS]


def write_overlay(change, text):
    """A folder of headers with the changed one, and a list of the laws that it concerns."""
    overlay = FOLDER / "include"
    shutil.rmtree(overlay, ignore_errors=True)
    path = overlay / pathlib.Path(change.file).relative_to("include")
    path.parent.mkdir(parents=True)
    path.write_text(text)
    if change.room == "laws":
        laws = headers_of_laws()
        wanted = list(dict.fromkeys(laws_with(path.stem) + companions()))
        listing = ", ".join(laws[law] for law in wanted)
        whole = re.sub(r"using FrictionLaws = .*?;", f"using FrictionLaws = LawList<{listing}>;",
                       (ROOT / LIST_OF_LAWS).read_text(), flags=re.S)
        (path.parent / "all.hpp").write_text(whole)
    return overlay


def killer_of_header(build, change, text):
    overlay = write_overlay(change, text)
    tests = LAW_TESTS if change.room == "laws" else matching(HEADERS, change.file)
    for source in tests:
        program = re.search(r"(\w+)\.dir/", build.object_of(source))[1]
        linked = build.link(program, [build.compile(source, ROOT / source, overlay)], without=[source])
        if build.notices(program, linked):
            return program
    return None


def judge(build, change):
    """A result for the file of results."""
    begun = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = dataclasses.asdict(change)
    try:
        killer = killer_of_source if change.file.endswith(".cpp") else killer_of_header
        result["killed_by"] = killer(build, change, changed_text(change))
    except Unbuildable as why:
        result["unbuildable"] = str(why)[:400]
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    result["seconds"] = round(ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime, 2)
    return result


# ---- all of them


def equivalents():
    """(file, line, what it becomes) of the changes that nobody could notice, each with a reason."""
    known = {}
    for entry in EQUIVALENT.read_text().split("\n\n"):
        rows = dict(row.split(": ", 1) for row in entry.splitlines() if row and not row.startswith("#"))
        if rows:
            known[rows["file"], rows["line"], rows["becomes"]] = rows["reason"]
    return known


def earlier_results(path):
    """Of changes that were noticed, or could not be built."""
    results = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        result = json.loads(line)
        results[result["file"], result["line"], result["becomes"]] = result
    return {key: r for key, r in results.items() if r.get("killed_by") or "unbuildable" in r}


def judged(build, options):
    """Results in the order of the draw, until there are enough or the time is over."""
    kept = FOLDER / "results.jsonl"
    (FOLDER / "run").mkdir(parents=True, exist_ok=True)
    earlier = earlier_results(kept)
    end = time.monotonic() + 60.0 * options.minutes
    results = []
    count = 0
    for change in drawn(options.room or list(ROOMS), options.seed, options.file):
        if count == options.count or time.monotonic() > end:
            break
        result = earlier.get(change.key())
        if result is None:
            result = judge(build, change)
            with kept.open("a") as file:
                file.write(json.dumps(result) + "\n")
            print(verdict(result), flush=True)
        results.append(result)
        count += "unbuildable" not in result
    return [r for r in results if "unbuildable" not in r]


def verdict(result):
    how = "not built" if "unbuildable" in result else result["killed_by"] or "SURVIVED"
    return f"{result['seconds']:7.1f} s  {how:28}  {result['file']}:{result['number']}  {result['becomes']}"


def summarize(results, known):
    """Rows of a table by room, and the survivors that are not equivalent."""
    rows = []
    survivors = []
    for room in ROOMS:
        own = [r for r in results if r["room"] == room]
        alive = [r for r in own if not r["killed_by"]]
        equal = [r for r in alive if (r["file"], r["line"], r["becomes"]) in known]
        missed = [r for r in alive if r not in equal]
        survivors += missed
        rows.append((room, len(own), len(own) - len(alive), len(equal), len(missed)))
    rows.append(("all", *(sum(row[i] for row in rows) for i in range(1, 5))))
    return rows, survivors


def section(options, rows, seconds):
    """For the page."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    lines = [BEGIN, "## Changes that tests must notice", "",
             f"`tools/mutate.py --count {rows[-1][1]} --seed {options.seed}` changes one place at a time and runs the tests of "
             "its room. Changes that nobody could notice are listed with their reasons in `tests/mutants/equivalent.txt`.", "",
             "| room | changes | noticed | cannot be noticed | survived | survived of those that can be noticed |",
             "| --- | --- | --- | --- | --- | --- |"]
    for room, count, killed, equal, missed in rows:
        share = f"{100.0 * missed / max(1, count - equal):.1f} %"
        lines.append(f"| {room} | {count} | {killed} | {equal} | {missed} | {share} |")
    lines += ["", f"Processor time {seconds / 60.0:.0f} min, {today}.", END]
    return "\n".join(lines) + "\n"


def write_page(text):
    page = PAGE.read_text()
    if BEGIN in page:
        page = page[: page.index(BEGIN)] + page[page.index(END) + len(END) + 1 :]
    PAGE.write_text(page.rstrip("\n") + "\n\n" + text)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "dev")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--room", choices=list(ROOMS), action="append")
    parser.add_argument("--file", default="*")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def main():
    options = arguments()
    if options.list:
        for change in itertools.islice(drawn(options.room or list(ROOMS), options.seed, options.file), options.count):
            print(f"{change.file}:{change.number}: {change.kind}\n  - {change.line}\n  + {change.becomes}")
        return 0
    results = judged(Build(options.build), options)
    rows, survivors = summarize(results, equivalents())
    seconds = sum(r["seconds"] for r in results)
    for row in rows:
        print("{}: {} changes, {} noticed, {} cannot be noticed, {} survived".format(*row))
    for r in survivors:
        print(f"file: {r['file']}\nline: {r['line']}\nbecomes: {r['becomes']}\n")
    if options.page:
        write_page(section(options, rows, seconds))
    _, count, _, equal, missed = rows[-1]
    return 0 if missed <= 0.1 * (count - equal) else 1


if __name__ == "__main__":
    sys.exit(main())
