"""BAM's own loader reads what `translate --to bam` writes, and its friction is the law's.

bam_by_bam.py PROGRAM; the variable STICKSLIP_BAM names a checkout of https://github.com/Rhoban/bam. BAM is in no package:
without the variable the test is skipped.
"""
import math
import os
import pathlib
import subprocess
import sys
import tempfile


def stribeck(w):
    return 0.06 + 0.04 * math.exp(-((abs(w) / 1.3) ** 0.84)) + 0.05 * abs(w)


def loaded(stribeck_load):
    return lambda w, load: stribeck(w) + (0.11 + stribeck_load * math.exp(-((abs(w) / 1.3) ** 0.84))) * load


LEVELS = "coulomb = 0.06\nbreakaway = 0.1\nstribeck_velocity = 1.3\nstribeck_exponent = 0.84\nviscous = 0.05\n"
CASES = {
    "m1": ("coulomb = 0.06\nbreakaway = 0.06\nviscous = 0.05\n", lambda w, load: 0.06 + 0.05 * abs(w)),
    "m2": (LEVELS, lambda w, load: stribeck(w)),
    "m3": (LEVELS.replace("0.1\n", "0.06\n") + "load_coulomb = 0.11\nload_breakaway = 0.11\n",
           lambda w, load: 0.06 + 0.05 * abs(w) + 0.11 * load),
    "m4": (LEVELS + "load_coulomb = 0.11\nload_breakaway = 0.18\n", loaded(0.07)),
}


def main():
    program, folder = sys.argv[1], os.environ.get("STICKSLIP_BAM")
    if not folder:
        print("BAM's own loader is not at hand: STICKSLIP_BAM names its folder")
        return 77
    sys.path.insert(0, folder)
    from bam.model import load_model

    wrong = 0
    with tempfile.TemporaryDirectory() as place:
        for name, (lines, friction) in CASES.items():
            model, file = pathlib.Path(place, "model.toml"), pathlib.Path(place, "servo.json")
            model.write_text('[law]\nname = "stribeck"\n' + lines + "[fit]\nrotary = true\n")
            subprocess.run([program, "translate", model, "--to", "bam", "--actuator", "mx64", "-o", file], check=True,
                           stdout=subprocess.DEVNULL)
            servo = load_model(str(file))
            for motor, external, w in [(0.0, 0.0, 0.2), (1.5, 0.4, 1.0), (-0.3, 2.0, -3.0)]:
                loss, damping = servo.compute_frictions(motor, external, w)
                got, expected = loss + damping * abs(w), friction(w, abs(external - motor))
                if servo.name != name or abs(got - expected) > 1e-6 * expected:
                    print(f"{servo.name} for {name} at {w} rad/s: {got} N.m, expected {expected} N.m")
                    wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
