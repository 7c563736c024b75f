"""FMPy finds no fault with the FMUs of all laws and experiments, and runs both kinds of a law to the same force.

fmus_by_fmpy.py PROGRAM; the variable STICKSLIP_FMPY names a folder with the package `fmpy` (https://fmpy.readthedocs.io),
unless it is installed. FMPy is in no package of Debian: without it the test is skipped.
"""
import importlib.util
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

NOT_SOLVED = {"step-size", "blade-wheel"}  # experiments that solve no model
# Its stick mode ends only below a release velocity, which an imposed motion passes within a step; bodies are let go.
NOT_LET_GO = "hybrid"
STEP, END = 1e-5, 0.1  # [s]
SWING, FREQUENCY = 6e-3, 8.0  # [m/s], [Hz]: two reversals


def export(program, what, folder, fmi, *options):
    file = str(pathlib.Path(folder, f"{pathlib.Path(what).stem}_{fmi}_{'_'.join(options).strip('-')}.fmu"))
    subprocess.run([program, "export", "fmu", what, "--fmi", fmi, *options, "-o", file], check=True, stdout=subprocess.DEVNULL)
    return file


def problems(fmpy, file):
    """By schema and rules; FMPy reads names by a grammar, where the package `lark` is there."""
    try:
        fmpy.read_model_description(file, validate=True, validate_model_structure=True,
                                    validate_variable_names=importlib.util.find_spec("lark") is not None)
    except fmpy.model_description.ValidationError as error:
        return error.problems
    return []


def forces(fmpy, file, kind):
    import numpy as np

    times = np.arange(0.0, END + STEP, 1e-4)
    swing = np.array([(t, SWING * math.cos(2 * math.pi * FREQUENCY * t)) for t in times], [("time", "f8"), ("velocity", "f8")])
    result = fmpy.simulate_fmu(file, fmi_type=kind, input=swing, solver="Euler", step_size=STEP, output_interval=1e-4 if
                               kind == "ModelExchange" else STEP, stop_time=END, output=["force"], record_events=False,
                               logger=lambda *_: None)
    return result["force"]


def main():
    sys.path.insert(0, os.environ.get("STICKSLIP_FMPY", ""))
    try:
        import fmpy
        import fmpy.model_description
    except ImportError as error:
        print(f"FMPy is not at hand ({error}): STICKSLIP_FMPY names a folder with it")
        return 77
    program = sys.argv[1]
    laws = [law["name"] for law in json.loads(subprocess.run([program, "laws", "--json"], check=True, capture_output=True).stdout)]
    names = subprocess.run([program, "run", "--list"], check=True, capture_output=True, text=True).stdout.splitlines()
    experiments = [line.split()[0] for line in names[1:] if line.strip() and line.split()[0] not in NOT_SOLVED]
    wrong, checked = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for fmi in ("2", "3"):
            for experiment in experiments:
                file = pathlib.Path(folder, experiment + ".toml")
                file.write_text(f'[experiment]\nbase = "{experiment}"\n')
                wrong += [f"{experiment}, FMI {fmi}: {p}" for p in problems(fmpy, export(program, str(file), folder, fmi))]
                checked += 1
            for law in laws:
                found = {}
                for options in ((), ("--platform", "x86_64-linux")):
                    file = export(program, law, folder, fmi, *options)
                    wrong += [f"{law}, FMI {fmi}, {options}: {p}" for p in problems(fmpy, file)]
                    for kind in ("ModelExchange", "CoSimulation"):
                        found[options, kind] = forces(fmpy, file, kind)
                    checked += 1
                most = max(abs(found[(), "CoSimulation"]))
                for kind in ("ModelExchange", "CoSimulation"):
                    first, second = (found[options, kind] for options in ((), ("--platform", "x86_64-linux")))
                    off = max(abs(first - second))
                    if not off <= 1e-9 * most:
                        wrong.append(f"{law}, FMI {fmi}, {kind}: sources differ by {off} N")
                off = abs(found[(), "ModelExchange"][-1] - found[(), "CoSimulation"][-1])
                if law != NOT_LET_GO and not off <= 0.03 * most:
                    wrong.append(f"{law}, FMI {fmi}: model exchange and co-simulation end {off} N apart")
    print("\n".join(wrong) if wrong else f"{checked} FMUs, fmpy {fmpy.__version__}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
