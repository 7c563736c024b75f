"""The check of the rooms accepts a good tree and names each kind of violation in a bad one."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "tools" / "check_rooms.py"

GOOD = {
    "src/CMakeLists.txt": "stickslip_room(core SOURCES\n  param.cpp\n  friction/list.cpp)\n",
    "src/solve/CMakeLists.txt": "stickslip_room(solve LINKS core HEADERS trajectory.hpp SOURCES\n  solve.cpp)\n",
    "src/io/CMakeLists.txt": "stickslip_room(io LINKS solve SOURCES\n  csv.cpp)\n",
    "src/export/CMakeLists.txt": "stickslip_room(exporting LINKS io SOURCES\n  c.cpp)\n",
    "src/capi/CMakeLists.txt": "add_library(stickslip_c SHARED calls.cpp)\n",
    "include/stickslip/param.hpp": "#include <cmath>\nnamespace stickslip {\n",
    "include/stickslip/friction/lugre.hpp": '#include "stickslip/param.hpp"\n',
    "include/stickslip/solve/solve.hpp": '#include "stickslip/friction/lugre.hpp"\nnamespace stickslip::solve {\n',
    "include/stickslip/trajectory.hpp": '#include "stickslip/solve/solve.hpp"\nnamespace stickslip::solve {\n',
    "include/stickslip/io/csv.hpp": '#include "stickslip/trajectory.hpp"\nnamespace stickslip::io {\n',
    "include/stickslip/export/c.hpp": '#include "stickslip/trajectory.hpp"\n',
    "include/stickslip.h": "#include <stddef.h>\n",
    "src/friction/list.cpp": '#include "../param_text.hpp"\n',
    "src/param_text.hpp": "\n",
    "src/solve/lanes.hpp": "#include <hwy/highway.h>\n",
    "src/solve/solve.cpp": '#include "lanes.hpp"\n#include "stickslip/solve/solve.hpp"\n',
    "src/solve/cuda/device.cu": '#include "../lanes.hpp"\n',
    "src/io/csv.cpp": "#include <nlohmann/json.hpp>\n",
    "src/capi/calls.cpp": '#include "handle.hpp"\n#include "stickslip/io/csv.hpp"\n',
    "src/capi/handle.hpp": "\n",
    "tools/cli/main.cpp": '#include "words.hpp"\n#include "stickslip/io/csv.hpp"\n',
    "tools/cli/words.hpp": "\n",
}


def complaints(changes):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**GOOD, **changes}.items():
            file = pathlib.Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        run = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True, check=False)
        assert run.stderr == "", run.stderr
        assert run.returncode == (1 if run.stdout else 0), run
        return run.stdout


class Rooms(unittest.TestCase):
    def test_a_good_tree_is_accepted(self):
        self.assertEqual(complaints({}), "")

    def expect(self, changes, text):
        said = complaints(changes)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertIn(text, said)

    def test_an_include_of_a_room_that_is_not_linked(self):
        self.expect({"include/stickslip/param.hpp": '#include "stickslip/solve/solve.hpp"\n'},
                    'include/stickslip/param.hpp:1: room "core" must not include stickslip/solve/solve.hpp: '
                    'it does not link "solve"')

    def test_spaces_and_brackets_do_not_hide_it(self):
        self.expect({"src/solve/solve.cpp": "\n  #  include <stickslip/io/csv.hpp>  // text\n"},
                    'src/solve/solve.cpp:2: room "solve" must not include stickslip/io/csv.hpp')

    def test_a_single_header_of_a_room(self):
        self.expect({"src/param.cpp": '#include "stickslip/trajectory.hpp"\n'}, 'does not link "solve"')

    def test_sources_and_headers_of_every_language(self):
        for suffix in (".cu", ".cuh", ".h", ".hpp", ".cpp", ".cu.in"):
            self.expect({f"src/solve/more{suffix}": '#include "stickslip/io/csv.hpp"\n'}, f"src/solve/more{suffix}:1:")

    def test_a_private_header_of_another_room(self):
        for spelled in ("solve/lanes.hpp", "../solve/lanes.hpp"):
            self.expect({"src/io/csv.cpp": f'#include "{spelled}"\n'},
                        f'src/io/csv.cpp:1: {spelled} is private to the room "solve"')

    def test_a_private_header_seen_from_a_front_end(self):
        self.expect({"tools/cli/main.cpp": '#include "solve/lanes.hpp"\n'}, 'is private to the room "solve"')
        self.expect({"tools/cli/main.cpp": '#include "capi/handle.hpp"\n'}, 'is private to the room "capi"')

    def test_a_private_header_by_its_folder(self):
        self.expect({"src/solve/solve.cpp": '#include "solve/lanes.hpp"\n'}, "by its bare name, not as solve/lanes.hpp")

    def test_a_third_partys_header_in_a_public_one(self):
        for line in ("#include <ceres/jet.h>", "#include <matio.h>", '#include "param.hpp"'):
            self.expect({"include/stickslip/io/csv.hpp": line + "\n"}, "a public header must not include")

    def test_another_namespace(self):
        self.expect({"src/io/csv.cpp": "namespace stickslip {\n"},
                    'src/io/csv.cpp:1: namespace of the room "io" is stickslip::io')
        self.expect({"src/export/c.cpp": "namespace stickslip::io {\n"}, "stickslip::exporting")

    def test_a_folder_without_a_room(self):
        self.expect({"src/attic/box.cpp": "\n"}, 'the folder "attic" is in no room')
        self.expect({"src/io/csv.cpp": '#include "stickslip/attic/box.hpp"\n'}, "which is in no room")

    def test_rooms_that_link_each_other(self):
        said = complaints({"src/solve/CMakeLists.txt": "stickslip_room(solve LINKS io SOURCES a.cpp)\n"})
        self.assertIn("rooms link each other in a ring", said)
        self.expect({"src/io/CMakeLists.txt": "stickslip_room(io LINKS attic SOURCES a.cpp)\n"
                     , "src/export/CMakeLists.txt": ""}, 'room "io" links "attic", which there is not')


if __name__ == "__main__":
    unittest.main()
