#!/usr/bin/env python3
"""abi_test.py COMPILER HEADER: the comparison with a release notices every kind of change, and nothing else."""
import pathlib
import sys
import tempfile
import unittest

import abi

COMPILER, HEADER = sys.argv.pop(1), sys.argv.pop(1)
SYMBOLS = ["symbol stickslip_name STICKSLIP_0.1", "symbol stickslip_step STICKSLIP_0.1"]


def lines_of(text):
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder, "stickslip.h")
        header.write_text(text)
        return abi.describe_header(COMPILER, header)[1]


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = pathlib.Path(HEADER).read_text()
        cls.lines = lines_of(cls.text) + SYMBOLS

    def complaints_about(self, old, new):
        self.assertIn(old, self.text)
        return "\n".join(abi.compare(self.lines, lines_of(self.text.replace(old, new, 1)) + SYMBOLS))

    def test_the_header_is_read_as_a_whole(self):
        kinds = [line.split()[0] for line in self.lines]
        self.assertEqual(kinds.count("function"), self.text.count("\nSTICKSLIP_API "))
        self.assertEqual(kinds.count("structure"), self.text.count("typedef struct") - 1)  # the handle is incomplete
        self.assertIn("member stickslip_contact 24 double mass", self.lines)
        self.assertIn("constant STICKSLIP_TEMPERATURE = 64", self.lines)

    def test_nothing_changed_is_no_complaint(self):
        self.assertEqual(abi.compare(self.lines, self.lines), [])

    def test_a_comment_is_no_change(self):
        self.assertEqual(self.complaints_about("relative sliding velocity [m/s]", "speed"), "")

    def test_a_new_member_is_refused(self):
        self.assertIn("was in the release and is not now:  structure stickslip_force of 16 bytes",
                      self.complaints_about("double inertia; /* [kg] */", "double inertia; double damping;"))

    def test_members_in_another_order_are_refused(self):
        self.assertIn("member stickslip_force 0 double value",
                      self.complaints_about("double value;   /* [N] */\n  double inertia; /* [kg] */",
                                            "double inertia;\n  double value;"))

    def test_another_type_of_an_argument_is_refused(self):
        self.assertIn("function stickslip_status stickslip_get_state(stickslip_law* law, double* values, size_t count)",
                      self.complaints_about("double* values, size_t count", "double* values, int count"))

    def test_another_value_of_a_constant_is_refused(self):
        self.assertIn("raise STICKSLIP_API_VERSION", self.complaints_about("STICKSLIP_FAILED = 6", "STICKSLIP_FAILED = 7"))

    def test_another_interface_must_be_recorded(self):
        self.assertIn('record the interface anew',
                      self.complaints_about("#define STICKSLIP_API_VERSION 1", "#define STICKSLIP_API_VERSION 2"))

    def test_a_symbol_that_is_gone_or_in_another_version_is_refused(self):
        self.assertIn("is not now:  symbol stickslip_step", "\n".join(abi.compare(self.lines, self.lines[:-1])))
        moved = self.lines[:-1] + ["symbol stickslip_step STICKSLIP_0.2"]
        self.assertIn("is not now:  symbol stickslip_step", "\n".join(abi.compare(self.lines, moved)))

    def test_a_new_symbol_has_a_new_version(self):
        new = self.lines + ["symbol stickslip_new STICKSLIP_0.2"]
        self.assertEqual(abi.compare(self.lines, new), [])
        old = self.lines + ["symbol stickslip_new STICKSLIP_0.1"]
        self.assertIn("stickslip_new is new, but stands in STICKSLIP_0.1", abi.compare(self.lines, old)[0])


if __name__ == "__main__":
    unittest.main()
