"""docs/licences.md names every package of packages.txt, and every target that a room links, in the row of that room."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CALL = re.compile(r"^\s*stickslip_room_(needs|headers)\((\w+)([^)]*)\)", re.M)


def rows(page):
    """The rows of all tables: packages, targets, licence, where."""
    cells = [[c.strip() for c in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| `")]
    return [(re.findall(r"`([^`]+)`", c[0]), re.findall(r"`([^`]+)`", c[1]), c[2], c[3]) for c in cells]


def installed(text):
    return [word for line in text.splitlines() if not line.startswith("#") for word in line.split()[1:]]


def linked():
    """(room, target, how) of every call in src/."""
    for file in sorted((ROOT / "src").rglob("CMakeLists.txt")):
        for how, room, targets in CALL.findall(file.read_text()):
            for target in targets.split():
                yield room.split("_")[0], target.strip("${}"), "linked" if how == "needs" else "headers"


def complaints():
    table = rows((ROOT / "docs/licences.md").read_text())
    listed = {package for packages, *_ in table for package in packages}
    for package in installed((ROOT / "packages.txt").read_text()):
        if package not in listed:
            yield f"docs/licences.md does not list the package {package} of packages.txt"
    for packages, _, licence, where in table:
        if not licence or not where:
            yield f"docs/licences.md says neither licence nor use of {packages[0]}"
    for room, target, how in linked():
        where = [row[3] for row in table if target in row[1]]
        if not where:
            yield f"docs/licences.md does not list {target}, which the room {room} uses"
        elif room not in where[0] or how not in where[0]:
            yield f"docs/licences.md: {target} is used by the room {room} ({how}), the page says: {where[0]}"
    options = (ROOT / "cmake/Options.cmake").read_text()
    if "set(STICKSLIP_WITH_PAGMO OFF CACHE" not in options:
        yield "pagmo is GPL or LGPL and must be off unless it is asked for (cmake/Options.cmake)"


def main():
    found = list(complaints())
    assert len(list(linked())) > 5, "no room links anything: the test reads the wrong calls"
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
