#!/usr/bin/env python3
"""Says which includes break the architecture: check_rooms.py [ROOT]

The rooms and what each may include are read from stickslip_room(NAME LINKS ... HEADERS ... SOURCES ...) in src/, which
is what the build links. A room includes its own headers, the public ones of the rooms it links (and of those that they
link), and nobody's private ones. A public header sees our own headers and the standard library's, nothing else.
"""
import pathlib
import re
import sys

SUFFIXES = {".cpp", ".hpp", ".h", ".cu", ".cuh", ".in"}
FRONT_ENDS = ("tools", "studies", "python", "matlab", "examples")  # see public headers only; tests and benches look inside
CORE = "core"
ROOM_CALL = re.compile(r"^stickslip_room\((\w+)([^)]*)\)", re.M)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]')
NAMESPACE = re.compile(r"^namespace stickslip(?:::(\w+))?")
STANDARD = re.compile(r"^[a-z_0-9]+$")  # <vector>
STANDARD_C = re.compile(r"^std\w+\.h$")  # <stddef.h>, in the header for C programs


class Room:
    def __init__(self, name, folder, arguments):
        self.name = name
        self.folder = folder  # below src/, "" for the core
        self.words = {"LINKS": [], "HEADERS": [], "SOURCES": []}
        kind = None
        for word in re.sub(r"#.*", "", arguments).split():
            if word in self.words:
                kind = word
            else:
                self.words[kind].append(word)


class House:
    """The rooms of a tree."""

    def __init__(self, root):
        self.root = root
        self.rooms = {}
        for file in sorted((root / "src").rglob("CMakeLists.txt")):
            folder = file.parent.relative_to(root / "src").as_posix()
            for name, arguments in ROOM_CALL.findall(file.read_text()):
                self.rooms[name] = Room(name, "" if folder == "." else folder, arguments)
        self.folders = {room.folder: room.name for room in self.rooms.values() if room.folder}
        self.headers = {h: room.name for room in self.rooms.values() for h in room.words["HEADERS"]}
        for source in self.rooms[CORE].words["SOURCES"] if CORE in self.rooms else ():
            if "/" in source:
                self.folders[source.split("/")[0]] = CORE

    def room_of(self, path):
        """Of a path below src/ or include/stickslip/; None for a folder that no room has."""
        folder, slash, _ = path.partition("/")
        return self.folders.get(folder) if slash else self.headers.get(path, CORE)

    def linked(self, name, seen=()):
        """All rooms that a room links, itself and the core included. Throws on a ring."""
        if name in seen:
            raise ValueError("rooms link each other in a ring: " + " -> ".join([*seen, name]))
        if name not in self.rooms:
            raise ValueError(f'room "{seen[-1]}" links "{name}", which there is not')
        found = {CORE, name}
        for other in self.rooms[name].words["LINKS"]:
            found |= self.linked(other, (*seen, name))
        return found


class Check:
    def __init__(self, root):
        self.root = root
        self.house = House(root)
        self.complaints = []
        self.linked = {}

    def say(self, file, line, text):
        self.complaints.append(f"{file.relative_to(self.root).as_posix()}:{line}: {text}")

    def run(self):
        for name in self.house.rooms:
            try:
                self.linked[name] = self.house.linked(name)
            except ValueError as error:
                self.complaints.append(str(error))
        if not self.complaints:
            for top in ("include", "src", *FRONT_ENDS):
                for file in sorted((self.root / top).rglob("*")):
                    if file.suffix in SUFFIXES and file.is_file():
                        self.check_file(file, top)
        return self.complaints

    def check_file(self, file, top):
        room = None
        if top in ("include", "src"):
            base = self.root / ("include/stickslip" if top == "include" else "src")
            if not file.is_relative_to(base):  # stickslip.h, for C programs
                room = "capi"
            else:
                path = file.relative_to(base).as_posix()
                room = self.house.room_of(path)
                if room is None and not (self.root / "src" / path.split("/")[0] / "CMakeLists.txt").exists():
                    self.say(file, 1, f'the folder "{path.split("/")[0]}" is in no room: src/CMakeLists.txt lists them')
                    return
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            if match := INCLUDE.match(line):
                self.check_include(file, number, top, room, match[1] == "<", match[2])
            elif (match := NAMESPACE.match(line)) and room in self.house.rooms:
                if (match[1] or CORE) != room and room != CORE:
                    self.say(file, number, f"namespace of the room \"{room}\" is stickslip::{room}")

    def check_include(self, file, line, top, room, is_system, target):
        if target.startswith("stickslip/"):
            other = self.house.room_of(target.removeprefix("stickslip/"))
            if other is None:
                self.say(file, line, f"includes {target}, which is in no room")
            elif room in self.linked and other not in self.linked[room]:
                self.say(file, line, f'room "{room}" must not include {target}: it does not link "{other}"')
            return
        if top == "include":
            standard = STANDARD_C if file.suffix == ".h" else STANDARD
            if not (is_system and standard.match(target)):
                self.say(file, line, f"a public header must not include {target}")
        elif not is_system:
            self.check_private(file, line, target)

    def check_private(self, file, line, target):
        source = self.root / "src"
        beside = (file.parent / target).resolve()
        below = (source / target).resolve()
        found = beside if beside.exists() else below
        if not found.exists() or not found.is_relative_to(source):
            return  # another tree's, or generated
        owner = found.relative_to(source).as_posix()
        if file.is_relative_to(source):
            own = file.relative_to(source).as_posix()
            if self.folder(own) == self.folder(owner):
                if found is below and found != beside:
                    self.say(file, line, f"include a private header by its bare name, not as {target}")
                return
        self.say(file, line, f"{target} is private to the room \"{self.house.room_of(owner) or self.folder(owner)}\"")

    def folder(self, path):
        room = self.house.room_of(path)
        return room if room is not None else path.split("/")[0]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    complaints = Check(root).run()
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
