#!/usr/bin/env python3
"""Whether programs that were linked with a release of the C library run with this one.

  abi.py check  COMPILER NM LIBRARY HEADER RECORD    compares; says what changed and what to do
  abi.py record COMPILER NM LIBRARY HEADER RECORD    writes the record of a release

A record has a line for every symbol with its version, every function as the header declares it, every structure with
its size and the offset, type and name of its members, every constant. Sizes are those of a 64-bit system.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
ADVICE = """programs that were linked with the release would not run with this library, or do something else. Take the
change back, add a new function or structure instead, or make it another interface: raise STICKSLIP_API_VERSION in
stickslip.h (the soname follows), rename the part in src/capi/stickslip.map, and record it with "abi.py record"."""


def plain(text):
    """Without comments and the preprocessor, blanks as one."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^#(?:.*\\\n)*.*$", " ", text, flags=re.M)
    return re.sub(r"\s+", " ", text)


def structures(text):
    """Name and members, each (type, name), as the header has them."""
    for body, name in re.findall(r"typedef struct \w+ \{([^}]*)\} (\w+);", text):
        yield name, re.findall(r"([^;]+?)(\w+);", body)


def enumerators(text):
    for body in re.findall(r"enum[^{;]*\{([^}]*)\}", text):
        yield from re.findall(r"(\w+)\s*=", body)


def layout_program(header, text):
    lines = ["#include <cstddef>", "#include <cstdio>", f'#include "{header}"', "int main() {"]
    lines.append(r'std::printf("pointer %zu\n", sizeof(void*));')
    for name in ["STICKSLIP_API_VERSION", *enumerators(text)]:
        lines.append(rf'std::printf("constant {name} = %d\n", int({name}));')
    for name, members in structures(text):
        lines.append(rf'std::printf("structure {name} of %zu bytes\n", sizeof({name}));')
        for kind, member in members:
            lines.append(rf'std::printf("member {name} %zu {kind.strip()} {member}\n", offsetof({name}, {member}));')
    return "\n".join([*lines, "}", ""])


def describe_header(compiler, header):
    text = plain(pathlib.Path(header).read_text())
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "layout.cpp")
        source.write_text(layout_program(pathlib.Path(header).resolve(), text))
        subprocess.run([compiler, str(source), "-o", folder + "/layout"], check=True)
        lines = subprocess.run([folder + "/layout"], check=True, capture_output=True, text=True).stdout.splitlines()
    functions = re.findall(r"STICKSLIP_API ([^;{]*\));", text)
    return lines[0], lines[1:] + ["function " + re.sub(r" +", " ", f) for f in functions]


def describe_symbols(nm, library):
    listed = subprocess.run([nm, "-D", "--defined-only", "--with-symbol-versions", library], check=True,
                            capture_output=True, text=True).stdout
    return ["symbol " + line.split()[2].replace("@@", " ") for line in listed.splitlines() if "@@" in line]


def number(lines, constant):
    return [int(line.split()[-1]) for line in lines if line.startswith(f"constant {constant} = ")][0]


def compare(recorded, now):
    """Complaints; none when every program of the release runs."""
    if number(now, "STICKSLIP_API_VERSION") != number(recorded, "STICKSLIP_API_VERSION"):
        return ['STICKSLIP_API_VERSION is another one: record the interface anew with "abi.py record"']
    complaints = [f"was in the release and is not now:  {line}" for line in recorded if line not in now]
    if complaints:
        complaints += [f"is new:  {line}" for line in now if line not in recorded] + [ADVICE]
    released = {line.split()[2] for line in recorded if line.startswith("symbol ")}
    for line in now:
        if line.startswith("symbol ") and line not in recorded and line.split()[2] in released:
            complaints.append(f"{line.split()[1]} is new, but stands in {line.split()[2]}, which is released: give it a "
                              "part of its own in src/capi/stickslip.map")
    return complaints


def main():
    what, compiler, nm, library, header, record = sys.argv[1:]
    pointer, lines = describe_header(compiler, header)
    if pointer != "pointer 8":
        print("skipped: the record is that of a 64-bit system")
        return SKIPPED
    now = sorted(lines + describe_symbols(nm, library))
    if what == "record":
        pathlib.Path(record).write_text("\n".join(now) + "\n")
        return 0
    complaints = compare(pathlib.Path(record).read_text().splitlines(), now)
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
